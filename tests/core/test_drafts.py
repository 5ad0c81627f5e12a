"""Drafts: kept as they are typed, moved once, never overwritten (faults 58, 60, 62, 63)."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.core.chat.prompt import Prompt
from hermes_shell.core.draft import draft_of
from hermes_shell.core.draft_store import Drafts
from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from hermes_shell.errors import ProtocolError
from hermes_shell.storage import Storage


def typed(text: str, **more: Any) -> dict[str, Any]:
    return draft_of({"text": text, **more})


async def call(shell: Shell, verb: str, **args: Any) -> Any:
    window = Window(shell)
    window.id = "w1"
    return await shell.verbs[verb](window, args)


async def test_58_each_chat_has_its_own_draft(shell: Shell) -> None:
    await call(shell, "draft.set", key="a", text="for a", chips=[[0, 3, "ref"]], serial=1)
    await call(shell, "draft.set", key="b", text="for b", serial=2)
    draft = await call(shell, "draft.get", key="a")
    assert (draft["text"], draft["chips"], draft["attachments"]) == ("for a", [[0, 3, "ref"]], [])
    assert (await call(shell, "draft.get", key="b"))["text"] == "for b"
    assert await call(shell, "draft.get", key="c") is None


async def test_draft_survives_a_restart(tmp_path: Path) -> None:
    storage = Storage.open(tmp_path / "storage.sqlite3")
    await Drafts(storage).set("a", typed("x" * 1_000_000))
    storage.close()
    again = Storage.open(tmp_path / "storage.sqlite3")
    kept = Drafts(again).get("a")
    again.close()
    assert kept is not None
    assert len(kept["text"]) == 1_000_000


async def test_empty_composer_has_no_draft(shell: Shell) -> None:
    await call(shell, "draft.set", key="a", text="x")
    await call(shell, "draft.set", key="a", text="")
    assert await call(shell, "draft.get", key="a") is None
    assert shell.storage.items("drafts") == {}


async def test_62_what_was_said_later_and_came_earlier_stays(shell: Shell) -> None:
    await call(shell, "draft.set", key="a", text="later", serial=8)
    await call(shell, "draft.set", key="a", text="earlier", serial=7)
    assert (await call(shell, "draft.get", key="a"))["text"] == "later"


async def test_windows_count_for_themselves(shell: Shell) -> None:
    await shell.drafts.set("a", typed("one"), "w1", 9)
    await shell.drafts.set("a", typed("two"), "w2", 1)
    assert text_for(shell.drafts, "w2") == "two"


async def test_new_chat_takes_its_draft_along_once(shell: Shell) -> None:
    await shell.drafts.set("new:1", typed("typed on"))
    shell.drafts.move("new:1", "stored")
    shell.drafts.move("new:1", "another")
    assert (await call(shell, "draft.get", key="stored"))["text"] == "typed on"
    assert shell.drafts.get("another") is None
    await shell.storage.write("test", "behind", 1)
    assert list(shell.storage.items("drafts")) == ["stored"]


async def test_window_that_has_not_heard_of_the_move_writes_to_the_new_key(shell: Shell) -> None:
    shell.drafts.move("new:1", "stored")
    await shell.drafts.set("new:1", typed("late"), "w1", 3)
    assert (await call(shell, "draft.get", key="stored"))["text"] == "late"
    assert (await call(shell, "draft.get", key="new:1"))["text"] == "late"


async def test_move_never_puts_one_draft_over_another(shell: Shell) -> None:
    await shell.drafts.set("new:1", typed("mine"))
    await shell.drafts.set("stored", typed("theirs"))
    shell.drafts.move("new:1", "stored")
    await shell.storage.write("test", "behind", 1)
    kept: dict[str, Any] = shell.storage.items("drafts")
    assert {key: draft["text"] for key, draft in kept.items()} == {"new:1": "mine", "stored": "theirs"}


async def test_63_text_of_a_session_that_is_gone_comes_into_one_new_chat(shell: Shell) -> None:
    await call(shell, "draft.set", key="gone", text="half")
    assert await call(shell, "draft.rescue", key="gone", text="half a", chips=[], attachments=[]) is None
    shell.chats.ensure("gone").gone = True
    first = await call(shell, "draft.rescue", key="gone", text="half a sentence", chips=[], attachments=[])
    again = await call(shell, "draft.rescue", key="gone", text="half a sentence, more", chips=[], attachments=[])
    await call(shell, "draft.set", key="gone", text="")
    assert first == again
    assert first.startswith("new:")
    assert (await call(shell, "draft.get", key=first))["text"] == "half a sentence, more"
    assert [key for key, _, _ in shell.drafts.of_new_chats()] == [first]


async def test_new_chats_with_a_draft_are_listed_with_their_first_line(shell: Shell) -> None:
    await shell.drafts.set("new:1", draft_of({"text": "  first\nsecond", "at": 1}))
    await shell.drafts.set("new:2", draft_of({"text": "newer", "at": 2}))
    await shell.drafts.set("stored", typed("not a new chat"))
    assert shell.drafts.of_new_chats() == [("new:2", "newer", 2.0), ("new:1", "first", 1.0)]


@pytest.mark.parametrize(
    "args", [{"key": "a"}, {"key": "a", "text": 1}, {"key": "", "text": "x"}, {"key": "a" * 501, "text": ""}]
)
async def test_what_is_no_draft_is_refused(shell: Shell, args: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError):
        await call(shell, "draft.set", **args)


async def test_chips_that_are_none_are_left_out(shell: Shell) -> None:
    await call(shell, "draft.set", key="a", text="x", chips=[[0, 1, "ref"], [1], "no", [0, "1", "ref"]])
    assert (await call(shell, "draft.get", key="a"))["chips"] == [[0, 1, "ref"]]


async def test_page_that_goes_away_waits_for_nothing(shell: Shell) -> None:
    window = Window(shell)
    window.id = "w1"
    shell.topics["draft"](window, {"key": "a", "text": "last words", "serial": 5})
    await shell.drafts.set("b", typed("behind it"))
    assert (await call(shell, "draft.get", key="a"))["text"] == "last words"


async def test_63_draft_of_a_deleted_session_is_kept_where_no_window_shows_it(shell: Shell) -> None:
    shell.chats.ensure("stored")
    await shell.drafts.set("stored", typed("half a thought"))
    shell.chats.forget("stored")
    await asyncio.sleep(0)
    assert [first for _, first, _ in shell.drafts.of_new_chats()] == ["half a thought"]


async def test_chat_that_takes_the_place_of_another_leaves_its_draft_there(shell: Shell) -> None:
    chat = shell.chats.ensure("new:1")
    shell.chats.ensure("stored")
    await shell.drafts.set("stored", typed("typed there"))
    shell.chats.move(chat, "stored")
    await asyncio.sleep(0)
    assert shell.drafts.of_new_chats() == []
    kept = shell.drafts.get("stored")
    assert kept is not None
    assert kept["text"] == "typed there"


async def test_two_windows_on_one_chat_never_overwrite_each_other(shell: Shell) -> None:
    drafts = shell.drafts
    await drafts.set("a", typed("one"), "w1", 1)
    await drafts.set("a", typed("two"), "w2", 1)
    await drafts.set("a", typed("one more"), "w1", 2)
    assert text_for(drafts, "w1") == "one more"
    assert text_for(drafts, "w2") == "two"
    assert list(shell.storage.items("drafts")) == ["a"]


async def test_what_one_window_sends_leaves_the_text_of_the_other(shell: Shell) -> None:
    drafts = shell.drafts
    await drafts.set("a", typed("one"), "w1", 1)
    await drafts.set("a", typed("two"), "w2", 1)
    await drafts.set("a", typed(""), "w2", 2)
    assert text_for(drafts, "w1") == "one"
    await drafts.set("a", typed(""), "w1", 2)
    assert drafts.get("a") is None


async def test_a_window_that_was_reloaded_finds_its_text(shell: Shell) -> None:
    drafts = shell.drafts
    await drafts.set("a", typed("one"), "w1", 1)
    await drafts.set("a", typed("two"), "w2", 1)
    drafts.forget_window("w1")
    assert text_for(drafts, "w3", alive={"w2"}) == "one"
    assert text_for(drafts, "w2", alive={"w2", "w3"}) == "two"
    await drafts.set("a", typed("one, changed"), "w3", 1)
    assert text_for(drafts, "w3", alive={"w2", "w3"}) == "one, changed"
    assert text_for(drafts, "w2", alive={"w2", "w3"}) == "two"


async def test_texts_of_windows_that_are_gone_come_back_together(tmp_path: Path) -> None:
    storage = Storage.open(tmp_path / "storage.sqlite3")
    drafts = Drafts(storage)
    await drafts.set("a", typed("one", attachments=["f1"]), "w1", 1)
    await drafts.set("a", typed("two"), "w2", 1)
    storage.close()
    again = Storage.open(tmp_path / "storage.sqlite3")
    drafts = Drafts(again)
    assert drafts.attachments() == {"f1"}
    found = drafts.for_window("a", "w3", ())
    assert found is not None
    assert (found["text"], found["attachments"]) == ("two\n\none", ["f1"])
    await drafts.set("a", typed("only this"), "w3", 1)
    assert text_for(drafts, "w4") == "only this"
    again.close()


async def test_a_window_that_was_given_a_draft_may_change_it(shell: Shell) -> None:
    drafts = shell.drafts
    await drafts.set("a", typed("one"), "w1", 1)
    assert text_for(drafts, "w2") == "one"
    await drafts.set("a", typed("other"), "w2", 1)
    drafts.forget_window("w1")
    assert text_for(drafts, "w2", alive={"w2"}) == "other"
    await drafts.set("a", typed(""), "w2", 2)
    assert drafts.get("a") is None


def text_for(drafts: Drafts, window: str, alive: Collection[str] = ("w1", "w2")) -> str:
    found = drafts.for_window("a", window, alive)
    return "" if found is None else found["text"]


@pytest.mark.parametrize(
    "damaged", [7, [], {"chips": []}, {"text": "a", "chips": 1}, {"text": "a", "others": {"w": 1}}]
)
async def test_a_damaged_draft_is_set_aside_and_costs_no_other(tmp_path: Path, damaged: object) -> None:
    storage = Storage.open(tmp_path / "storage.sqlite3")
    await asyncio.to_thread(storage.set, "drafts", "bad", damaged)
    await Drafts(storage).set("good", typed("mine"))
    drafts = Drafts(storage)
    kept = drafts.get("good")
    assert kept is not None
    assert (kept["text"], drafts.get("bad")) == ("mine", None)
    assert any("'bad'" in incident for incident in storage.incidents)
    storage.close()


async def test_63_prompts_that_wait_for_a_session_that_is_gone_become_drafts(shell: Shell) -> None:
    shell.chats.ensure("stored")
    await shell.outbox.put("stored", Prompt("first", "first", (), "client-id-1"))
    await shell.outbox.put("stored", Prompt("second", "second", (), "client-id-2"))
    listed = asyncio.Event()
    shell.drafts.subscribe(lambda: listed.set() if len(shell.drafts.of_new_chats()) == 2 else None)
    shell.chats.forget("stored")
    await asyncio.wait_for(listed.wait(), 5)
    assert {line for _, line, _ in shell.drafts.of_new_chats()} == {"first", "second"}
    await shell.drafts.settled()
    assert shell.outbox.of("stored") == ()


async def test_listeners_hear_of_new_chats_with_another_first_line_only(shell: Shell) -> None:
    heard: list[int] = []
    end = shell.drafts.subscribe(lambda: heard.append(len(shell.drafts.of_new_chats())))
    await shell.drafts.set("new:1", typed("one"))
    await shell.drafts.set("new:1", typed("one\nmore"))
    await shell.drafts.set("stored", typed("not a new chat"))
    shell.drafts.move("new:1", "other")
    end()
    await shell.drafts.set("new:2", typed("unheard"))
    assert heard == [1, 0]
