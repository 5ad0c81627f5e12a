"""The page side of the loader: plugins that fail, and what their rows say of it (checklist L17, L19)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.host.plugin_sources import AREA, START, chip, plugin
from tests.host.site import Site

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("export const x = 1", "bad has no valid default HermesPlugin export"),
        ("export default { register() {} }", "bad has no valid default HermesPlugin export"),
        ("export default { id: 'bad' }", "bad has no valid default HermesPlugin export"),
        ("export default { id: 'bad', titlebarButtons: [] }", "'titlebarButtons' is not a field of a plugin"),
        ("export default { id: 'a/b', register() {} }", "must not be blank or contain"),
        ("export default { id: '..', register() {} }", "must not be blank or contain"),
        ("export default { id: ' ', register() {} }", "must not be blank or contain"),
        ("export default { id: 'x'.repeat(129), register() {} }", "longer than 128"),
        ("export default { id: 7, register() {} }", "must be a string"),
    ],
)
async def test_L17_missing_default_id_or_register_names_the_folder(
    run: Run, site: Site, source: str, message: str
) -> None:
    site.add("bad", source)
    state, shown = await run(START + "return [state('bad'), record.errors]")
    assert state["phase"] == "contract"
    assert state["message"].startswith("bad")
    assert message in state["message"]
    assert [(error["folder"], error["name"]) for error in shown] == [("bad", "bad")]


async def test_missing_sdk_export_is_named(run: Run, site: Site) -> None:
    site.add("p", plugin("p", head="import { nope } from '@hermes/plugin-sdk'"))
    assert (await run(START + "return state('p')"))["message"] == "the SDK has no export nope"


async def test_syntax_error_is_placed_by_the_server(run: Run, site: Site) -> None:
    site.add("p", "export default {{")
    assert await run(
        """fake.answers['plugins.locate'] = { line: 1, column: 17, source_line: 'export default {{' };
        await startWindow()
        await until(() => loader.plugins.get('p').error.line);
        const { phase, line, source_line } = loader.plugins.get('p').error
        return [phase, line, source_line]"""
    ) == ["evaluate", 1, "export default {{"]


async def test_error_thrown_while_evaluating_has_its_line(run: Run, site: Site) -> None:
    site.add("p", "const a = 1\n\nthrow new Error('on line 3')")
    assert await run(START + "const { message, line } = loader.plugins.get('p').error; return [message, line]") == [
        "on line 3",
        3,
    ]


async def test_L19_throwing_register_is_rolled_back_and_reported(run: Run, site: Site) -> None:
    site.add(
        "p",
        plugin(
            "p",
            chip() + "ctx.onDispose(() => (globalThis.ended = 1)); throw new Error('broken')",
            fields="name: 'Pretty',",
        ),
    )
    assert await run(START + f"return [ids('{AREA}'), state('p'), record.errors, globalThis.ended]") == [
        [],
        {"id": "p", "status": "error", "phase": "register", "message": "broken", "stale": False},
        [{"folder": "p", "name": "Pretty", "phase": "register", "message": "broken"}],
        1,
    ]


HOSTILE = "new Proxy(class {}, { get() { throw new Error('no') } })"


@pytest.mark.parametrize(
    "source",
    [
        f"throw {HOSTILE}",
        "throw Object.create(null)",
        "class Odd extends Error { get message() { throw 1 } get stack() { throw 2 } }; throw new Odd()",
        "throw Object.assign(new Error(), { message: {}, name: Symbol() })",
        plugin("bad", f"throw {HOSTILE}"),
        plugin("bad", "throw new Proxy(new Error('no'), { get() { throw 1 } })"),
        plugin("bad", f"throw {HOSTILE}").replace("register", "async register"),
        plugin("bad", fields="get name() { throw 1 },"),
        plugin("bad", fields="get description() { throw new Error('no') },"),
        plugin("bad", fields="get version() { throw new Error('no') },"),
        plugin("bad", fields="get defaultEnabled() { throw new Error('no') },"),
        plugin("bad \ud83c"),
    ],
)
async def test_whatever_a_plugin_throws_the_page_starts_and_its_row_says_that_it_failed(
    run: Run, site: Site, source: str
) -> None:
    site.add("bad", source)
    site.add("good", plugin("good", chip()))
    assert await run(START + f"await until(() => state('bad').phase); return [state('bad').status, ids('{AREA}')]") == [
        "error",
        ["good:chip"],
    ]


async def test_result_of_register_that_cannot_be_looked_at_is_passed_over(run: Run, site: Site) -> None:
    site.add("odd", plugin("odd", chip() + "return { get then() { throw new Error('no') } }"))
    assert await run(START + f"return [state('odd').status, ids('{AREA}')]") == ["loaded", ["odd:chip"]]
