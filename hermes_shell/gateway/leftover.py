"""An agent that outlived its shell: a shell that is killed cannot end its child, so the next one does.

The child's id is kept beside the moment at which that process began: an id alone may belong to anybody by then.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import time
from pathlib import Path

FILE_NAME = "gateway-child.json"
WAIT_SECONDS = 5.0
_POLL_SECONDS = 0.05


def remember(file: Path, pid: int) -> None:
    """Note a child that was just started; without the note it is only not ended after a crash."""
    born, shell = birth_of(pid), os.getpid()
    with contextlib.suppress(OSError):
        if born is not None:
            note = {"pid": pid, "born": born, "shell": shell, "shell_born": birth_of(shell)}
            file.write_text(json.dumps(note), "utf-8")


def forget(file: Path) -> None:
    """The child has ended."""
    with contextlib.suppress(OSError):
        file.unlink()


def end_leftover(file: Path) -> int | None:
    """End the child of an earlier shell, if it is still that process. Takes up to ten seconds: not for the loop.

    Returns:
        Its id; None when there is none.
    """
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
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)
        until = time.monotonic() + WAIT_SECONDS
        while birth_of(pid) == born and time.monotonic() < until:
            time.sleep(_POLL_SECONDS)
        if birth_of(pid) != born:
            break
    forget(file)
    return pid


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
