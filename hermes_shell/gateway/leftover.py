"""An agent that outlived its shell: who is killed cannot end its child, so the next shell takes it over or ends it.

The child's id is kept beside the moment at which that process began: an id alone may belong to anybody by then. What
opens it is kept with it, in a file that only its user reads.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

FILE_NAME = "gateway-child.json"
WAIT_SECONDS = 5.0
_POLL_SECONDS = 0.05


@dataclass(frozen=True)
class Leftover:
    """An agent of a shell that is not there any more.

    Attributes:
        pid: its process, which began at `born`.
        born: as `birth_of` tells it.
        program: what was started.
        port: where it listens; 0 = it had not said so.
        token: what opens it.
    """

    pid: int
    born: str
    program: str
    port: int
    token: str = field(repr=False)

    @property
    def lives(self) -> bool:
        """Whether it is still that process."""
        return birth_of(self.pid) == self.born


def remember(file: Path, pid: int, program: str, token: str, port: int = 0) -> None:
    """Note a child; without the note it is only neither taken over nor ended after a crash.

    Args:
        file: where the note lies.
        pid: of the child.
        program: what was started.
        token: what opens it.
        port: where it listens, once it says so.
    """
    born, shell = birth_of(pid), os.getpid()
    if born is None:
        return
    child = {"pid": pid, "born": born, "program": program, "port": port, "token": token}
    note = json.dumps({**child, "shell": shell, "shell_born": birth_of(shell)})
    fresh = file.with_suffix(".new")
    with contextlib.suppress(OSError):
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as stream:
            stream.write(note)
        os.replace(fresh, file)


def forget(file: Path) -> None:
    """The child has ended."""
    with contextlib.suppress(OSError):
        file.unlink()


def find_leftover(file: Path) -> Leftover | None:
    """The child of an earlier shell, if it is still that process and that shell is gone; a note of none is removed."""
    try:
        found: object = json.loads(file.read_bytes()[:4096])
    except (OSError, ValueError, RecursionError):
        return None
    match found:
        case {"pid": int(pid), "born": str(born), "shell": int(shell), "shell_born": str(shell_born)} if (
            pid > 1 and birth_of(pid) == born
        ):
            if shell != os.getpid() and birth_of(shell) == shell_born:
                return None  # its shell lives
        case _:
            forget(file)
            return None
    match found:
        case {"program": str(program), "port": int(port), "token": str(token)}:
            return Leftover(pid, born, program, port, token)
        case _:
            return Leftover(pid, born, "", 0, "")


def end_leftover(file: Path) -> int | None:
    """End the child of an earlier shell. Takes up to ten seconds: not for the loop.

    Returns:
        Its id; None when there is none.
    """
    left = find_leftover(file)
    if left is None:
        return None
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(left.pid, number)
        until = time.monotonic() + WAIT_SECONDS
        while left.lives and time.monotonic() < until:
            time.sleep(_POLL_SECONDS)
        if not left.lives:
            break
    if not left.lives and _noted(file) == (left.pid, left.born):
        forget(file)
    return left.pid


def _noted(file: Path) -> tuple[object, object] | None:
    """Which process a note is about: another child may have been started meanwhile."""
    try:
        found: object = json.loads(file.read_bytes()[:4096])
    except (OSError, ValueError, RecursionError):
        return None
    match found:
        case {"pid": int(pid), "born": str(born)}:
            return pid, born
        case _:
            return None


def birth_of(pid: int) -> str | None:
    """When a process began, in a form that is only good for comparing; None where it cannot be known, or it is dead."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        text = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return None
    # The name in brackets may hold anything; behind it are the state and, as field 22 of the line, the start.
    fields = text.rpartition(")")[2].split()
    return None if fields[0] in "ZX" else f"{boot} {fields[19]}"
