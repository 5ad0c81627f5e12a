"""What one process of the shell was asked to do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hermes_shell.paths import Home

GatewayOption = Literal["auto", "child", "remote", "embedded", "demo", "none"]
"""Which gateway a start uses: `auto` = as the connection settings say; `demo` = embedded, with its demo model."""


@dataclass(frozen=True)
class Settings:
    """The options of one process; made once by the command line or a test and never changed.

    Attributes:
        home: the home to serve.
        host: the address or host name to bind; only loopback unless `allow_remote` and `token` are given.
        port: the port to bind; 0 = any free one, None = the one remembered for the home when it is free.
        token: what a browser on another machine must present at `/boot/token`; only for a host that is not loopback.
        allow_remote: the user asked for a host that is not loopback.
        developer: developer mode: watch in hot gear, show author tools.
        safe_mode: start with every plugin off, whatever was decided; decisions stay as they are.
        ready_file: where to write port, boot link and process id once connections are accepted.
        gateway: which gateway to use; the command line's default is `auto`.
        gateway_named: the command line names it: a further start says that it has no effect there.
    """

    home: Home
    host: str = "127.0.0.1"
    port: int | None = None
    token: str | None = None
    allow_remote: bool = False
    developer: bool = False
    safe_mode: bool = False
    ready_file: Path | None = None
    gateway: GatewayOption = "none"
    gateway_named: bool = False
