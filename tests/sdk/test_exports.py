"""What `@hermes/plugin-sdk` exports, and that names which are not real yet say so."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from hermes_shell import themes
from hermes_shell.areas import sdk_constants

Run = Callable[..., Awaitable[Any]]

HERE = Path(__file__).parent
SDK = HERE.parents[1] / "hermes_shell" / "static" / "sdk"
EXPORTS = (HERE / "exports.txt").read_text("utf-8").split()

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_exports_are_exactly_the_names_of_the_contract(run: Run) -> None:
    names = await run("return Object.keys(sdk)")
    assert sorted(names) == sorted(EXPORTS)
    assert len(names) == 178


async def test_no_export_is_undefined(run: Run) -> None:
    assert await run("return Object.keys(sdk).filter((name) => sdk[name] === undefined)") == []


async def test_area_constants_are_those_of_the_catalogue() -> None:
    assert (SDK / "areas.js").read_text("utf-8") == sdk_constants.source()


async def test_built_in_themes_are_those_of_the_server(run: Run) -> None:
    known = await run("return (await load('sdk/built_in_themes.js')).BUILT_IN_THEMES")
    assert known == [
        {"name": theme.name, "label": theme.label, "description": theme.description}
        for theme in themes.BUILT_IN.values()
    ]


async def test_scalar_constants(run: Run) -> None:
    assert await run(
        """return [sdk.DEFAULT_SESSION_HYDRATION_TIMEOUT_MS, sdk.BOT_CHAT_SESSION_HYDRATION_TIMEOUT_MS,
        sdk.HYDRATION_SYNC_BADGE_TIMEOUT_MS, sdk.APPROVAL_RESPOND_TIMEOUT_MS, sdk.PLUGIN_APP_ACTIONS.length,
        sdk.PLUGIN_APP_ACTIONS[0], sdk.PLUGIN_APP_ACTIONS.at(-1), sdk.PROFILE_SWATCHES.length, sdk.PROFILE_SWATCHES[11],
        sdk.SIDEBAR_TRUNCATED_LEADING]"""
    ) == [
        20_000,
        60_000,
        30_000,
        300_000,
        21,
        "view.showBrowser",
        "keybinds.openPanel",
        12,
        "hsl(330 68% 58%)",
        "leading-[1.35]",
    ]


async def test_every_placeholder_does_what_the_list_says(run: Run) -> None:
    wrong = await run(
        """
        const { PLACEHOLDERS } = await load('sdk/placeholders.js')
        const wrong = []
        for (const { name, kind, gives, why } of PLACEHOLDERS) {
          const value = name.split('.').reduce((at, part) => at?.[part], kind === 'host' ? { host: sdk.host } : sdk)
          const text = `not available in this version: ${name}`
          if (!why) wrong.push(`${name}: no reason`)
          if (gives === 'label') {
            show(h(value, {}))
            const drawn = document.querySelector('#root [data-slot=placeholder]')
            const label = `${name} is not available in this version`
            if (drawn?.textContent !== label) wrong.push(`${name}: ${drawn?.outerHTML}`)
            continue
          }
          if (kind === 'value') {
            if (value?.Provider === undefined) wrong.push(`${name}: not a context`)
            continue
          }
          let got
          try {
            got = value('a', {})
            if (gives === 'throws') wrong.push(`${name}: did not throw`)
          } catch (error) {
            if (gives !== 'throws' || error.message !== text) wrong.push(`${name}: threw ${error.message}`)
            continue
          }
          const settled = await Promise.resolve(got).then((value) => ({ value }), (error) => ({ error: error.message }))
          const want = { rejects: { error: text }, gateway: { error: 'Hermes gateway unavailable' },
            null: { value: null },
            false: { value: false }, empty: { value: [] }, nothing: {} }[gives]
          if (JSON.stringify(settled) !== JSON.stringify(want)) wrong.push(`${name}: ${JSON.stringify(settled)}`)
        }
        return wrong"""
    )
    assert wrong == []


async def test_only_listed_names_stand_in(run: Run) -> None:
    listed = set(await run("return (await load('sdk/placeholders.js')).PLACEHOLDERS.map(({ name }) => name)"))
    made: set[str] = set()
    for file in SDK.rglob("*.js"):
        text = file.read_text("utf-8")
        if file.name not in {"placeholder.js", "placeholders.js"}:
            assert "not available in this version" not in text, file
        made |= set(re.findall(r"(?:placeholderComponent|throwing|rejecting)\('([^']+)'\)", text))
    assert made <= listed


async def test_the_list_can_be_read_without_a_browser() -> None:
    text = (SDK / "placeholders.js").read_text("utf-8")
    rows = re.findall(r"\{ name: '([^']+)', kind: '(\w+)', gives: '(\w+)', why: ", text)
    assert len(rows) == text.count("{ name: '")
    assert len({name for name, _, _ in rows}) == len(rows)
    assert {kind for _, kind, _ in rows} <= {"component", "function", "hook", "value", "host"}


async def test_files_hold_one_noun_and_no_colour_literal() -> None:
    allowed = {"contrast.js", "hex.js"}  # the two inks and the default backdrop of the contract
    for file in SDK.rglob("*.js"):
        text = file.read_text("utf-8")
        assert text.count("\n") <= 155, file
        if file.name not in allowed:
            assert not re.search(r"'#[0-9a-fA-F]{3,8}'|\brgba?\(\d", text), file


async def test_icons_draw_at_once_and_swap_in_the_real_one(run: Run) -> None:
    drawn = await run(
        """
        show(h(sdk.icons.Activity, { className: 'size-4', 'data-icon': '' }))
        const empty = document.querySelector('[data-icon]').outerHTML
        for (let i = 0; i < 200 && !document.querySelector('[data-icon] path');
          i++) await new Promise(requestAnimationFrame)
        const real = document.querySelector('[data-icon]')
        return [empty, real.children.length > 0, real.getAttribute('width'), real.classList.contains('size-4')]"""
    )
    assert drawn[0].startswith("<svg")
    assert 'width="24"' in drawn[0]
    assert drawn[1:] == [True, "24", True]


async def test_unknown_icons_are_undefined_and_reported_once(run: Run) -> None:
    assert await run(
        """return [sdk.icons.NoSuchIcon, sdk.icons.NoSuchIcon, sdk.icons.then, 'Activity' in sdk.icons,
          'Nope' in sdk.icons,
        Object.keys(sdk.icons).length > 1000, sdk.icons.Activity === sdk.icons.Activity, typeof sdk.icons.StopFilled,
        warned.filter((text) => text.includes('NoSuchIcon')).length]"""
    ) == [None, None, None, True, False, True, True, "function", 1]
