"""The server thread: a socket of our own, uvicorn on it, boot links, and a clean stop."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Awaitable, Callable
from typing import Literal, cast

import uvicorn
from starlette.types import ASGIApp

from hermes_shell.announcements import Announcements
from hermes_shell.boot import BootDoor
from hermes_shell.errors import ServerError
from hermes_shell.guard import Guard
from hermes_shell.instance import Instance
from hermes_shell.listening import Listening
from hermes_shell.settings import Settings
from hermes_shell.takeover import Takeover

START_SECONDS = 30.0
STOP_SECONDS = 0.5
MESSAGE_BYTES = 8 * 1024 * 1024
KEEP_ALIVE_SECONDS = 60

_CHANNELS_SECONDS = 0.15
_PATIENCE_SECONDS = 0.3
_TICK_SECONDS = 1.0

_log = logging.getLogger(__name__)


class ShellServer:
    """Serves one app behind the guard, in a thread of its own.

    Args:
        app: the app; it sees paths unchanged, so it routes below `instance.base`. When it has a `state`,
            `state.boot_url` is set to `boot_url`.
        instance: secrets and remembered port of the home.
        settings: host, port and token.
        announcements: told `stopping` and closed when the server stops.
        before_stop: awaited on the server's loop (at most 0.15 s) after that, to close channels.
    """

    def __init__(
        self,
        app: ASGIApp,
        instance: Instance,
        settings: Settings,
        announcements: Announcements | None = None,
        before_stop: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._app = app
        self._instance = instance
        self._settings = settings
        self._announcements = announcements
        self._before_stop = before_stop
        self._listening: Listening | None = None
        self._thread: threading.Thread | None = None
        self._server: _Server | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Task[None] | None = None
        self._failure: BaseException | None = None
        state = getattr(app, "state", None)
        if state is not None:
            state.boot_url = self.boot_url

    @property
    def port(self) -> int:
        """The bound port; 0 before `start`."""
        return self._listening.port if self._listening else 0

    @property
    def host(self) -> str:
        """The address to connect to."""
        host = self._bound().host
        return "127.0.0.1" if host == "localhost" else host

    @property
    def origin(self) -> str:
        """The origin that pages have, such as `http://127.0.0.1:8123`."""
        return self._bound().origin

    @property
    def running(self) -> bool:
        """Whether the server thread lives."""
        return self._thread is not None and self._thread.is_alive()

    def boot_url(self) -> str:
        """A new link that opens the shell once, within 60 s. Safe to call from any thread."""
        return self._bound().boot_url()

    def _bound(self) -> Listening:
        assert self._listening is not None, "the server has no address before it starts"
        return self._listening

    def start(self, listening: Listening | None = None, takeover: Takeover | None = None) -> None:
        """Bind, start the thread, and return when connections are accepted and the app's lifespan has started.

        Args:
            listening: a socket that is bound already; None = the settings' own.
            takeover: from what answers there until then.

        Raises:
            BindError: the address is in use or not allowed.
            ServerError: the app failed to start, or not within 30 s.
        """
        assert self._thread is None, "a server starts once"
        self._listening = listening or Listening.open(self._settings, self._instance)
        bound = self._listening.socket
        door = BootDoor(self._app, self._instance, self._listening.links, self._settings.token)
        guard = Guard(door, self._instance, self._listening.hosts())
        started = threading.Event()
        self._server = _Server(
            uvicorn.Config(
                guard,
                http=_http_protocol(),
                ws="websockets-sansio",
                ws_max_size=MESSAGE_BYTES,
                ws_per_message_deflate=False,
                lifespan="on",
                # Two saves are often further apart than the five seconds that uvicorn keeps a connection.
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                access_log=False,
                log_config=None,
                server_header=False,
                proxy_headers=False,
            ),
            started.set,
            takeover,
        )
        self._thread = threading.Thread(
            target=self._run, args=(self._server, bound, started), name="server", daemon=True
        )
        self._thread.start()
        if not started.wait(START_SECONDS):
            raise ServerError(f"The server did not start within {START_SECONDS:.0f} seconds. The log says more.")
        if not self._server.started:
            self._thread.join(STOP_SECONDS)
            bound.close()
            reason = f": {self._failure}" if self._failure and str(self._failure) else ""
            raise ServerError(f"The server did not start{reason}. The log says more.") from self._failure

    def call(self, run: Callable[[], object]) -> None:
        """Run something on the server's loop, from any thread; nothing happens once the loop has ended."""
        if self._loop is None:
            return
        try:
            self._loop.call_soon_threadsafe(run)
        except RuntimeError:
            _log.debug("The server's loop had already ended")

    def stop(self, timeout: float = STOP_SECONDS) -> bool:
        """Tell the pages, end streams and channels, run the app's shutdown. Later calls do nothing.

        Args:
            timeout: seconds to wait. Requests that still run after 0.3 s are cut off.

        Returns:
            False when the thread still lives after `timeout`; it goes on stopping.
        """
        if self._thread is None or self._loop is None:
            return True
        try:
            self._loop.call_soon_threadsafe(self._begin_stop)
        except RuntimeError:
            _log.debug("The server's loop had already ended")
        self._thread.join(timeout)
        if self._thread.is_alive():
            _log.warning("The server needs longer than %.1f s to stop", timeout)
            return False
        return True

    def _run(self, server: _Server, bound: socket.socket, started: threading.Event) -> None:
        try:
            with asyncio.Runner() as runner:
                self._loop = runner.get_loop()
                runner.run(server.serve(sockets=[bound]))
        except SystemExit as ended:
            # uvicorn ends this way when the lifespan fails; it has logged the traceback.
            self._failure = self._failure or ServerError(f"the app's start failed (uvicorn {ended.code})")
        except BaseException as error:
            self._failure = error
            _log.exception("The server thread ended")
        finally:
            started.set()

    def _begin_stop(self) -> None:
        if self._stopping is None:
            self._stopping = asyncio.get_running_loop().create_task(self._stop_on_loop())

    async def _stop_on_loop(self) -> None:
        server = self._server
        assert server is not None
        loop = asyncio.get_running_loop()
        if self._announcements is not None:
            self._announcements.publish("stopping")
            self._announcements.close()
        loop.call_later(_PATIENCE_SECONDS, server.cut_off)
        if self._before_stop is not None:
            try:
                async with asyncio.timeout(_CHANNELS_SECONDS):
                    await self._before_stop()
            except TimeoutError:
                _log.warning("Closing the channels took too long; they are cut off")
            except Exception:
                _log.exception("Closing the channels failed; they are cut off")
        server.leave()


def _http_protocol() -> type[asyncio.Protocol] | Literal["h11"]:
    """httptools where it is installed (a request costs half as much), else h11."""
    try:
        from hermes_shell.http_protocol import BoundedHttpProtocol
    except ImportError:
        return "h11"
    return BoundedHttpProtocol


class _Server(uvicorn.Server):
    """uvicorn that reports its start, and wakes once a second instead of ten times, because it is told to leave."""

    def __init__(self, config: uvicorn.Config, on_started: Callable[[], None], takeover: Takeover | None) -> None:
        super().__init__(config)
        self._on_started = on_started
        self._takeover = takeover
        self._leaving = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._takeover is not None:
            await self._takeover.begin(self._connection)
        self._on_started()

    def _connection(self) -> asyncio.Protocol:
        made = cast("Callable[..., asyncio.Protocol]", self.config.http_protocol_class)
        return made(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)

    async def main_loop(self) -> None:
        # `on_tick` refreshes the date header only for counters that are multiples of ten.
        while not await self.on_tick(0):
            try:
                async with asyncio.timeout(_TICK_SECONDS):
                    await self._leaving.wait()
            except TimeoutError:
                continue

    def leave(self) -> None:
        """End the main loop now. On the loop only."""
        if self._takeover is not None:
            self._takeover.keep()
        self.should_exit = True
        self._leaving.set()

    def cut_off(self) -> None:
        """End connections and requests that outlast the patience of a stop. On the loop only."""
        for connection in tuple(self.server_state.connections):
            transport = getattr(connection, "transport", None)
            if isinstance(transport, asyncio.WriteTransport):
                transport.abort()
        for task in tuple(self.server_state.tasks):
            task.cancel()
