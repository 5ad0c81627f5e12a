"""Where everything of one home lies.

A home is the directory that the agent and the shell share (`$HERMES_HOME`, else `~/.hermes`). Plugins live in
`desktop-plugins/`, everything the shell itself writes in `desktop-shell/`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from hermes_shell.errors import HomeError


@dataclass(frozen=True)
class Home:
    """The paths of one home. Building one touches nothing; `prepare()` creates the directories.

    Attributes:
        root: absolute path of the home.
    """

    root: Path

    @classmethod
    def resolve(cls, value: str | None = None) -> Home:
        """Find the home: the argument, else `$HERMES_HOME`, else `~/.hermes`.

        Args:
            value: a path, absolute or relative to the working directory; `~` is expanded. None or empty = not given.

        Raises:
            HomeError: the path is not usable as a directory name, or something else than a directory stands there.
        """
        text = value or os.environ.get("HERMES_HOME") or "~/.hermes"
        try:
            root = Path(os.path.abspath(Path(text).expanduser()))
            os.fsencode(root)
            if "\0" in text:
                raise ValueError("it contains a null character")
            occupied = root.exists() and not root.is_dir()
        except (ValueError, RuntimeError, OSError) as error:
            raise HomeError(f"{text!r} cannot be used as the home: {error}. Choose another with --home.") from error
        if occupied:
            raise HomeError(f"The home {root} is not a directory. Choose another with --home, or move that file away.")
        return cls(root)

    @property
    def plugins(self) -> Path:
        """The one root of disk plugins: one folder a plugin with `plugin.js` in it (contract, loader 2.1)."""
        return self.root / "desktop-plugins"

    @property
    def state(self) -> Path:
        """The shell's own directory (mode 0700)."""
        return self.root / "desktop-shell"

    @property
    def database(self) -> Path:
        """The storage database."""
        return self.state / "storage.sqlite3"

    @property
    def secrets(self) -> Path:
        """The instance file: secret path, session and CSRF secrets, remembered port (mode 0600)."""
        return self.state / "instance.json"

    @property
    def lock(self) -> Path:
        """The lock file of the process that serves the home."""
        return self.state / "instance.lock"

    @property
    def running(self) -> Path:
        """Where the running shell listens (mode 0600); absent while none runs."""
        return self.state / "running.json"

    @property
    def starts(self) -> Path:
        """How the last starts went."""
        return self.state / "starts.json"

    @property
    def engine_trial(self) -> Path:
        """There while a window engine comes up."""
        return self.state / "engine-start.txt"

    @property
    def logs(self) -> Path:
        """Directory of the rotating log files."""
        return self.state / "logs"

    @property
    def cache(self) -> Path:
        """Directory of everything that can be computed again."""
        return self.state / "cache"

    def prepare(self) -> list[str]:
        """Create what is missing of the home's directories.

        Returns:
            One sentence for the first directory that could not be created (a read-only or full disk), else nothing.
            The caller goes on: storage and instance fall back to memory on their own.
        """
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            self.plugins.mkdir(exist_ok=True)
            self.state.mkdir(mode=0o700, exist_ok=True)
            self.logs.mkdir(exist_ok=True)
            self.cache.mkdir(exist_ok=True)
        except OSError as error:
            place = error.filename or self.root
            return [f"The home {self.root} cannot be written ({place}: {error.strerror}). Nothing is saved this time."]
        return []
