"""A window with 200 panes: its start, one activation, and the frames of a drag and of a sash."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from playwright.sync_api import Browser, Page

from benchmarks.budgets import names_of
from benchmarks.environment import chromium, pause, probed_context, running_shell, wait_in, wait_ready
from benchmarks.frame_times import FrameTimes, trace_frames
from benchmarks.measurement import Measurement, Options, attempt, measured
from benchmarks.plugins import panes

PLUGINS, EACH = 20, 10
STEPS = 40
"""Moves of the pointer between two points; an engine hands on one a frame."""
COUNT = "count => document.querySelectorAll('[data-tab]').length > count"
CLICK = """async pane => {
  const tab = document.querySelector(`[data-tab="${pane}"] [role=tab]`)
  const started = hermesBench.now()
  tab.click()
  const shown = !document.querySelector(`.hs-pane[data-pane="${pane}"]`).hidden
  const end = await hermesBench.painted()
  return shown ? end - started : null
}"""
ARMED = """target => {
  globalThis.dropped = new Promise((resolve) => addEventListener('pointerup', () => {
    const started = hermesBench.now()
    void hermesBench.until(() => document.querySelector(target))
      .then((time) => resolve(time === null ? null : time - started))
  }, { once: true, capture: true }))
}"""


def run(options: Options) -> list[Measurement]:
    """Register 200 panes in four zones, as tabs and as splits; use the window as a hand does."""
    sources = {f"bench-{n}": panes(f"bench-{n}", n, EACH) for n in range(PLUGINS)}
    with running_shell(options.directory, sources, "--developer") as shell, chromium() as browser:
        page = probed_context(browser).new_page()
        sent: list[str] = []
        page.on("websocket", lambda socket: socket.on("framesent", lambda payload: sent.append(str(payload))))
        page.goto(shell.boot_url)
        wait_ready(page)
        wait_in(page, COUNT, PLUGINS * EACH)
        pause(2.0)
        parts: list[tuple[list[str], Callable[[], Sequence[Measurement]]]] = [
            (["drag.activate"], lambda: _activate(options, page)),
            ([name for name in names_of("drag") if "drag.frame" in name], lambda: _drag(options, browser, page, sent)),
            ([name for name in names_of("drag") if "drag.sash" in name], lambda: _sash(options, browser, page)),
            (["drag.drop"], lambda: _drop(options, page)),
            (["drag.start"], lambda: _start(options, page)),
        ]
        return [row for names, part in parts for row in attempt(names, part)]


def _start(options: Options, page: Page) -> list[Measurement]:
    samples: list[float] = []
    for _ in range(options.times(8, 3)):
        page.reload()
        samples.append(wait_ready(page))
        wait_in(page, COUNT, PLUGINS * EACH)
        pause(1.0)
    return [measured("drag.start", samples, f"{PLUGINS} plugins with {EACH} panes each; from navigation, warm")]


def _activate(options: Options, page: Page) -> list[Measurement]:
    ids = [f"bench-{n}:pane-{4 + n % 2}" for n in range(PLUGINS)]
    samples: list[float] = []
    for number in range(options.times(40, 10)):
        milliseconds = page.evaluate(CLICK, ids[number % len(ids)])
        if milliseconds is None:
            raise AssertionError("a click on a tab did not show its pane at once")
        samples.append(float(milliseconds))
        pause(0.1)
    return [measured("drag.activate", samples, "click on a tab until it is painted")]


def _drag(options: Options, browser: Browser, page: Page, sent: list[str]) -> list[Measurement]:
    frames: list[FrameTimes] = []
    requests: list[float] = []
    x, y = _middle(page, "[data-zone='right'] [data-tab][data-active='true']")
    points = [(640, 300), (300, 500), (640, 700), (1200, 600), (900, 90), (1200, 20), (500, 400)]
    for _ in range(options.times(4, 1)):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 20, y + 20)

        def move() -> None:
            for point in points:
                page.mouse.move(*point, steps=STEPS)

        sent.clear()
        frames.append(trace_frames(browser, page, move))
        requests.append(float(len(sent)))
        page.keyboard.press("Escape")
        page.mouse.up()
        pause(0.3)
    return [*_rows("drag.frame", frames), measured("drag.frame_requests", requests, "frames on the channel")]


def _sash(options: Options, browser: Browser, page: Page) -> list[Measurement]:
    frames: list[FrameTimes] = []
    x, y = _middle(page, ".hs-tree > .hs-sash[aria-orientation=vertical] >> nth=-1")
    y -= 150  # away from the end of a sash that crosses
    for _ in range(options.times(4, 1)):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 6, y)

        def move() -> None:
            for to in (x - 200, x + 60, x - 120, x):
                page.mouse.move(to, y, steps=STEPS)

        frames.append(trace_frames(browser, page, move))
        page.mouse.up()
        pause(0.3)
    return _rows("drag.sash", frames)


def _drop(options: Options, page: Page) -> list[Measurement]:
    """Drag the pane in front of the right zone into the left one and back."""
    samples: list[float] = []
    zones = ["left", "right"]
    pane = page.locator("[data-zone='right'] [data-tab][data-active='true']").get_attribute("data-tab")
    for number in range(options.times(20, 6)):
        target = zones[number % 2]
        x, y = _middle(page, f"[data-tab='{pane}']")
        end_x, end_y = _middle(page, f"[data-zone='{target}'] .hs-strip-actions")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(end_x, end_y, steps=5)
        page.evaluate(ARMED, f"[data-zone='{target}'] .hs-pane[data-pane='{pane}'] [data-bench-pane]")
        page.mouse.up()
        milliseconds = page.evaluate("() => dropped")
        if milliseconds is None:
            raise TimeoutError("a dropped pane did not move within 10 s")
        samples.append(float(milliseconds))
        pause(0.2)
    return [measured("drag.drop", samples, "from the release of the pointer, with the server's answer")]


def _rows(name: str, frames: list[FrameTimes]) -> list[Measurement]:
    return [
        measured(name, [each for one in frames for each in one.script], "processor time of scripts"),
        measured(f"{name}_work", [each for one in frames for each in one.work], "with style, layout and paint"),
        measured(f"{name}_interval", [each for one in frames for each in one.intervals], "by the clock"),
    ]


def _middle(page: Page, selector: str) -> tuple[float, float]:
    found = page.locator(selector).first
    found.scroll_into_view_if_needed()
    box = found.bounding_box()
    if box is None:
        raise AssertionError(f"{selector} cannot be seen")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
