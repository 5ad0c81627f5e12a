from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import httpx2
import pytest

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.backend import ModelSettings
from hermes_shell.gateway.embedded import answer_row, live_session
from hermes_shell.gateway.embedded.gateway import EmbeddedGateway
from hermes_shell.gateway.embedded.history import entries_of
from hermes_shell.gateway.embedded.message_rows import Message, Role, Status
from hermes_shell.gateway.embedded.models.demo_model import DemoModel
from hermes_shell.gateway.embedded.models.pieces import Entry
from hermes_shell.gateway.embedded.session_rows import SessionRows, Usage
from tests.gateway.embedded.chatting import Client, chatting, stream

SERVER = ModelSettings("http://model.test/v1", "key", "a-model")


class Gate:
    """A demo model that stops in the middle of each answer until it is let through."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached = asyncio.Event()
        self._open = asyncio.Event()
        paced = DemoModel._paced  # pyright: ignore[reportPrivateUsage]

        async def held(model: DemoModel, text: str) -> Any:
            count = 0
            async for word in paced(model, text):
                yield word
                count += 1
                if count == 3:
                    self.reached.set()
                    await self._open.wait()

        monkeypatch.setattr(DemoModel, "_paced", held)

    async def half(self) -> None:
        """Wait for the middle of an answer."""
        async with asyncio.timeout(20):
            await self.reached.wait()
        self.reached.clear()

    def open(self) -> None:
        """Let this and all later answers through."""
        self._open.set()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    return Gate(monkeypatch)


@pytest.fixture
def ask_server(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[dict[str, Any]], httpx2.Response]], None]:
    """Answers the model server's calls with a function of their body."""

    def serve(answer: Callable[[dict[str, Any]], httpx2.Response]) -> None:
        made = httpx2.AsyncClient

        def client(**options: object) -> httpx2.AsyncClient:
            return made(transport=httpx2.MockTransport(lambda request: answer(json.loads(request.content))))

        monkeypatch.setattr(httpx2, "AsyncClient", client)

    return serve


async def texts(client: Client, live: str) -> list[tuple[str, str]]:
    """Role and text of a session's history."""
    history = await client.call("session.history", session_id=live)
    return [(message["role"], message["text"]) for message in history["messages"]]


async def test_a_turn_from_start_to_end(client: Client, live: str) -> None:
    start = len(client.events)
    complete = await client.turn(live, "think about it")
    assert client.types(start) == [
        "session.title",
        "message.start",
        "session.info",
        "reasoning.delta",
        "message.delta",
        "message.complete",
        "session.info",
    ]
    streamed = "".join(one["payload"]["text"] for one in client.events if one["type"] == "message.delta")
    assert streamed == complete["text"]
    assert complete["status"] == "complete"
    assert complete["reasoning"]
    assert complete["usage"]["calls"] == 1
    running = [one["payload"]["running"] for one in client.events if one["type"] == "session.info"]
    assert running == [True, False]
    assert client.events[start]["payload"]["title"] == "think about it"


async def test_the_demo_counts_as_a_provider_without_tools(client: Client, live: str) -> None:
    await client.turn(live, "hello")
    info = client.events[-1]["payload"]
    assert (info["provider"], info["model"], info["tools"], info["backend"]) == ("demo", "demo", {}, "embedded")


async def test_an_interrupt_keeps_what_was_written(client: Client, live: str, gate: Gate) -> None:
    await client.call("prompt.submit", session_id=live, text="hello")
    await gate.half()
    assert await client.call("session.interrupt", session_id=live) == {"status": "interrupted"}
    complete = await client.end()
    assert (complete["text"], complete["status"]) == ("## Hello from", "interrupted")
    history = await client.call("session.history", session_id=live)
    assert [message.get("status") for message in history["messages"]] == ["interrupted", "interrupted"]
    assert await client.call("session.interrupt", session_id=live) == {"status": "interrupted"}


async def test_a_prompt_during_a_turn_interrupts_it_and_comes_next(client: Client, live: str, gate: Gate) -> None:
    await client.call("prompt.submit", session_id=live, text="hello")
    await gate.half()
    start = len(client.events)
    assert await client.call("prompt.submit", session_id=live, text="table") == {"status": "queued"}
    assert (await client.end(start))["status"] == "interrupted"
    gate.open()
    await client.until(lambda one: one["type"] == "message.complete" and "Three ways" in one["payload"]["text"])
    await client.until(
        lambda one: one["type"] == "session.info" and not one["payload"]["running"], len(client.events) - 1
    )
    assert [text for role, text in await texts(client, live) if role == "user"] == ["hello", "table"]


async def test_prompts_wait_in_order_when_they_are_told_to(client: Client, live: str, gate: Gate) -> None:
    await client.call("config.set", key="busy", value="queue")
    await client.call("prompt.submit", session_id=live, text="hello")
    await gate.half()
    for text in ("table", "code"):
        assert await client.call("prompt.submit", session_id=live, text=text) == {"status": "queued"}
    stored = (await client.call("session.title", session_id=live))["session_key"]
    resumed = await client.call("session.resume", session_id=stored)
    assert resumed["queued"] == {"user": "table\n\ncode", "prompts": ["table", "code"]}
    gate.open()
    await client.until(lambda one: one["type"] == "message.complete" and "### Code" in one["payload"]["text"])
    await client.until(
        lambda one: one["type"] == "session.info" and not one["payload"]["running"], len(client.events) - 1
    )
    history = await texts(client, live)
    assert [text for role, text in history if role == "user"] == ["hello", "table", "code"]
    assert [role for role, _ in history] == ["user", "assistant"] * 3


async def test_a_stop_gives_back_what_waited(client: Client, live: str, gate: Gate) -> None:
    await client.call("config.set", key="busy", value="queue")
    await client.call("prompt.submit", session_id=live, text="hello")
    await gate.half()
    await client.call("prompt.submit", session_id=live, text="typed meanwhile")
    await client.call("session.steer", session_id=live, text="a note")
    stopped = await client.call("session.interrupt", session_id=live)
    assert stopped == {"status": "interrupted", "unsent": ["a note", "typed meanwhile"]}
    await client.end()
    assert [text for role, text in await texts(client, live) if role == "user"] == ["hello"]


async def test_the_queue_has_an_end(client: Client, live: str, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hermes_shell.gateway.embedded.turns.QUEUE_LIMIT", 1)
    await client.call("config.set", key="busy", value="queue")
    await client.call("prompt.submit", session_id=live, text="hello")
    await gate.half()
    await client.call("prompt.submit", session_id=live, text="one")
    assert await client.refusal("prompt.submit", session_id=live, text="two") == 4009
    assert live_session.QUEUE_LIMIT == 50


async def test_steering_goes_on_in_the_same_turn(client: Client, live: str, gate: Gate) -> None:
    await client.call("prompt.submit", session_id=live, text="table")
    await gate.half()
    assert (await client.call("session.steer", session_id=live, text="and code"))["status"] == "queued"
    gate.open()
    complete = await client.end()
    assert complete["text"].startswith("### Code")
    interim = await client.event("message.interim")
    assert interim["already_streamed"] is True
    assert interim["text"].startswith("### Three ways")
    assert client.types().count("message.start") == 1
    assert [role for role, _ in await texts(client, live)] == ["user", "assistant", "user", "assistant"]


async def test_steering_by_a_prompt(client: Client, live: str, gate: Gate) -> None:
    await client.call("config.set", key="busy", value="steer")
    await client.call("prompt.submit", session_id=live, text="table")
    await gate.half()
    assert await client.call("prompt.submit", session_id=live, text="and code") == {"status": "steered"}
    gate.open()
    assert (await client.end())["text"].startswith("### Code")


async def test_steering_has_an_end(client: Client, live: str, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hermes_shell.gateway.embedded.turns.STEERS", 1)
    await client.call("prompt.submit", session_id=live, text="table")
    await gate.half()
    assert (await client.call("session.steer", session_id=live, text="one"))["status"] == "queued"
    assert (await client.call("session.steer", session_id=live, text="two"))["status"] == "rejected"
    await client.call("session.interrupt", session_id=live)
    await client.end()


async def test_a_failed_turn_says_why_and_keeps_it(client: Client, live: str) -> None:
    complete = await client.turn(live, "error")
    assert complete["status"] == "error"
    assert complete["text"] == complete["error"]
    assert "asked for" in complete["text"]
    stored = (await client.call("session.title", session_id=live))["session_key"]
    asked, answered = (await client.get(f"/api/sessions/{stored}/messages"))["messages"]
    assert (asked["status"], asked["error"], answered["finish_reason"]) == ("error", complete["error"], "error")
    assert answered["content"].startswith("These words")
    assert (await client.turn(live, "table"))["status"] == "complete"


async def test_a_turn_that_cannot_start_is_an_error_alone(tmp_path: Path) -> None:
    async with chatting(tmp_path, ModelSettings("http://x/v1", "", "")) as client:
        live = (await client.create())["session_id"]
        start = len(client.events)
        await client.call("prompt.submit", session_id=live, text="kept all the same")
        assert "Settings → Gateway" in (await client.event("error"))["message"]
        assert client.types(start) == ["session.title", "error"]
        assert await texts(client, live) == [("user", "kept all the same")]
        assert client.link.label == "Built-in · no model"
        assert (await client.call("setup.runtime_check"))["ok"] is False


async def test_a_model_server_gets_the_conversation(
    tmp_path: Path, ask_server: Callable[[Callable[[dict[str, Any]], httpx2.Response]], None]
) -> None:
    bodies: list[dict[str, Any]] = []

    def answer(body: dict[str, Any]) -> httpx2.Response:
        bodies.append(body)
        return stream('{"choices":[{"delta":{"content":"fine"},"finish_reason":"stop"}]}')

    ask_server(answer)
    async with chatting(tmp_path, SERVER) as client:
        live = (await client.create(reasoning_effort="high"))["session_id"]
        await client.turn(live, "one")
        await client.turn(live, "two")
        assert client.link.label == "Built-in · a-model"
    system, *talk = bodies[1]["messages"]
    assert "no tools" in system["content"]
    assert [(one["role"], one["content"]) for one in talk] == [("user", "one"), ("assistant", "fine"), ("user", "two")]
    assert bodies[1]["reasoning_effort"] == "high"


async def test_retries_are_told_while_they_wait(
    tmp_path: Path, ask_server: Callable[[Callable[[dict[str, Any]], httpx2.Response]], None]
) -> None:
    ask_server(lambda body: httpx2.Response(500, json={"error": {"message": "out of order"}}))
    async with chatting(tmp_path, SERVER, waits=(0, 3600)) as client:
        live = (await client.create())["session_id"]
        await client.call("prompt.submit", session_id=live, text="hello")
        second = await client.until(lambda one: one["type"] == "status.update" and "(2/2)" in one["payload"]["text"])
        assert "3600" not in second["payload"]["text"], "a wait has a limit"
        await client.call("session.interrupt", session_id=live)
        assert (await client.end())["status"] == "interrupted"


async def test_an_empty_answer_is_an_error(
    tmp_path: Path, ask_server: Callable[[Callable[[dict[str, Any]], httpx2.Response]], None]
) -> None:
    ask_server(lambda body: stream('{"choices":[{"delta":{"reasoning":"hm"},"finish_reason":"stop"}]}'))
    async with chatting(tmp_path, SERVER) as client:
        complete = await client.turn((await client.create())["session_id"], "hello")
        assert complete["status"] == "error"
        assert complete["text"].startswith("⚠️ No reply")


async def test_a_turn_goes_on_without_a_connection_and_is_taken_up(client: Client, gate: Gate) -> None:
    created = await client.create()
    await client.call("prompt.submit", session_id=created["session_id"], text="hello")
    await gate.half()
    await client.link.close()
    with pytest.raises(GatewayError, match="closed"):
        await client.call("session.list")
    with pytest.raises(GatewayError, match="closed"):
        await client.get("/api/status")
    other = await Client(client.backend).open()
    resumed = await other.call("session.resume", session_id=created["stored_session_id"])
    assert resumed["session_id"] == created["session_id"]
    assert (resumed["running"], resumed["status"], resumed["messages"]) == (True, "working", [])
    assert resumed["inflight"]["user"] == "hello"
    before = resumed["inflight"]["assistant"]
    assert before == "## Hello from"
    gate.open()
    complete = await other.end()
    streamed = "".join(one["payload"]["text"] for one in other.events if one["type"] == "message.delta")
    assert before + streamed == complete["text"], "nothing twice, nothing lost"


async def test_an_open_question_comes_again_after_a_resume(client: Client) -> None:
    created = await client.create()
    live = created["session_id"]
    await client.call("prompt.submit", session_id=live, text="approve")
    first = await client.event("approval.request")
    other = await Client(client.backend).open()
    resumed = await other.call("session.resume", session_id=created["stored_session_id"])
    assert resumed["status"] == "waiting"
    assert [one["type"] for one in other.events] == ["gateway.ready"], "questions come behind the answer"
    again = await other.event("approval.request")
    assert again == first
    answer = {"session_id": live, "choice": "once", "request_id": first["request_id"]}
    assert await other.call("approval.respond", **answer) == {"resolved": 1}
    assert "once" in (await other.end())["text"]


@pytest.mark.parametrize(
    ("keyword", "method", "field", "second"),
    [
        ("ask", "clarify.respond", "answer", 4009),
        ("sudo", "sudo.respond", "password", "expired"),
        ("secret", "secret.respond", "value", "expired"),
    ],
)
async def test_questions_are_answered_once(
    client: Client, live: str, keyword: str, method: str, field: str, second: object
) -> None:
    await client.call("prompt.submit", session_id=live, text=keyword)
    asked = await client.until(lambda one: str(one["type"]).endswith(".request"))
    answer = {"request_id": asked["payload"]["request_id"], field: "hunter2"}
    assert await client.call(method, **answer) == {"status": "ok"}
    await client.end()
    if isinstance(second, int):
        assert await client.refusal(method, **answer) == second
    else:
        assert await client.call(method, **answer) == {"status": second}


async def test_a_secret_is_in_no_file(client: Client, live: str, tmp_path: Path) -> None:
    await client.call("prompt.submit", session_id=live, text="sudo")
    asked = await client.event("sudo.request")
    await client.call("sudo.respond", request_id=asked["request_id"], password="hunter2")
    await client.end()
    await client.backend.close()
    for file in (tmp_path / "state").rglob("*"):
        assert not file.is_file() or b"hunter2" not in file.read_bytes()


async def test_an_interrupt_leaves_no_question(client: Client, live: str) -> None:
    await client.call("prompt.submit", session_id=live, text="ask")
    await client.event("clarify.request")
    await client.call("session.interrupt", session_id=live)
    assert (await client.end())["status"] == "interrupted"
    assert (await client.call("session.active_list"))["sessions"][0]["status"] == "idle"


async def test_what_a_long_answer_has_is_saved_on_the_way(
    client: Client, live: str, gate: Gate, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(answer_row, "SAVE_EVERY", 0.0)
    await client.call("prompt.submit", session_id=live, text="hello")
    await gate.half()
    other = await EmbeddedGateway.open(tmp_path / "state", ModelSettings)  # as after a kill: the first one did not end
    stored = (await client.call("session.title", session_id=live))["session_key"]
    _, found = await other.rest("GET", f"/api/sessions/{stored}/messages", {}, None)
    kept = cast("dict[str, Any]", found)["messages"]
    assert [(one["content"], one["status"]) for one in kept] == [("hello", "lost"), ("## Hello from", "lost")]
    await other.close()


async def test_a_stop_of_the_process_keeps_the_answer_so_far(client: Client, gate: Gate) -> None:
    created = await client.create()
    await client.call("prompt.submit", session_id=created["session_id"], text="hello")
    await gate.half()
    await client.backend.close()
    again = await Client(client.backend).open()
    resumed = await again.call("session.resume", session_id=created["stored_session_id"])
    assert resumed["session_id"] != created["session_id"]
    assert [(one["text"], one["status"]) for one in resumed["messages"]] == [
        ("hello", "interrupted"),
        ("## Hello from", "interrupted"),
    ]


async def test_an_answer_that_cannot_be_saved_is_shown_with_a_warning(
    client: Client, live: str, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    await client.call("prompt.submit", session_id=live, text="table")
    await gate.half()

    def full(*arguments: object) -> None:
        raise GatewayError(5006, "The disk is full.")

    monkeypatch.setattr("hermes_shell.gateway.embedded.session_rows.SessionRows.add_usage", full)
    gate.open()
    complete = await client.end()
    assert complete["text"].startswith("### Three ways")
    assert "not kept" in complete["warning"]


async def test_a_prompt_that_cannot_be_saved_is_refused(
    client: Client, live: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object) -> None:
        raise GatewayError(5006, "The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr("hermes_shell.gateway.embedded.session_rows.SessionRows.touch", full)
        assert await client.refusal("prompt.submit", session_id=live, text="hello") == 5006
    assert (await client.turn(live, "hello"))["status"] == "complete"


async def test_a_fault_of_ours_ends_the_turn(
    client: Client, live: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*arguments: object) -> None:
        raise RuntimeError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr("hermes_shell.gateway.embedded.models.demo_model._words", broken)
        complete = await client.turn(live, "hello")
        assert (complete["status"], "log" in complete["text"]) == ("error", True)
    with monkeypatch.context() as patch:
        patch.setattr("hermes_shell.gateway.embedded.turn_run.usage_payload", broken)
        start = len(client.events)
        await client.call("prompt.submit", session_id=live, text="hello")
        assert (await client.event("message.complete", start))["status"] == "error"
    assert "a bug" in caplog.text
    assert (await client.turn(live, "hello"))["status"] == "complete"


async def test_a_prompt_whose_sender_leaves_has_its_turn(client: Client, live: str) -> None:
    submit = asyncio.get_running_loop().create_task(client.call("prompt.submit", session_id=live, text="table"))
    await asyncio.sleep(0)
    submit.cancel()
    assert (await client.end())["status"] == "complete"
    assert submit.cancelled()


async def test_a_queued_prompt_whose_sender_leaves_has_its_turn(client: Client, live: str, gate: Gate) -> None:
    await client.call("prompt.submit", session_id=live, text="hello")
    await gate.half()
    submit = asyncio.get_running_loop().create_task(client.call("prompt.submit", session_id=live, text="table"))
    await asyncio.sleep(0)
    submit.cancel()
    gate.open()
    await client.until(lambda one: one["type"] == "message.complete" and "Three ways" in (one["payload"]["text"] or ""))


async def test_a_queued_prompt_that_cannot_be_kept_is_told(
    client: Client, live: str, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    await client.call("config.set", key="busy", value="queue")
    await client.call("prompt.submit", session_id=live, text="hello")
    await gate.half()
    await client.call("prompt.submit", session_id=live, text="table")

    def full(*arguments: object) -> None:
        raise GatewayError(5006, "The disk is full.")

    monkeypatch.setattr("hermes_shell.gateway.embedded.session_rows.SessionRows.set_model", full)
    gate.open()
    assert (await client.event("error"))["message"] == "The disk is full."
    assert (await client.call("session.active_list"))["sessions"][0]["status"] == "idle"


async def test_a_note_while_the_answer_is_stored_is_sent_after_it(
    client: Client, live: str, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    await client.call("prompt.submit", session_id=live, text="code")
    await gate.half()
    gateway = client.backend._gateway  # pyright: ignore[reportPrivateUsage]
    assert gateway is not None
    session = gateway.live[live]
    taken: list[bool] = []
    add_usage = SessionRows.add_usage

    def steered_meanwhile(rows: SessionRows, stored: str, usage: Usage) -> None:
        if not taken:
            taken.append(gateway.turns.steer(session, "table"))
        add_usage(rows, stored, usage)

    monkeypatch.setattr(SessionRows, "add_usage", steered_meanwhile)
    gate.open()
    await client.until(lambda one: one["type"] == "message.complete" and "Three ways" in one["payload"]["text"])
    assert taken == [True]
    assert client.types().count("message.start") == 2


async def test_a_history_that_cannot_be_read_fails_the_turn(
    client: Client, live: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*arguments: object) -> None:
        raise GatewayError(5006, "The file of the chats is damaged.")

    monkeypatch.setattr("hermes_shell.gateway.embedded.message_rows.MessageRows.of", damaged)
    complete = await client.turn(live, "hello")
    assert (complete["status"], complete["text"]) == ("error", "The file of the chats is damaged.")


async def test_a_note_for_a_turn_that_fails_is_sent_after_it(client: Client, live: str, gate: Gate) -> None:
    await client.call("prompt.submit", session_id=live, text="error")
    await gate.half()
    await client.call("session.steer", session_id=live, text="table")
    gate.open()
    await client.until(lambda one: one["type"] == "message.complete" and one["payload"]["status"] == "error")
    await client.until(lambda one: one["type"] == "message.complete" and one["payload"]["status"] == "complete")
    assert [text for role, text in await texts(client, live) if role == "user"] == ["error", "table"]


def message(role: Role, text: str, status: Status = "complete", sent: str | None = None) -> Message:
    return Message(1, role, text, sent, None, (), status, None, 1.0)


def test_a_history_as_a_model_gets_it() -> None:
    history = [
        message("user", "one", "error"),
        message("user", "two", sent="two and a file"),
        message("assistant", "answer"),
        message("assistant", "  "),
        message("user", "three"),
        message("assistant", "half", "streaming"),
    ]
    assert entries_of(history) == [
        Entry("user", "one\n\ntwo and a file"),
        Entry("assistant", "answer"),
        Entry("user", "three"),
    ]
