"""A long answer that is read anew at its end holds nothing up: it is read in a thread, and shown when it was."""

from __future__ import annotations

import threading
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from hermes_shell.core.chat import window_chats
from hermes_shell.core.shell import Shell
from hermes_shell.transcript import markdown
from tests.core.chat.hub_parts import LIVE, STORED, resumed
from tests.core.chat.test_views import heard, scripted, show
from tests.scripted_gateway import ScriptedGateway
from tests.shell_parts import FakeChannel, connect, open_app

PARAGRAPH = "Some **bold** words and a [link].\n\n"
DEFINITION = "[link]: https://example.org/there"


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncGenerator[Shell]:
    answers: dict[str, object] = {
        "session.active_list": {"sessions": []},
        "session.resume": resumed(),
        "GET /api/sessions": {"sessions": [], "total": 0},
    }
    async with open_app(tmp_path, ScriptedGateway(answers)) as (_, parts, _loader):
        yield parts


def frames(channel: FakeChannel) -> str:
    return str([one for one in channel.sent if one["t"] == "frame"])


async def test_a_definition_at_the_end_of_a_long_answer_is_read_in_a_thread(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, channel, _ = connect(shell)
    await show(window, STORED)
    scripted(shell).emit("message.start", LIVE)
    scripted(shell).emit("message.delta", LIVE, {"text": PARAGRAPH * 1_000})
    await heard(channel, lambda _: "a [link]" in frames(channel))
    longest = {True: 0, False: 0}
    blocks_of = markdown.blocks_of

    def told(text: str, env: markdown.Env) -> list[markdown.Block]:
        on_loop = threading.current_thread() is threading.main_thread()
        longest[on_loop] = max(longest[on_loop], len(text))
        return blocks_of(text, env)

    monkeypatch.setattr(markdown, "blocks_of", told)
    del channel.sent[:]
    scripted(shell).emit("message.delta", LIVE, {"text": DEFINITION})
    scripted(shell).emit("message.complete", LIVE, {"text": PARAGRAPH * 1_000 + DEFINITION, "status": "complete"})
    await heard(channel, lambda _: '"https://example.org/there"' in frames(channel))
    assert "a [link]" not in frames(channel)
    assert longest[False] > len(PARAGRAPH) * 1_000
    assert longest[True] < 1_000, "nothing long was read where it holds the loop up"


async def test_a_long_answer_that_cannot_be_read_is_told_in_the_log_and_ends_nothing(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    window, channel, _ = connect(shell)
    await show(window, STORED)

    def broken(text: str, env: markdown.Env) -> list[markdown.Block]:
        del text, env
        raise ValueError("no such block")

    with monkeypatch.context() as patch:
        patch.setattr(markdown, "blocks_of", broken)
        scripted(shell).emit("message.start", LIVE)
        scripted(shell).emit("message.complete", LIVE, {"text": PARAGRAPH * 1_000, "status": "complete"})
        await heard(channel, lambda _: "could not be read" in caplog.text and "could not be rendered" in caplog.text)
    scripted(shell).emit("message.start", LIVE)
    scripted(shell).emit("message.delta", LIVE, {"text": "Next"})
    await heard(channel, lambda _: "Next" in frames(channel))


async def test_what_comes_while_a_long_text_is_read_follows_it(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    window, channel, _ = connect(shell)
    await show(window, STORED)
    reading, go_on = threading.Event(), threading.Event()
    blocks_of = markdown.blocks_of

    def slow(text: str, env: markdown.Env) -> list[markdown.Block]:
        reading.set()
        assert go_on.wait(5)
        return blocks_of(text, env)

    monkeypatch.setattr(window_chats, "FRAME_SECONDS", 0.0)
    monkeypatch.setattr(markdown, "blocks_of", slow)
    scripted(shell).emit("message.start", LIVE)
    scripted(shell).emit("message.interim", LIVE, {"text": PARAGRAPH * 1_000})
    await heard(channel, lambda _: reading.is_set())
    scripted(shell).emit("message.complete", LIVE, {"text": "Short after all", "status": "complete"})
    go_on.set()
    await heard(channel, lambda _: "Short after all" in frames(channel))
    assert "Some <strong>bold</strong> words" in frames(channel)
