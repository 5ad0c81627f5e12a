from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

import httpx2
import pytest

from hermes_shell.gateway.backend import ModelSettings
from hermes_shell.gateway.embedded.models import server_stream
from hermes_shell.gateway.embedded.models.pieces import (
    Ending,
    Entry,
    ModelFailure,
    Notice,
    Piece,
    Reasoning,
    Request,
    Text,
)
from hermes_shell.gateway.embedded.models.server_model import ServerModel
from hermes_shell.gateway.embedded.session_rows import Usage
from tests.gateway.embedded.chatting import stream
from tests.gateway.embedded.test_images import PNG

KEY = "sk-very-secret-key"


class Server:
    """A model server whose answers a test writes; the last one is repeated.

    Attributes:
        bodies: what it was asked.
    """

    def __init__(self, *answers: httpx2.Response | Exception | Callable[[], httpx2.Response]) -> None:
        self._answers = list(answers)
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[httpx2.Headers] = []
        self.failure: str | None = None

    def handle(self, request: httpx2.Request) -> httpx2.Response:
        assert request.url == "http://model.test/v1/chat/completions"
        self.bodies.append(json.loads(request.content))
        self.headers.append(request.headers)
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, httpx2.Response) else answer()

    async def ask(
        self,
        *entries: Entry,
        effort: str = "",
        waits: Sequence[float] = (0, 0, 0),
        settings: ModelSettings | None = None,
    ) -> list[Piece]:
        """Ask for an answer; `failure` says how it failed."""
        pieces: list[Piece] = []
        async with httpx2.AsyncClient(transport=httpx2.MockTransport(self.handle)) as client:
            model = ServerModel(settings or ModelSettings("http://model.test/v1/", KEY, "a-model"), client, waits)
            request = Request(entries or (Entry("user", "hello"),), effort, _nobody)
            async with aclosing(model.answer(request)) as answer:
                try:
                    async for piece in answer:
                        pieces.append(piece)
                except ModelFailure as failure:
                    self.failure = str(failure)
        return pieces


async def _nobody(kind: object, payload: object) -> str | None:
    return None


def said(pieces: Sequence[Piece]) -> str:
    return "".join(piece.text for piece in pieces if isinstance(piece, Text))


def notices(pieces: Sequence[Piece]) -> list[str]:
    return [piece.text for piece in pieces if isinstance(piece, Notice)]


def ending(pieces: Sequence[Piece]) -> Ending:
    assert isinstance(pieces[-1], Ending)
    return pieces[-1]


def chunk(content: object = None, finish: str | None = None, **delta: object) -> str:
    if content is not None:
        delta["content"] = content
    return json.dumps({"choices": [{"delta": delta, "finish_reason": finish}]})


async def test_text_reasoning_and_usage() -> None:
    usage = {"prompt_tokens": 7, "completion_tokens": 5, "completion_tokens_details": {"reasoning_tokens": 2}}
    server = Server(
        stream(
            chunk(reasoning_content="hm "),
            chunk(reasoning="well"),
            chunk("Hello"),
            chunk(" you", "stop"),
            json.dumps({"choices": [], "usage": usage}),
        )
    )
    pieces = await server.ask(effort="high")
    assert [type(piece) for piece in pieces] == [Reasoning, Reasoning, Text, Text, Ending]
    assert said(pieces) == "Hello you"
    assert ending(pieces) == Ending(Usage(7, 5, 2, 1, 12))
    assert server.bodies[0]["model"] == "a-model"
    assert server.bodies[0]["stream"] is True
    assert server.bodies[0]["reasoning_effort"] == "high"
    assert server.bodies[0]["messages"] == [{"role": "user", "content": "hello"}]
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


async def test_a_server_without_a_key_gets_none() -> None:
    server = Server(stream(chunk("ok", "stop")))
    await server.ask(settings=ModelSettings("http://model.test/v1", "", "m"))
    assert "authorization" not in server.headers[0]


async def test_a_server_that_does_not_stream() -> None:
    body = {"choices": [{"message": {"content": [{"text": "He"}, {"text": "llo"}]}, "finish_reason": "stop"}]}
    pieces = await Server(httpx2.Response(200, json=body)).ask()
    assert said(pieces) == "Hello"
    assert ending(pieces).warning is None


@pytest.mark.parametrize("status", [400, 401, 403, 404])
async def test_a_refusal_is_told_at_once_and_not_repeated(status: int) -> None:
    server = Server(httpx2.Response(status, json={"error": {"message": f"bad key {KEY}"}}))
    pieces = await server.ask()
    assert len(server.bodies) == 1
    hint = ". Check the key in Settings, Gateway." if status == 401 else ""
    assert server.failure == f"HTTP {status}: bad key •••{hint}"
    assert notices(pieces) == [f"❌ Non-retryable error: {server.failure}"]


@pytest.mark.parametrize("status", [429, 500, 502, 503])
async def test_a_busy_server_is_asked_again_and_each_wait_is_told_before_it(status: int) -> None:
    server = Server(httpx2.Response(status, text="<html>busy</html>"), stream(chunk("ok", "stop")))
    pieces = await server.ask()
    assert said(pieces) == "ok"
    (notice,) = notices(pieces)
    assert notice.startswith(f"⏳ HTTP {status}")
    assert "(1/3)" in notice
    assert pieces.index(Notice(notice)) == 0


async def test_retries_have_an_end() -> None:
    server = Server(httpx2.Response(500, json={"detail": "out of order"}))
    pieces = await server.ask()
    assert len(server.bodies) == 4
    assert server.failure == "API call failed after 3 retries: HTTP 500: out of order"
    assert len(notices(pieces)) == 3


@pytest.mark.parametrize("given", ["0", "nonsense", "inf", "-5"])
async def test_a_server_says_when_to_come_back(given: str) -> None:
    server = Server(httpx2.Response(429, headers={"retry-after": given}), stream(chunk("ok", "stop")))
    assert "in 0 s" in notices(await server.ask())[0]


async def test_a_server_cannot_make_us_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("hermes_shell.gateway.embedded.models.server_model.asyncio.sleep", sleep)
    server = Server(httpx2.Response(429, headers={"retry-after": "86400"}), stream(chunk("ok", "stop")))
    await server.ask(waits=(1, 2))
    assert waited == [30.0]


async def test_a_server_that_cannot_be_reached() -> None:
    server = Server(httpx2.ConnectError("Connection refused"))
    await server.ask(waits=(0,))
    assert server.failure == ("API call failed after 1 retry: The model server cannot be reached: Connection refused.")


async def test_an_address_that_is_none() -> None:
    server = Server(httpx2.UnsupportedProtocol("Request URL is missing an 'http://' or 'https://' protocol."))
    await server.ask()
    assert len(server.bodies) == 1
    assert server.failure is not None
    assert server.failure.startswith("The model server's address is wrong")
    server = Server(httpx2.InvalidURL("Invalid port: 'x'"))
    await server.ask()
    assert server.failure == "The model server cannot be asked: Invalid port: 'x'."


async def test_an_empty_answer_is_asked_for_again() -> None:
    server = Server(stream(chunk(finish="stop")), stream(), stream(chunk("", "stop")), stream(chunk("ok", "stop")))
    pieces = await server.ask()
    assert said(pieces) == "ok"
    assert len(notices(pieces)) == 3


async def test_a_cut_answer_goes_on_where_it_stopped() -> None:
    server = Server(stream(chunk("one "), done=False), stream(chunk("two", "length")), stream(chunk(" three", "stop")))
    pieces = await server.ask(Entry("system", "be brief"), Entry("user", "count"))
    assert said(pieces) == "one two three"
    assert ending(pieces) == Ending(Usage(calls=3))
    assert [notice[:1] for notice in notices(pieces)] == ["↻", "↻"]
    asked = server.bodies[2]["messages"]
    assert [message["role"] for message in asked] == ["system", "user", "assistant", "user"]
    assert asked[2]["content"] == "one two"


async def test_an_answer_that_is_cut_again_and_again_ends_with_a_warning() -> None:
    server = Server(lambda: stream(chunk("more "), done=False))
    pieces = await server.ask()
    assert said(pieces) == "more " * 4
    assert ending(pieces).warning == "The connection broke, so the answer may be incomplete."


async def test_a_connection_that_breaks_in_the_middle() -> None:
    async def broken() -> AsyncGenerator[bytes]:
        yield f"data: {chunk('one ')}\n\n".encode()
        raise httpx2.ReadError("reset by peer")

    def answer() -> httpx2.Response:
        return httpx2.Response(200, headers={"content-type": "text/event-stream"}, content=broken())

    server = Server(answer, stream(chunk("two", "stop")))
    assert said(await server.ask()) == "one two"


async def test_reasoning_alone_is_no_endless_loop() -> None:
    server = Server(lambda: stream(chunk(reasoning_content="hm"), done=False))
    pieces = await server.ask()
    assert len(server.bodies) == 1
    assert ending(pieces).warning is not None


async def test_garbage_alone_is_a_failure() -> None:
    server = Server(lambda: stream("{not json", "[1, 2]", "nonsense", "\x00"))
    await server.ask(waits=(0,))
    assert server.failure is not None
    assert "not JSON" in server.failure


async def test_garbage_between_good_chunks_is_left_out_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    server = Server(stream("{not json", chunk("a"), "", '{"choices": "?"}', '{"choices": [7]}', chunk("b", "stop")))
    pieces = await server.ask()
    assert said(pieces) == "ab"
    assert [record.message for record in caplog.records] == [
        "1 piece of a model server's stream was not JSON and left out"
    ]


async def test_a_page_instead_of_a_stream() -> None:
    server = Server(httpx2.Response(200, html="<h1>Welcome</h1>"))
    await server.ask()
    assert server.failure is not None
    assert "text/html instead of a stream" in server.failure
    assert len(server.bodies) == 1


async def test_json_that_is_none() -> None:
    server = Server(lambda: httpx2.Response(200, headers={"content-type": "application/json"}, text="{"))
    await server.ask(waits=())
    assert server.failure is not None
    assert "not JSON" in server.failure


async def test_an_error_in_the_stream() -> None:
    broken = json.dumps({"error": {"message": "overloaded", "code": 503}})
    server = Server(stream(broken), stream(chunk("ok", "stop")))
    assert said(await server.ask()) == "ok"
    server = Server(stream(chunk("half"), broken))
    assert said(await server.ask()) == "half"
    assert server.failure == "The model server reported: overloaded"
    server = Server(stream(json.dumps({"error": {"message": "no such model", "code": 404}})))
    await server.ask()
    assert len(server.bodies) == 1


async def test_a_server_that_does_not_know_a_field_is_asked_without_it() -> None:
    server = Server(
        httpx2.Response(400, json={"error": "unknown field stream_options"}),
        httpx2.Response(400, json={"error": "reasoning_effort is not supported"}),
        stream(chunk("ok", "stop")),
    )
    pieces = await server.ask(effort="low")
    assert said(pieces) == "ok"
    assert notices(pieces) == []
    assert "stream_options" not in server.bodies[2]
    assert "reasoning_effort" not in server.bodies[2]


async def test_an_answer_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_stream, "TEXT_LIMIT", 10)
    pieces = await Server(stream(*[chunk("1234")] * 5)).ask()
    assert said(pieces) == "1234123412"
    assert "longer" in (ending(pieces).warning or "")


async def test_one_event_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_stream, "EVENT_BYTES", 100)
    server = Server(stream(chunk("x" * 1000)))
    await server.ask()
    assert server.failure is not None
    assert "cannot be read" in server.failure


async def test_half_characters_are_replaced() -> None:
    server = Server(stream('{"choices":[{"delta":{"content":"a\\ud800b"},"finish_reason":"stop"}]}'))
    assert said(await server.ask()) == "a?b"


async def test_a_filter_is_told() -> None:
    pieces = await Server(stream(chunk("some", "content_filter"))).ask()
    assert ending(pieces).warning == "The model's filter ended the answer."
    pieces = await Server(stream(chunk(finish="content_filter"))).ask()
    assert ending(pieces).warning == "The model's filter ended the answer."


async def test_images_go_along(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(PNG)
    server = Server(stream(chunk("ok", "stop")))
    await server.ask(Entry("user", "look", (str(file), str(tmp_path / "gone"))))
    text, image, gone = server.bodies[0]["messages"][0]["content"]
    assert text == {"type": "text", "text": "look"}
    assert image["image_url"]["url"].startswith("data:image/png;base64,")
    assert gone["type"] == "text"


async def test_a_refusal_that_breaks_off_is_still_one() -> None:
    async def broken() -> AsyncGenerator[bytes]:
        yield b"half a reas"
        raise httpx2.ReadError("reset")

    server = Server(lambda: httpx2.Response(404, content=broken()))
    await server.ask()
    assert server.failure == "HTTP 404: Not Found. Check the server's address: it usually ends with /v1."
