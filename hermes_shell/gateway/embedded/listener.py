"""uvicorn for the embedded gateway's own process: tells when it listens, and leaves the signals alone."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Generator

import uvicorn
from starlette.types import ASGIApp


class Listener(uvicorn.Server):
    """Serves one app.

    Args:
        app: the app.
        frame_bytes: the longest WebSocket frame that is taken; a longer one closes the connection with 1009.
    """

    def __init__(self, app: ASGIApp, frame_bytes: int) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                ws="websockets-sansio",
                ws_max_size=frame_bytes,
                ws_per_message_deflate=False,
                lifespan="off",
                access_log=False,
                log_config=None,
                server_header=False,
                proxy_headers=False,
            )
        )
        self.listening = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections."""
        await super().startup(sockets)
        self.listening.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """The process handles its signals itself."""
        yield
