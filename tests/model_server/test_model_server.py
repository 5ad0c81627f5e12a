"""The scripted model does what its script says: the tests that use it rely on every directive."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.model_server.script import Part, ScriptError, answer_to, parse
from tests.model_server.server import KEY, ModelServer


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def client(model: ModelServer) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {KEY}"}
    with httpx.Client(base_url=f"{model.base_url}/", headers=headers, trust_env=False, timeout=10) as client:
        yield client


def body(prompt: str, *after: dict[str, Any], stream: bool = True) -> dict[str, Any]:
    return {"model": "m", "stream": stream, "messages": [{"role": "user", "content": prompt}, *after]}


def chunks(client: httpx.Client, prompt: str, *after: dict[str, Any]) -> list[dict[str, Any]]:
    """Ask and read the whole stream."""
    with client.stream("POST", "chat/completions", json=body(prompt, *after)) as answer:
        answer.raise_for_status()
        lines = [line.removeprefix("data: ") for line in answer.iter_lines() if line]
    assert lines[-1] == "[DONE]"
    return [json.loads(line) for line in lines[:-1]]


def deltas(received: list[dict[str, Any]], key: str) -> list[Any]:
    found = [choice["delta"].get(key) for chunk in received for choice in chunk["choices"]]
    return [delta for delta in found if delta]


def test_text_comes_a_word_a_chunk_with_reasoning_before_it_and_usage_behind(client: httpx.Client) -> None:
    received = chunks(client, "Please «think let me see» and «say **Two** words.\n\n- a list» now")
    assert deltas(received, "reasoning_content") == ["let", " me", " see"]
    assert deltas(received, "content") == ["**Two**", " words.", "\n\n-", " a", " list"]
    assert received[-2]["choices"][0]["finish_reason"] == "stop"
    assert received[-1]["usage"]["total_tokens"] > 2


def test_without_directives_the_prompt_is_echoed(client: httpx.Client) -> None:
    assert "".join(deltas(chunks(client, "hello"), "content")) == "You said: hello"


def test_tools_end_an_answer_and_the_next_one_follows_their_results(client: httpx.Client) -> None:
    script = '«say Looking.»«tool one {"a": "«x»"}»«tool two»«say finished»'
    received = chunks(client, script)
    calls = [call for calls in deltas(received, "tool_calls") for call in calls]
    assert [call["function"]["name"] for call in calls if "id" in call] == ["one", "two"]
    arguments = "".join(call["function"]["arguments"] for call in calls if call["index"] == 0)
    assert json.loads(arguments) == {"a": "«x»"}
    assert received[-2]["choices"][0]["finish_reason"] == "tool_calls"
    result = {"role": "tool", "content": "42", "tool_call_id": "x"}
    assistant = {"role": "assistant", "content": "Looking."}
    assert "".join(deltas(chunks(client, script, assistant, result), "content")) == "finished"
    more = (assistant, result, assistant, result)
    assert "".join(deltas(chunks(client, script, *more), "content")) == "Done. The last tool said: 42"


def test_next_ends_an_answer_without_a_tool() -> None:
    assert parse("«tool a»«next»«tool b»") == [(Part("tool", "a"),), (Part("tool", "b"),)]


def test_parts_of_a_message_are_read_like_a_text() -> None:
    parts = [{"type": "text", "text": "«say a»"}, {"type": "image_url", "image_url": {"url": "data:,"}}]
    assert answer_to([{"role": "user", "content": parts}]) == (Part("say", "a"),)


@pytest.mark.parametrize("script", ["«sing la»", "«tool»", "«tool a [1]»", "«tool a {»", "«error soon»", "«pace x»"])
def test_a_wrong_directive_is_refused_and_named(client: httpx.Client, script: str) -> None:
    with pytest.raises(ScriptError):
        parse(script)
    answer = client.post("chat/completions", json=body(script))
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]


def test_failures_of_a_provider(client: httpx.Client, model: ModelServer) -> None:
    answer = client.post("chat/completions", json=body("«error 429 slow down»"))
    assert (answer.status_code, answer.json()["error"]["message"]) == (429, "slow down")
    assert client.post("chat/completions", json=body("a"), headers={"Authorization": "no"}).status_code == 401
    assert client.post("chat/completions", content=b"{").status_code == 400
    assert client.post("elsewhere").status_code == 404
    assert client.get("elsewhere").status_code == 404
    assert client.get("models").json()["data"][0]["id"]
    assert [request["messages"][-1]["content"] for request in model.requests] == ["«error 429 slow down»"]


def test_an_empty_answer_a_short_one_and_one_with_garbage(client: httpx.Client) -> None:
    assert deltas(chunks(client, "«empty»"), "content") == []
    received = chunks(client, "«say abc»«length»")
    assert received[-2]["choices"][0]["finish_reason"] == "length"
    with client.stream("POST", "chat/completions", json=body("«say abc»«garbage»«say def»")) as answer:
        assert "data: {not json" in list(answer.iter_lines())


def test_a_cut_stream_is_an_error_for_its_reader(client: httpx.Client) -> None:
    with (
        pytest.raises(httpx.RemoteProtocolError),
        client.stream("POST", "chat/completions", json=body("«say a»«cut»")) as it,
    ):
        it.read()


def test_a_held_stream_waits_for_its_release(client: httpx.Client, model: ModelServer) -> None:
    with client.stream("POST", "chat/completions", json=body("«say a»«hold here»«pace 1»«say b»")) as answer:
        lines = answer.iter_lines()
        model.gates.reached("here")
        model.gates.release("here")
        assert '"content": "b"' in "".join(lines)


def test_a_reader_that_goes_away_ends_a_held_stream(client: httpx.Client, model: ModelServer) -> None:
    with client.stream("POST", "chat/completions", json=body("«hold here»")):
        model.gates.reached("here")
    client.close()
    model.gates.left("here")


def test_a_queued_script_goes_before_the_prompt_s(client: httpx.Client, model: ModelServer) -> None:
    model.queue("«say first»«next»«say second»")
    texts = ["".join(deltas(chunks(client, "«say third»"), "content")) for _ in range(3)]
    assert texts == ["first", "second", "third"]
    assert model.prompts == ["«say third»"] * 3


def test_a_call_that_does_not_stream_runs_no_script(client: httpx.Client, model: ModelServer) -> None:
    answer = client.post("chat/completions", json=body("User: «error 500»", stream=False)).json()
    assert answer["choices"][0]["message"]["content"] == "A scripted chat"
    assert model.prompts == []
