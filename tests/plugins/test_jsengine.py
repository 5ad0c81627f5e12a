"""The engine: limits hold, a failed context is replaced, and nothing of a checked module runs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hermes_shell.plugins.jsengine import EngineError, JsEngine, ScriptError

SETUP = """
globalThis.echo = (text) => text
globalThis.fail = (text) => { throw new TypeError(text) }
globalThis.spin = () => { while (true); }
globalThis.hoard = () => { const all = []; while (true) all.push(new Array(1000).fill(1)) }
globalThis.count = () => { globalThis.counted = (globalThis.counted ?? 0) + 1; return String(counted) }
"""


def engine(seconds: float = 5.0, bundles: tuple[Path, ...] = ()) -> JsEngine:
    return JsEngine("test", bundles=bundles, setup=SETUP, memory_bytes=32 * 1024 * 1024, seconds=seconds)


async def test_text_of_any_plane_goes_in_and_out_unchanged() -> None:
    made = engine()
    assert await made.call("echo", "é😀\r\n\u2028 \"'`\\") == "é😀\r\n\u2028 \"'`\\"
    made.close()


async def test_bundles_are_there_before_the_first_call(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle.js"
    bundle.write_text("globalThis.bundled = () => 'yes'", "utf-8")
    made = engine(bundles=(bundle,))
    assert await made.call("bundled") == "yes"
    made.close()


async def test_thrown_error_says_its_message_and_keeps_the_context() -> None:
    made = engine()
    await made.call("count")
    with pytest.raises(ScriptError, match="TypeError: no"):
        await made.call("fail", "no")
    assert await made.call("count") == "2"
    made.close()


@pytest.mark.parametrize("function", ["spin", "hoard"])
async def test_call_without_end_is_stopped_and_the_next_one_has_a_new_context(function: str) -> None:
    made = engine(seconds=0.2)
    await made.call("count")
    with pytest.raises(EngineError):
        await made.call(function)
    assert await made.call("count") == "1"
    made.close()


async def test_event_loop_goes_on_while_a_script_runs() -> None:
    made = engine(seconds=0.2)
    spinning = asyncio.create_task(made.call("spin"))
    turns = 0
    while not spinning.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 10
    assert isinstance(spinning.exception(), EngineError)
    made.close()


async def test_checked_module_does_not_run() -> None:
    made = engine()
    assert await made.check_module("import 'hermes:never'; globalThis.counted = 41") is None
    assert await made.call("count") == "1"
    error = await made.check_module("import 'hermes:never';\nconst = 1")
    assert isinstance(error, ScriptError)
    assert error.line == 2
    made.close()


async def test_reset_drops_the_context() -> None:
    made = engine()
    await made.reset()
    await made.call("count")
    await made.reset()
    assert await made.call("count") == "1"
    made.close()


async def test_closed_engine_refuses_calls() -> None:
    made = engine()
    await made.call("count")
    made.close()
    made.close()
    with pytest.raises(EngineError, match="closed"):
        await made.call("count")
