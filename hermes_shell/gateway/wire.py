"""JSON-RPC 2.0 over one WebSocket: calls with deadlines, answers in any order, events in the order they came."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import quote

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import (
    ConnectionClosed,
    InvalidHandshake,
    InvalidStatus,
    InvalidURI,
    ProxyError,
)

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.attachment_limits import CALL_BYTES
from hermes_shell.gateway.backend import Hear, Lost
from hermes_shell.gateway.endpoint import Endpoint
from hermes_shell.gateway.network_errors import cause_of

log = logging.getLogger(__name__)

FRAME_BYTES = 32 * 1024 * 1024
"""The largest frame that is read. A session with long tool output makes frames of many megabytes."""
OPEN_SECONDS = 15.0
"""How long the upgrade may take, and then the first frame."""
PING_SECONDS = 20.0
PONG_SECONDS = 60.0
"""Pings come that often; without an answer for that long the connection counts as dead. Importing an agent for the
first time keeps a gateway busy for ten seconds."""
TOO_BIG = 1009
INVALID_PARAMS = -32602

_silent = logging.Logger("gateway-socket", logging.CRITICAL + 1)
"""For the library: its own logger writes the address, and with it the token."""


class Refused(GatewayError):  # noqa: N818 - a state, named as one
    """The upgrade was answered with an HTTP status instead.

    Args:
        status: the status.
    """

    def __init__(self, status: int) -> None:
        super().__init__(status, f"The gateway refused the connection (HTTP {status}).")
        self.status = status


class Wire:
    """One open socket.

    Args:
        socket: the connection.
        hear: takes every event.
        lost: takes the reason when the connection is gone.
    """

    def __init__(self, socket: ClientConnection, hear: Hear, lost: Lost) -> None:
        self._socket = socket
        self._hear = hear
        self._lost = lost
        self._number = 0
        self._calls: dict[int, asyncio.Future[object]] = {}
        self._ended: str | None = None
        self._greeted = asyncio.Event()
        self._reader = asyncio.create_task(self._read(), name="gateway-read")

    @classmethod
    async def open(cls, endpoint: Endpoint, hear: Hear, lost: Lost) -> Wire:
        """Connect, and wait for the gateway's first frame.

        Raises:
            Refused: it answered with an HTTP status.
            GatewayError: nobody answers there, or not as a gateway does.
        """
        try:
            socket = await connect(
                f"{endpoint.socket_url}?token={quote(endpoint.token, safe='')}",
                max_size=FRAME_BYTES,
                max_queue=64,
                open_timeout=OPEN_SECONDS,
                ping_interval=PING_SECONDS,
                ping_timeout=PONG_SECONDS,
                close_timeout=1,
                compression=None if endpoint.loopback else "deflate",
                proxy=None if endpoint.loopback else True,
                user_agent_header="hermes-shell",
                logger=_silent,
            )
        except InvalidStatus as error:
            raise Refused(error.response.status_code) from None
        except TimeoutError:
            raise GatewayError(None, f"The gateway did not answer within {OPEN_SECONDS:.0f} seconds.") from None
        except (InvalidHandshake, InvalidURI, ProxyError, EOFError, ValueError):
            # Their texts may hold the address, and with it the token.
            raise GatewayError(None, "The gateway does not speak WebSocket.") from None
        except OSError as error:
            raise GatewayError(None, f"The gateway cannot be reached: {cause_of(error)}.") from None
        wire = cls(socket, hear, lost)
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                await wire._greeted.wait()
        except TimeoutError:
            await wire.close()
            raise GatewayError(None, "The gateway accepted the connection and then said nothing.") from None
        except asyncio.CancelledError:
            await wire.close()
            raise
        if wire._ended is not None:
            reason = wire._ended
            await wire.close()
            raise GatewayError(None, reason)
        return wire

    async def request(self, method: str, params: Mapping[str, Any], timeout_s: float) -> object:
        """Make one call; `Link.request`."""
        if self._ended is not None:
            raise GatewayError(None, self._ended)
        self._number += 1
        number = self._number
        try:
            call = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            text = json.dumps(call, separators=(",", ":"), allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise GatewayError(INVALID_PARAMS, f"The parameters of {method} are not JSON: {error}.") from error
        if len(text) > CALL_BYTES:  # ASCII, so letters are bytes
            limit = f"{CALL_BYTES >> 20} MiB"
            raise GatewayError(INVALID_PARAMS, f"The call {method} is larger than the gateway takes ({limit}).")
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self._calls[number] = answer
        try:
            async with asyncio.timeout(timeout_s):
                await self._socket.send(text)
                return await answer
        except TimeoutError:
            raise GatewayError(None, f"The gateway did not answer {method} within {timeout_s:g} seconds.") from None
        except ConnectionClosed:
            raise GatewayError(None, self._ended or "The connection to the gateway was lost.") from None
        finally:
            self._calls.pop(number, None)
            if answer.done() and not answer.cancelled():
                answer.exception()  # nobody else asks for it when the sending failed

    async def close(self) -> None:
        """End the connection without telling `lost`; calls in flight fail."""
        self._lost = _nobody
        self._end("The connection to the gateway was closed.")
        await self._socket.close()
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)

    async def _read(self) -> None:
        reason = "The gateway closed the connection."
        try:
            async for frame in self._socket:
                if self._take(frame):
                    # Whoever waits for this answer goes on before the events that came after it.
                    await asyncio.sleep(0)
        except ConnectionClosed as error:
            reason = _reason(error)
        finally:
            self._end(reason)
            self._greeted.set()

    def _end(self, reason: str) -> None:
        if self._ended is not None:
            return
        self._ended = reason
        for answer in self._calls.values():
            if not answer.done():
                answer.set_exception(GatewayError(None, reason))
        self._lost(reason)

    def _take(self, frame: str | bytes) -> bool:
        """Hand on one frame; returns whether it was an answer."""
        message: object = None
        if isinstance(frame, str):
            try:
                message = json.loads(frame)
            except (ValueError, RecursionError):
                message = None
        if not isinstance(message, dict):
            kind = "binary data" if isinstance(frame, bytes) else "something that is not JSON"
            log.warning("The gateway sent %s (%d bytes); it was ignored.", kind, len(frame))
            return False
        self._greeted.set()
        found = cast("dict[str, Any]", message)
        if found.get("method") == "event":
            event: object = found.get("params")
            if isinstance(event, dict) and isinstance(cast("dict[str, Any]", event).get("type"), str):
                self._hear(cast("dict[str, Any]", event))
            return False
        number: object = found.get("id")
        answer = self._calls.get(number) if isinstance(number, int) else None
        if answer is None or answer.done():
            return False
        error: object = found.get("error")
        if error is not None:
            answer.set_exception(_error(error))
        else:
            answer.set_result(found.get("result"))
        return True


_OVERSIZED = f"The gateway sent a message of more than {FRAME_BYTES >> 20} MiB."


def _nobody(reason: str) -> None:
    del reason


def _error(error: object) -> GatewayError:
    if not isinstance(error, dict):
        return GatewayError(None, "The gateway answered with an error that says nothing.")
    code, text = cast("dict[str, object]", error).get("code"), cast("dict[str, object]", error).get("message")
    return GatewayError(
        code if isinstance(code, int) else -32603, text if isinstance(text, str) and text else "The gateway failed."
    )


def _reason(error: ConnectionClosed) -> str:
    if error.sent is not None and error.sent.code == TOO_BIG:
        return _OVERSIZED
    if error.rcvd is None:
        return "The connection to the gateway was lost."
    if error.rcvd.code == TOO_BIG:
        return "The gateway refused a message because of its size."
    return f"The gateway closed the connection ({error.rcvd.code})."
