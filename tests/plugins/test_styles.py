"""The utility sheet: what makes rules, and that only new tokens are compiled."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from hermes_shell.plugins import styles as styles_module
from hermes_shell.plugins.jsengine import EngineError
from hermes_shell.plugins.styles import StyleCompiler
from tests.plugins.doubles import Announced

Make = Callable[[], StyleCompiler]


@pytest_asyncio.fixture
async def make(tmp_path: Path, announced: Announced) -> AsyncIterator[Make]:
    made: list[StyleCompiler] = []

    def one() -> StyleCompiler:
        made.append(StyleCompiler(tmp_path / "styles.json", announced, lambda found: f"/styles/{found}.css"))
        return made[-1]

    yield one
    for compiler in made:
        await compiler.close()


def css(compiler: StyleCompiler) -> str:
    return compiler.current.css.decode()


async def test_classes_of_the_guide_and_the_app_make_rules(make: Make, announced: Announced) -> None:
    compiler = make()
    wanted = (
        "flex h-full text-(--ui-text-tertiary) px-1.5 text-[0.6875rem] hover:bg-(--chrome-action-hover) "
        "text-muted-foreground bg-background border-border bg-primary/50 bg-sidebar rounded-full dark:p-1 "
        "compact:hidden dither arc-border decode-cursor-blink titlebar-icon-button "
        "ref 2xl:p-2 shadow-composer font-mono before:content-['x']"
    )
    await compiler.feed("a", "r1", f'"{wanted}" const nothing'.encode())
    assert compiler.rules == set(wanted.split(" "))
    assert announced.messages == [{"kind": "styles", **compiler.as_json()}]
    text = css(compiler)
    assert "color: var(--dt-muted-foreground)" in text
    assert ".hover\\:bg-\\(--chrome-action-hover\\):hover" in text
    assert "@media (hover" not in text
    assert ".dark\\:p-1:where(.dark, .dark *)" in text
    assert "(max-height: 768px)" in text
    assert "@layer theme, base, kit, utilities;" in text
    assert "--color-foreground:" not in text


async def test_new_class_is_patched_at_once_and_then_merged_into_its_place(make: Make, announced: Announced) -> None:
    compiler = make()
    await compiler.feed("a", "r1", b"'p-2 flex'")
    before = compiler.current
    await compiler.feed("a", "r2", b"'p-2 flex m-[3px]'")
    patched = css(compiler)
    assert patched.startswith(before.css.decode())
    assert ".m-\\[3px\\]" in patched
    await compiler.merged()
    assert css(compiler).index(".m-\\[3px\\]") < css(compiler).index(".p-2")
    assert css(compiler).count("@layer utilities {") == 1
    assert announced.kinds() == ["styles"] * 3
    assert compiler.sheet(before.hash) == before.css
    assert compiler.sheet("unknown") is None


async def test_only_tokens_not_seen_before_are_compiled(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = make()
    await compiler.feed("a", "r1", b"'p-2' const some thing")
    built: list[set[str]] = []
    engine = compiler._engine  # pyright: ignore[reportPrivateUsage]
    real = engine.call

    async def call(function: str, *arguments: str) -> str:
        if function == "build":
            built.append(set(arguments[1].split("\n")))
        return await real(function, *arguments)

    monkeypatch.setattr(engine, "call", call)
    await compiler.feed("a", "r2", b"'p-2 p-3' const some other")
    await compiler.feed("a", "r2", b"'p-2 p-3' const some other")
    await compiler.feed("b", "r3", b"'p-2 p-3'")
    assert built == [{"p-3", "other"}]


async def test_save_without_a_new_class_changes_and_announces_nothing(make: Make, announced: Announced) -> None:
    compiler = make()
    await compiler.feed("a", "r1", b"'p-2' one")
    await compiler.feed("a", "r2", b"'p-2' two")
    await compiler.merged()
    assert announced.kinds() == ["styles"]
    assert compiler.rules == {"p-2"}


async def test_sheet_survives_a_restart_without_compiling(make: Make, announced: Announced) -> None:
    first = make()
    await first.feed("a", "r1", b"'p-2'")
    await first.close()
    second = make()
    assert second.current == first.current
    await second.feed("a", "r1", b"'p-2'")
    assert len(second.compile_ms) == 0
    await second.warm()
    await second.feed("a", "r2", b"'p-2 m-2'")
    await second.merged()
    assert ".m-2" in css(second)
    assert css(second).index(".m-2") < css(second).index(".p-2")


@pytest.mark.parametrize("text", ["", "{}", '{"key": "other", "css": "x", "rules": [], "fed": []}', "\x00"])
async def test_unusable_cache_is_ignored_and_written_again(text: str, make: Make, tmp_path: Path) -> None:
    (tmp_path / "styles.json").write_text(text, "utf-8")
    first = make()
    assert first.rules == frozenset()
    await first.feed("a", "r1", b"'p-2'")
    await first.close()
    assert make().rules == {"p-2"}


async def test_failed_compile_keeps_the_sheet_and_may_be_tried_again(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = make()
    before = compiler.current

    async def broken(*_: str) -> str:
        raise EngineError("out of memory")

    with monkeypatch.context() as patch:
        patch.setattr(compiler._engine, "call", broken)  # pyright: ignore[reportPrivateUsage]
        with pytest.raises(EngineError):
            await compiler.feed("a", "r1", b"'p-2'")
    assert compiler.current == before
    await compiler.feed("a", "r1", b"'p-2'")
    assert compiler.rules == {"p-2"}


async def test_engine_that_lost_its_state_is_given_all_known_rules(make: Make) -> None:
    compiler = make()
    await compiler.feed("a", "r1", b"'p-2'")
    await compiler._engine.reset()  # pyright: ignore[reportPrivateUsage]
    await compiler.feed("a", "r2", b"'p-2 m-2'")
    await compiler.merged()
    assert ".p-2" in css(compiler)
    assert ".m-2" in css(compiler)


async def test_sheet_of_long_gone_revisions_is_dropped(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(styles_module, "_STALE_REVS", 1)
    compiler = make()
    for number in range(3):
        await compiler.feed("a", f"r{number}", f"'p-{number}'".encode())
    await compiler.merged()
    assert compiler.settle(["r1", "r2"]) is False
    assert compiler.settle(["r2"]) is True
    await compiler.feed("a", "r2", b"'p-2'")
    await compiler.merged()
    assert compiler.rules == {"p-2"}
    assert ".p-1" not in css(compiler)
