"""The one HTTP client for model servers, made when it is needed first, and not on the event loop.

The library takes a quarter of a second to load, and its certificates take another half.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx2


class HttpClient:
    """Makes the client once, whoever asks first."""

    def __init__(self) -> None:
        self._making: asyncio.Task[httpx2.AsyncClient] | None = None

    def warm(self) -> None:
        """Begin to make it; returns at once."""
        if self._making is None:
            self._making = asyncio.get_running_loop().create_task(asyncio.to_thread(_make))

    async def get(self) -> httpx2.AsyncClient:
        """The client."""
        self.warm()
        assert self._making is not None, "it was begun"
        return await asyncio.shield(self._making)

    async def close(self) -> None:
        """End its connections; harmless when there is none."""
        making, self._making = self._making, None
        if making is not None:
            await (await making).aclose()


def _make() -> httpx2.AsyncClient:
    import httpx2

    return httpx2.AsyncClient(follow_redirects=False)
