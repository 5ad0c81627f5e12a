"""A whole shell without server and page, for tests of core, page and app."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal, cast

from starlette.applications import Starlette
from starlette.websockets import WebSocket

from hermes_shell.app import create_app
from hermes_shell.channel import Channel
from hermes_shell.channel_messages import Delta, Hello
from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from hermes_shell.gateway import Gateway
from hermes_shell.instance import Instance
from hermes_shell.paths import Home
from hermes_shell.plugins.check.declared import name_unknown
from hermes_shell.plugins.record import Record
from hermes_shell.plugins.report import Report
from hermes_shell.plugins.row import Row
from hermes_shell.settings import Settings


def row(folder: str, **more: object) -> Row:
    """An inventory row of a loaded plugin."""
    made: dict[str, object] = {
        "folder": folder,
        "rank": 0,
        "id": folder,
        "name": folder,
        "description": "",
        "version": None,
        "rev": "r1",
        "good_rev": "r1",
        "size": 10,
        "status": "loaded",
        "error": None,
        "stale": False,
        "file": f"/home/desktop-plugins/{folder}/plugin.js",
        "kind": "disk",
        "package": None,
        "default_enabled": None,
        "enabled": None,
        "warnings": [],
        "needs": [],
        "changed": False,
        "windows": 1,
        "load_ms": None,
        **more,
    }
    return cast("Row", made)


class FakeLoader:
    """A plugin loader whose inventory a test writes."""

    def __init__(self) -> None:
        self.scanned = True
        self.problem: str | None = None
        self.watch_mode: Literal["off", "polling", "hot", "idle"] = "idle"
        self.inventory: list[Row] = []
        self.reports: list[tuple[str, list[Report]]] = []
        self.gone: list[str] = []
        self.runs: list[str] = []
        self.records: dict[str, Record] = {}

    def record(self, folder: str) -> Record | None:
        return self.records.get(folder)

    async def name_unknown(self) -> None:
        name_unknown(self.records.values())

    def rows(self) -> list[Row]:
        return self.inventory

    def report(self, window: str, reports: list[Report]) -> None:
        self.reports.append((window, reports))

    def window_gone(self, window: str) -> None:
        self.gone.append(window)

    def source(self, folder: str, rev: str, load: int, urls: object) -> bytes | None:
        del urls
        return f"// {folder} {load}".encode() if rev == "r1" else None

    def facade(self, folder: str, load: int, urls: object) -> str:
        del urls
        return f"// facade {folder} {load}"

    async def start(self) -> None:
        self.runs.append("start")

    async def stop(self) -> None:
        self.runs.append("stop")

    async def rescan(self) -> None:
        self.runs.append("rescan")

    async def reload(self) -> None:
        self.runs.append("reload")

    async def load(self, folder: str) -> None:
        self.runs.append(f"load {folder}")

    async def locate(self, folder: str, rev: str, message: str) -> object:
        return {"line": 1, "column": 2, "source_line": folder, "message": message}


class FakeChannel:
    """A channel that keeps what a window sends."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.stopped = False
        self._news = asyncio.Event()

    def send(self, message: dict[str, Any]) -> None:
        self.sent.append(json.loads(json.dumps(message)))
        self._news.set()

    async def frame(self, number: int = 1) -> dict[str, Any]:
        """The frame of that number, counted from 1, as soon as it is there."""
        async with asyncio.timeout(5):
            while len(self.frames()) < number:
                self._news.clear()
                await self._news.wait()
        return self.frames()[number - 1]

    async def hear(self, kind: str) -> dict[str, Any]:
        """The first message of that kind, as soon as it is there."""
        async with asyncio.timeout(5):
            while not (found := [message for message in self.sent if message["t"] == kind]):
                self._news.clear()
                await self._news.wait()
        return found[0]

    async def stop(self) -> None:
        self.stopped = True

    def frames(self) -> list[dict[str, Any]]:
        return [message for message in self.sent if message["t"] == "frame"]


@asynccontextmanager
async def open_app(home: Path, gateway: Gateway | None = None) -> AsyncGenerator[tuple[Starlette, Shell, FakeLoader]]:
    """An app whose parts are real except for the loader; its lifespan runs around the block."""
    place = Home(home)
    assert place.prepare() == []
    app = create_app(Settings(home=place), instance=Instance.ephemeral(), gateway=gateway)
    shell = cast("Shell", app.state.shell)
    await shell.loader.stop()
    loader = FakeLoader()
    shell.loader = loader
    async with app.router.lifespan_context(app):
        yield app, shell, loader


def connect(
    shell: Shell, name: str = "w1", route: str = "/", realm: list[dict[str, Any]] | None = None, **more: Any
) -> tuple[Window, FakeChannel, dict[str, Any]]:
    """A window that said hello; returns it, its channel and the welcome. `window.welcomed()` lets the core greet it."""
    window, channel = Window(shell), FakeChannel()
    hello = Hello.model_validate({"t": "hello", "window": name, "route": route, "realm": realm or [], **more})
    welcome = window.hello(cast("Channel", channel), hello)
    return window, channel, json.loads(json.dumps(welcome))


def delta(window: Window, put: list[dict[str, Any]], remove: list[tuple[str, str]] | None = None) -> dict[str, Any]:
    """Send a delta; returns its frame."""
    message = Delta.model_validate({"t": "delta", "seq": 7, "put": put, "remove": remove or []})
    return json.loads(json.dumps(window.delta(message)))


def descriptor(area: str, name: str, plugin: str = "p", **more: Any) -> dict[str, Any]:
    """A descriptor of a plugin's contribution."""
    return {"area": area, "id": f"{plugin}:{name}", "source": f"plugin:{plugin}", "seq": 1000, **more}


def parts_by_place(parts: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The parts of a frame by area, target, or `layout`."""
    return {part.get("area") or part.get("target") or "layout": part for part in parts}


class Wire:
    """Both ends of a WebSocket in memory: `page` talks to a channel as a browser does."""

    def __init__(self) -> None:
        self._to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._to_page: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.stuck = False
        self.gone = False
        self.closed: tuple[int, str] | None = None
        self._to_server.put_nowait({"type": "websocket.connect"})
        self.ended = asyncio.Event()
        scope: dict[str, Any] = {"type": "websocket", "path": "/", "headers": []}
        self.websocket = WebSocket(scope, self._to_server.get, self._send)

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self.closed = (message["code"], message["reason"])
            self.ended.set()
        elif message["type"] == "websocket.send":
            if self.gone:
                raise OSError("the page is gone")  # a WebSocketDisconnect, as Starlette passes it on
            if self.stuck:
                await asyncio.Event().wait()
            self._to_page.put_nowait(json.loads(message["text"]))

    def say(self, message: object) -> None:
        """Send a message as the page; a text goes out as it is."""
        text = message if isinstance(message, str) else json.dumps(message)
        self._to_server.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self) -> None:
        """Close the page."""
        self._to_server.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def hear(self) -> dict[str, Any]:
        """The next message for the page."""
        async with asyncio.timeout(5):
            return await self._to_page.get()
