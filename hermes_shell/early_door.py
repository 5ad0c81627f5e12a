"""Answers a window's first two requests while the server is loading: its boot link, and the frame of its page.

The listening socket is there before the server is (`hermes_shell.listening`). This door answers there only what it
lets in itself, by the same checks as the guard: one boot link, and with the session's cookie the first page, of which
it sends the kept frame (`hermes_shell.first_frame`) and no more. Every other request is left unread: its connection
is handed to the server, which answers, and refuses, as ever. The door imports no framework.
"""

from __future__ import annotations

import logging
import secrets
import select
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from hermes_shell.admission import Admission, protecting_headers, session_cookie
from hermes_shell.first_frame import NONCE, FirstFrame, frame_key
from hermes_shell.instance import Instance
from hermes_shell.listening import Listening
from hermes_shell.settings import Settings
from hermes_shell.storage import Storage

HEAD_BYTES = 16 * 1024
"""The longest head of a request that is answered here; a longer one is the server's."""
CONNECTIONS = 16
"""The most connections that are looked at before the server is there; later ones wait in the backlog."""

_SEND_SECONDS = 1.0
_STOP_SECONDS = 2.0
_SHOWN_SECONDS = 1.0
"""The most that a server waits for a window that asks for nothing."""
_BODY_SECONDS = 0.01
"""So much later than its head a frame's body is sent: of a body that is there before the window has decided to show the
answer, WebKitGTK paints nothing until the answer ends (measured: in one of two starts; with a pause in none of 24)."""
_PAINT_SECONDS = 0.06
"""What the engine takes from the frame to its paint, about."""
_BOOT = "/boot/"

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class BegunPage:
    """A page whose frame has been sent; its end is the server's to say.

    Attributes:
        connection: where to; the answer is chunked.
        nonce: of the policy that it was sent with.
        frame: what has been sent.
    """

    connection: socket.socket
    nonce: str
    frame: str


@dataclass(frozen=True)
class HandedOver:
    """What the door leaves to the server.

    Attributes:
        page: the page that was begun, if one was.
        connections: accepted, nothing read.
    """

    page: BegunPage | None = None
    connections: list[socket.socket] = field(default_factory=list[socket.socket])

    def close(self) -> None:
        """End every connection, when there will be no server."""
        for connection in (*self.connections, *([self.page.connection] if self.page else [])):
            connection.close()


class EarlyDoor:
    """The door of one start. Made in any case, because it keeps the frame for the next start as well.

    Args:
        listening: the socket, its names and its boot links.
        instance: secrets to compare with.
        settings: of the start.
        storage: what the frame depends on.
    """

    def __init__(self, listening: Listening, instance: Instance, settings: Settings, storage: Storage) -> None:
        self._listening = listening
        self._instance = instance
        self._settings = settings
        self._storage = storage
        self._admission = Admission(instance, frozenset(listening.hosts()))
        self._frames = FirstFrame(settings.home, instance.base)
        self._text = ""
        self._kept = ""  # the key of the frame that is known to be right
        self._page: BegunPage | None = None
        self._waiting: list[socket.socket] = []
        self._left: list[socket.socket] = []
        self._stop, self._stopped = socket.socketpair()
        self._sent = threading.Event()
        self._thread: threading.Thread | None = None

    def open(self) -> bool:
        """Answer from now on, in a thread of its own; False when the home has no frame to show."""
        key = self._key()
        self._text = self._frames.read(key) or ""
        if not self._text:
            return False
        self._kept = key
        self._thread = threading.Thread(target=self._run, name="early door", daemon=True)
        self._thread.start()
        return True

    def wait_shown(self) -> None:
        """Return when the frame has been sent and had the time to be painted; at once when there is none to send."""
        if self._thread is not None and self._sent.wait(_SHOWN_SECONDS):
            time.sleep(_PAINT_SECONDS)

    def hand_over(self) -> HandedOver:
        """Answer no more, and give away the connections; a second time there are none."""
        self._stop.close()
        self._sent.set()
        thread, self._thread = self._thread, None
        if thread is None:
            return HandedOver()
        thread.join(_STOP_SECONDS)
        if thread.is_alive():
            _log.error("The early door did not close; its connections are lost")
            return HandedOver()
        return HandedOver(self._page, [*self._left, *self._waiting])

    def close(self) -> None:
        """End it and what nobody took over. Harmless after `hand_over`."""
        self.hand_over().close()
        self._stopped.close()

    def keep(self, page: Callable[[str], str]) -> None:
        """Keep the frame of the page as it is now for the next start, unless the one that is kept is of now.

        Args:
            page: renders the page with a nonce, its sheet in it.
        """
        key = self._key()
        if key != self._kept:
            self._frames.keep(key, page(NONCE))
            self._kept = key

    def outdated(self) -> None:
        """The kept frame was not that of the page."""
        self._kept = ""

    def _key(self) -> str:
        return frame_key(self._settings, self._storage)

    def _run(self) -> None:
        try:
            while self._page is None and self._turn():
                continue
        except OSError:
            _log.exception("The early door ended; the server answers in its place")

    def _turn(self) -> bool:
        """Wait for one event and act on it; False = to be closed."""
        listening = self._listening.socket
        room = len(self._waiting) + len(self._left) < CONNECTIONS
        watched = [self._stopped, *self._waiting, *([listening] if room else [])]
        ready, _, _ = select.select(watched, [], [])
        if self._stopped in ready:
            return False
        asking = next((connection for connection in self._waiting if connection in ready), None)
        if asking is not None:
            self._answer(asking)
            return True
        try:
            connection, _ = listening.accept()
        except BlockingIOError:  # the server, which has come, was faster
            return True
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.settimeout(_SEND_SECONDS)
        self._waiting.append(connection)
        return True

    def _answer(self, connection: socket.socket) -> None:
        """Answer the request that stands at the beginning of a connection, or leave all of it to the server."""
        try:
            head = connection.recv(HEAD_BYTES, socket.MSG_PEEK)
            if not head:
                raise ConnectionError("closed by the window")
            answer = self._answer_to(head)
            if answer is None:
                self._waiting.remove(connection)
                self._left.append(connection)
                return
            connection.recv(len(head))
            content, page = answer
            connection.sendall(content)
            if page is not None:
                time.sleep(_BODY_SECONDS)
                connection.sendall(chunk(_parts(page[1])[1]))
        except OSError as error:
            _log.info("A connection ended before the server was there: %s", error)
            self._waiting.remove(connection)
            connection.close()
            return
        if page is not None:
            nonce, frame = page
            self._waiting.remove(connection)
            self._page = BegunPage(connection, nonce, frame)
            self._sent.set()

    def _answer_to(self, head: bytes) -> tuple[bytes, tuple[str, str] | None] | None:
        """The answer to a request, with nonce and text when it is the frame; None = the server's to answer."""
        request = read_head(head)
        if request is None:
            return None
        path, headers = request
        if self._admission.judge("http", "GET", path, headers) is not None:
            return None
        nonce = secrets.token_urlsafe(16)
        if path.startswith(_BOOT):
            if not self._listening.links.redeem(path.removeprefix(_BOOT)):
                return None
            location = [(b"location", self._instance.base.encode())]
            cookie = [(b"set-cookie", session_cookie(self._instance).encode())]
            return _head(b"303 See Other", [*location, *cookie, (b"content-length", b"0")], nonce), None
        if path == self._instance.base:
            frame = self._frames.filled(self._text, nonce)
            kind = [(b"content-type", b"text/html; charset=utf-8"), (b"transfer-encoding", b"chunked")]
            # Nothing else can follow on a connection whose answer ends when the server has come.
            head = _head(b"200 OK", [*kind, (b"connection", b"close")], nonce)
            return head + chunk(_parts(frame)[0]), (nonce, frame)
        return None


def read_head(data: bytes) -> tuple[str, list[tuple[bytes, bytes]]] | None:
    """Path and headers of a plain GET that is there as a whole and followed by nothing; None for all else."""
    if not data.endswith(b"\r\n\r\n") or data.count(b"\r\n\r\n") != 1:
        return None
    first, *lines = data[:-4].split(b"\r\n")
    method, _, rest = first.partition(b" ")
    target, _, version = rest.partition(b" ")
    if method != b"GET" or version != b"HTTP/1.1" or not target.startswith(b"/"):
        return None
    if not target.isascii() or any(byte in target for byte in b"%?#\\ \t\n\r\0"):
        return None
    headers: list[tuple[bytes, bytes]] = []
    for line in lines:
        name, colon, value = line.partition(b":")
        if not colon or not name.replace(b"-", b"").isalnum() or b"\n" in value or b"\r" in value or b"\0" in value:
            return None
        headers.append((name.lower(), value.strip(b" \t")))
    named = {name for name, _ in headers}
    if named & {b"content-length", b"transfer-encoding", b"upgrade", b"expect"}:
        return None
    return target.decode("ascii"), headers


def _parts(frame: str) -> tuple[str, str]:
    """The head of a frame, and its body; neither is empty."""
    at = max(frame.find("<body"), 1)
    return frame[:at], frame[at:]


def chunk(text: str) -> bytes:
    """A piece of a chunked answer; an empty one ends it."""
    content = text.encode()
    return b"%x\r\n%s\r\n" % (len(content), content)


def _head(status: bytes, headers: list[tuple[bytes, bytes]], nonce: str) -> bytes:
    lines = [b"HTTP/1.1 " + status, *(name + b": " + value for name, value in (*headers, *protecting_headers(nonce)))]
    return b"\r\n".join(lines) + b"\r\n\r\n"
