"""A message that is sent again, as it was or changed, takes its files along."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from hermes_shell.core.chat import sent_files
from hermes_shell.core.chat.prompt import Attachment, Prompt
from tests.core.chat.hub_parts import STORED, Desk, created

NEW = "new:1"


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[Desk]:
    made = Desk(tmp_path)
    yield made
    await made.close()


@pytest.fixture
def picture(tmp_path: Path) -> Attachment:
    path = tmp_path / "p.png"
    path.write_bytes(b"picture")
    return Attachment("a1", "p.png", "image", str(path), 7)


async def send(desk: Desk, picture: Attachment, client: str = "11111111-0000") -> None:
    """Send a prompt with a picture in a new chat; its turn runs then."""
    desk.gateway.answers["session.create"] = created()
    desk.gateway.answers["image.attach_bytes"] = {"attached": True}
    await desk.hub.submit(NEW, Prompt("Look", "Look", (picture,), client))
    await desk.until(lambda: not desk.hub.outbox.keys())


@pytest.mark.parametrize("text", ["Look", "Look closely"])
async def test_try_again_and_edit_send_the_files_too(desk: Desk, picture: Attachment, text: str) -> None:
    await send(desk, picture)
    desk.start_turn()
    desk.end_turn("No model is set.", status="error")
    await desk.hub.actions.resend(STORED, 0, text)
    await desk.until(lambda: len(desk.calls("prompt.submit")) == 2)
    assert len(desk.calls("image.attach_bytes")) == 2
    chat = desk.hub.chat(STORED)
    assert chat is not None
    assert [turn.user.attachments for turn in chat.transcript.turns if turn.user] == [("p.png",)]


async def test_files_of_old_prompts_are_forgotten(
    desk: Desk, picture: Attachment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sent_files, "MOST", 1)
    files = sent_files.SentFiles(desk.hub.outbox)
    await send(desk, picture)
    assert files.of("11111111-0000") == (picture,)
    desk.start_turn()
    desk.end_turn()
    await send(desk, picture, "22222222-0000")
    assert (files.of("11111111-0000"), files.of("22222222-0000")) == ((), (picture,))
    assert files.of("") == ()
