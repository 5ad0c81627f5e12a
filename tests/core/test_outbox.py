from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hermes_shell.core import outbox as outbox_module
from hermes_shell.core import outbox_store
from hermes_shell.core.chat.prompt import Attachment, Prompt
from hermes_shell.core.outbox import Outbox, OutboxError
from hermes_shell.core.outbox_carrier import Delivery
from hermes_shell.core.outbox_entries import Entry, Said, Status, was_taken
from hermes_shell.errors import GatewayError, StorageError
from hermes_shell.storage import Storage
from tests.scripted_gateway import ScriptedGateway


def prompt(text: str = "hello", client: str = "client-1", *, interrupts: bool = False) -> Prompt:
    return Prompt(text, text, (), client, "interrupt" if interrupts else "queue")


LOST = GatewayError(None, "The connection was lost.")


class Agent:
    """What the gateway has of each chat, and how it answers; `carrier` of an outbox."""

    def __init__(self) -> None:
        self.chats: dict[str, list[str]] = {}
        self.delivered: list[str] = []
        self.answers: list[Callable[[str, Prompt], Delivery]] = []
        self.gate: asyncio.Event | None = None
        self.asked = asyncio.Event()

    async def said(self, key: str, *, fresh: bool) -> Said:
        del fresh
        texts = self.chats.get(key, [])
        return Said(len(texts), tuple(texts))

    async def deliver(self, key: str, prompt: Prompt) -> Delivery:
        self.asked.set()
        if self.gate is not None:
            await self.gate.wait()
        self.delivered.append(prompt.client_id)
        if self.answers:
            return self.answers.pop(0)(key, prompt)
        return self.take(key, prompt)

    def take(self, key: str, prompt: Prompt) -> Delivery:
        self.chats.setdefault(key, []).append(prompt.text)
        return "sent"

    def take_and_lose(self, key: str, prompt: Prompt) -> Delivery:
        self.take(key, prompt)
        raise LOST

    def lose(self, key: str, prompt: Prompt) -> Delivery:
        raise LOST

    def refuse(self, key: str, prompt: Prompt) -> Delivery:
        raise GatewayError(5032, "The agent could not be built.")

    def later(self, key: str, prompt: Prompt) -> Delivery:
        return "later"


class Bench:
    """An outbox on a store that outlives it, with its agent."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.storage = Storage.open(path)
        self.gateway = ScriptedGateway()
        self.agent = Agent()
        self.told: list[tuple[str, Status]] = []
        self._news = asyncio.Event()
        self.outbox = self.made()

    def made(self) -> Outbox:
        outbox = Outbox(self.storage, self.gateway)
        outbox.subscribe(self._hear)
        return outbox

    def _hear(self, entry: Entry, status: Status) -> None:
        self.told.append((entry.prompt.client_id, status))
        self._news.set()

    async def heard(self, client: str, status: Status, times: int = 1) -> None:
        async with asyncio.timeout(5):
            while self.told.count((client, status)) < times:
                self._news.clear()
                await self._news.wait()

    def written(self) -> None:
        """Return when everything that was handed to the store is on disk."""
        self.storage.set("barrier", "written", 1)

    def kill(self) -> None:
        """The process ends without a word; the next one has the same store and asks the same agent."""
        for task in asyncio.all_tasks():
            if task.get_name().startswith("outbox "):
                task.cancel()
        self.written()
        self.gateway = ScriptedGateway()
        self.told.clear()
        self.outbox = self.made()


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncGenerator[Bench]:
    made = Bench(tmp_path / "shell.db")
    yield made
    await made.outbox.close()
    made.storage.close()


async def test_a_prompt_is_on_disk_before_it_goes_and_only_its_name_stays(bench: Bench) -> None:
    def look(key: str, given: Prompt) -> Delivery:
        kept = bench.storage.items("outbox")["client-1"]
        assert isinstance(kept, dict)
        assert (kept["prompt"]["text"], kept["state"]) == ("hello", "sending")
        return bench.agent.take(key, given)

    bench.agent.answers.append(look)
    bench.outbox.start(bench.agent)
    assert await bench.outbox.put("chat", prompt())
    await bench.heard("client-1", "sent")
    assert bench.told == [("client-1", "waiting"), ("client-1", "sending"), ("client-1", "sent")]
    assert bench.outbox.of("chat") == ()
    bench.written()
    assert "hello" not in (bench.storage.text("outbox", "client-1") or "")


async def test_prompts_of_a_chat_leave_in_order_and_chats_do_not_wait_for_each_other(bench: Bench) -> None:
    bench.gateway.turn("closed")
    bench.outbox.start(bench.agent)
    for number in range(4):
        await bench.outbox.put("one", prompt(f"text {number}", f"client-{number}"))
    bench.agent.answers.append(bench.agent.later)
    await bench.outbox.put("one", prompt("last", "client-4"))
    await bench.outbox.put("two", prompt("other", "client-5"))
    bench.gateway.turn("open")
    await bench.heard("client-5", "sent")
    bench.outbox.wake("one")
    await bench.heard("client-4", "sent")
    assert bench.agent.chats == {"one": ["text 0", "text 1", "text 2", "text 3", "last"], "two": ["other"]}


async def test_a_client_id_is_sent_once_also_after_a_restart(bench: Bench) -> None:
    bench.outbox.start(bench.agent)
    assert await bench.outbox.put("chat", prompt())
    assert not await bench.outbox.put("chat", prompt())
    await bench.heard("client-1", "sent")
    assert not await bench.outbox.put("chat", prompt())
    bench.kill()
    bench.outbox.start(bench.agent)
    assert not await bench.outbox.put("chat", prompt())
    assert bench.agent.delivered == ["client-1"]


async def test_a_prompt_waits_for_the_connection_and_survives_a_restart_meanwhile(bench: Bench) -> None:
    bench.gateway.turn("closed")
    bench.outbox.start(bench.agent)
    await bench.outbox.put("chat", prompt())
    assert bench.agent.delivered == []
    bench.kill()
    assert [entry.prompt.text for entry in bench.outbox.of("chat")] == ["hello"]
    bench.outbox.start(bench.agent)
    await bench.heard("client-1", "sent")
    assert bench.agent.chats == {"chat": ["hello"]}


async def test_a_prompt_that_was_taken_back_is_never_sent(bench: Bench) -> None:
    bench.gateway.turn("closed")
    bench.outbox.start(bench.agent)
    await bench.outbox.put("chat", prompt())
    taken = await bench.outbox.take_back("client-1")
    assert taken.text == "hello"
    assert bench.told[-1] == ("client-1", "taken-back")
    bench.gateway.turn("open")
    assert not await bench.outbox.put("chat", prompt())
    bench.kill()
    bench.outbox.start(bench.agent)
    await bench.outbox.put("chat", prompt("next", "client-2"))
    await bench.heard("client-2", "sent")
    assert bench.agent.delivered == ["client-2"]


async def test_what_is_on_its_way_or_gone_cannot_be_taken_back(bench: Bench) -> None:
    bench.agent.gate = asyncio.Event()
    bench.outbox.start(bench.agent)
    await bench.outbox.put("chat", prompt())
    await bench.agent.asked.wait()
    with pytest.raises(OutboxError, match="on its way"):
        await bench.outbox.take_back("client-1")
    bench.agent.gate.set()
    await bench.heard("client-1", "sent")
    with pytest.raises(OutboxError, match="sent already"):
        await bench.outbox.take_back("client-1")


@pytest.mark.parametrize("before", [[], ["hello"], ["hello", "other", "hello"]])
@pytest.mark.parametrize("arrived", [True, False])
async def test_a_call_that_nobody_answered_is_looked_up_and_neither_lost_nor_doubled(
    bench: Bench, before: list[str], arrived: bool
) -> None:
    bench.agent.chats["chat"] = list(before)
    bench.agent.answers.append(bench.agent.take_and_lose if arrived else bench.agent.lose)
    bench.outbox.start(bench.agent)
    await bench.outbox.put("chat", prompt())
    await bench.heard("client-1", "waiting", 2)
    bench.gateway.turn("closed")
    bench.gateway.turn("open")
    await bench.heard("client-1", "sent")
    assert bench.agent.chats["chat"] == [*before, "hello"]
    assert len(bench.agent.delivered) == (1 if arrived else 2)


@pytest.mark.parametrize("arrived", [True, False])
async def test_a_kill_between_write_and_answer_neither_loses_nor_doubles(bench: Bench, arrived: bool) -> None:
    bench.agent.chats["chat"] = ["hello"]
    bench.agent.gate = asyncio.Event()
    bench.outbox.start(bench.agent)
    await bench.outbox.put("chat", prompt())
    await bench.agent.asked.wait()
    if arrived:
        bench.agent.take("chat", prompt())
    bench.kill()
    bench.agent.gate.set()
    bench.outbox.start(bench.agent)
    await bench.heard("client-1", "sent")
    assert bench.agent.chats["chat"] == ["hello", "hello"]


async def test_a_refused_prompt_stays_and_can_be_sent_again_while_others_go_on(bench: Bench) -> None:
    bench.agent.answers.append(bench.agent.refuse)
    bench.outbox.start(bench.agent)
    await bench.outbox.put("chat", prompt())
    await bench.heard("client-1", "failed")
    await bench.outbox.put("chat", prompt("second", "client-2"))
    await bench.heard("client-2", "sent")
    (kept,) = bench.outbox.of("chat")
    assert (kept.state, kept.error) == ("failed", "The agent could not be built.")
    bench.kill()
    bench.outbox.start(bench.agent)
    (kept,) = bench.outbox.of("chat")
    assert (kept.state, kept.error) == ("failed", "The agent could not be built.")
    await bench.outbox.retry("client-1")
    await bench.heard("client-1", "sent")
    assert bench.agent.chats["chat"] == ["second", "hello"]


async def test_a_prompt_that_ends_the_turn_passes_those_that_wait_for_its_end(bench: Bench) -> None:
    bench.agent.answers.append(bench.agent.later)
    bench.outbox.start(bench.agent)
    await bench.outbox.put("chat", prompt("waits", "client-1"))
    await bench.heard("client-1", "waiting", 2)
    await bench.outbox.put("chat", prompt("waits too", "client-2"))
    bench.outbox.of("chat")[0].held = True
    bench.outbox.of("chat")[1].held = True
    await bench.outbox.put("chat", prompt("stop", "client-3", interrupts=True))
    await bench.heard("client-3", "sent")
    await bench.heard("client-2", "sent")
    assert sorted(bench.agent.chats["chat"]) == ["stop", "waits", "waits too"]


async def test_an_open_gateway_that_does_not_answer_is_asked_a_few_times_only(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_module, "PAUSES", (0.0, 0.0))
    bench.agent.answers += [bench.agent.lose] * 3
    bench.outbox.start(bench.agent)
    await bench.outbox.put("chat", prompt())
    await bench.heard("client-1", "failed")
    assert bench.outbox.of("chat")[0].error == "The gateway does not answer."
    await bench.outbox.retry("client-1")
    await bench.heard("client-1", "sent")
    assert bench.agent.chats["chat"] == ["hello"]


async def test_a_new_chat_keeps_its_prompts_under_its_stored_id(bench: Bench) -> None:
    bench.gateway.turn("closed")
    bench.outbox.start(bench.agent)
    await bench.outbox.put("new:1", prompt())
    await bench.outbox.rekey("new:1", "20261130_1")
    bench.kill()
    assert bench.outbox.keys() == ("20261130_1",)
    bench.outbox.start(bench.agent)
    await bench.heard("client-1", "sent")
    assert bench.agent.chats == {"20261130_1": ["hello"]}


async def test_a_prompt_goes_out_though_its_sender_left_before_it_was_on_disk(bench: Bench) -> None:
    bench.outbox.start(bench.agent)
    sending = asyncio.create_task(bench.outbox.put("chat", prompt()))
    await asyncio.sleep(0)
    sending.cancel()
    assert not await bench.outbox.put("chat", prompt())
    assert bench.storage.get("outbox", "client-1") is not None
    await bench.heard("client-1", "sent")
    assert bench.agent.delivered == ["client-1"]
    assert sending.cancelled()


async def test_a_prompt_that_comes_while_its_chat_gets_its_id_goes_along_and_none_is_sent_twice(bench: Bench) -> None:
    bench.agent.gate = asyncio.Event()
    bench.outbox.start(bench.agent)
    await bench.outbox.put("new:1", prompt("first", "client-1"))
    await bench.agent.asked.wait()
    moving = asyncio.create_task(bench.outbox.rekey("new:1", "stored"))
    await asyncio.sleep(0)
    bench.outbox.wake("stored")
    await asyncio.gather(moving, bench.outbox.put("new:1", prompt("second", "client-2")))
    bench.agent.gate.set()
    await bench.heard("client-2", "sent")
    assert bench.agent.delivered == ["client-1", "client-2"]
    assert bench.outbox.keys() == ()


async def test_files_of_prompts_that_wait_are_known(bench: Bench) -> None:
    file = Attachment("id-1", "a.txt", "file", "/cache/a.txt", 3)
    await bench.outbox.put("chat", replace(prompt(), attachments=(file,)))
    assert bench.outbox.attachments() == {"id-1"}
    await bench.outbox.take_back("client-1")
    assert bench.outbox.attachments() == set()


async def test_a_full_outbox_refuses_and_keeps_what_it_has(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox_module, "MOST_ENTRIES", 1)
    bench.gateway.turn("closed")
    await bench.outbox.put("chat", prompt())
    with pytest.raises(OutboxError, match="1 prompts wait already"):
        await bench.outbox.put("chat", prompt("more", "client-2"))
    assert [entry.prompt.text for entry in bench.outbox.of("chat")] == ["hello"]


async def test_a_prompt_that_cannot_be_kept_is_not_sent(bench: Bench) -> None:
    bench.outbox.start(bench.agent)
    bad = Prompt("hello", "hello", (), "client-1", "queue")
    object.__setattr__(bad, "text", float("nan"))
    with pytest.raises(StorageError):
        await bench.outbox.put("chat", bad)
    assert (bench.outbox.keys(), bench.agent.delivered) == ((), [])


async def test_a_damaged_entry_is_set_aside_and_the_others_stay(bench: Bench) -> None:
    bench.gateway.turn("closed")
    await bench.outbox.put("chat", prompt())
    bench.storage.set("outbox", "client-2", {"number": "x", "prompt": None})
    bench.kill()
    bench.storage.incidents.clear()
    assert [entry.prompt.client_id for entry in bench.outbox.of("chat")] == ["client-1"]
    bench.written()
    assert bench.storage.items("set-aside")
    assert "could not be used" in bench.storage.incidents[-1]


async def test_names_of_sent_prompts_are_bounded(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox_store, "MOST_GONE", 2)
    bench.outbox.start(bench.agent)
    for number in range(4):
        await bench.outbox.put("chat", prompt(f"text {number}", f"client-{number}"))
        await bench.heard(f"client-{number}", "sent")
    bench.written()
    assert sorted(bench.storage.items("outbox")) == ["client-2", "client-3"]


@pytest.mark.parametrize(
    ("before", "now", "taken"),
    [
        (Said(0), Said(1, ("hello",)), True),
        (Said(1, ("hello",)), Said(1, ("hello",)), False),
        (Said(1, ("hello",)), Said(2, ("hello", "hello")), True),
        (Said(1, ("a",)), Said(2, ("a", "other")), False),
        (Said(1, ("a",)), Said(1, ("a\n\nhello",)), True),
        (Said(1, ("a",)), Said(2, ("a", "hello\n\n--- Attached Context ---\nx")), True),
        (Said(3, ("a", "b", "hello")), Said(0), False),
    ],
)
def test_what_the_gateway_took_is_told_by_what_it_has_more_than_before(before: Said, now: Said, taken: bool) -> None:
    assert was_taken("hello", before, now) is taken
