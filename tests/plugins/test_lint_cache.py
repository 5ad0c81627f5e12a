from __future__ import annotations

import os
from pathlib import Path

import pytest

from hermes_shell.plugins.lint import Lint
from hermes_shell.plugins.lint_cache import LintCache
from hermes_shell.plugins.sources import Specifier

DATA = b"import a from 'react'"
RESULT = Lint((Specifier(14, 21, "react"),), ("x",), 3, ("line 1: w",))


def test_cache_gives_back_what_it_was_given(tmp_path: Path) -> None:
    cache = LintCache(tmp_path / "lint")
    assert cache.get("r", DATA) is None
    cache.put("r", RESULT)
    assert cache.get("r", DATA) == RESULT
    assert [file.name for file in (tmp_path / "lint").iterdir()] == ["r.json"]


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "{",
        "[]",
        '{"format": 2, "specifiers": [], "refused": [], "refused_at": null, "warnings": []}',
        '{"format": 1, "specifiers": [{"start": 1, "end": 9, "name": "react"}], "refused": [], "refused_at": null,'
        ' "warnings": []}',
        '{"format": 1, "specifiers": [{"start": 14, "end": 21, "name": "lodash"}], "refused": [], "refused_at": null,'
        ' "warnings": []}',
    ],
)
def test_damaged_cache_file_counts_as_absent_and_is_written_again(damage: str, tmp_path: Path) -> None:
    cache = LintCache(tmp_path)
    (tmp_path / "r.json").write_text(damage, "utf-8")
    assert cache.get("r", DATA) is None
    cache.put("r", RESULT)
    assert cache.get("r", DATA) == RESULT


def test_cache_that_cannot_be_written_is_only_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    LintCache(tmp_path / "file").put("r", RESULT)
    assert "cannot be written" in caplog.text


def test_cache_keeps_the_newest(tmp_path: Path) -> None:
    cache = LintCache(tmp_path)
    for number in (3, 1, 4, 0, 2):
        cache.put(f"r{number}", RESULT)
        os.utime(tmp_path / f"r{number}.json", (number, number))
    cache.prune(keep=2)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["r3.json", "r4.json"]
