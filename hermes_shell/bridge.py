"""The bridge: the Python object behind the operating system's doors (`ctx.os`, contract C4 and C5).

Every verb answers with a bool. False means "not available here or refused"; absence is never an exception.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

URL_LIMIT = 32 * 1024
CLIPBOARD_LIMIT = 16 * 1024 * 1024
MOST_AT_ONCE = 3
PATIENCE_SECONDS = 3.0
"""Seconds after which a program that still runs counts as started (some browsers stay in the foreground)."""

REFUSED_SCHEMES = frozenset(
    {
        # run code or show local content as if it were a page
        *("about", "blob", "data", "file", "filesystem", "jar", "javascript", "resource", "vbscript", "view-source"),
        # start programs or mount foreign shares without a question
        *(
            "afp",
            "applescript",
            "hcp",
            "help",
            "its",
            "ldap",
            "mk",
            "nfs",
            "search",
            "search-ms",
            "shell",
            "smb",
            "ssh",
        ),
        *("telnet", "x-man-page"),
    }
)
"""Schemes that `open_external` refuses; so are all that start with `ms-` (Windows handlers with a history of abuse)."""

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
_UNSAFE = re.compile(r"[\x00-\x20\x7f]")

_log = logging.getLogger(__name__)


class Bridge:
    """The privileged verbs. Each runs in a thread of its own: neither the event loop nor the exit waits for a program.

    Only a few at a time: each may start programs.
    """

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(MOST_AT_ONCE)

    async def open_external(self, url: str) -> bool:
        """Open a URL with the system's handler: browser, mail program, `spotify:` and other apps (guide, OS door).

        Args:
            url: an absolute URL. Schemes that run code or read local files are refused, and anything without one.

        Returns:
            Whether a handler took it.
        """
        async with self._free:
            return await _in_thread(open_url, url)

    async def write_clipboard(self, text: str) -> bool:
        """Put text on the system clipboard.

        Args:
            text: any text, up to 16 MiB. An unpaired surrogate, which no clipboard takes, becomes `?`.

        Returns:
            False when no clipboard is reachable, for example without a display or without a clipboard program.
        """
        if len(text) > CLIPBOARD_LIMIT:
            return False
        async with self._free:
            return await _in_thread(_copy, text.encode("utf-8", "replace").decode())

    async def start(self, command: Sequence[str]) -> bool:
        """Start a program that the caller chose; see `run`."""
        async with self._free:
            return await _in_thread(lambda _: run(command), "")

    async def reveal_path(self, path: str) -> bool:
        """Show a file or directory in the system's file manager.

        Args:
            path: an absolute path of something that exists; `~` is expanded.

        Returns:
            Whether a file manager took it.
        """
        async with self._free:
            return await _in_thread(_reveal, path)


async def _in_thread(verb: Callable[[str], bool], text: str) -> bool:
    """Run a verb in a daemon thread; a caller that is cancelled waits no longer.

    The threads of `asyncio.to_thread` are waited for when the loop ends and when the interpreter does.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[bool] = loop.create_future()

    def settle(took: bool, error: Exception | None) -> None:
        if answer.cancelled():
            return
        if error is None:
            answer.set_result(took)
        else:
            answer.set_exception(error)

    def work() -> None:
        took, error = False, None
        try:
            took = verb(text)
        except Exception as raised:
            error = raised
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, took, error)

    threading.Thread(target=work, name="hermes-bridge", daemon=True).start()
    return await answer


def is_openable(url: str) -> bool:
    """Whether `open_url` may hand a URL to the system: absolute, printable, and of no refused scheme."""
    if len(url) > URL_LIMIT or _UNSAFE.search(url):
        return False
    match = _SCHEME.match(url)
    if match is None:
        return False
    scheme = match.group(1).lower()
    if scheme in REFUSED_SCHEMES or scheme.startswith("ms-") or len(scheme) == 1:  # one letter: a Windows drive
        return False
    if scheme in ("http", "https"):
        try:
            return bool(urlsplit(url).hostname)
        except ValueError:
            return False
    return len(url) > len(scheme) + 1


def open_url(url: str) -> bool:
    """Open a URL with the system's handler; see `Bridge.open_external`. Blocks for at most 3 s."""
    if not is_openable(url):
        _log.info("Refused to open a URL of this kind: %.60r", url)
        return False
    return _open(url)


def _open(target: str) -> bool:
    if sys.platform == "win32":
        try:
            os.startfile(target)
        except OSError as error:
            _log.info("Nothing opens %.60r: %s", target, error)
            return False
        return True
    return run(["open" if sys.platform == "darwin" else "xdg-open", target])


def run(command: Sequence[str]) -> bool:
    """Start a program without a shell, detached, and see how it fares.

    Args:
        command: program name, looked up on PATH, and arguments.

    Returns:
        True when it ended with 0 or still runs after 3 s; False when it is absent or ended with something else.
    """
    program = shutil.which(command[0])
    if program is None:
        return False
    try:
        wait = _spawn(program, command)
    except OSError as error:
        _log.info("%s could not be started: %s", command[0], error)
        return False
    result: list[int] = []
    # A thread of its own reaps the program whenever it ends, also long after nobody waits any more.
    reaper = threading.Thread(target=lambda: result.append(wait()), name=f"reap {command[0]}", daemon=True)
    reaper.start()
    reaper.join(PATIENCE_SECONDS)
    return not result or result[0] == 0


def _spawn(program: str, command: Sequence[str]) -> Callable[[], int]:
    """Start the program with no signals blocked, which it would inherit, and return what waits for its exit code."""
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW | subprocess.DETACHED_PROCESS
        return subprocess.Popen([program, *command[1:]], creationflags=flags, close_fds=True).wait
    null = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 1, 2)]
    pid = os.posix_spawn(
        program,
        tuple(command),
        os.environ,
        file_actions=null,
        setsid=sys.platform == "linux",
        setsigmask=[],
        setsigdef=[signal.SIGPIPE, signal.SIGINT, signal.SIGTERM],
    )
    return lambda: os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _copy(text: str) -> bool:
    import pyperclip

    try:
        if sys.platform == "linux":
            mechanism = _clipboard_program()
            if mechanism is None:
                return False
            # Named, because pyperclip's own search would start a Qt application in this thread.
            pyperclip.set_clipboard(mechanism)
        pyperclip.copy(text)
    except (pyperclip.PyperclipException, OSError) as error:
        _log.info("The clipboard cannot be written: %s", error)
        return False
    return True


def _clipboard_program() -> Literal["wl-clipboard", "xclip", "xsel"] | None:
    """pyperclip's name of the clipboard program that works on this display."""
    if os.environ.get("WAYLAND_DISPLAY") and shutil.which("wl-copy"):
        return "wl-clipboard"
    if os.environ.get("DISPLAY"):
        if shutil.which("xclip"):
            return "xclip"
        if shutil.which("xsel"):
            return "xsel"
    return None


def _reveal(text: str) -> bool:
    try:
        path = Path(text).expanduser()
        if not path.is_absolute() or not path.exists():
            return False
    except (OSError, ValueError, RuntimeError):
        return False
    if sys.platform == "darwin":
        return run(["open", "-R", str(path)])
    if sys.platform == "win32":
        run(["explorer", f"/select,{path}"])  # its exit code is 1 also when it worked
        return True
    return _show_items(path.as_uri()) or _open(str(path.parent))


def _show_items(uri: str) -> bool:
    """Ask the file manager over D-Bus. The URI is percent-encoded, so it holds no quote and no comma."""
    if "DBUS_SESSION_BUS_ADDRESS" not in os.environ:
        return False  # dbus-send would try to start a bus
    name, method = "org.freedesktop.FileManager1", "org.freedesktop.FileManager1.ShowItems"
    place = "/org/freedesktop/FileManager1"
    send = ["dbus-send", "--session", "--print-reply", "--reply-timeout=2000", f"--dest={name}"]
    call = ["gdbus", "call", "--session", "--timeout", "2", "--dest", name, "--object-path", place]
    return run([*send, place, method, f"array:string:{uri}", "string:"]) or run(
        [*call, "--method", method, f"['{uri}']", ""]
    )
