"""A list of 5,000 sessions: until its first rows stand, the frames while it scrolls, and each key of a search."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from playwright.sync_api import Browser, Page

from benchmarks.budgets import names_of
from benchmarks.environment import chromium, home_with, pause, probed_context, running_shell, wait_in, wait_ready
from benchmarks.frame_times import FrameTimes, trace_frames
from benchmarks.measurement import Measurement, Options, attempt, measured
from tests.session_seed import SeededChat, seed

SESSIONS = 5_000
WORDS = (
    "boat",
    "harbour",
    "wave",
    "signal",
    "cargo",
    "light",
    "storm",
    "map",
    "anchor",
    "crew",
    "sail",
    "rope",
    "tide",
)
ROWS = "() => document.querySelectorAll('[data-session-row]').length >= 20"
COMPLETE = "most => document.querySelector('.hs-sessions-scroll').scrollHeight > most * 28"
DECORATOR = """
import { jsx } from 'react/jsx-runtime'
import { SESSION_ROW_AREAS } from '@hermes/plugin-sdk'
export default { id: 'marks', register(ctx) {
  const render = ({ sessionId }) => (sessionId.endsWith('0') ? jsx('b', { children: '·' }) : null)
  ctx.register({ area: SESSION_ROW_AREAS.leading, id: 'lead', data: { render } })
  ctx.register({ area: SESSION_ROW_AREAS.trailing, id: 'trail', data: { render } })
} }
"""
KEY = """async text => {
  const field = document.querySelector('.hs-session-search input')
  const list = document.querySelector('[data-list=sessions]')
  const before = list.textContent
  const started = hermesBench.now()
  field.value = text
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  const end = await hermesBench.until(() => list.textContent !== before)
  return end === null ? null : end - started
}"""
GAPS = """() => {
  const scroll = document.querySelector('.hs-sessions-scroll')
  globalThis.benchGaps = { frames: 0, gaps: 0 }
  const look = () => {
    const box = scroll.getBoundingClientRect()
    const at = document.elementFromPoint(box.left + 60, box.top + box.height / 2)
    benchGaps.frames += 1
    if (at?.closest('.hs-session-filler')) benchGaps.gaps += 1
    globalThis.benchGap = requestAnimationFrame(look)
  }
  look()
}"""


def run(options: Options) -> list[Measurement]:
    """Seed a home with sessions of the built-in gateway, and scroll and search their list as a hand does."""
    home = home_with(options.directory, {})
    seed(home, (_chat(at) for at in range(SESSIONS)))
    with running_shell(options.directory, {"marks": DECORATOR}, "--gateway", "demo") as shell, chromium() as browser:
        page = probed_context(browser).new_page()
        page.goto(shell.boot_url)
        wait_ready(page)
        wait_in(page, COMPLETE, SESSIONS - 10)
        pause(2.0)
        parts: list[tuple[list[str], Callable[[], Sequence[Measurement]]]] = [
            (["sessions.first_rows"], lambda: _first_rows(options, page)),
            ([name for name in names_of("sessions") if "scroll" in name], lambda: _scroll(options, browser, page)),
            ([name for name in names_of("sessions") if "search" in name], lambda: _search(options, browser, page)),
        ]
        return [row for names, part in parts for row in attempt(names, part)]


def _first_rows(options: Options, page: Page) -> list[Measurement]:
    samples: list[float] = []
    for _ in range(options.times(8, 3)):
        page.reload()
        origin = float(page.evaluate("() => performance.timeOrigin"))
        samples.append(wait_in(page, ROWS) - origin)
        pause(0.5)
    return [measured("sessions.first_rows", samples, f"{SESSIONS} sessions; from navigation, warm")]


def _scroll(options: Options, browser: Browser, page: Page) -> list[Measurement]:
    frames: list[FrameTimes] = []
    gaps: list[float] = []
    box = page.locator(".hs-sessions-scroll").bounding_box()
    assert box is not None, "the list cannot be seen"
    page.mouse.move(box["x"] + 60, box["y"] + 200)
    for _ in range(options.times(4, 1)):
        page.evaluate("() => { document.querySelector('.hs-sessions-scroll').scrollTop = 0 }")
        pause(0.5)

        def scroll() -> None:
            for step in [120] * 60 + [400] * 40 + [-200] * 40:
                page.mouse.wheel(0, step)
                pause(0.016)

        page.evaluate(GAPS)
        frames.append(trace_frames(browser, page, scroll))
        found = page.evaluate("() => { cancelAnimationFrame(benchGap); return benchGaps }")
        gaps.append(100 * found["gaps"] / max(1, found["frames"]))
    return [
        measured("sessions.scroll", [each for one in frames for each in one.work], "script, style, layout and paint"),
        measured("sessions.scroll_script", [each for one in frames for each in one.script]),
        measured("sessions.scroll_interval", [each for one in frames for each in one.intervals], "by the clock"),
        measured("sessions.scroll_gaps", gaps, "frames in which the middle of the list had no row"),
    ]


def _search(options: Options, browser: Browser, page: Page) -> list[Measurement]:
    samples: list[float] = []
    frames: list[FrameTimes] = []
    page.evaluate("() => { document.querySelector('.hs-sessions-scroll').scrollTop = 0 }")
    pause(0.5)
    for _ in range(options.times(8, 3)):

        def type_words() -> None:
            for text in ("sail", "sail st", "sail storm map", "anchor 4", ""):
                milliseconds = page.evaluate(KEY, text)
                if milliseconds is None:
                    raise TimeoutError(f"the list did not follow {text!r}")
                samples.append(float(milliseconds))
                pause(0.3)

        frames.append(trace_frames(browser, page, type_words))
    return [
        measured("sessions.search", [each for one in frames for each in one.work], "frames while somebody types"),
        measured("sessions.search_key", samples, "a pause of 60 ms for the next key is in it"),
    ]


def _chat(at: int) -> SeededChat:
    words = f"{WORDS[at % 13]} {WORDS[at // 13 % 13]} {WORDS[at // 169 % 13]}"
    return SeededChat(f"20261101_{at:06}_{at:06x}", f"{words} {at}", at / 10, f"Tell me about the {words}")
