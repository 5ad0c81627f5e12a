from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any, cast

import pytest

from hermes_shell.app import create_app
from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from hermes_shell.instance import Instance
from hermes_shell.paths import Home
from hermes_shell.settings import Settings
from tests.session_gateway import SessionGateway, session
from tests.shell_parts import FakeChannel, FakeLoader, connect


class Sidebar:
    """A window with its list of sessions, as a page would have it."""

    def __init__(self, shell: Shell, gateway: SessionGateway) -> None:
        self.shell = shell
        self.gateway = gateway
        self.window: Window
        self.channel: FakeChannel
        self.window, self.channel, _ = connect(shell)
        self._read = 0
        self._items: list[tuple[str, str]] = []

    async def call(self, verb: str, **args: object) -> Any:
        """Run a verb of the sessions."""
        return await self.window.call(f"sessions.{verb}", args)

    async def settle(self) -> None:
        """Let reads, refreshes and what they cause come to an end."""
        sessions = self.shell.sessions
        for _ in range(100):
            tasks = set(sessions._tasks)  # pyright: ignore[reportPrivateUsage]
            if tasks:
                await asyncio.wait(tasks, timeout=5)
            elif sessions._timer is not None:  # pyright: ignore[reportPrivateUsage]
                sessions._timer.cancel()  # pyright: ignore[reportPrivateUsage]
                sessions._refresh()  # pyright: ignore[reportPrivateUsage]
            elif sessions._telling is None:  # pyright: ignore[reportPrivateUsage]
                return
            await asyncio.sleep(0)
        raise AssertionError("the list of sessions does not come to rest")

    async def show(self, first: int = 0, last: int = 60, query: str = "") -> list[str]:
        """Ask for lines; returns the ids of what the page has then."""
        await self.call("window", **{"from": first, "to": last, "query": query})
        await self.settle()
        return self.ids

    @property
    def ids(self) -> list[str]:
        """The ids of the lines that the page has."""
        self._apply()
        return [entry for entry, _ in self._items]

    def html(self, entry: str) -> str:
        """The HTML of a line."""
        self._apply()
        return dict(self._items)[entry]

    def _apply(self) -> None:
        for message in self.channel.sent[self._read :]:
            for part in message.get("parts", ()) if message["t"] == "frame" else ():
                if part.get("target") == '[data-list="sessions"]':
                    self._items = _lines(part["html"])
                elif part.get("list") == "sessions":
                    self._patch(part)
        self._read = len(self.channel.sent)

    def _patch(self, part: dict[str, Any]) -> None:
        items = [item for item in self._items if item[0] not in part["remove"]]
        for put in part["put"]:
            items = [item for item in items if item[0] != put["id"]]
            at = next((at for at, item in enumerate(items) if item[0] == put["before"]), len(items))
            assert put["before"] is None or at < len(items), f"{put['before']} does not stand there yet"
            items.insert(at, (put["id"], put["html"]))
        self._items = items


def _lines(html: str) -> list[tuple[str, str]]:
    pieces = ["<li data-item=" + piece for piece in html.split("<li data-item=")[1:]]
    return [(json.loads(piece.removeprefix("<li data-item=").partition(" ")[0]), piece) for piece in pieces]


@pytest.fixture
def gateway() -> SessionGateway:
    """Three sessions: today, yesterday or before, and long ago."""
    return SessionGateway(session("a"), session("b", 48), session("c", 24 * 30))


OpenSidebar = Callable[[], Any]


@pytest.fixture
async def sidebar(tmp_path: Path, gateway: SessionGateway) -> AsyncGenerator[Sidebar]:
    async for opened in open_sidebar(tmp_path, gateway):
        yield opened


async def open_sidebar(home: Path, gateway: SessionGateway) -> AsyncGenerator[Sidebar]:
    """A shell on a home, with one window that shows the list."""
    place = Home(home)
    place.prepare()
    app = create_app(Settings(home=place), instance=Instance.ephemeral(), gateway=gateway)
    shell = cast("Shell", app.state.shell)
    await shell.loader.stop()
    shell.loader = FakeLoader()
    async with app.router.lifespan_context(app):
        sidebar = Sidebar(shell, gateway)
        await sidebar.show()
        yield sidebar
