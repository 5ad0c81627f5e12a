"""The verbs behind the error overlay."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.core.shell import Shell
from hermes_shell.editor import VARIABLE, EditorError
from hermes_shell.errors import ProtocolError
from hermes_shell.plugins.lint import Lint
from hermes_shell.plugins.record import Record, Revision
from hermes_shell.plugins.row import row_error
from tests.shell_parts import FakeLoader, connect


@pytest.fixture
def record(loader: FakeLoader, tmp_path: Path) -> Record:
    file = tmp_path / "p" / "plugin.js"
    file.parent.mkdir()
    file.write_text("now")
    record = Record("p", 0, file, current=Revision("r2", b"new\nsecond", Lint()), good=Revision("r1", b"old", Lint()))
    loader.records["p"] = record
    return record


def ask(**more: Any) -> dict[str, Any]:
    return {"folder": "p", "rev": "r2", "line": 2, "column": 3, **more}


@pytest.mark.usefixtures("record")
async def test_excerpt_is_of_the_revision_that_was_asked_for(shell: Shell) -> None:
    window, _, _ = connect(shell)
    found = await window.call("plugins.excerpt", ask())
    assert found == {"first": 1, "lines": ["new", "second"], "line": 2, "column": 3}
    assert await window.call("plugins.excerpt", ask(rev="r1", line=1)) == {
        "first": 1,
        "lines": ["old"],
        "line": 1,
        "column": 3,
    }


@pytest.mark.parametrize("change", [{"rev": "r0"}, {"rev": "r1"}, {"folder": "q"}, {"line": None}, {"line": 9}])
@pytest.mark.usefixtures("record")
async def test_excerpt_of_what_is_gone_is_null(shell: Shell, change: dict[str, Any]) -> None:
    window, _, _ = connect(shell)
    assert await window.call("plugins.excerpt", ask(**change)) is None


async def test_refused_revision_has_an_excerpt_too(shell: Shell, record: Record) -> None:
    window, _, _ = connect(shell)
    record.problem = row_error("unsupported import: lodash", "lint", 1, 1)
    found: Any = await window.call("plugins.excerpt", ask(line=1, column=None))
    assert found["lines"] == ["new", "second"]
    assert found["column"] is None


@pytest.mark.parametrize("change", [{"line": "1"}, {"line": 0}, {"column": True}, {"rev": None}, {"folder": 5}])
@pytest.mark.usefixtures("record")
async def test_arguments_of_other_kinds_are_refused(shell: Shell, change: dict[str, Any]) -> None:
    window, _, _ = connect(shell)
    with pytest.raises(ProtocolError):
        await window.call("plugins.excerpt", ask(**change))


async def test_editor_opens_the_file_of_a_known_folder(
    shell: Shell, record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs, told = tmp_path / "bin", tmp_path / "told"
    programs.mkdir()
    (programs / "code").write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{told}.new"\n/bin/mv "{told}.new" "{told}"\n')
    (programs / "code").chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    for name in ("VISUAL", VARIABLE):
        monkeypatch.delenv(name, raising=False)
    window, _, _ = connect(shell)
    assert await window.call("os.openEditor", {"folder": "p", "line": 2, "column": 3}) is True
    assert (await asyncio.to_thread(told.read_text)).splitlines() == ["--goto", f"{record.file}:2:3"]
    assert await window.call("os.openEditor", {"folder": "p", "line": None}) is True
    assert (await asyncio.to_thread(told.read_text)).splitlines() == ["--goto", f"{record.file}:1:1"]


async def test_editor_opens_nothing_else(shell: Shell, record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    window, _, _ = connect(shell)
    with pytest.raises(EditorError, match="no plugin folder"):
        await window.call("os.openEditor", {"folder": "../p", "line": 2})
    monkeypatch.setenv("PATH", str(record.file.parent))
    for name in ("VISUAL", VARIABLE):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(EditorError, match="did not start"):
        await window.call("os.openEditor", {"folder": "p", "line": 2})
    await shell.preferences.set("editor.command", "sh -c {file}")
    with pytest.raises(EditorError, match="none of the known editors"):
        await window.call("os.openEditor", {"folder": "p", "line": 2})
