"""Where the running shell of a home listens: `desktop-shell/running.json`, there while it accepts connections."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

_SIZE_LIMIT = 4096


@dataclass(frozen=True)
class Running:
    """One running shell.

    Attributes:
        pid: its process.
        host: the address it listens on.
        port: its port there.
    """

    pid: int
    host: str
    port: int


def write_running(file: Path, running: Running) -> None:
    """Tell other processes of this user, in one step, where the shell of the home is; mode 0600.

    Raises:
        OSError: the file cannot be written.
    """
    fresh = file.with_name(f"{file.name}.{os.getpid()}.new")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        json.dump(asdict(running), stream)
    os.replace(fresh, file)


def read_running(file: Path) -> Running | None:
    """What the file tells; None while it is missing, and for anything that is not what `write_running` wrote."""
    try:
        with file.open("rb") as stream:
            found: object = json.loads(stream.read(_SIZE_LIMIT))
    except (OSError, ValueError, RecursionError):
        return None
    match found:
        case {"pid": int(pid), "host": str(host), "port": int(port)} if pid > 0 and 0 < port < 65536:
            return Running(pid, host, port)
        case _:
            return None


def remove_running(file: Path) -> None:
    """The shell accepts no connections any more. Only the holder of the home's lock may call it."""
    with suppress(OSError):
        file.unlink()
