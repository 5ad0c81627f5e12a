"""`hermes-shell logs`: the end of the log, and what is added to it."""

from __future__ import annotations

import argparse
import os
import re
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FrameType
from typing import TextIO

from hermes_shell.commands.options import Commands, add_command, home_of
from hermes_shell.commands.output import Style, Terminal, plain
from hermes_shell.errors import ShellError
from hermes_shell.paths import Home

FOLLOW_SECONDS = 0.2
"""How often to look for new lines."""

_EXAMPLES = ("hermes-shell logs -f --plugin my-plugin",)
_RECORD = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} ([A-Z]+) ")
_STYLES: dict[str, Style] = {"ERROR": "bad", "CRITICAL": "bad", "WARNING": "warn", "DEBUG": "faint"}


def add(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(commands, "logs", run, "show the end of the log", examples=_EXAMPLES)
    parser.add_argument("-f", "--follow", action="store_true", help="go on and print what is added, until Ctrl+C")
    parser.add_argument("-n", "--lines", type=_count, default=50, metavar="N", help="how many records (default: 50)")
    parser.add_argument("--plugin", metavar="ID", help="only what one plugin logged")


def run(options: argparse.Namespace) -> int:
    """Print the log; 1 when there is none."""
    home = home_of(options)
    stop = _stop_signal() if options.follow else None
    files = log_files(home)
    there = [file for file in files if _readable(file)]
    if not there and stop is None:
        raise ShellError(f"There is no log in {home.logs}: no shell has run on this home.")
    wanted, printer = _Wanted(options.plugin), _Printer(Terminal.of())
    with _Following(files[-1]) as following:
        last: deque[list[str]] = deque(maxlen=options.lines)
        for file in there:
            if file == files[-1]:
                continue
            with file.open(encoding="utf-8", errors="replace") as stream:
                last.extend(_records(filter(wanted, stream)))
        last.extend(_records(filter(wanted, following.lines())))
        for record in last:
            printer.print(record)
        while stop is not None and not stop.wait(FOLLOW_SECONDS):
            printer.print(filter(wanted, following.lines()))
    return 0


def log_files(home: Home) -> list[Path]:
    """Every log file of a home, the oldest first; they need not exist."""
    from hermes_shell.log import FILE_NAME, FILES_KEPT

    kept = [home.logs / f"{FILE_NAME}.{number}" for number in range(FILES_KEPT, 0, -1)]
    return [*kept, home.logs / FILE_NAME]


class _Following:
    """A log file that is read on after its end; when it is rotated, the rest of the old and then the new one.

    Args:
        file: the path that the log is written to; need not exist yet.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._stream: TextIO | None = None
        self._half = ""

    def __enter__(self) -> _Following:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def lines(self) -> Iterator[str]:
        """The complete lines that were added since the last call."""
        if self._stream is None:
            self._open()
        while self._stream is not None:
            yield from self._rest(self._stream)
            if not self._replaced(self._stream):
                return
            yield from self._rest(self._stream)  # written between the last look and the rotation
            self._close()
            self._open()

    def _rest(self, stream: TextIO) -> Iterator[str]:
        for line in iter(stream.readline, ""):
            self._half += line
            if self._half.endswith("\n"):
                yield self._half
                self._half = ""

    def _replaced(self, stream: TextIO) -> bool:
        try:
            now = self._file.stat()
        except OSError:
            return False  # between the two steps of a rotation
        mine = os.fstat(stream.fileno())
        return (now.st_dev, now.st_ino) != (mine.st_dev, mine.st_ino)

    def _open(self) -> None:
        try:
            self._stream = self._file.open(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            self._stream = None

    def _close(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None


class _Wanted:
    """Whether a line belongs to what was asked for; the lines of a traceback go with their record.

    Args:
        plugin: the id; None = everything.
    """

    def __init__(self, plugin: str | None) -> None:
        self._mark = None if plugin is None else f"[plugin:{plugin}]"
        self._inside = plugin is None

    def __call__(self, line: str) -> bool:
        if self._mark is not None and _RECORD.match(line):
            self._inside = self._mark in line
        return self._inside


class _Printer:
    """Prints lines in the style of their record's level."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._style: Style | None = None

    def print(self, lines: Iterable[str]) -> None:
        for line in lines:
            head = _RECORD.match(line)
            if head is not None:
                self._style = _STYLES.get(head[1])
            shown = plain(line.rstrip("\r\n"))
            self._terminal.line(self._terminal.paint(shown, self._style) if self._style else shown)
        self._terminal.stream.flush()


def _records(lines: Iterable[str]) -> Iterator[list[str]]:
    """A record is a line with a time, and the lines of its traceback."""
    record: list[str] = []
    for line in lines:
        if record and _RECORD.match(line):
            yield record
            record = []
        record.append(line)
    if record:
        yield record


def _readable(file: Path) -> bool:
    try:
        with file.open("rb"):
            return True
    except FileNotFoundError:
        return False
    except OSError as error:
        raise ShellError(f"The log {file} cannot be read: {error.strerror}.") from error


def _stop_signal() -> threading.Event:
    """Set at SIGINT and SIGTERM, so that following ends with 0 and nothing half printed."""
    stop = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        del number, frame
        stop.set()

    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, end)
    return stop


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise argparse.ArgumentTypeError("a number of records is a whole number from 0 to 999999999")
    return int(text)
