"""A text is a draft until its prompt is in the outbox, and none from then on: in one step, whatever ends between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from hermes_shell.core.attachment_store import AttachmentError
from hermes_shell.core.chat.prompt import Prompt
from hermes_shell.core.draft_store import Drafts
from hermes_shell.core.outbox import Outbox
from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from hermes_shell.errors import GatewayError, StorageError
from hermes_shell.gateway import NoGateway
from hermes_shell.storage import Storage

KEY = "new:0a"
PROMPT = {"text": "hello", "client_id": "client-id-1"}
LEFT: Mapping[str, Any] = {"client_id": "client-id-1", "text": "and more", "chips": [], "attachments": []}


async def call(shell: Shell, verb: str, **args: Any) -> Any:
    window = Window(shell)
    window.id = "w1"
    return await shell.verbs[verb](window, {"key": KEY, **args})


def on_disk(shell: Shell) -> tuple[list[str], list[str]]:
    """The texts of drafts and of prompts that a start after a crash would find."""
    drafts = cast("list[dict[str, Any]]", list(shell.storage.items("drafts").values()))
    entries = cast("list[dict[str, Any]]", list(shell.storage.items("outbox").values()))
    return [draft["text"] for draft in drafts], [entry["prompt"]["text"] for entry in entries]


async def test_what_is_sent_stops_being_a_draft_in_the_same_step(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    await call(shell, "draft.set", text="hello", serial=1)
    writes: list[set[str]] = []
    together = Storage.submit_together

    def counted(storage: Storage, *values: tuple[str, str, object]) -> Any:
        writes.append({scope for scope, _, _ in values})
        return together(storage, *values)

    monkeypatch.setattr(Storage, "submit_together", counted)
    await call(shell, "chat.submit", prompt=PROMPT, draft={"text": "", "serial": 2})
    assert writes[0] == {"drafts", "outbox"}
    assert on_disk(shell) == ([], ["hello"])
    assert await call(shell, "draft.get") is None


async def test_text_behind_what_is_sent_stays_a_draft(shell: Shell) -> None:
    await call(shell, "draft.set", text="hello and more", serial=1)
    await call(shell, "chat.submit", prompt=PROMPT, draft={"text": "and more", "serial": 2})
    assert on_disk(shell) == (["and more"], ["hello"])


async def test_last_words_of_a_page_do_not_bring_back_what_was_sent(shell: Shell) -> None:
    await call(shell, "chat.submit", prompt=PROMPT, draft={"text": "", "serial": 2})
    await call(shell, "draft.set", text="hello and more", serial=3, sending=LEFT)
    assert on_disk(shell) == (["and more"], ["hello"])


async def test_last_words_that_overtake_the_disk_wait_for_it(shell: Shell) -> None:
    submitted = asyncio.create_task(call(shell, "chat.submit", prompt=PROMPT, draft={"text": "", "serial": 2}))
    await asyncio.sleep(0)
    await call(shell, "draft.set", text="hello and more", serial=3, sending=LEFT)
    await submitted
    assert on_disk(shell) == (["and more"], ["hello"])


async def test_page_that_lost_the_answer_hears_whether_the_prompt_was_taken(shell: Shell) -> None:
    assert await call(shell, "chat.took", client_id="client-id-1") is False
    await call(shell, "chat.submit", prompt=PROMPT)
    assert await call(shell, "chat.took", client_id="client-id-1") is True
    await shell.outbox.take_back("client-id-1")
    assert await call(shell, "chat.took", client_id="client-id-1") is True


async def test_prompt_that_never_came_stays_in_the_draft(shell: Shell) -> None:
    await call(shell, "draft.set", text="hello and more", serial=3, sending=LEFT)
    assert on_disk(shell) == (["hello and more"], [])


async def test_prompt_that_is_not_kept_stays_a_draft(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    await call(shell, "draft.set", text="hello", serial=1)

    def full(*_: object) -> Any:
        failed = asyncio.get_running_loop().create_future()
        failed.set_exception(StorageError("The disk of the home is full."))
        return failed

    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "wrap_future", full)
        with pytest.raises(StorageError):
            await call(shell, "chat.submit", prompt=PROMPT, draft={"text": "", "serial": 2})
    assert (await call(shell, "draft.get"))["text"] == "hello"


async def test_prompt_that_is_tried_again_is_no_draft_either(shell: Shell) -> None:
    await call(shell, "chat.submit", prompt=PROMPT, draft={"text": "", "serial": 1})
    await call(shell, "draft.set", text="hello", serial=2)  # the page heard no answer
    await call(shell, "chat.submit", prompt=PROMPT, draft={"text": "", "serial": 3})
    assert on_disk(shell) == ([], ["hello"])


async def test_file_that_the_gateway_would_not_take_keeps_prompt_and_draft(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield bytes(12 * 1024 * 1024)

    file = await shell.attachments.receive("big.bin", "application/octet-stream", pieces())
    await call(shell, "draft.set", text="hello", attachments=[file.id], serial=1)
    monkeypatch.setattr(NoGateway, "kind", "child")
    told = "^big.bin has 12 MB, and the gateway takes 11.2 MB at most. Remove it to send the rest.$"
    with pytest.raises(AttachmentError, match=told):
        await call(shell, "chat.submit", prompt={**PROMPT, "attachments": [file.id]}, draft={"text": "", "serial": 2})
    draft = await call(shell, "draft.get")
    assert (draft["text"], draft["attachments"][0]["size"]) == ("hello", 12 * 1024 * 1024)
    assert on_disk(shell) == (["hello"], [])


async def test_chat_that_is_gone_takes_no_prompt_that_nobody_would_see(shell: Shell) -> None:
    await call(shell, "draft.set", key="stored", text="hello", serial=1)
    shell.chats.ensure("stored").gone = True
    with pytest.raises(GatewayError):
        await call(shell, "chat.submit", key="stored", prompt=PROMPT, draft={"text": "", "serial": 2})
    assert on_disk(shell) == (["hello"], [])


async def test_draft_of_a_chat_that_got_its_id_in_between_is_left_nowhere(tmp_path: Path) -> None:
    storage = Storage.open(tmp_path / "storage.sqlite3")
    drafts, outbox = Drafts(storage), Outbox(storage, NoGateway())
    await drafts.set(KEY, {"text": "hello", "chips": [], "attachments": [], "at": 1.0}, "w1", 1)
    leaving = drafts.leave(KEY, {"text": "", "chips": [], "attachments": [], "at": 2.0}, "w1", 2)
    drafts.move(KEY, "stored")
    await outbox.put("stored", Prompt("hello", "hello", (), "client-id-1"), leaving.stored)
    assert storage.items("drafts") == {}
    await outbox.close()
    storage.close()
