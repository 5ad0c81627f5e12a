"""What the frames of a page cost its main thread, read from Chromium's own trace."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from playwright.sync_api import Browser, Page

CATEGORIES = ["devtools.timeline", "blink.user_timing"]
MARK = "bench-frame"
# One mark a frame, whatever the page itself does in it.
MARKING = f"""() => {{
  const mark = () => {{ performance.mark('{MARK}'); globalThis.benchFrame = requestAnimationFrame(mark) }}
  mark()
}}"""
SCRIPT = frozenset({"EventDispatch", "FunctionCall"})
RENDERING = frozenset({"UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize"})
"""Work outside of script; what a script forces is inside of its own time."""


@dataclass(frozen=True)
class FrameTimes:
    """The frames that a page drew.

    Attributes:
        script: milliseconds of processor time that scripts took, one value a frame; with the layout that they force.
        work: the same with style, layout and paint.
        intervals: milliseconds of the clock from one frame to the next.
    """

    script: list[float]
    work: list[float]
    intervals: list[float]


def trace_frames(browser: Browser, page: Page, act: Callable[[], object]) -> FrameTimes:
    """Trace the page while `act` runs.

    Raises:
        ValueError: no frame was drawn meanwhile.
    """
    page.evaluate(MARKING)
    browser.start_tracing(page=page, categories=CATEGORIES)
    try:
        act()
    finally:
        trace = json.loads(browser.stop_tracing())
        page.evaluate("() => cancelAnimationFrame(globalThis.benchFrame)")
    return frames_of(trace["traceEvents"])


def frames_of(events: list[Mapping[str, Any]]) -> FrameTimes:
    """Sort the work of the thread that marked its frames into these.

    Raises:
        ValueError: there is no mark.
    """
    marks = [event for event in events if event["name"] == MARK]
    if not marks:
        raise ValueError("no frame was drawn")
    thread = (marks[0]["pid"], marks[0]["tid"])
    starts = sorted({event["ts"] for event in marks})
    script: dict[int, float] = defaultdict(float)
    work: dict[int, float] = defaultdict(float)
    end = 0
    timed = (each for each in events if (each["pid"], each["tid"]) == thread and "tdur" in each)
    for event in sorted(timed, key=lambda each: (each["ts"], -each["dur"])):
        # What is inside of another event is in its time already. What comes before the first mark belongs to no frame.
        if event["name"] not in SCRIPT | RENDERING or event["ts"] < end:
            continue
        end = event["ts"] + event["dur"]
        frame = bisect_right(starts, event["ts"])
        milliseconds = event["tdur"] / 1000
        work[frame] += milliseconds
        if event["name"] in SCRIPT:
            script[frame] += milliseconds
    frames = range(1, len(starts))
    return FrameTimes(
        [script[frame] for frame in frames],
        [work[frame] for frame in frames],
        [(later - earlier) / 1000 for earlier, later in pairwise(starts)],
    )
