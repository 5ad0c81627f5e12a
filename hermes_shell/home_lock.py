"""The lock of a home: the process that holds it serves the home, and no other one does.

The lock file names its holder, so that a second start can say whom it waits for. The operating system frees the lock
when the process ends, however it ends.
"""

from __future__ import annotations

import os
import sys
import time
import weakref
from pathlib import Path

_LOCKED_BYTE = 4096
"""Windows locks a byte against reading too: one behind the text."""
_TEXT_LIMIT = 32
_STEP_SECONDS = 0.02


class HomeLock:
    """A lock that is held. Made by `take`; freed by `release`, and with the object.

    Args:
        handle: the open lock file.
    """

    def __init__(self, handle: int) -> None:
        self._free = weakref.finalize(self, os.close, handle)

    @classmethod
    def take(cls, file: Path) -> HomeLock | None:
        """Take the lock and write down who holds it.

        Args:
            file: the lock file; made when it is missing, never removed.

        Returns:
            None when another process, or another instance in this one, holds it.

        Raises:
            OSError: the file cannot be opened or made; then nobody can hold the lock.
        """
        handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if not _lock(handle, shared=False):
                os.close(handle)
                return None
            os.ftruncate(handle, 0)
            os.write(handle, str(os.getpid()).encode())
        except BaseException:
            os.close(handle)
            raise
        return cls(handle)

    def release(self) -> None:
        """Let another process take it. Later calls do nothing."""
        self._free()


def is_held(file: Path) -> bool:
    """Whether a process holds the lock. Looking never keeps a start from taking it for longer than this call.

    Raises:
        OSError: the file is there and cannot be opened.
    """
    try:
        handle = os.open(file, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        return not _lock(handle, shared=True)
    finally:
        os.close(handle)


def wait_until_free(file: Path, seconds: float) -> bool:
    """Wait until no process holds the lock; False when one still does after that time.

    Raises:
        OSError: the file is there and cannot be opened.
    """
    deadline = time.monotonic() + seconds
    while is_held(file):
        if time.monotonic() >= deadline:
            return False
        time.sleep(_STEP_SECONDS)
    return True


def holder(file: Path) -> int | None:
    """The process id that the holder wrote down; None when there is none to read."""
    try:
        with file.open("rb") as stream:
            text = stream.read(_TEXT_LIMIT)
    except OSError:
        return None
    return int(text) if text.isdigit() else None


def _lock(handle: int, *, shared: bool) -> bool:
    """Lock without waiting; False when another one is in the way. Closing the handle frees it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except PermissionError:
        if sys.platform == "win32":  # how it says that another process has the byte
            return False
        raise
    return True
