"""Conversations: what a delta costs on its way into the page, and how long 5,000 messages take to open."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

from playwright.sync_api import Browser, Page

from benchmarks.budgets import names_of
from benchmarks.environment import chromium, home_with, pause, probed_context, running_shell, wait_in, wait_ready
from benchmarks.frame_times import trace_frames
from benchmarks.long_chats import CHATS, MESSAGES, open_chat, seed_long_chats, text_of
from benchmarks.measurement import Measurement, Options, attempt, measured
from hermes_shell.transcript.transcript import Transcript
from hermes_shell.transcript.view import TranscriptView

DELTAS = 2_000
TICK = 16
"""Milliseconds that changes of a chat are gathered at most before they go to a window."""
PLACE = """async () => {
  const { static: files } = JSON.parse(document.getElementById('boot-snapshot').textContent)
  const { attachTranscript } = await import(`${files}host/transcript_view.js`)
  const { applyParts } = await import(`${files}host/fragments.js`)
  const chat = Object.assign(document.createElement('div'), { className: 'hs-chat' })
  chat.style.height = '700px'
  chat.innerHTML = '<div class="hs-chat-scroll"><div class="hs-chat-messages" data-list="chat:bench"></div></div>'
  document.getElementById('workspace').replaceChildren(chat)
  attachTranscript(chat.firstChild, chat.firstChild.firstChild)
  globalThis.hermesFrames = async (frames) => {
    for (const frame of frames) {
      await applyParts(JSON.parse(frame))
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    }
  }
}"""


def run(options: Options) -> list[Measurement]:
    """Stream 2,000 deltas into a page, and open sessions of 5,000 messages that it has not seen yet."""
    home = home_with(options.directory, {})
    seed_long_chats(home)
    with running_shell(options.directory, {}, "--gateway", "demo") as shell, chromium() as browser:
        page = probed_context(browser).new_page()
        page.goto(shell.boot_url)
        wait_ready(page)
        wait_in(page, "() => document.querySelector('[data-session-row]')")
        pause(2.0)
        opening = [name for name in names_of("transcript") if "open" in name]
        return [
            *attempt(opening, lambda: _open(options, page)),
            *attempt([name for name in names_of("transcript") if name not in opening], lambda: _stream(browser, page)),
        ]


def _open(options: Options, page: Page) -> Sequence[Measurement]:
    samples: list[float] = []
    for chat in CHATS[: options.times(len(CHATS), 3)]:
        samples.append(open_chat(page, chat))
        pause(0.5)
    transcript = Transcript("bench")
    started = time.thread_time()
    transcript.load([{"role": "user" if at % 2 == 0 else "assistant", "text": text_of(at)} for at in range(MESSAGES)])
    json.dumps(TranscriptView(transcript, "bench").everything())
    ours = (time.thread_time() - started) * 1000
    return [
        measured("transcript.open", samples, f"{MESSAGES:,} messages, address to paint, gateway included"),
        measured("transcript.open_python", [ours], "history to frame as text"),
    ]


def _stream(browser: Browser, page: Page) -> Sequence[Measurement]:
    transcript = Transcript("bench")
    transcript.load([{"role": "user" if at % 2 == 0 else "assistant", "text": text_of(at)} for at in range(60)])
    view = TranscriptView(transcript, "bench")
    frames = [json.dumps(view.everything())]
    transcript.said("go", "c1")
    transcript.apply({"type": "message.start"})
    frames.append(json.dumps(view.changes()))
    server: list[float] = []
    for number in range(DELTAS):
        text = "\n\n" if number % 120 == 119 else f"w{number} "
        started = time.thread_time()
        transcript.apply({"type": "message.delta", "payload": {"text": text}})
        frames.append(json.dumps(view.changes(), separators=(",", ":")))
        server.append((time.thread_time() - started) * 1000)
    page.evaluate(PLACE)
    page.evaluate("frames => hermesFrames(frames)", frames[:2])
    shown = trace_frames(browser, page, lambda: page.evaluate("frames => hermesFrames(frames)", frames[2:])).work
    whole = [TICK + one + other for one, other in zip(server, shown, strict=False)]
    return [
        measured("transcript.delta", whole, f"a tick of {TICK} ms and the work of server and page"),
        measured("transcript.delta_server", server, "event to frame as text"),
        measured("transcript.delta_page", shown, "script, style, layout and paint of a frame"),
        measured("transcript.stream_block", [max(shown)], "all work of one frame"),
    ]
