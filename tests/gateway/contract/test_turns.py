"""Turns without tools: streaming, interrupting, queueing, editing, and every way in which a model fails."""

from __future__ import annotations

import asyncio

import pytest

from tests.gateway.contract.connection import Connection, Session, completion, connected, payloads, streamed, types
from tests.gateway.contract.gateway_process import GatewayProcess
from tests.gateway.contract.turns import check_turn
from tests.model_server.gates import Gate
from tests.model_server.server import MODEL, ModelServer


async def test_text_and_reasoning_stream_and_end(session: Session) -> None:
    await session.submit("«think let me think»«say Some **bold** words.»")
    events = await session.end()
    check_turn(events)
    assert streamed(events, "reasoning.delta") == "let me think"
    assert streamed(events) == "Some **bold** words."
    end = completion(events)
    assert (end["text"], end["status"]) == ("Some **bold** words.", "complete")
    assert end["reasoning"] == "let me think"
    assert end["usage"]["total"] > 0
    kinds = types(events)
    assert kinds.index("reasoning.delta") < kinds.index("message.delta")


async def test_session_info_says_what_a_chat_is(session: Session) -> None:
    info = payloads(await session.turn("«say hello»"), "session.info")[-1]
    assert info["stored_session_id"] == session.stored
    assert (info["model"], info["running"], info["desktop_contract"]) == (MODEL, False, 4)
    assert {"provider", "cwd", "tools", "skills", "title", "usage", "version"} <= set(info)


async def test_a_submit_is_answered_at_once(session: Session, gate: Gate) -> None:
    assert await session.submit(f"{gate.hold}«say later»") == {"status": "streaming"}
    await asyncio.to_thread(gate.reached)
    gate.release()
    check_turn(await session.end())


async def test_two_thousand_deltas_come_in_order(session: Session) -> None:
    events = await session.turn("«words 2000»")
    check_turn(events)
    assert streamed(events).split() == [f"w{number}" for number in range(1, 2001)]
    assert completion(events)["text"] == streamed(events)


async def test_a_prompt_of_a_megabyte_reaches_the_model_whole(session: Session, model: ModelServer) -> None:
    prompt = "«say got it»" + "word " * 200_000 + "the end"
    events = await session.turn(prompt)
    check_turn(events)
    assert completion(events)["text"] == "got it"
    assert model.prompts[-1].endswith("the end")


async def test_text_comes_back_as_it_was_sent(connection: Connection, session: Session) -> None:
    prompt = "«say <script>alert(1)</script> \u202e عربي 🦊 \u0007»  two  spaces\n\n\ttab"
    events = await session.turn(prompt)
    assert completion(events)["text"] == "<script>alert(1)</script> \u202e عربي 🦊 \u0007"
    stored = (await session.call("session.history"))["messages"]
    assert stored[0]["text"].split() == prompt.split()


async def test_an_interrupt_keeps_what_was_said(session: Session, gate: Gate) -> None:
    await session.submit(f"«say one two»{gate.hold}«say three»")
    await asyncio.to_thread(gate.reached)
    await session.until("message.delta", text=" two")
    assert await session.call("session.interrupt") == {"status": "interrupted"}
    end = completion(await session.end())
    assert (end["status"], end["text"]) == ("interrupted", "one two")
    await asyncio.to_thread(gate.left)
    history = await session.call("session.history")
    assert history["messages"][-1]["text"] == "one two"
    assert completion(await session.turn("«say again»"))["text"] == "again"


async def test_an_idle_chat_is_interrupted_too(session: Session) -> None:
    await session.turn("«say hello»")
    assert await session.call("session.interrupt") == {"status": "interrupted"}


async def test_a_second_prompt_interrupts_the_first_and_has_its_turn(session: Session, gate: Gate) -> None:
    await session.call("config.set", key="busy", value="interrupt")
    await session.submit(f"«say first»{gate.hold}")
    await asyncio.to_thread(gate.reached)
    assert await session.call("prompt.submit", text="«say second»") == {"status": "queued"}
    first = await session.end()
    check_turn(first)
    assert completion(first)["status"] == "interrupted"
    second = await session.end()
    check_turn(second)
    assert completion(second)["text"] == "second"


async def test_a_second_prompt_waits_when_it_is_told_to(session: Session, gate: Gate) -> None:
    await session.call("config.set", key="busy", value="queue")
    try:
        await session.submit(f"«say first»{gate.hold}«say done»")
        await asyncio.to_thread(gate.reached)
        assert await session.call("prompt.submit", text="«say second»") == {"status": "queued"}
        opened = await session.connection.call("session.resume", session_id=session.stored)
        assert opened["queued"]["user"] == "«say second»"
        gate.release()
        first = await session.end()
        assert completion(first)["status"] == "complete"
        assert streamed(first) == "firstdone"
        assert completion(await session.end())["text"] == "second"
    finally:
        await session.call("config.set", key="busy", value="interrupt")


async def test_a_message_is_edited_and_sent_again(session: Session, model: ModelServer) -> None:
    await session.turn("«say one»")
    await session.turn("«say quagmire»")
    await session.turn("«say three»", truncate_before_user_ordinal=1)
    history = await session.call("session.history")
    assert [message["text"] for message in history["messages"]][1::2] == ["one", "three"]
    asked = [request for request in model.requests if request.get("stream")]
    assert "quagmire" not in str(asked[-1]["messages"])
    assert await session.refusal("prompt.submit", text="x", truncate_before_user_ordinal=9) == 4018


async def test_steering_an_idle_chat(session: Session) -> None:
    await session.turn("«say hello»")
    assert await session.refusal("session.steer", text="") == 4002
    answer = await session.call("session.steer", text="be brief")
    assert (answer["status"] in ("queued", "rejected"), answer["text"]) == (True, "be brief")


@pytest.mark.parametrize("status", [401, 400, 403, 404])
async def test_a_refusal_of_the_model_is_told_in_the_turn(session: Session, status: int) -> None:
    events = await session.turn(f"«error {status} bad luck»")
    check_turn(events)
    end = completion(events)
    assert end["status"] == "error"
    assert str(status) in end["text"]
    assert "bad luck" in end["text"]
    assert "sk-scripted" not in str(events)


async def test_a_model_that_fails_again_and_again(session: Session) -> None:
    events = await session.turn("«error 500 bad luck»")
    check_turn(events)
    end = completion(events)
    assert end["status"] == "error"
    assert "bad luck" in end["text"]


async def test_a_chat_goes_on_after_a_failure(session: Session) -> None:
    await session.turn("«error 401 bad luck»")
    other = await session.connection.create()
    assert completion(await other.turn("«say fine»"))["text"] == "fine"
    await other.close()


async def test_an_empty_answer_is_told_and_not_shown_as_nothing(session: Session) -> None:
    end = completion(await session.turn("«empty»"))
    assert end["text"]


async def test_a_cut_answer_ends_with_what_came(session: Session) -> None:
    events = await session.turn("«say half a»«cut»")
    check_turn(events)
    assert "half a" in streamed(events)


async def test_garbage_in_the_stream_ends_no_gateway(session: Session) -> None:
    events = await session.turn("«say before»«garbage»«say after»")
    check_turn(events)
    assert completion(events)["text"]


async def test_a_turn_goes_on_without_a_connection(gateway: GatewayProcess, gate: Gate) -> None:
    async with connected(gateway) as first:
        session = await first.create()
        await session.submit(f"«say one two»{gate.hold}«say three»")
        await asyncio.to_thread(gate.reached)
        await session.until("message.delta", text=" two")
    async with connected(gateway) as second:
        active = (await second.call("session.active_list"))["sessions"]
        assert [row["status"] for row in active if row["id"] == session.live] == ["working"]
        again = await second.resume(session.stored)
        assert again.live == session.live
        assert (again.opened["running"], again.opened["status"]) == (True, "working")
        inflight = again.opened["inflight"]
        assert inflight["assistant"] == "one two"
        assert inflight["user"] == f"«say one two»{gate.hold}«say three»"
        assert inflight["streaming"] is True
        gate.release()
        events = await again.end()
        assert streamed(events) == "three", "nothing is sent twice"
        assert completion(events)["text"] == "one twothree"
        await again.close()


async def test_a_live_id_works_on_a_new_connection(gateway: GatewayProcess) -> None:
    async with connected(gateway) as first:
        session = await first.create()
        await session.turn("«say one»")
    async with connected(gateway) as second:
        again = Session(second, session.opened)
        assert completion(await again.turn("«say two»"))["text"] == "two"
        await again.close()


async def test_a_turn_ends_silently_with_its_chat(connection: Connection, gate: Gate) -> None:
    session = await connection.create()
    await session.submit(f"«say one»{gate.hold}")
    await asyncio.to_thread(gate.reached)
    assert await session.call("session.close") == {"closed": True}
    assert await session.refusal("session.interrupt") == 4001


async def test_nothing_waits_for_an_answer(session: Session) -> None:
    assert await session.call("approval.respond", choice="once") == {"resolved": 0}
    assert await session.refusal("clarify.respond", request_id="never", answer="x") == 4009
    assert await session.call("sudo.respond", request_id="never", password="x") == {"status": "expired"}
    assert await session.call("secret.respond", request_id="never", value="x") == {"status": "expired"}
