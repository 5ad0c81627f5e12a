"""Lint results on disk, so that a start lints only what is new."""

from __future__ import annotations

import json
import logging
import threading
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hermes_shell.cache_file import write_atomically
from hermes_shell.plugins.lint import Lint
from hermes_shell.plugins.sources import Specifier

FORMAT = 1
CACHE_FILES = 1000

_log = logging.getLogger(__name__)
_building = threading.Lock()


class _SpecifierRecord(BaseModel):
    model_config = ConfigDict(strict=True, defer_build=True)
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]
    name: Literal["@hermes/plugin-sdk", "react", "react/jsx-runtime", "react/jsx-dev-runtime"]


class _LintRecord(BaseModel):
    model_config = ConfigDict(strict=True, defer_build=True)
    format: Literal[1]
    specifiers: list[_SpecifierRecord]
    refused: list[str]
    refused_at: int | None
    warnings: list[str]


class LintCache:
    """Results on disk, one file a revision. Both methods block: call them in a thread.

    A file that cannot be used counts as absent and is written again.

    Args:
        directory: created when first needed.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def get(self, rev: str, data: bytes) -> Lint | None:
        """The stored result for a revision whose bytes are `data`, None when there is none that fits."""
        try:
            with _building:  # deferred to here, off the start; two threads must not build it at once
                _LintRecord.model_rebuild()
            record = _LintRecord.model_validate_json((self._directory / f"{rev}.json").read_bytes())
        except (OSError, ValidationError):
            return None
        specifiers = tuple(Specifier(one.start, one.end, one.name) for one in record.specifiers)
        done = 0
        for one in specifiers:
            quote = data[one.start : one.start + 1]
            if (
                one.start < done
                or one.end < one.start + 2
                or quote not in (b'"', b"'", b"`")
                or data[one.end - 1 : one.end] != quote
            ):
                return None
            done = one.end
        return Lint(specifiers, tuple(record.refused), record.refused_at, tuple(record.warnings))

    def put(self, rev: str, result: Lint) -> None:
        """Store a result; a disk that takes nothing costs only the time of the next lint."""
        record = {
            "format": FORMAT,
            "specifiers": [{"start": one.start, "end": one.end, "name": one.name} for one in result.specifiers],
            "refused": result.refused,
            "refused_at": result.refused_at,
            "warnings": result.warnings,
        }
        write_atomically(self._directory / f"{rev}.json", json.dumps(record).encode())

    def prune(self, keep: int = CACHE_FILES) -> None:
        """Remove all but the newest results."""
        try:
            files = sorted(self._directory.glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
            for file in files[keep:]:
                file.unlink(missing_ok=True)
        except OSError as error:
            _log.info("The lint cache cannot be pruned: %s", error)
