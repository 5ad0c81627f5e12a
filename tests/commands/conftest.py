"""What the tests of the commands share: a home with plugins, and the command line in this process."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from e2e.shell_process import ShellProcess, start_shell, wait_until
from hermes_shell.cli import main
from hermes_shell.commands.known import rows_of
from hermes_shell.paths import Home
from hermes_shell.running_shell import RunningShell

PLUGIN = "export default {{ id: '{id}', name: '{name}', register(ctx) {{}}{more} }}\n"


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed for programs; nothing else may stand on standard output."""
        return json.loads(self.out)


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line in this process."""

    def call(*arguments: object) -> Done:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        told = capsys.readouterr()
        return Done(code, told.out, told.err)

    return call


def add_plugin(home: Home, folder: str, source: str | None = None, *, name: str = "Name", more: str = "") -> Path:
    """Write a plugin into a home; without a source, one whose id is the folder's name."""
    file = home.plugins / folder / "plugin.js"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source if source is not None else PLUGIN.format(id=folder, name=name, more=more), "utf-8")
    return file


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home that no shell has run on: three plugins, the last one broken."""
    made = Home(tmp_path / "home")
    add_plugin(made, "alpha", name="Alpha")
    add_plugin(made, "quiet", more=", defaultEnabled: false")
    add_plugin(made, "wrong", "import 'lodash'\n" + PLUGIN.format(id="wrong", name="Wrong", more=""))
    return made


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[ShellProcess]:
    """A shell that runs on a home of its own, with two plugins."""
    place = Home(tmp_path_factory.mktemp("served") / "home")
    add_plugin(place, "alpha")
    add_plugin(place, "beta")
    process = start_shell(place.root)
    try:
        running = RunningShell.find(place)
        assert running is not None
        # The first scan goes on when the shell is ready already.
        wait_until(
            lambda: [bool(row["rev"]) for row in rows_of(running.get("api/shell/inventory"))] == [True, True],
            "both plugins are read",
        )
        yield process
    finally:
        process.stop()
