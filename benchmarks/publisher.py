"""A shell that publishes announcements when a line `count bytes` comes on its input; run by `announcements.py`."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path

from starlette.types import ASGIApp, Receive, Scope, Send

from hermes_shell.announcements import Announcements
from hermes_shell.app import create_app
from hermes_shell.paths import Home
from hermes_shell.server import ShellServer
from hermes_shell.settings import Settings

INTERVAL = 0.02
"""Seconds between two announcements."""


class LoopKeeper:
    """Passes everything on and remembers the loop it ran on: announcements belong there.

    Args:
        app: the app behind it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.loop: asyncio.AbstractEventLoop | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        self.loop = asyncio.get_running_loop()
        await self._app(scope, receive, send)


def main(home: str) -> None:
    """Serve `home`, print the boot link as JSON, obey one line, stop at the end of the input."""
    settings = Settings(home=Home(Path(home)), port=0)
    settings.home.prepare()
    app = create_app(settings)
    shell = app.state.shell
    keeper = LoopKeeper(app)
    server = ShellServer(keeper, shell.instance, settings, shell.announcements)
    server.start()
    try:
        print(json.dumps({"boot_url": server.boot_url()}), flush=True)
        line = sys.stdin.readline().split()
        if line:
            publish(keeper, shell.announcements, count=int(line[0]), size=int(line[1]))
        sys.stdin.read()
    finally:
        server.stop()
        shell.instance.release()


def publish(keeper: LoopKeeper, announcements: Announcements, *, count: int, size: int) -> None:
    """Publish as the loader does, on the server's loop; each announcement says when it was made."""
    filler = "x" * size

    def one() -> None:
        announcements.publish("bench", value=filler, sent=time.time_ns())

    assert keeper.loop is not None, "a page has been asked for before"
    for _ in range(count):
        keeper.loop.call_soon_threadsafe(one)
        time.sleep(INTERVAL)


if __name__ == "__main__":
    main(sys.argv[1])
