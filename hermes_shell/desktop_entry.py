"""The entry of the shell in a Linux desktop's menu: a `.desktop` file and its icon.

An entry whose program cannot start does nothing at all when it is clicked, without a word. So the program is named by
an absolute path that survives a virtual environment made of links, and is run once before the entry counts as written.
Source of the format: freedesktop.org, Desktop Entry Specification 1.5.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from hermes_shell.errors import IntegrationError

NAME = "hermes-shell"
PATIENCE_SECONDS = 20.0
"""How long the program may take to say its version, on a slow disk."""

# What a quoted argument of Exec escapes, and then once more as a string of the file format.
_RESERVED = frozenset(" \t\n\"'\\><~|&;$*?#()`")


@dataclass(frozen=True)
class DesktopEntry:
    """Where the entry lies and which program it starts.

    Attributes:
        data: the user's data directory, `$XDG_DATA_HOME` or `~/.local/share`.
        program: the command that opens the shell, the first word an absolute path.
    """

    data: Path
    program: tuple[str, ...]

    @classmethod
    def of(cls, environment: Mapping[str, str] = os.environ, executable: str = sys.executable) -> DesktopEntry:
        """The entry of this user and this installation.

        Args:
            environment: where `XDG_DATA_HOME` and `HOME` are looked up.
            executable: the running interpreter. Its links are kept as they are: what a link of a virtual environment
                points at does not know the environment's packages.
        """
        given = environment.get("XDG_DATA_HOME", "")
        # A relative path is to be ignored (XDG Base Directory Specification).
        data = (
            Path(given) if os.path.isabs(given) else Path(environment.get("HOME") or "~").expanduser() / ".local/share"
        )
        python = os.path.abspath(executable)
        script = Path(python).parent / NAME
        found = os.access(script, os.X_OK)
        return cls(data, (str(script),) if found else (python, "-m", "hermes_shell"))

    @property
    def file(self) -> Path:
        """The `.desktop` file."""
        return self.data / "applications" / f"{NAME}.desktop"

    @property
    def icon(self) -> Path:
        """The icon, where every desktop looks for one."""
        return self.data / "icons/hicolor/scalable/apps" / f"{NAME}.svg"

    def text(self) -> str:
        """The content of the file.

        Raises:
            IntegrationError: the program's path cannot be written in such a file.
        """
        command = _exec(self.program)
        return "\n".join(
            [
                "[Desktop Entry]",
                "Type=Application",
                "Version=1.5",
                "Name=Hermes",
                "GenericName=Plugin window",
                "Comment=Run the desktop plugins of Hermes Agent",
                f"Exec={command}",
                f"TryExec={_string(self.program[0])}",
                f"Icon={NAME}",
                "Terminal=false",
                "Categories=Utility;Development;",
                "Keywords=hermes;agent;plugins;",
                f"StartupWMClass={NAME}",
                "Actions=new-window;",
                "",
                "[Desktop Action new-window]",
                "Name=New window",
                f"Exec={command} --new-window",
                "",
            ]
        )

    def write(self) -> None:
        """Write file and icon, and check both the file and its program.

        Raises:
            IntegrationError: a file cannot be written, or what was written does not hold.
        """
        text = self.text()
        run_program(self.program)
        picture = files("hermes_shell").joinpath("static", "icons", f"{NAME}.svg").read_bytes()
        for file, content in ((self.icon, picture), (self.file, text.encode())):
            _replace(file, content)
        _tell_the_desktop(self.file.parent)
        self.check()

    def remove(self) -> bool:
        """Take file and icon away.

        Returns:
            Whether there was an entry.

        Raises:
            IntegrationError: a file is there and cannot be removed.
        """
        there = self.file.exists()
        for file in (self.file, self.icon):
            try:
                file.unlink(missing_ok=True)
            except OSError as error:
                raise IntegrationError(f"{file} cannot be removed: {error.strerror}.") from error
        _tell_the_desktop(self.file.parent)
        return there

    def check(self) -> None:
        """Read the entry back: it is there, it starts this installation, and the program runs.

        Raises:
            IntegrationError: what does not hold, and what mends it.
        """
        again = "Run hermes-shell integrate to write it again."
        try:
            found = self.file.read_text("utf-8")
        except FileNotFoundError:
            raise IntegrationError(
                f"There is no entry at {self.file}. Run hermes-shell integrate to write it."
            ) from None
        except (OSError, UnicodeDecodeError) as error:
            raise IntegrationError(f"{self.file} cannot be read: {error}. {again}") from error
        if found != self.text():
            raise IntegrationError(f"{self.file} starts another installation, or was changed. {again}")
        done = _run_tool("desktop-file-validate", str(self.file))
        if done is not None and done.returncode != 0:
            raise IntegrationError(f"{self.file} is not valid: {done.stdout.strip() or done.stderr.strip()}")
        run_program(self.program)


def run_program(program: Sequence[str]) -> None:
    """See that a program of the entry starts.

    Raises:
        IntegrationError: it cannot be run, or does not say a version.
    """
    command = [*program, "--version"]
    shown = " ".join(command)
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise IntegrationError(f"{shown} does not run: {error}. Install hermes-shell again.") from error
    if done.returncode != 0 or not done.stdout.startswith(NAME):
        reason = (done.stderr or done.stdout).strip()[-300:] or f"exit code {done.returncode}"
        raise IntegrationError(f"{shown} does not run: {reason}. Install hermes-shell again.")


def _exec(program: Sequence[str]) -> str:
    """A command as the value of Exec."""
    return " ".join(_string(_argument(word)) for word in program)


def _argument(word: str) -> str:
    """One argument: quoted where a character is reserved; a percent sign starts a field code."""
    escaped = word.replace("%", "%%")
    if not _RESERVED & set(word):
        return escaped
    return '"' + "".join(f"\\{letter}" if letter in '"`$\\' else letter for letter in escaped) + '"'


def _string(value: str) -> str:
    """A value of type string.

    Raises:
        IntegrationError: it holds a control character.
    """
    if any(ord(letter) < 32 or ord(letter) == 127 for letter in value):
        raise IntegrationError(f"{value!r} holds a control character; a desktop entry cannot name it.")
    return value.replace("\\", "\\\\")


def _replace(file: Path, content: bytes) -> None:
    """Put a file in place in one step."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            os.chmod(name, 0o644)
            os.replace(name, file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise IntegrationError(f"{file} cannot be written: {error.strerror}.") from error


def _tell_the_desktop(applications: Path) -> None:
    """Let desktops that keep a cache of entries read them again; the others watch the directory."""
    if applications.is_dir():
        _run_tool("update-desktop-database", "-q", str(applications))


def _run_tool(name: str, *arguments: str) -> subprocess.CompletedProcess[str] | None:
    """Run a tool of the desktop; None where it is not there, or does not start and end. The entry holds without it."""
    program = shutil.which(name)
    if program is None:
        return None
    try:
        return subprocess.run(
            [program, *arguments], capture_output=True, text=True, check=False, timeout=PATIENCE_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
