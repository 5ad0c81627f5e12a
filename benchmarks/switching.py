"""Two open conversations of 5,000 messages: from one to the other and back."""

from __future__ import annotations

from functools import partial

from benchmarks.environment import chromium, home_with, pause, probed_context, running_shell, wait_in, wait_ready
from benchmarks.frame_times import trace_frames
from benchmarks.long_chats import CHATS, MESSAGES, open_chat, seed_long_chats
from benchmarks.measurement import Measurement, Options, measured


def run(options: Options) -> list[Measurement]:
    """Open both, and switch: by the clock first, then traced for what the page does for it."""
    home = home_with(options.directory, {})
    seed_long_chats(home)
    with running_shell(options.directory, {}, "--gateway", "demo") as shell, chromium() as browser:
        page = probed_context(browser).new_page()
        page.goto(shell.boot_url)
        wait_ready(page)
        wait_in(page, "() => document.querySelector('[data-session-row]')")
        pair = CHATS[:2]
        for chat in pair:
            open_chat(page, chat)
            pause(1.0)

        def switch(times: int) -> list[float]:
            samples: list[float] = []
            for at in range(times):
                samples.append(open_chat(page, pair[at % 2]))
                pause(0.3)
            return samples

        samples = switch(options.times(40, 12))
        work: list[float] = []
        for at in range(options.times(12, 4)):
            frames = trace_frames(browser, page, partial(open_chat, page, pair[at % 2]))
            work.append(sum(frames.work))
            pause(0.3)
    return [
        measured("switching.chats", samples, f"two chats of {MESSAGES:,} messages, address to paint"),
        measured("switching.work", work, "script, style, layout and paint of its frames"),
    ]
