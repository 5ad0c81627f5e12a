"""What a window gets before the server is there, and how the server goes on with it."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from hermes_shell.early_door import CONNECTIONS, EarlyDoor, read_head
from hermes_shell.first_frame import BOUNDARY
from hermes_shell.instance import SESSION_COOKIE, Instance
from hermes_shell.listening import Listening
from hermes_shell.paths import Home
from hermes_shell.server import ShellServer
from hermes_shell.settings import Settings
from hermes_shell.storage import Storage
from hermes_shell.takeover import Takeover

SECONDS = 10


@dataclass
class EarlyStart:
    """A start whose server is not there yet."""

    settings: Settings
    storage: Storage
    instance: Instance
    listening: Listening
    door: EarlyDoor
    words: str = "frame"
    server: ShellServer | None = None
    opened: list[http.client.HTTPConnection] = field(default_factory=list[http.client.HTTPConnection])

    def page(self, nonce: str) -> str:
        return f"<p nonce='{nonce}'>{self.words} {self.instance.base}{BOUNDARY}end"

    def serve(self) -> None:
        async def page(request: Request) -> Response:
            return HTMLResponse(self.page(request.state.nonce))

        async def file(request: Request) -> Response:
            return PlainTextResponse("file")

        app = Starlette(routes=[Route(self.instance.base, page), Route(f"{self.instance.base}file", file)])
        self.server = ShellServer(app, self.instance, self.settings)
        self.server.start(self.listening, Takeover(self.door, self.page))

    def connect(self) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection("127.0.0.1", self.listening.port, timeout=SECONDS)
        self.opened.append(connection)
        return connection

    @property
    def session(self) -> dict[str, str]:
        return {"Cookie": f"{SESSION_COOKIE}={self.instance.session}"}

    @property
    def link(self) -> str:
        return self.listening.boot_url().removeprefix(self.listening.origin)


@contextmanager
def starting(root: Path, instance: Instance, words: str = "frame") -> Generator[EarlyStart]:
    settings = Settings(home=Home(root), port=0)
    settings.home.prepare()
    storage = Storage.open(settings.home.database)
    listening = Listening.open(settings, instance)
    start = EarlyStart(settings, storage, instance, listening, EarlyDoor(listening, instance, settings, storage), words)
    try:
        yield start
    finally:
        for connection in start.opened:
            connection.close()
        if start.server is not None:
            start.server.stop(5)
        start.door.close()
        storage.close()
        listening.socket.close()


@pytest.fixture
def instance() -> Instance:
    return Instance.ephemeral()


@pytest.fixture
def early(tmp_path: Path, instance: Instance) -> Iterator[EarlyStart]:
    """A home that has been shown once before, whose door is open."""
    with starting(tmp_path, instance) as first:
        assert not first.door.open()
        first.door.keep(first.page)
    with starting(tmp_path, instance) as start:
        assert start.door.open()
        yield start


def test_window_gets_cookie_and_frame_before_the_server_and_the_rest_from_it(early: EarlyStart) -> None:
    window = early.connect()
    window.request("GET", early.link)
    booted = window.getresponse()
    assert booted.read() == b""
    assert (booted.status, booted.headers["location"]) == (303, early.instance.base)
    cookie, *attributes = booted.headers["set-cookie"].split("; ")
    assert cookie == f"{SESSION_COOKIE}={early.instance.session}"
    assert attributes == ["HttpOnly", f"Path={early.instance.base}", "SameSite=strict"]

    window.request("GET", early.instance.base, headers={"Cookie": cookie})
    page = window.getresponse()
    policy = page.headers["content-security-policy"]
    nonce = policy.partition("'nonce-")[2].partition("'")[0]
    frame = f"<p nonce='{nonce}'>frame {early.instance.base}"
    assert len(nonce) > 20
    assert page.read(len(frame)).decode() == frame
    assert page.headers["cache-control"] == "no-store"

    early.serve()
    assert page.read().decode() == f"{BOUNDARY}end"


def test_link_works_once_also_across_the_two(early: EarlyStart) -> None:
    link = early.link
    first, second, third = early.connect(), early.connect(), early.connect()
    first.request("GET", link)
    assert first.getresponse().status == 303
    second.request("GET", link)
    early.serve()
    assert second.getresponse().status == 403
    third.request("GET", link)
    assert third.getresponse().status == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Cookie": f"{SESSION_COOKIE}=wrong"}, 401),
        ({"Host": "evil.example"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_what_the_guard_refuses_is_not_answered_early(early: EarlyStart, headers: dict[str, str], status: int) -> None:
    refused = early.connect()
    refused.request("GET", early.instance.base, headers=(early.session if status != 401 else {}) | headers)
    # The frame is sent to the next one, so the first was looked at and left.
    window = early.connect()
    window.request("GET", early.instance.base, headers=early.session)
    assert window.getresponse().status == 200
    early.serve()
    assert refused.getresponse().status == status


def test_other_requests_and_silent_connections_are_the_servers(early: EarlyStart) -> None:
    silent, file, window = early.connect(), early.connect(), early.connect()
    silent.connect()
    file.request("GET", f"{early.instance.base}file", headers=early.session)
    window.request("GET", early.instance.base, headers=early.session)
    page = window.getresponse()
    early.serve()
    assert file.getresponse().read() == b"file"
    assert page.read().endswith(b"end")
    silent.request("GET", f"{early.instance.base}file", headers=early.session)
    assert silent.getresponse().read() == b"file"


def test_connections_beyond_the_limit_wait_for_the_server(early: EarlyStart) -> None:
    idle = [early.connect() for _ in range(CONNECTIONS + 2)]
    for connection in idle:
        connection.connect()
    early.serve()
    for connection in idle:
        connection.request("GET", f"{early.instance.base}file", headers=early.session)
        assert connection.getresponse().read() == b"file"


def test_frame_that_was_not_right_makes_the_page_load_again(tmp_path: Path, instance: Instance) -> None:
    with starting(tmp_path, instance, "older") as first:
        first.door.keep(first.page)
    with starting(tmp_path, instance, "newer") as start:
        assert start.door.open()
        window = start.connect()
        window.request("GET", instance.base, headers=start.session)
        page = window.getresponse()
        start.serve()
        text = page.read().decode()
        nonce = page.headers["content-security-policy"].partition("'nonce-")[2].partition("'")[0]
        assert text.startswith(f"<p nonce='{nonce}'>older")
        assert text.endswith(f'<script nonce="{nonce}">location.reload()</script>')
        again = start.connect()
        again.request("GET", instance.base, headers=start.session)
        assert "newer" in again.getresponse().read().decode()
        assert start.server is not None
        start.server.stop(5)
        assert "newer" in (Home(tmp_path).cache / "first-frame.html").read_text()


def test_frame_that_is_still_right_is_not_rendered_again(early: EarlyStart) -> None:
    early.serve()
    rendered: list[str] = []
    early.door.keep(lambda nonce: rendered.append(nonce) or "")
    assert rendered == []


def test_stopped_server_leaves_the_frame_of_then(early: EarlyStart, tmp_path: Path) -> None:
    early.serve()
    early.words = "changed"
    early.storage.set("shell", "theme", {"mode": "dark"})
    assert early.server is not None
    early.server.stop(5)
    assert "changed" in (Home(tmp_path).cache / "first-frame.html").read_text()


def test_start_that_fails_ends_the_connections(early: EarlyStart) -> None:
    window = early.connect()
    window.request("GET", early.instance.base, headers=early.session)
    page = window.getresponse()
    early.door.close()
    with pytest.raises(http.client.IncompleteRead):
        page.read()
    assert not [thread for thread in threading.enumerate() if thread.name == "early door"]


def test_window_that_leaves_early_does_not_matter(early: EarlyStart) -> None:
    gone = early.connect()
    gone.connect()
    gone.close()
    window = early.connect()
    window.request("GET", early.instance.base, headers=early.session)
    page = window.getresponse()
    early.serve()
    assert page.read().endswith(b"end")


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: a\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\n\r\nmore",
        b"GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n",
        b"POST / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET http://a/ HTTP/1.1\r\n\r\n",
        b"GET /%41 HTTP/1.1\r\n\r\n",
        b"GET /?a HTTP/1.1\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\n\r\n",
        b"GET /  HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        b"GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n",
        b"GET / HTTP/1.1\r\nA: b\nC: d\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: 2\r\n\r\n",
        b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
        b"\r\n\r\n",
    ],
)
def test_requests_that_are_not_plain_are_not_read(head: bytes) -> None:
    assert read_head(head) is None


def test_plain_request_is_read() -> None:
    assert read_head(b"GET /a HTTP/1.1\r\nHost: b:1\r\nX-Y:  z \r\n\r\n") == (
        "/a",
        [(b"host", b"b:1"), (b"x-y", b"z")],
    )


def test_socket_pair_is_closed_with_the_door(early: EarlyStart) -> None:
    early.door.close()
    early.door.close()
    with socket.create_connection(("127.0.0.1", early.listening.port), timeout=SECONDS):
        pass


def test_server_waits_until_the_window_has_its_frame(early: EarlyStart) -> None:
    waiting = threading.Thread(target=early.door.wait_shown, daemon=True)
    waiting.start()
    window = early.connect()
    window.request("GET", early.instance.base, headers=early.session)
    assert window.getresponse().status == 200
    waiting.join(SECONDS)
    assert not waiting.is_alive()


def test_nothing_waits_for_a_frame_that_is_not_there(tmp_path: Path, instance: Instance) -> None:
    with starting(tmp_path, instance) as start:
        assert not start.door.open()
        start.door.wait_shown()
