"""What plugins reach beyond the page: a gateway, a service, downloads, windows, the clipboard and other windows."""

from __future__ import annotations

import asyncio
import base64
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import BrowserContext, Page, expect
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from e2e.conftest import open_page
from e2e.shell_process import FIXTURES, install
from hermes_shell.app import create_app
from hermes_shell.gateway import Event, NoGateway, State
from hermes_shell.paths import Home
from hermes_shell.server import ShellServer
from hermes_shell.settings import Settings


def test_calls_without_a_gateway_reject_and_delay_nothing(page: Page, home: Path) -> None:
    install(home, FIXTURES / "slow-calls")
    page.get_by_role("button", name="Start slow calls").click()
    expect(page.get_by_text("calls started")).to_be_visible()
    page.evaluate("() => globalThis.hermesShellIdle()")
    errors = page.evaluate("() => globalThis.slowCalls.errors")
    assert errors == ["Hermes gateway unavailable"] * 6


def test_slow_calls_delay_nothing_and_no_event_overtakes_its_answer(
    context: BrowserContext, home: Path, gateway_shell: str
) -> None:
    install(home, FIXTURES / "slow-calls")
    page = open_page(context, gateway_shell)
    page.get_by_role("button", name="Start slow calls").click()
    expect(page.get_by_text("calls started")).to_be_visible()
    page.wait_for_selector("[data-slot=toast]")
    assert page.evaluate("() => globalThis.slowCalls") == {"order": ["answer s-1", "event s-1"], "errors": []}
    stored = page.evaluate("async () => (await (await fetch('api/shell/snapshot')).json()).storage['slow-calls']")
    assert stored == {"started": True}


def test_a_plugin_may_talk_to_its_own_service(page: Page, home: Path, own_service: str) -> None:
    install(home, FIXTURES / "own-service")
    expect(page.get_by_text("own service")).to_be_visible()
    result = page.evaluate("origin => globalThis.probeOwnService(origin)", own_service)
    assert result == {"fetch": "hello", "socket": "ok", "image": "ok", "data": "ok", "blob": "ok", "worker": "ok"}


def test_downloads_windows_and_the_clipboard_work(
    opened_urls: Path, page: Page, home: Path, context: BrowserContext
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    install(home, FIXTURES / "browser-doors")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "report.txt"

    page.get_by_role("button", name="Open window").click()
    page.get_by_role("link", name="Link out").click()
    page.get_by_role("button", name="Open script").click()
    page.evaluate("() => globalThis.hermesShellIdle()")
    assert opened_urls.read_text().splitlines() == ["https://example.org/opened", "https://example.org/linked"]
    assert len(context.pages) == 1

    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Confirm").click()
    assert page.evaluate("() => globalThis.confirmed") is True
    page.get_by_role("button", name="Copy").click()
    assert page.evaluate("() => navigator.clipboard.readText()") == "copied text"


def test_every_window_sees_an_acknowledged_write(page: Page, home: Path, context: BrowserContext) -> None:
    install(home, FIXTURES / "two-windows")
    expect(page.get_by_role("button", name="Set flag")).to_be_visible()
    other = open_page(context, page.url)
    expect(other.get_by_role("button", name="Set flag")).to_be_visible()
    assert other.evaluate("() => globalThis.readFlag()") == "none"
    page.get_by_role("button", name="Set flag").click()
    page.evaluate("() => globalThis.hermesShellIdle()")
    other.evaluate("() => globalThis.hermesShellIdle()")
    assert other.evaluate("() => globalThis.readFlag()") == "set by a window"


class OneAnswerGateway(NoGateway):
    """A gateway that answers `session.create`, with its event at once behind the answer, and nothing else."""

    state: State = "open"

    def __init__(self) -> None:
        self.listeners: list[Callable[[Event], None]] = []

    async def request(self, method: str, params: Mapping[str, Any], timeout_ms: float | None = None) -> object:
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        if method == "session.create":
            asyncio.get_running_loop().call_soon(self._arrive, answer)
        return await answer

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def _arrive(self, answer: asyncio.Future[object]) -> None:
        answer.set_result({"session_id": "s-1"})
        for listener in self.listeners:
            listener({"type": "session.info", "session_id": "s-1"})


@pytest.fixture
def gateway_shell(home: Path) -> Iterator[str]:
    """A shell in this process with a gateway behind it; gives its boot link."""
    where = Home.resolve(str(home))
    where.prepare()
    settings = Settings(home=where, port=0, developer=True)
    app = create_app(settings, gateway=OneAnswerGateway())
    shell = app.state.shell
    server = ShellServer(app, shell.instance, settings, shell.announcements, shell.stop_channels)
    server.start()
    yield server.boot_url()
    server.stop(5)
    shell.instance.release()


@pytest.fixture
def own_service() -> Iterator[str]:
    """A small service on another port, as a plugin's author would run one."""
    pixel = base64.b64decode("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==")

    async def hello(request: Request) -> Response:
        return PlainTextResponse("hello")

    async def image(request: Request) -> Response:
        return Response(pixel, media_type="image/gif")

    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()
        async for _ in websocket.iter_text():
            pass

    app: Any = Starlette(
        routes=[Route("/hello", hello), Route("/pixel.gif", image), WebSocketRoute("/socket", socket)],
        middleware=[Middleware(CORSMiddleware, allow_origins=["*"])],
    )
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", ws="websockets-sansio"))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    started = threading.Event()
    original = server.startup

    async def startup(sockets: Any = None) -> None:
        await original(sockets)
        started.set()

    server.startup = startup
    thread.start()
    assert started.wait(10)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture
def opened_urls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for `xdg-open` that writes down what it was asked to open; must come before the shell."""
    log = tmp_path / "opened.txt"
    log.touch()
    command = tmp_path / "bin" / "xdg-open"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nprintf "%s\\n" "$1" >> "{log}"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(command.parent), prepend=":")
    return log
