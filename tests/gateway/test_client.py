"""The client keeps one gateway connected, over real sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from typing import Any

import pytest

from hermes_shell.errors import GatewayError, GatewayUnusable
from hermes_shell.gateway import Backend, Event, GatewayClient, backoff, client
from hermes_shell.gateway.remote import RemoteBackend
from tests.gateway.fake_gateway import FakeGateway, Socket, event, result


@pytest.fixture
async def gateway() -> AsyncGenerator[FakeGateway]:
    async with FakeGateway() as server:
        yield server


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backoff, "FIRST_SECONDS", 0.01)
    monkeypatch.setattr(backoff, "LONGEST_SECONDS", 0.02)


class Watch:
    """A client under test, and what it told."""

    def __init__(self, choose: Callable[[], Backend | None]) -> None:
        self.client = GatewayClient(choose)
        self.states: list[tuple[str, str | None]] = []
        self.events: list[Event] = []
        self._news = asyncio.Event()
        self.client.on_state(self._changed)
        self.client.subscribe(self._heard)

    def _changed(self) -> None:
        self.states.append((self.client.state, self.client.fault))
        self._news.set()

    def _heard(self, told: Event) -> None:
        self.events.append(told)
        self._news.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that changes with a state or an event."""
        async with asyncio.timeout(5):
            while not condition():
                self._news.clear()
                await self._news.wait()

    async def until_open(self, epoch: int = 1) -> None:
        await self.until(lambda: self.client.state == "open" and self.client.epoch >= epoch)


@pytest.fixture
async def watch(gateway: FakeGateway) -> AsyncGenerator[Watch]:
    watched = Watch(lambda: RemoteBackend(gateway.url, gateway.token))
    yield watched
    await watched.client.close()


async def test_state_goes_from_idle_over_connecting_to_open(watch: Watch, gateway: FakeGateway) -> None:
    assert watch.client.state == "idle"
    with pytest.raises(GatewayError, match="Hermes gateway unavailable") as caught:
        await watch.client.request("x", {})
    assert caught.value.code is None
    with pytest.raises(GatewayError, match="Hermes gateway unavailable"):
        await watch.client.rest("GET", "/api/sessions")
    await watch.client.start()
    await watch.until_open()
    assert [state for state, _ in watch.states] == ["connecting", "open"]
    facts = (watch.client.kind, watch.client.label, watch.client.fault, watch.client.epoch)
    assert facts == ("remote", "Hermes 0.19.0 · 127.0.0.1", None, 1)
    await watch.client.close()
    assert watch.client.state == "closed"
    assert gateway.sockets == [] or await _gone(gateway)


async def _gone(gateway: FakeGateway) -> bool:
    await gateway.stop()
    return not gateway.sockets


async def test_the_first_event_comes_when_the_state_is_open(watch: Watch) -> None:
    seen: list[str] = []
    watch.client.subscribe(lambda _: seen.append(watch.client.state))
    await watch.client.start()
    await watch.until(lambda: bool(watch.events))
    assert (seen, watch.events[0]["type"]) == (["open"], "gateway.ready")


async def test_rest_errors_have_the_status(watch: Watch) -> None:
    await watch.client.start()
    await watch.until_open()
    assert await watch.client.rest("GET", "/api/sessions", query={"limit": 2}) == {"sessions": []}
    with pytest.raises(GatewayError, match="no such page") as caught:
        await watch.client.rest("GET", "/api/nope")
    assert caught.value.code == 404


async def test_a_lost_connection_comes_back_with_another_epoch(watch: Watch, gateway: FakeGateway) -> None:
    async def quiet(socket: Socket, number: Any, params: dict[str, Any]) -> None:
        socket.transport.abort()

    gateway.calls["quiet"] = quiet
    await watch.client.start()
    await watch.until_open()
    with pytest.raises(GatewayError, match="was lost"):
        await watch.client.request("quiet", {})
    await watch.until_open(2)
    lost = "The connection to the gateway was lost."
    assert watch.states[2:] == [("closed", lost), ("connecting", lost), ("open", None)]
    assert [told["type"] for told in watch.events] == ["gateway.ready"] * 2


async def test_a_server_that_comes_back_later_is_found_again(watch: Watch, gateway: FakeGateway) -> None:
    await watch.client.start()
    await watch.until_open()
    await gateway.stop()
    await watch.until(lambda: len([state for state, _ in watch.states if state == "closed"]) >= 3)
    assert watch.client.fault == "The gateway cannot be reached: nothing listens there."
    async with gateway:
        await watch.until_open(2)


async def test_a_wrong_token_is_not_tried_again(gateway: FakeGateway) -> None:
    watch = Watch(lambda: RemoteBackend(gateway.url, "wrong"))
    await watch.client.start()
    await watch.until(lambda: watch.client.state == "closed")
    assert watch.states[-1] == ("closed", "The gateway does not accept the token.")
    gateway.token = "wrong"
    await watch.client.restart()
    await watch.until_open()
    await watch.client.close()


async def test_settings_that_cannot_work_are_a_fault_and_no_other_gateway_is_taken() -> None:
    def choose() -> Backend | None:
        raise GatewayUnusable("No URL of a gateway is set.")

    watch = Watch(choose)
    await watch.client.start()
    await watch.until(lambda: watch.client.state == "closed")
    assert watch.states == [("closed", "No URL of a gateway is set.")]
    await watch.client.close()


async def test_a_fault_of_ours_is_told_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    def choose() -> Backend | None:
        raise KeyError("secret detail")

    watch = Watch(choose)
    await watch.client.start()
    await watch.until(lambda: watch.client.state == "closed")
    assert watch.client.fault == "The connection to the gateway failed. The log has the details."
    assert "secret detail" in caplog.text
    await watch.client.close()


async def test_without_a_wish_there_is_none() -> None:
    watch = Watch(lambda: None)
    await watch.client.start()
    await watch.until(lambda: watch.client.fault is not None)
    assert (watch.client.state, watch.client.kind, watch.client.fault) == ("idle", "none", "No gateway is set up.")
    await watch.client.close()


async def test_a_restart_takes_the_settings_of_now(gateway: FakeGateway) -> None:
    async with FakeGateway(version="0.20.0") as other:
        wanted = [gateway]
        watch = Watch(lambda: RemoteBackend(wanted[0].url, wanted[0].token))
        await watch.client.start()
        await watch.until_open()
        wanted[0] = other
        await watch.client.restart()
        assert watch.client.state == "connecting"
        await watch.until_open(2)
        assert watch.client.label.startswith("Hermes 0.20.0")
        assert (len(gateway.sockets), len(other.sockets)) == (0, 1)
        await watch.client.close()


async def test_two_restarts_at_once_end_with_one_connection(watch: Watch, gateway: FakeGateway) -> None:
    await watch.client.start()
    await watch.until_open()
    await asyncio.gather(*(watch.client.restart() for _ in range(3)))
    await watch.until_open(2)
    assert len(gateway.sockets) == 1


async def test_nobody_waits_for_the_first_attempt_to_begin(gateway: FakeGateway) -> None:
    begun = asyncio.Event()

    async def wait() -> None:
        await begun.wait()

    tested = GatewayClient(lambda: RemoteBackend(gateway.url, gateway.token), wait)
    await tested.start()
    await asyncio.sleep(0)
    assert tested.state == "idle"
    begun.set()
    opened = asyncio.Event()
    tested.on_state(lambda: opened.set() if tested.state == "open" else None)
    async with asyncio.timeout(5):
        await opened.wait()
    await tested.close()


async def test_waking_up_ends_a_long_wait(gateway: FakeGateway, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backoff, "FIRST_SECONDS", 3600)
    monkeypatch.setattr(backoff, "LONGEST_SECONDS", 3600)
    watch = Watch(lambda: RemoteBackend(gateway.url, gateway.token))
    await gateway.stop()
    await watch.client.start()
    await watch.until(lambda: [state for state, _ in watch.states].count("closed") == 2)
    async with gateway:
        watch.client.awake()
        await watch.until_open()
        await watch.client.close()


async def test_a_connection_that_died_in_a_sleep_is_replaced(
    watch: Watch, gateway: FakeGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "CHECK_SECONDS", 0.01)
    came = asyncio.Event()

    async def silent(socket: Socket, number: Any, params: dict[str, Any]) -> None:
        came.set()

    gateway.calls["config.get"] = silent
    await watch.client.start()
    await watch.until_open()
    watch.client.awake()
    watch.client.awake()
    await watch.until_open(2)
    assert came.is_set()
    assert gateway.seen == ["config.get"]
    assert ("closed", "The connection to the gateway did not survive a sleep.") in watch.states


async def test_a_connection_that_survived_a_sleep_stays(watch: Watch, gateway: FakeGateway) -> None:
    answered = asyncio.Event()

    async def answer(socket: Socket, number: Any, params: dict[str, Any]) -> None:
        await socket.send(json.dumps({"id": number, "error": {"code": 4002, "message": "unknown config key"}}))
        answered.set()

    gateway.calls["config.get"] = answer
    await watch.client.start()
    await watch.until_open()
    watch.client.awake()
    await answered.wait()
    with pytest.raises(GatewayError, match="unknown method"):
        await watch.client.request("still.there", {})
    assert watch.client.epoch == 1


async def test_a_listener_that_fails_stops_nobody(watch: Watch, caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: object = None) -> None:
        raise KeyError("listener")

    heard: list[str] = []
    watch.client.subscribe(fail)
    watch.client.on_state(fail)
    watch.client.subscribe(lambda told: heard.append(told["type"]))
    await watch.client.start()
    await watch.until(lambda: bool(heard))
    assert "a listener of the gateway's event failed" in caplog.text
    assert "a listener of the gateway's state failed" in caplog.text


async def test_a_subscription_ends_once_and_alone(watch: Watch) -> None:
    heard: list[str] = []

    def listen(told: Event) -> None:
        heard.append(told["type"])

    first, second = watch.client.subscribe(listen), watch.client.subscribe(listen)
    first()
    first()
    await watch.client.start()
    await watch.until(lambda: bool(heard))
    assert heard == ["gateway.ready"]
    second()


async def test_events_of_a_turn_that_went_on_come_to_the_new_connection(watch: Watch, gateway: FakeGateway) -> None:
    async def resume(socket: Socket, number: Any, params: dict[str, Any]) -> None:
        await socket.send(event("message.delta", text="early"))
        await socket.send(result(number, {"session_id": "s", "running": True, "inflight": {"assistant": "so far"}}))
        await socket.send(event("message.complete", text="so far and on"))

    gateway.calls["session.resume"] = resume
    await watch.client.start()
    await watch.until_open()
    gateway.sockets[0].transport.abort()
    await watch.until_open(2)
    await watch.client.request("session.resume", {"session_id": "stored"})
    # Nothing of the old connection comes after this, and nothing twice.
    await watch.until(lambda: watch.events[-1]["type"] == "message.complete")
    kinds = [told["type"] for told in watch.events]
    assert kinds == ["gateway.ready", "gateway.ready", "message.delta", "message.complete"]


async def test_a_deadline_of_the_caller_counts(watch: Watch, gateway: FakeGateway) -> None:
    async def silent(socket: Socket, number: Any, params: dict[str, Any]) -> None: ...

    gateway.calls["silent"] = silent
    await watch.client.start()
    await watch.until_open()
    with pytest.raises(GatewayError, match=r"did not answer silent within 0\.01 seconds"):
        await watch.client.request("silent", {}, 10)
