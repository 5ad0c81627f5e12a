"""Turns with tools and questions. The real agent alone has tools; the embedded gateway says that it has none."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.gateway.contract.connection import Connection, Session, completion, connected, payloads, streamed, types
from tests.gateway.contract.gateway_process import GatewayProcess, only_the_agent, work_folder
from tests.gateway.contract.turns import check_turn
from tests.model_server.gates import Gate
from tests.model_server.server import ModelServer

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def tool(name: str, **arguments: object) -> str:
    """The directive that calls a tool."""
    return f"«tool {name} {json.dumps(arguments)}»"


def read(path: str) -> bytes:
    """What is in a file that the gateway wrote."""
    return Path(path).read_bytes()


@only_the_agent
async def test_a_tool_starts_and_completes_under_one_id(session: Session) -> None:
    events = await session.turn(f"«say Let me look.»{tool('terminal', command='echo hi')}«say finished»")
    check_turn(events)
    (start,), (done,) = payloads(events, "tool.start"), payloads(events, "tool.complete")
    assert (start["name"], start["context"]) == ("terminal", "Running echo hi")
    assert done["tool_id"] == start["tool_id"]
    assert done["args"] == {"command": "echo hi"}
    assert (done["result"]["output"], done["result"]["exit_code"]) == ("hi", 0)
    assert done["duration_s"] >= 0
    assert payloads(events, "tool.generating") == [{"name": "terminal"}]
    assert [interim["text"] for interim in payloads(events, "message.interim")] == ["Let me look."]
    assert streamed(events) == "Let me look.\n\nfinished", "a break stands before text behind tools"
    assert completion(events)["text"] == "finished"
    again = await session.connection.call("session.resume", session_id=session.stored)
    assert [message["role"] for message in again["messages"]] == ["user", "assistant", "tool", "assistant"]
    assert again["messages"][2] == {"role": "tool", "name": "terminal", "context": "Running echo hi"}


@only_the_agent
async def test_tools_called_together_run_one_after_the_other(session: Session, tmp_path: Path) -> None:
    calls = tool("terminal", command="echo one") + tool("write_file", path=str(tmp_path / "a.txt"), content="x\ny\n")
    events = await session.turn(f"{calls}«say both»")
    check_turn(events)
    assert [start["name"] for start in payloads(events, "tool.start")] == ["terminal", "write_file"]
    kinds = [kind for kind in types(events) if kind in ("tool.generating", "tool.start", "tool.complete")]
    assert kinds == ["tool.generating", "tool.generating", *["tool.start", "tool.complete"] * 2]
    assert (tmp_path / "a.txt").read_text() == "x\ny\n"
    assert "\x1b[" in payloads(events, "tool.complete")[1]["inline_diff"], "a diff has colours of a terminal"


@only_the_agent
async def test_an_unknown_tool_is_generated_and_never_started(session: Session) -> None:
    events = await session.turn(f"{tool('no_such_tool')}«say oh»")
    check_turn(events)
    assert payloads(events, "tool.generating") == [{"name": "no_such_tool"}]
    assert payloads(events, "tool.start") == []


@only_the_agent
@pytest.mark.parametrize("choice", ["once", "deny"])
async def test_a_dangerous_command_waits_for_approval(session: Session, tmp_path: Path, choice: str) -> None:
    folder = tmp_path / "precious"
    folder.mkdir()
    await session.submit(f"{tool('terminal', command=f'rm -r {folder}')}«say finished»")
    before = await session.until("approval.request")
    question = payloads(before, "approval.request")[0]
    assert question["command"] == f"rm -r {folder}"
    assert question["description"]
    assert {"once", "session", "always", "deny"} == set(question["choices"])
    assert folder.exists()
    assert await session.call("approval.respond", choice=choice) == {"resolved": 1}
    after = await session.end()
    check_turn(before + after)
    assert folder.exists() == (choice == "deny")
    result = payloads(after, "tool.complete")[0]["result"]
    assert ("BLOCKED" in str(result["error"])) == (choice == "deny")
    assert completion(after)["text"] == "finished", "the turn goes on after a No, too"


@only_the_agent
async def test_session_is_not_asked_again(session: Session, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    await session.submit(f"{tool('terminal', command=f'rm -r {tmp_path}/a')}«say finished»")
    await session.until("approval.request")
    await session.call("approval.respond", choice="session")
    await session.end()
    events = await session.turn(f"{tool('terminal', command=f'rm -r {tmp_path}/b')}«say finished»")
    assert payloads(events, "approval.request") == []
    assert not (tmp_path / "a").exists()
    assert not (tmp_path / "b").exists()


@only_the_agent
async def test_a_question_is_answered(session: Session) -> None:
    await session.submit(f"{tool('clarify', question='Which?', choices=['Red', 'Blue'])}«say finished»")
    question = payloads(await session.until("clarify.request"), "clarify.request")[0]
    assert (question["question"], question["choices"]) == ("Which?", ["Red", "Blue"])
    answer = {"request_id": question["request_id"], "answer": "Blue"}
    assert await session.connection.call("clarify.respond", **answer) == {"status": "ok"}
    events = await session.end()
    assert payloads(events, "tool.complete")[0]["result"]["user_response"] == "Blue"
    assert await session.connection.refusal("clarify.respond", **answer) == 4009


@only_the_agent
@pytest.mark.parametrize("kind", ["approval", "clarify"])
async def test_questions_live_through_a_lost_connection(gateway: GatewayProcess, tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "precious"
    folder.mkdir()
    ask = tool("clarify", question="Which?") if kind == "clarify" else tool("terminal", command=f"rm -r {folder}")
    async with connected(gateway) as first:
        session = await first.create()
        await session.submit(f"{ask}«say finished»")
        question = (await session.until(f"{kind}.request"))[-1]["payload"]
    async with connected(gateway) as second:
        again = await second.resume(session.stored)
        # 0.19.0 tells an approval from work only by its event, and repeats no question: the client keeps them.
        assert again.opened["status"] == ("waiting" if kind == "clarify" else "working")
        assert [event for event in second.events if event["type"].endswith(".request")] == []
        if kind == "clarify":
            await second.call("clarify.respond", request_id=question["request_id"], answer="Blue")
        else:
            assert await again.call("approval.respond", choice="once") == {"resolved": 1}
        assert completion(await again.end())["text"] == "finished"
        await again.close()


@only_the_agent
async def test_an_interrupt_answers_an_open_question(session: Session) -> None:
    await session.submit(f"{tool('clarify', question='Which?')}«say finished»")
    await session.until("clarify.request")
    assert await session.call("session.interrupt") == {"status": "interrupted"}
    events = await session.end()
    assert payloads(events, "tool.complete")[0]["result"]["user_response"] == ""
    assert (completion(events)["status"], completion(events)["text"]) == ("interrupted", None)


@only_the_agent
async def test_an_interrupt_ends_a_running_tool(session: Session) -> None:
    await session.submit(f"{tool('terminal', command='sleep 30')}«say finished»")
    await session.until("tool.start")
    assert await session.call("session.interrupt") == {"status": "interrupted"}
    events = await session.end()
    assert payloads(events, "tool.complete")[0]["result"]["exit_code"] == 130
    assert completion(events)["status"] == "interrupted"


@only_the_agent
async def test_a_note_goes_with_the_next_result_of_a_tool(session: Session, model: ModelServer, gate: Gate) -> None:
    await session.submit(f"{gate.hold}{tool('terminal', command='echo hi')}«say finished»")
    await asyncio.to_thread(gate.reached)
    assert await session.call("session.steer", text="be brief") == {"status": "queued", "text": "be brief"}
    gate.release()
    await session.end()
    asked = [request for request in model.requests if request.get("stream")]
    assert "be brief" in str(asked[-1]["messages"][-1]["content"])


async def test_a_gateway_tells_which_tools_it_has(session: Session, gateway: GatewayProcess) -> None:
    info = payloads(await session.turn("«say hello»"), "session.info")[-1]
    offered = [tool for tools in info["tools"].values() for tool in tools]
    assert ("terminal" in offered) == (gateway.name == "hermes")
    toolsets = (await session.connection.call("tools.list"))["toolsets"]
    assert all({"name", "description", "tool_count", "enabled"} <= set(toolset) for toolset in toolsets)
    short = (await session.connection.call("toolsets.list"))["toolsets"]
    assert [toolset["name"] for toolset in short] == [toolset["name"] for toolset in toolsets]


async def test_an_image_goes_with_the_next_prompt(session: Session, model: ModelServer) -> None:
    answer = await session.call("image.attach_bytes", content_base64=PIXEL, filename="pixel.png")
    assert (answer["attached"], answer["count"]) == (True, 1)
    assert read(answer["path"]) == base64.b64decode(PIXEL)
    assert {"name", "width", "height", "bytes", "text", "remainder"} <= set(answer)
    assert await session.refusal("image.attach_bytes", content_base64="", filename="a.png") == 4015


async def test_a_file_becomes_a_reference(session: Session, gateway: GatewayProcess) -> None:
    (work_folder(gateway.home) / "notes.txt").write_text("a line of notes\n")
    answer = await session.call("file.attach", path=str(work_folder(gateway.home) / "notes.txt"))
    assert answer["attached"] is True
    assert answer["ref_text"].startswith("@file:")
    data = base64.b64encode(b"from a page").decode()
    sent = await session.call("file.attach", name="page.txt", data_url=f"data:text/plain;base64,{data}")
    assert (sent["attached"], sent["name"]) == (True, "page.txt")
    assert read(sent["path"]) == b"from a page"


async def test_a_reference_in_a_prompt_is_read_for_the_model(
    session: Session, gateway: GatewayProcess, model: ModelServer
) -> None:
    (work_folder(gateway.home) / "read.txt").write_text("the contents of the file\n")
    await session.turn("«say got it» @file:read.txt")
    assert "the contents of the file" in model.prompts[-1]
    shown = (await session.call("session.history"))["messages"][0]["text"]
    # The agent shows what its model got, with the files in it; the embedded gateway shows what the user wrote.
    assert shown == (model.prompts[-1] if gateway.name == "hermes" else "«say got it» @file:read.txt")


@pytest.fixture
async def session(connection: Connection) -> AsyncGenerator[Session]:
    """A new chat, closed however its turn ended."""
    session = await connection.create()
    yield session
    await session.call("session.close")
