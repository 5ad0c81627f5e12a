"""`host`: themes, and which one is worn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")


NOIR = """
const { registry } = await load('host/registry.js')
const root = document.documentElement
const seed = (name) => getComputedStyle(root).getPropertyValue(name).trim()
const noir = { name: 'noir', label: 'Noir', description: 'Dark', colors: { background: '#0a0a0a',
  foreground: '#eeeeee', primary: '#ff8800' } }
"""


async def test_T2_requested_themes_are_painted_at_once_or_refused(run: Run) -> None:
    assert await run(
        NOIR
        + """
        const before = [sdk.requestTheme('noir'), root.dataset.hermesTheme]
        const dispose = registry.register({ id: 'x:noir', area: sdk.THEMES_AREA, data: noir })
        const asked = sdk.requestTheme('noir')
        const painted = [root.dataset.hermesTheme, seed('--theme-primary'), seed('--theme-background-seed'),
          root.dataset.hermesMode,
          root.classList.contains('dark'), root.style.colorScheme]
        sdk.requestTheme('harbour')
        const back = [root.dataset.hermesTheme, seed('--theme-primary'), root.dataset.hermesMode,
          root.classList.contains('dark')]
        sdk.requestTheme('noir')
        dispose()
        const gone = [root.dataset.hermesTheme, seed('--theme-primary'), sdk.requestTheme('noir'),
          sdk.requestTheme(undefined)]
        registry.register({ id: 'x:noir', area: sdk.THEMES_AREA, data: noir })
        return [before, asked, painted, back, gone, root.dataset.hermesTheme]"""
    ) == [
        [False, "harbour"],
        True,
        ["noir", "#ff8800", "#0a0a0a", "dark", True, "dark"],
        ["harbour", "#0b6a88", "light", False],
        ["harbour", "#0b6a88", False, False],
        "noir",
    ]


async def test_T1_invalid_and_shadowing_themes_are_left_out(run: Run) -> None:
    assert await run(
        NOIR
        + """
        const { availableThemes } = await load('sdk/theme_catalogue.js')
        registry.registerMany([noir, { ...noir, label: 'Second' }, { ...noir, name: 'harbour', label: 'Fake' },
          { ...noir, name: 'a', label: '' },
          { ...noir, name: 'b', colors: { background: '#000' } }, null].map((data, i) => ({ id: `x:${i}`,
            area: 'themes', data })))
        return availableThemes().map(({ name, label }) => [name, label])"""
    ) == [["harbour", "Harbour"], ["noir", "Noir"]]


async def test_theme_whose_data_cannot_be_read_leaves_the_others(run: Run) -> None:
    assert await run(
        NOIR
        + """
        const { availableThemes } = await load('sdk/theme_catalogue.js')
        const broken = () => { throw new Error('not readable') }
        registry.registerMany([
          { get name() { return broken() } },
          { ...noir, name: 'late', colors: { ...noir.colors, get ring() { return broken() } } },
          { ...noir, name: 'odd', colors: { ...noir.colors, ring: { toString: broken } } },
          noir,
        ].map((data, i) => ({ id: `x:${i}`, area: 'themes', data })))
        return [availableThemes().map(({ name }) => name),
          ['late', 'odd', 'noir'].map((name) => sdk.requestTheme(name)), root.dataset.hermesTheme]"""
    ) == [["harbour", "odd", "noir"], [False, True, True], "noir"]


async def test_use_theme_reads_previews_and_switches(run: Run) -> None:
    assert await run(
        NOIR
        + """
        registry.register({ id: 'x:noir', area: sdk.THEMES_AREA, data: noir })
        let theme
        function View() { theme = sdk.useTheme(); return h('p', {}, theme.themeName) }
        show(h(View))
        const frame = () => new Promise(requestAnimationFrame)
        const read = () => [theme.themeName, theme.mode, theme.resolvedMode, theme.renderedMode, theme.theme.name,
          theme.availableThemes.length]
        const first = read()
        theme.previewTheme('noir', 'dark'); await frame()
        const preview = read()
        theme.clearThemePreview(); await frame()
        const cleared = [theme.theme.name, theme.theme.colors.primary, theme.theme.darkColors.primary]
        theme.setMode('dark'); await frame()
        const dark = [...read(), root.dataset.hsMode, root.classList.contains('dark')]
        theme.setTheme('noir'); await frame()
        const noirNow = read()
        theme.setTheme('no such theme'); await frame()
        return [first, preview, cleared, dark, noirNow, read()]"""
    ) == [
        ["harbour", "light", "light", "light", "harbour", 2],
        ["harbour", "light", "dark", "dark", "noir", 2],
        ["harbour", "#0b6a88", "#62c3e0"],
        ["harbour", "dark", "dark", "dark", "harbour", 2, "dark", True],
        ["noir", "dark", "dark", "dark", "noir", 2],
        ["harbour", "dark", "dark", "dark", "harbour", 2],
    ]


async def test_theme_announcements_of_other_windows_are_painted(run: Run) -> None:
    assert await run(
        """
        const { receive } = await load('host/announcements.js')
        receive({ kind: 'theme', number: 1, name: 'harbour', mode: 'dark' })
        const { classList, dataset } = document.documentElement
        return [classList.contains('dark'), dataset.hermesMode, dataset.hsMode]"""
    ) == [True, "dark", "dark"]
