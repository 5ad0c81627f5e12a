"""A prompt that is taken back is a draft again, with its files: in one step, whatever ends between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest

from hermes_shell.core.outbox import OutboxError
from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from hermes_shell.errors import StorageError
from hermes_shell.storage import Storage

KEY = "new:0a"
CLIENT = "client-id-1"


async def call(shell: Shell, verb: str, **args: Any) -> Any:
    window = Window(shell)
    window.id = "w1"
    return await shell.verbs[verb](window, {"key": KEY, **args})


async def put(shell: Shell) -> dict[str, Any]:
    """A prompt with a file that waits; answers what a page knows of the file."""

    async def pieces() -> AsyncIterator[bytes]:
        yield b"words"

    file = await shell.attachments.receive("notes.txt", "text/plain", pieces())
    await call(shell, "chat.submit", prompt={"text": "hello", "client_id": CLIENT, "attachments": [file.id]})
    return {"id": file.id, "name": "notes.txt", "kind": "file", "size": 5}


def drafts_on_disk(shell: Shell) -> list[tuple[str, list[str]]]:
    """Text and files of each draft that a start after a crash would find."""
    kept = cast("list[dict[str, Any]]", list(shell.storage.items("drafts").values()))
    return [(draft["text"], draft["attachments"]) for draft in kept]


async def test_text_and_files_are_a_draft_in_the_step_that_takes_the_prompt_out(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = await put(shell)
    writes: list[set[str]] = []
    together = Storage.submit_together

    def counted(storage: Storage, *values: tuple[str, str, object]) -> Any:
        writes.append({scope for scope, _, _ in values})
        return together(storage, *values)

    monkeypatch.setattr(Storage, "submit_together", counted)
    assert await call(shell, "chat.unqueue", client_id=CLIENT) == {"text": "hello", "attachments": [file]}
    assert writes == [{"drafts", "outbox"}]
    assert drafts_on_disk(shell) == [("hello", [file["id"]])]
    assert shell.outbox.entry(CLIENT) is None


async def test_what_was_typed_meanwhile_stays_before_it(shell: Shell) -> None:
    file = await put(shell)
    await call(shell, "draft.set", text="typed", serial=1)
    await call(shell, "chat.unqueue", client_id=CLIENT)
    assert drafts_on_disk(shell) == [("typed\n\nhello", [file["id"]])]


async def test_prompt_that_has_left_changes_no_draft(shell: Shell) -> None:
    await call(shell, "draft.set", text="typed", serial=1)
    with pytest.raises(OutboxError, match="sent already"):
        await call(shell, "chat.unqueue", client_id=CLIENT)
    assert drafts_on_disk(shell) == [("typed", [])]


async def test_prompt_stays_where_it_cannot_be_taken_out(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    await put(shell)
    await call(shell, "draft.set", text="typed", serial=1)

    def full(*_: object) -> Any:
        failed = asyncio.get_running_loop().create_future()
        failed.set_exception(StorageError("The disk of the home is full."))
        return failed

    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "wrap_future", full)
        with pytest.raises(StorageError):
            await call(shell, "chat.unqueue", client_id=CLIENT)
    assert shell.outbox.entry(CLIENT) is not None
    assert (await call(shell, "draft.get"))["text"] == "typed"
