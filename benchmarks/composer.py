"""Typing under a conversation of 600 kB, and beside a pasted megabyte: what the frames of the keys cost the page."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser, Page

from benchmarks.budgets import names_of
from benchmarks.environment import chromium, home_with, pause, probed_context, running_shell, wait_in, wait_ready
from benchmarks.frame_times import trace_frames
from benchmarks.measurement import Measurement, Options, attempt, measured
from tests.session_seed import SeededChat, seed

CHAT = "20261101_000000_000000"
MESSAGES, LENGTH = 300, 2_000
SENTENCE = "Typing must not wait for `what` was said before, with **bold** words and a [link](https://example.org).\n\n"
TEXT = "the quick brown fox jumps over the lazy dog and asks @file:a what /this may be "
FIELD = "#workspace-page [data-slot=composer-input]"
SHOWN = "count => document.querySelectorAll('#workspace-page [data-message-id]').length >= count"
OLDER = """async key => {
  const { static: files } = JSON.parse(document.getElementById('boot-snapshot').textContent)
  const { channel } = await import(`${files}host/channel.js`)
  for (let turn = 0; turn < 10; turn++) if (!(await channel.call('chat.older', { key })).has_older) break
  await channel.applied
  return document.querySelectorAll('#workspace-page [data-message-id]').length
}"""
PASTE = """([selector, text]) => {
  const data = new DataTransfer()
  data.setData('text/plain', text)
  const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
  document.querySelector(selector).dispatchEvent(paste)
}"""
EMPTY = "selector => { document.querySelector(selector).focus(); document.execCommand('selectAll') }"


def run(options: Options) -> list[Measurement]:
    """Seed a long chat, show all of it, and type."""
    home = home_with(options.directory, {})
    seed(home, [SeededChat(CHAT, "A long chat")])
    _lengthen(home)
    with running_shell(options.directory, {}, "--gateway", "demo") as shell, chromium() as browser:
        page = probed_context(browser).new_page()
        page.goto(shell.boot_url)
        wait_ready(page)
        page.goto(f"{page.url.partition('#')[0]}#/{CHAT}")
        wait_in(page, SHOWN, 2)
        shown = int(page.evaluate(OLDER, CHAT))
        pause(2.0)
        parts: list[tuple[list[str], Callable[[], Sequence[Measurement]]]] = [
            (
                ["composer.key", "composer.key_script"],
                lambda: _type(options, browser, page, "key", f"{shown} messages in the page"),
            ),
            (
                ["composer.large_key", "composer.large_key_script"],
                lambda: _type_beside(options, browser, page),
            ),
        ]
        assert sorted(name for names, _ in parts for name in names) == sorted(names_of("composer"))
        return [row for names, part in parts for row in attempt(names, part)]


def _type(options: Options, browser: Browser, page: Page, name: str, note: str) -> list[Measurement]:
    work: list[float] = []
    script: list[float] = []
    page.locator(FIELD).click()
    for _ in range(options.times(4, 1)):

        def type_text() -> None:
            for character in TEXT:
                page.keyboard.press("Space" if character == " " else character)
                pause(0.03)

        frames = trace_frames(browser, page, type_text)
        # Frames without a key cost next to nothing and would hide the others.
        keys = sorted(range(len(frames.work)), key=lambda at: frames.work[at])[-len(TEXT) :]
        work += [frames.work[at] for at in keys]
        script += [frames.script[at] for at in keys]
    return [
        measured(f"composer.{name}", work, f"script, style, layout and paint; {note}"),
        measured(f"composer.{name}_script", script),
    ]


def _type_beside(options: Options, browser: Browser, page: Page) -> list[Measurement]:
    page.evaluate(EMPTY, FIELD)
    page.keyboard.press("Delete")
    page.evaluate(PASTE, [FIELD, "0123456789abcde\n" * 65_536])
    pause(2.0)
    return _type(options, browser, page, "large_key", "1 MB as one chip")


def _lengthen(home: Path) -> None:
    text = (SENTENCE * (LENGTH // len(SENTENCE) + 1))[:LENGTH]
    with closing(sqlite3.connect(home / "desktop-shell" / "chats.db")) as database:
        database.executemany(
            "INSERT INTO messages (session, role, content, status, at) VALUES (?, ?, ?, 'complete', ?)",
            [(CHAT, ("user", "assistant")[at % 2], f"{at}. {text}", time.time()) for at in range(MESSAGES)],
        )
        database.commit()
