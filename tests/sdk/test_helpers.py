"""Formatters, colours and the other pure helpers (contract, SDK helpers)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def run(pure_run: Run) -> Run:
    """Pure functions share one page."""
    return pure_run


async def test_X7_date_formatters_are_intl_instances(run: Run) -> None:
    assert await run(
        """
        const at = new Date(2026, 0, 5, 14, 3).getTime()
        const want = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
        return [sdk.fmtDateTime instanceof Intl.DateTimeFormat, sdk.fmtDateTime.format(at) === want,
          sdk.fmtDayTime.format(at).includes(':03'), sdk.fmtDayTime.format(at).includes('2026')]"""
    ) == [True, True, True, False]


async def test_relative_times_take_the_coarsest_unit(run: Run) -> None:
    assert (
        await run(
            """
        const rtf = new Intl.RelativeTimeFormat(undefined, { style: 'short', numeric: 'auto' })
        const same = (ms, n, unit) => sdk.relativeTime(ms, 0) === rtf.format(n, unit)
        return [same(-59_400, -59, 'second'), same(-60_000, -1, 'minute'), same(3_599_000, 60, 'minute'),
          same(3_600_000, 1, 'hour'), same(-86_400_000, -1, 'day'), same(0, 0, 'second')]"""
        )
        == [True] * 6
    )


async def test_elapsed_times_are_floored_and_never_negative(run: Run) -> None:
    assert await run(
        """
        const e = (ms) => Object.values(sdk.coarseElapsed(ms)).join(' ')
        const labels = { ageNow: 'now', ageSeconds: (n) => `${n}s`, ageMinutes: (n) => `${n}m`,
          ageHours: (n) => `${n}h`,
          ageDays: (n) => `${n}d` }
        return [e(-5), e(59_999), e(119_000), e(7_199_999), e(86_400_000), sdk.formatAgo(0, labels, 1_999),
          sdk.formatAgo(0, labels, 2_000), sdk.formatAgo(0, labels, 7_200_000)]"""
    ) == ["second 0", "second 59", "minute 1", "hour 1", "day 1", "now", "2s", "2h"]


async def test_compact_numbers(run: Run) -> None:
    assert await run("return [0, 999, 1230, 1000, 999_949, 999_950, 1_500_000, -2500, 2e9].map(sdk.compactNumber)") == [
        "0",
        "999",
        "1.2k",
        "1k",
        "999.9k",
        "1M",
        "1.5M",
        "-2.5k",
        "2B",
    ]


async def test_submitting_enter_is_not_one_of_an_input_method(run: Run) -> None:
    assert await run(
        """return [{ key: 'Enter' }, { key: 'Enter', isComposing: true }, { key: 'Enter', keyCode: 229 },
        { key: 'Enter', nativeEvent: { isComposing: true } }, { key: 'a' }].map(sdk.isSubmitEnter)"""
    ) == [True, False, False, False, False]


async def test_modifier_tokens_off_the_mac(run: Run) -> None:
    assert await run("return ['mod', 'ctrl', 'alt', 'shift', 'k'].map(sdk.formatModifierToken)") == [
        "Ctrl",
        "Ctrl",
        "Alt",
        "Shift",
        "k",
    ]


async def test_profile_colours_hash_the_name(run: Run) -> None:
    def expected(name: str) -> str:
        value = 0
        for unit in name:
            value = (value * 31 + ord(unit)) % 2**32
        return f"hsl({value % 360} 68% 58%)"

    assert await run("return ['work', 'a', 'sable', '', 'default', null].map(sdk.profileColor)") == [
        expected("work"),
        expected("a"),
        "hsl(42 72% 62%)",
        None,
        None,
        None,
    ]
    assert await run("return sdk.profileColorSoft('red', 20)") == "color-mix(in srgb, red 20%, transparent)"


async def test_overdue_runs_have_a_grace_and_a_state(run: Run) -> None:
    assert await run(
        """
        const now = Date.parse('2026-01-01T12:00:00Z')
        const job = (fields) => sdk.nextRunOverdueMs({ next_run_at: '2026-01-01T11:00:00Z', ...fields }, now)
        return [job({}), job({ enabled: false }), job({ state: 'paused' }), job({ state: 'completed' }),
          job({ next_run_at: null }), job({ next_run_at: '2026-01-01T11:59:30Z' }), job({ next_run_at: 'garbage' })]"""
    ) == [3_600_000, None, None, None, None, None, None]


async def test_reasoning_labels(run: Run) -> None:
    assert await run(
        """return [sdk.REASONING_EFFORTS[0], sdk.REASONING_EFFORT_VALUES[0], sdk.DEFAULT_REASONING_EFFORT,
        ...['none', ' HIGH ', 'made up', ''].map(sdk.reasoningEffortLabel)]"""
    ) == ["minimal", "none", "medium", "Off", "High", "Med", ""]


async def test_SP6_settings_links_and_provider_matches(run: Run) -> None:
    assert await run(
        """return [sdk.pluginSettingsHref(), sdk.pluginSettingsHref('a b'), sdk.pluginSettingsHref('a', 'x&y'),
        sdk.pluginSettingsHref(undefined, 'x')]"""
    ) == [
        "/settings?tab=plugins",
        "/settings?tab=plugins&plugin=a%20b",
        "/settings?tab=plugins&plugin=a&ppage=x%26y",
        "/settings?tab=plugins",
    ]
    assert await run(
        """const p = { slug: 's', name: 'N', aliases: ['al'] }
        return ['s', 'N', 'al', '', ' ', 'x'].map((current) => sdk.catalogProviderMatches(p, current))"""
    ) == [True, True, True, False, False, False]


async def test_readiness_prefers_the_runtime_check(run: Run) -> None:
    assert await run(
        """
        const calls = []
        const ask = (answers) => async (method, params) => {
          calls.push([method, params])
          if (answers[method] === undefined) throw new Error('no such method')
          return answers[method]
        }
        const results = [
          await sdk.evaluateRuntimeReadiness(ask({ 'setup.status': { provider_configured: true },
            'setup.runtime_check': { ok: false, error: 'expired' } }), { profile: 'current' }),
          await sdk.evaluateRuntimeReadiness(ask({ 'setup.status': { provider_configured: true } }), { profile: 'w' }),
          await sdk.evaluateRuntimeReadiness(ask({}), { defaultReason: 'why' }),
          await sdk.evaluateRuntimeReadiness(() => { throw new Error('sync') }, { unknownReady: true }),
        ]
        return [results, calls[0][1], calls[2][1]]"""
    ) == [
        [
            {"ready": False, "reason": "expired", "source": "runtime_check", "checksDisagree": True},
            {"ready": True, "reason": "", "source": "setup_status", "checksDisagree": False},
            {"ready": False, "reason": "why", "source": "fallback", "checksDisagree": False},
            {"ready": True, "reason": "", "source": "fallback", "checksDisagree": False},
        ],
        {},
        {"profile": "w"},
    ]


async def test_class_names_merge_with_the_last_one_winning(run: Run) -> None:
    assert await run("return sdk.cn('p-2 text-sm', false, ['p-4'], { hidden: true })") == "text-sm p-4 hidden"


async def test_lru_cache_drops_what_was_used_longest_ago(run: Run) -> None:
    assert await run(
        """
        const cache = new sdk.LruCache(2)
        cache.set('a', 1).set('b', 2)
        cache.get('a')
        cache.set('c', 3)
        let refused = null
        try { new sdk.LruCache(0) } catch (error) { refused = error.name }
        return [[...cache.keys()], cache.has('b'), cache.get('b'), cache.size, refused]"""
    ) == [["a", "c"], False, None, 2, "RangeError"]


async def test_hex_colours_are_normalised_and_flattened(run: Run) -> None:
    assert await run(
        """return ['#ABC', 'abc', '#aabbcc', '#fff8', '#ffffff80', '#12', 'red', 'rgb(1,2,3)', null].map(
          (c) => sdk.normalizeHex(c))
        .concat([sdk.normalizeHex('#00000080', '#ffffff')])"""
    ) == ["#aabbcc", "#aabbcc", "#aabbcc", "#888888", "#808080", None, None, None, None, "#7f7f7f"]


async def test_oklch_round_trips_and_knows_the_gamut(run: Run) -> None:
    assert await run(
        """
        const hexes = ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#0b6a88', '#9e94d5', '#7f7f7f']
        const red = sdk.hexToOklch('#ff0000')
        const most = sdk.maxChroma(0.7, 150)
        return [hexes.every((hex) => sdk.oklchToHex(sdk.hexToOklch(hex)) === hex),
          [red.l, red.c, red.h].map((value) => Math.round(value * 1000) / 1000), sdk.hexToOklch('red'),
          sdk.oklchToSrgb255({ l: 0.7, c: 0.4, h: 150 }), sdk.oklchToSrgb255({ l: 0.7, c: most, h: 150 }) !== null,
          sdk.oklchToSrgb255({ l: 0.7, c: most + 0.005, h: 150 }), /^#[0-9a-f]{6}$/.test(sdk.oklchToHex({ l: 0.7,
            c: 0.4, h: 150 })),
          sdk.oklchToHex({ l: 1.5, c: 0.2, h: 0 }), sdk.oklchToHex({ l: -1, c: 0.2, h: 0 })]"""
    ) == [True, [0.628, 0.258, 29.234], None, None, True, None, True, "#ffffff", "#000000"]


async def test_hue_deltas_go_the_short_way(run: Run) -> None:
    assert await run("return [[350, 10], [10, 350], [0, 180], [90, 90]].map(([a, b]) => sdk.hueDelta(a, b))") == [
        20,
        -20,
        -180,
        0,
    ]


async def test_mixing_and_contrast(run: Run) -> None:
    assert await run(
        """return [sdk.mixOklab('#000000', '#ffffff', 0), sdk.mixOklab('#000000', '#ffffff', 7),
          sdk.mixOklab('#000000', '#ffffff', 0.5),
        sdk.mixOklab('oops', '#ffffff', 0.5), sdk.contrastRatio('#000', '#fff'), sdk.contrastRatio('#000', 'red'),
        sdk.readableOn('#ffffff'), sdk.readableOn('#000000'), sdk.readableOn('nonsense')]"""
    ) == ["#000000", "#ffffff", "#636363", "oops", 21, None, "#161616", "#ffffff", "#ffffff"]


async def test_T3_retinting_with_the_own_primary_changes_nothing(run: Run) -> None:
    assert await run(
        """
        const theme = { name: 't', label: 'T', colors: { background: '#ffffff', foreground: '#111111',
          primary: '#0053fd',
          ring: '#0050f0', accent: '#e0e8ff', secondary: '#eeeeee', midground: '#808080',
            primaryForeground: '#ffffff' } }
        const other = sdk.retintTheme(theme, '#d02020')
        return [sdk.retintTheme(theme, '0053FD') === theme, sdk.retintTheme(theme, 'nope') === theme,
          sdk.themeHue(theme),
          other.colors.primary, other.colors.ring === other.colors.primary, other.colors.midground,
            other.colors.foreground,
          other.colors.accent !== theme.colors.accent, sdk.contrastRatio(other.colors.primary, '#ffffff') >= 4.5,
          theme.colors.primary]"""
    ) == [True, True, 263, "#d02020", True, "#808080", "#111111", True, True, "#0053fd"]


async def test_haptics_are_safe_and_bounded(run: Run) -> None:
    assert await run(
        """
        let ticks = 0
        Object.defineProperty(navigator, 'vibrate', { value: () => { ticks += 1; return true }, configurable: true })
        Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true }, configurable: true })
        sdk.haptic(); sdk.haptic(); sdk.haptic('unknown'); sdk.haptic('toString')
        const selections = ticks
        for (let i = 0; i < 20; i++) sdk.haptic('tap')
        return [selections, ticks]"""
    ) == [1, 5]


async def test_budgeted_loop_parks_wakes_and_stops(run: Run) -> None:
    assert await run(
        """
        const frames = (n) => new Promise(
          (done) => { const step = () => (n-- > 0 ? requestAnimationFrame(step) : done()); step() })
        let draws = 0
        let idle = false
        const loop = sdk.createBudgetedLoop(() => { draws += 1 }, { fps: 1000, idleWhen: () => idle })
        await frames(4)
        const running = draws > 0 && !loop.isDormant()
        idle = true
        await frames(3)
        const parked = draws
        await frames(4)
        const still = draws === parked && loop.isDormant()
        idle = false
        loop.wake()
        await frames(4)
        const awake = draws > parked
        loop.dispose(); loop.dispose(); loop.wake()
        const end = draws
        await frames(4)
        return [running, still, awake, draws === end]"""
    ) == [True, True, True, True]
