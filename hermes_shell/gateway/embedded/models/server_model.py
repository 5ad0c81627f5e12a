"""A model behind an OpenAI-compatible server: calls it, again when that may help, and joins what was cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from hermes_shell.gateway.backend import ModelSettings
from hermes_shell.gateway.embedded.images import as_data_url
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
from hermes_shell.gateway.embedded.models.server_stream import CallFailure, CallResult, read_answer
from hermes_shell.gateway.embedded.session_rows import Usage

if TYPE_CHECKING:
    import httpx2

PROVIDER = "custom"

RETRY_WAITS = (1.0, 2.0, 4.0)
"""Seconds before the second, third and fourth attempt at one call."""

LONGEST_WAIT = 30.0
"""Seconds; a server that wants a longer pause gets its next call after this one."""

CONTINUATIONS = 3
"""How often a model is asked to go on with an answer that was cut or too long."""

SILENCE = 300.0
"""Seconds without a byte after which a server counts as gone."""

CONNECT_SECONDS = 15.0

_GO_ON = "Your answer was cut off. Continue exactly where it stopped, without repeating anything."


class ServerModel:
    """Asks a model server.

    Args:
        settings: its address, key and model.
        client: the HTTP client, which others use too.
        waits: seconds before each further attempt.
    """

    provider = PROVIDER

    def __init__(
        self,
        settings: ModelSettings,
        client: httpx2.AsyncClient,
        waits: Sequence[float] = RETRY_WAITS,
    ) -> None:
        self.name = settings.model
        self._settings = settings
        self._client = client
        self._waits = waits
        self._without: set[str] = set()

    async def answer(self, request: Request) -> AsyncGenerator[Piece, None]:
        """The pieces of an answer; see `Model`."""
        asked = [await _message(entry) for entry in request.entries]
        messages = asked
        usage = Usage()
        said: list[str] = []
        for round_number in range(CONTINUATIONS + 1):
            result = CallResult()
            before = len(said)
            async with aclosing(self._attempts(messages, request.effort, result)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, Text):
                        said.append(piece.text)
                    yield piece
            usage = usage.plus(result.usage or Usage(calls=1))
            if result.finish == "limit":
                yield Ending(usage, "The answer was longer than what can be kept, so it ends here.")
                return
            if result.finish not in ("cut", "length"):
                warning = None if result.finish != "content_filter" else "The model's filter ended the answer."
                yield Ending(usage, warning)
                return
            reason = "The connection broke" if result.finish == "cut" else "The answer reached its length limit"
            if round_number == CONTINUATIONS or len(said) == before:
                yield Ending(usage, f"{reason}, so the answer may be incomplete.")
                return
            yield Notice(f"↻ {reason}; asking the model to go on ({round_number + 1}/{CONTINUATIONS})")
            told = "".join(said)
            messages = [
                *asked,
                {"role": "assistant", "content": told},
                {"role": "user", "content": _GO_ON},
            ]

    async def _attempts(
        self, messages: list[dict[str, Any]], effort: str, result: CallResult
    ) -> AsyncGenerator[Piece, None]:
        """One call, made again while it fails before its first piece.

        Raises:
            ModelFailure: it will not work.
        """
        attempts = len(self._waits) + 1
        attempt = 0
        while True:
            started = False
            try:
                async with aclosing(self._call(messages, effort, result)) as pieces:
                    async for piece in pieces:
                        started = True
                        yield piece
                if started or result.finish == "content_filter":
                    return
                cut = result.finish == "cut"
                happened = "closed the stream before it answered" if cut else "gave an empty answer"
                raise CallFailure(f"The model server {happened}.", retryable=True)
            except CallFailure as failure:
                told = self._masked(str(failure))
                if failure.status == 400 and self._leave_out(told):
                    continue
                if started:
                    raise ModelFailure(told) from failure
                if not failure.retryable:
                    yield Notice(f"❌ Non-retryable error: {told}")
                    raise ModelFailure(told) from failure
                attempt += 1
                if attempt >= attempts:
                    times = f"{attempts - 1} {'retry' if attempts == 2 else 'retries'}"
                    raise ModelFailure(f"API call failed after {times}: {told}") from failure
                wait = min(self._waits[attempt - 1] if failure.wait is None else failure.wait, LONGEST_WAIT)
                yield Notice(f"⏳ {told} Trying again in {wait:.0f} s ({attempt}/{attempts - 1})")
                await asyncio.sleep(wait)

    async def _call(
        self, messages: list[dict[str, Any]], effort: str, result: CallResult
    ) -> AsyncGenerator[Text | Reasoning, None]:
        """Make one call.

        Raises:
            CallFailure: it failed.
        """
        import httpx2

        headers = {"Accept": "text/event-stream"}
        if self._settings.api_key:
            headers["Authorization"] = f"Bearer {self._settings.api_key}"
        try:
            async with (
                self._client.stream(
                    "POST",
                    f"{self._settings.base_url.rstrip('/')}/chat/completions",
                    json=self._body(messages, effort),
                    headers=headers,
                    timeout=httpx2.Timeout(SILENCE, connect=CONNECT_SECONDS),
                ) as response,
                aclosing(read_answer(response, result)) as pieces,
            ):
                async for piece in pieces:
                    yield piece
        except httpx2.UnsupportedProtocol as error:
            raise CallFailure(f"The model server's address is wrong: {_reason(error)}.", retryable=False) from error
        except httpx2.TransportError as error:
            raise CallFailure(f"The model server cannot be reached: {_reason(error)}.", retryable=True) from error
        except (httpx2.InvalidURL, httpx2.HTTPError, UnicodeError, ValueError) as error:
            raise CallFailure(f"The model server cannot be asked: {_reason(error)}.", retryable=False) from error

    def _body(self, messages: list[dict[str, Any]], effort: str) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self._settings.model, "messages": messages, "stream": True}
        if "stream_options" not in self._without:
            body["stream_options"] = {"include_usage": True}
        if effort and "reasoning_effort" not in self._without:
            body["reasoning_effort"] = effort
        return body

    def _masked(self, told: str) -> str:
        """What a server says, without the key that it may repeat."""
        return told.replace(self._settings.api_key, "•••") if self._settings.api_key else told

    def _leave_out(self, refused: str) -> bool:
        """Whether a server refused an optional field, which is left out from now on."""
        for name in ("stream_options", "reasoning_effort"):
            if name in refused and name not in self._without:
                self._without.add(name)
                return True
        return False


async def _message(entry: Entry) -> dict[str, Any]:
    """An entry as the server wants it."""
    if not entry.images:
        return {"role": entry.role, "content": entry.text}
    parts: list[dict[str, Any]] = [{"type": "text", "text": entry.text}] if entry.text else []
    for image in entry.images:
        url = await asyncio.to_thread(as_data_url, image)
        if url is None:
            parts.append({"type": "text", "text": "[An image that is gone]"})
        else:
            parts.append({"type": "image_url", "image_url": {"url": url}})
    return {"role": entry.role, "content": parts}


def _reason(error: Exception) -> str:
    return " ".join(str(error).split())[:300].rstrip(".") or type(error).__name__
