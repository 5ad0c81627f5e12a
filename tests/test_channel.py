from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from hermes_shell import channel as channel_module
from hermes_shell.channel import Channel
from hermes_shell.channel_messages import Call, Delta, Hello, MessageError, Store, read_message
from hermes_shell.errors import ProtocolError, ShellError
from tests.shell_parts import Wire

HELLO = {"t": "hello", "window": "w1"}


class FakeDoor:
    """A window that answers with what it was asked."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.channel: Channel | None = None
        self.reports: list[object] = []
        self.stored: list[Store] = []
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.ended = False
        self.welcomes = 0

    def hello(self, channel: Channel, hello: Hello) -> Mapping[str, object]:
        self.channel = channel
        return {"t": "welcome", "window": hello.window}

    def welcomed(self) -> None:
        self.welcomes += 1

    def delta(self, delta: Delta) -> Mapping[str, object]:
        if delta.remove == [("a", "broken")]:
            raise KeyError("secret detail")
        return {"t": "frame", "seq": delta.seq}

    def route(self, path: str) -> Mapping[str, object]:
        return {"t": "frame", "seq": None, "path": path}

    def report(self, reports: Sequence[object]) -> None:
        self.reports += reports

    async def store(self, write: Store) -> None:
        if write.key == "full":
            raise ShellError("The storage is full.")
        if write.key == "slow":
            await self.gate.wait()
        self.stored.append(write)

    async def call(self, verb: str, args: Mapping[str, Any]) -> object:
        if verb == "slow":
            await self.gate.wait()
        if verb == "broken":
            raise ValueError("secret detail")
        if verb == "layout":
            assert self.channel is not None
            self.channel.send({"t": "frame", "seq": None})
        return dict(args)

    def tell(self, topic: str, args: Mapping[str, Any]) -> None:
        if topic == "unknown":
            raise ProtocolError("There is no topic unknown.")
        self.told.append((topic, dict(args)))

    def closed(self) -> None:
        self.ended = True


@asynccontextmanager
async def connected(greet: bool = True) -> AsyncGenerator[tuple[Wire, FakeDoor, Channel]]:
    wire, door = Wire(), FakeDoor()
    channel = Channel(wire.websocket, door)
    run = asyncio.create_task(channel.run())
    if greet:
        wire.say(HELLO)
        assert (await wire.hear())["t"] == "welcome"
    try:
        yield wire, door, channel
    finally:
        wire.leave()
        async with asyncio.timeout(5):
            await run
        assert door.ended


async def test_answers_come_in_the_order_of_the_messages() -> None:
    async with connected() as (wire, _, _):
        wire.say({"t": "delta", "seq": 1})
        wire.say({"t": "call", "n": 1, "verb": "layout", "args": {"a": 1}})
        wire.say({"t": "route", "path": "/x"})
        heard = [await wire.hear() for _ in range(4)]
        assert heard[0] == {"t": "frame", "seq": 1}
        assert heard.index({"t": "answer", "n": 1, "value": {"a": 1}}) > heard.index({"t": "frame", "seq": None})


async def test_what_a_page_tells_is_heard_without_an_answer_and_an_unknown_topic_is_refused_alone() -> None:
    async with connected() as (wire, door, _):
        wire.say({"t": "tell", "topic": "focus", "args": {"focused": True}})
        wire.say({"t": "tell", "topic": "unknown"})
        assert await wire.hear() == {"t": "error", "message": "There is no topic unknown."}
        wire.say({"t": "delta", "seq": 1})
        assert (await wire.hear())["seq"] == 1
        assert door.told == [("focus", {"focused": True})]


async def test_slow_call_delays_nothing() -> None:
    async with connected() as (wire, door, _):
        wire.say({"t": "call", "n": 1, "verb": "slow"})
        wire.say({"t": "delta", "seq": 2})
        wire.say({"t": "call", "n": 2, "verb": "fast"})
        assert (await wire.hear())["seq"] == 2
        assert (await wire.hear())["n"] == 2
        door.gate.set()
        assert (await wire.hear())["n"] == 1


async def test_storage_write_is_acknowledged_or_refused() -> None:
    async with connected() as (wire, door, _):
        wire.say({"t": "store", "n": 1, "plugin": "p", "key": "k", "value": None})
        assert await wire.hear() == {"t": "stored", "n": 1}
        wire.say({"t": "store", "n": 2, "plugin": "p", "key": "full", "value": 1})
        assert await wire.hear() == {"t": "stored", "n": 2, "error": "The storage is full."}
        assert not door.stored[0].removes


async def test_failing_verb_answers_without_its_secrets_and_the_connection_stays() -> None:
    async with connected() as (wire, _, _):
        wire.say({"t": "call", "n": 1, "verb": "broken"})
        answer = await wire.hear()
        assert answer["n"] == 1
        assert "secret" not in answer["error"]
        wire.say({"t": "delta", "seq": 1})
        assert (await wire.hear())["seq"] == 1


async def test_delta_that_the_shell_fails_on_is_answered_logged_and_the_connection_stays(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with connected() as (wire, _, _):
        wire.say({"t": "delta", "seq": 3, "remove": [["a", "broken"]]})
        frame = await wire.hear()
        assert (frame["seq"], frame["parts"]) == (3, [])
        assert "secret" not in frame["warnings"][0]["message"]
        assert "secret detail" in caplog.text
        wire.say({"t": "delta", "seq": 4})
        assert await wire.hear() == {"t": "frame", "seq": 4}


async def test_reports_are_handed_on() -> None:
    async with connected() as (wire, door, _):
        wire.say({"t": "report", "plugins": [{"folder": "p"}]})
        wire.say({"t": "delta", "seq": 1})
        await wire.hear()
        assert door.reports == [{"folder": "p"}]


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "{",
        "[1]",
        '"text"',
        "null",
        '{"t":"fly"}',
        "{}",
        "[" * 100_000,
        '{"t":"route"}',
        '{"t":"report","plugins":5}',
    ],
)
async def test_bad_message_gets_one_error_and_the_connection_goes_on(bad: str) -> None:
    async with connected() as (wire, _, _):
        wire.say(bad)
        assert (await wire.hear())["t"] == "error"
        wire.say({"t": "delta", "seq": 1})
        assert (await wire.hear())["seq"] == 1


async def test_bad_delta_call_and_write_are_answered_to_who_waits() -> None:
    async with connected() as (wire, _, _):
        wire.say({"t": "delta", "seq": 4, "put": "x"})
        frame = await wire.hear()
        assert (frame["t"], frame["seq"], len(frame["warnings"])) == ("frame", 4, 1)
        wire.say({"t": "call", "n": 5, "verb": 1})
        assert (await wire.hear())["t"] == "answer"
        wire.say({"t": "store", "n": 6, "plugin": ""})
        assert (await wire.hear())["t"] == "stored"


async def test_first_message_must_be_hello() -> None:
    async with connected(greet=False) as (wire, _, _):
        wire.say({"t": "delta", "seq": 1})
        assert "hello" in str(await wire.hear())


async def test_silent_connection_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel_module, "HELLO_SECONDS", 0.0)
    wire, door = Wire(), FakeDoor()
    async with asyncio.timeout(5):
        await Channel(wire.websocket, door).run()
    assert wire.closed == (1008, "the page said no hello")


async def test_slow_reader_is_disconnected_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel_module, "QUEUE_LIMIT", 3)
    async with connected() as (wire, _, channel):
        wire.stuck = True
        for _ in range(5):
            channel.send({"t": "frame"})
        async with asyncio.timeout(5):
            await wire.ended.wait()
        assert wire.closed is not None
        assert wire.closed[0] == 1013
        assert "slowly" in wire.closed[1]


async def test_too_many_calls_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel_module, "TASK_LIMIT", 1)
    async with connected() as (wire, door, _):
        wire.say({"t": "call", "n": 1, "verb": "slow"})
        wire.say({"t": "call", "n": 2, "verb": "slow"})
        answer = await wire.hear()
        assert answer["n"] == 2
        assert "try again" in answer["error"]
        door.gate.set()
        assert (await wire.hear())["n"] == 1


async def test_page_that_says_much_at_once_is_not_taken_for_a_slow_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel_module, "QUEUE_LIMIT", 3)
    async with connected() as (wire, _, _):
        for number in range(20):
            wire.say({"t": "route", "path": str(number)})
        assert [(await wire.hear())["path"] for _ in range(20)] == [str(number) for number in range(20)]


async def test_last_writes_of_a_page_are_made_though_it_is_gone() -> None:
    wire, door = Wire(), FakeDoor()
    run = asyncio.create_task(Channel(wire.websocket, door).run())
    wire.say(HELLO)
    await wire.hear()
    # The page leaves while the receipt of its first write is on the way; what it said last was not read yet.
    wire.gone = True
    for number in range(50):
        wire.say({"t": "store", "n": number, "plugin": "p", "key": str(number), "value": number})
    wire.leave()
    async with asyncio.timeout(5):
        await run
    assert [write.key for write in door.stored] == [str(number) for number in range(50)]


async def test_write_that_runs_when_the_connection_ends_is_made() -> None:
    wire, door = Wire(), FakeDoor()
    channel = Channel(wire.websocket, door)
    run = asyncio.create_task(channel.run())
    wire.say(HELLO)
    await wire.hear()
    wire.say({"t": "store", "n": 1, "plugin": "p", "key": "slow", "value": 1})
    wire.say({"t": "call", "n": 2, "verb": "quick", "args": {}})
    assert (await wire.hear())["n"] == 2
    channel.close()
    for _ in range(5):
        await asyncio.sleep(0)
    door.gate.set()
    async with asyncio.timeout(5):
        await run
    assert [write.key for write in door.stored] == ["slow"]


async def test_call_that_runs_when_the_connection_ends_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    wire, door = Wire(), FakeDoor()
    begun, called = asyncio.Event(), list[str]()

    async def call(verb: str, args: Mapping[str, Any]) -> object:
        begun.set()
        await door.gate.wait()
        called.append(verb)
        return dict(args)

    monkeypatch.setattr(door, "call", call)
    monkeypatch.setattr(door, "closed", lambda: asyncio.get_running_loop().call_soon(door.gate.set))
    run = asyncio.create_task(Channel(wire.websocket, door).run())
    wire.say(HELLO)
    await wire.hear()
    wire.say({"t": "call", "n": 1, "verb": "choose", "args": {}})
    await begun.wait()
    wire.leave()
    async with asyncio.timeout(5):
        await run
    assert called == ["choose"]


async def test_call_that_does_not_end_holds_no_connection_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel_module, "LAST_CALLS_SECONDS", 0.01)
    async with connected() as (wire, door, _):
        wire.say({"t": "call", "n": 1, "verb": "slow", "args": {}})
        wire.say({"t": "route", "path": "/after"})
        assert (await wire.hear())["path"] == "/after"
    assert door.ended


async def test_writes_wait_for_the_disk_instead_of_being_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel_module, "TASK_LIMIT", 2)
    async with connected() as (wire, door, _):
        for number in range(6):
            wire.say({"t": "store", "n": number, "plugin": "p", "key": "slow", "value": number})
        wire.say({"t": "route", "path": "/after"})
        door.gate.set()
        answers = [await wire.hear() for _ in range(7)]
        assert [answer for answer in answers if "error" in answer] == []
        assert [write.value for write in door.stored] == list(range(6))


async def test_stop_sends_what_is_queued_first() -> None:
    async with connected() as (wire, _, channel):
        channel.send({"t": "frame", "seq": None})
        await channel.stop()
        assert [(await wire.hear())["t"] for _ in range(2)] == ["frame", "stopping"]


def test_message_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hermes_shell.channel_messages.MESSAGE_LIMIT", 10)
    with pytest.raises(MessageError, match="at most 10"):
        read_message('{"t":"delta","seq":1}')


def test_absent_value_removes_and_null_is_a_value() -> None:
    absent, null = (
        read_message(f'{{"t":"store","n":1,"plugin":"p","key":"k"{value}}}') for value in ("", ',"value":null')
    )
    assert isinstance(absent, Store)
    assert isinstance(null, Store)
    assert absent.removes
    assert not null.removes


def test_half_a_character_becomes_a_sign_except_in_what_is_stored() -> None:
    call = read_message(
        r'{"t":"call","n":1,"verb":"v","args":{"a\ud83c":["\uD83C", "\ud83c\udf89", "\\ud83c", "\\\udf89"]}}'
    )
    assert isinstance(call, Call)
    assert call.args == {"a\ufffd": ["\ufffd", "\U0001f389", "\\ud83c", "\\\ufffd"]}
    stored = read_message(r'{"t":"store","n":1,"plugin":"p","key":"k","value":"\ud83c"}')
    assert isinstance(stored, Store)
    assert stored.value == "\ud83c"
