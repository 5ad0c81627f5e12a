"""Reads one answer of a model server, in whatever shape it comes."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from hermes_shell.gateway.embedded.models.pieces import TEXT_LIMIT, Reasoning, Text
from hermes_shell.gateway.embedded.session_rows import Usage

if TYPE_CHECKING:
    import httpx2

ANSWER_BYTES = 16 * 1024 * 1024
"""The most bytes of an answer that comes in one piece."""

ERROR_BYTES = 64 * 1024

ERROR_CHARACTERS = 500

EVENT_BYTES = 4 * 1024 * 1024

log = logging.getLogger(__name__)


class CallFailure(Exception):  # noqa: N818 - one of several attempts
    """One call of a model server failed.

    Args:
        message: what happened, for people.
        retryable: whether the same call may work later.
        wait: seconds after which the server wants to be asked again, None = it did not say.
        status: the HTTP status, None = there was none.
    """

    def __init__(self, message: str, *, retryable: bool, wait: float | None = None, status: int | None = None) -> None:
        super().__init__(message)
        self.retryable = retryable
        self.wait = wait
        self.status = status


@dataclass
class CallResult:
    """What is known of a call besides its text; filled in while it is read.

    Attributes:
        finish: the server's finish reason, `cut` when the stream ended without one, `limit` when it was too long.
        usage: tokens, as far as the server told.
        text: characters of text so far.
        reasoning: characters of reasoning so far.
    """

    finish: str = "cut"
    usage: Usage | None = None
    text: int = 0
    reasoning: int = 0


async def read_answer(response: httpx2.Response, result: CallResult) -> AsyncGenerator[Text | Reasoning, None]:
    """The pieces of a streamed or whole answer.

    Args:
        response: an open response whose body was not read.
        result: is filled in.

    Raises:
        CallFailure: the server refused, or what it sent is no answer.
    """
    import httpx2

    if not response.is_success:
        raise await refusal(response)
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind in ("application/json", "text/json"):
        for piece in _whole(await _body(response, ANSWER_BYTES), result):
            yield piece
        return
    if kind != "text/event-stream":
        raise CallFailure(
            f"The model server answered with {kind or 'something without a type'} instead of a stream. "
            "Check its address: it usually ends with /v1.",
            retryable=False,
        )
    garbage = 0
    try:
        async for event in httpx2.EventSource(response, max_event_size=EVENT_BYTES):
            data = event.data.strip()
            if not data:
                continue
            if data == "[DONE]":
                if result.finish == "cut":
                    result.finish = "stop"
                break
            chunk = _parsed(data)
            if chunk is None:
                garbage += 1
                if garbage > 100:
                    break
                continue
            for piece in _chunk(chunk, result):
                yield piece
            if max(result.text, result.reasoning) >= TEXT_LIMIT:
                result.finish = "limit"
                break
    except httpx2.SSEError as error:
        raise CallFailure(f"The model server's stream cannot be read: {error}", retryable=False) from error
    except httpx2.TransportError:
        result.finish = "cut"
    if not garbage:
        return
    if not result.text and not result.reasoning:
        raise CallFailure("The model server sent a stream that is not JSON.", retryable=True)
    pieces, are = ("piece", "was") if garbage == 1 else ("pieces", "were")
    log.warning("%d %s of a model server's stream %s not JSON and left out", garbage, pieces, are)


async def refusal(response: httpx2.Response) -> CallFailure:
    """What an answer that is not 2xx says."""
    status = response.status_code
    body = _parsed((await _body(response, ERROR_BYTES)).decode("utf-8", "replace"))
    told = _error_text(body) if body is not None else ""
    if status == 404 and not told:
        told = "Not Found. Check the server's address: it usually ends with /v1."
    message = f"HTTP {status}: {told or response.reason_phrase or 'no reason given'}"
    if status == 401:
        message = f"{message.removesuffix('.')}. Check the key in Settings, Gateway."
    return CallFailure(
        message,
        retryable=status in (408, 409, 425, 429) or status >= 500,
        wait=_retry_after(response.headers.get("retry-after")),
        status=status,
    )


async def _body(response: httpx2.Response, most: int) -> bytes:
    """The body of a response, cut at `most` bytes. A body that breaks off is as long as it came."""
    import httpx2

    collected = bytearray()
    try:
        async for part in response.aiter_bytes():
            collected += part
            if len(collected) >= most:
                break
    except httpx2.TransportError as error:
        if not collected:
            raise CallFailure(f"The model server's answer broke off: {error}", retryable=True) from error
    return bytes(collected[:most])


def _retry_after(value: str | None) -> float | None:
    try:
        seconds = float(value) if value else None
    except ValueError:
        return None
    return seconds if seconds is not None and math.isfinite(seconds) and seconds >= 0 else None


def _parsed(data: str) -> Mapping[str, Any] | None:
    try:
        value: object = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else None


def _whole(body: bytes, result: CallResult) -> list[Text | Reasoning]:
    """The pieces of an answer that came at once, from a server that does not stream."""
    answer = _parsed(body.decode("utf-8", "replace"))
    if answer is None:
        raise CallFailure("The model server sent an answer that is not JSON.", retryable=True)
    return _chunk(answer, result)


def _chunk(chunk: Mapping[str, Any], result: CallResult) -> list[Text | Reasoning]:
    """The pieces of one object of an answer.

    Raises:
        CallFailure: it is an error in the middle of a stream.
    """
    if chunk.get("error"):
        error: object = chunk["error"]
        code = _member(error, "code")
        later = (isinstance(code, int) and (code == 429 or code >= 500)) or not isinstance(code, int)
        raise CallFailure(
            f"The model server reported: {_error_text(chunk) or 'an error'}", retryable=later and not result.text
        )
    _note_usage(chunk.get("usage"), result)
    choices = chunk.get("choices")
    first: object = cast("list[object]", choices)[0] if isinstance(choices, list) and choices else None
    said = _member(first, "delta") or _member(first, "message")
    finish = _member(first, "finish_reason")
    if isinstance(finish, str) and finish:
        result.finish = finish
    pieces: list[Text | Reasoning] = []
    thought = _text(_member(said, "reasoning_content") or _member(said, "reasoning"))
    if thought:
        thought = thought[: TEXT_LIMIT - result.reasoning]
        result.reasoning += len(thought)
        pieces.append(Reasoning(thought))
    text = _text(_member(said, "content") or _member(said, "refusal"))
    if text:
        text = text[: TEXT_LIMIT - result.text]
        result.text += len(text)
        pieces.append(Text(text))
    return pieces


def _member(value: object, name: str) -> object:
    return cast("Mapping[str, object]", value).get(name) if isinstance(value, Mapping) else None


def _text(value: object) -> str:
    """Text, or the texts of a list of parts; half characters become a mark, for no file can hold them."""
    if isinstance(value, list):
        return "".join(_text(_member(part, "text")) for part in cast("list[object]", value))
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _note_usage(value: object, result: CallResult) -> None:
    read, written = _count(_member(value, "prompt_tokens")), _count(_member(value, "completion_tokens"))
    thought = _count(_member(_member(value, "completion_tokens_details"), "reasoning_tokens"))
    if read or written:
        result.usage = Usage(read, written, thought, 1, read + written)


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**40 else 0


def _error_text(body: Mapping[str, Any]) -> str:
    error: object = body.get("error")
    told = _member(error, "message") or error or body.get("detail") or body.get("message")
    text = told if isinstance(told, str) else json.dumps(told) if told else ""
    return " ".join(text.split())[:ERROR_CHARACTERS]
