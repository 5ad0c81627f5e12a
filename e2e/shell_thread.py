"""A shell on a thread of the tests: as fresh as one in a process of its own, at a third of what that costs.

Every one has a home of its own, but address and secrets of the one before it. So the browser has the code of the page
in its cache. What a process does before its server runs, and how it ends, is tested with `e2e.shell_process`.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from e2e.shell_process import DEADLINE, ShellClient
from hermes_shell.app import create_app
from hermes_shell.instance import Instance
from hermes_shell.paths import Home
from hermes_shell.server import ShellServer
from hermes_shell.settings import Settings


@dataclass(frozen=True)
class ShellThread:
    """A running shell; made by `serve_home`.

    Attributes:
        home: the home that it serves.
        port: where it listens on 127.0.0.1.
        boot_url: a link that opens one browser, once.
        server: its thread.
        instance: its secrets, with the lock of the home.
    """

    home: Path
    port: int
    boot_url: str
    server: ShellServer
    instance: Instance

    def client(self, boot_url: str | None = None) -> ShellClient:
        """Spend a boot link on an HTTP client that is signed in, for looking at the inventory."""
        return ShellClient.open(boot_url or self.boot_url)

    def stop(self) -> bool:
        """End it; False when it goes on after the deadline."""
        ended = self.server.stop(DEADLINE)
        self.instance.release()
        return ended


def serve_home(place: Path, identity: Path) -> ShellThread:
    """Serve a home for developers, without a gateway, and return when it accepts connections.

    Args:
        place: the home; created when missing.
        identity: a file with address and secrets of the shell before this one; written when missing.
    """
    home = Home.resolve(str(place))
    home.prepare()
    if identity.exists() and not home.secrets.exists():
        shutil.copy(identity, home.secrets)
    settings = Settings(home=home, developer=True, gateway="none")
    app = create_app(settings)
    shell = app.state.shell
    server = ShellServer(app, shell.instance, settings, shell.announcements, shell.stop_channels)
    try:
        server.start()
    except BaseException:
        shell.instance.release()
        raise
    if not identity.exists():
        shutil.copy(home.secrets, identity)
    return ShellThread(place, server.port, server.boot_url(), server, shell.instance)
