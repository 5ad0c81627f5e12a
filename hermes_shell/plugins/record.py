"""Records: what is known of one plugin folder."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from hermes_shell.plugins.discover import Signature
from hermes_shell.plugins.lint import Lint
from hermes_shell.plugins.package_marker import Package
from hermes_shell.plugins.report import Report
from hermes_shell.plugins.row import Row, RowError


class Meta(TypedDict):
    """What a page learned of a plugin by evaluating it; remembered from run to run."""

    id: str
    name: str
    description: str
    version: str | None
    default_enabled: bool | None


@dataclass(frozen=True)
class Revision:
    """One revision with its bytes and what the lint found in them."""

    rev: str
    data: bytes
    lint: Lint


@dataclass
class Record:
    """One plugin folder.

    Attributes:
        current: the revision on disk, also when it is refused; None until it was read once.
        good: the last revision that a window loaded.
        before: the good one before that. A plugin counts as loaded while the promise of its `register` is open; when it
            is rejected, this one is good again.
        problem: why nothing can be evaluated (phase read or lint).
        located: the place of an evaluation error, with the revision it is in.
        signature: of the file when it was last read, None after a failure.
        unchecked: how many times in a row the engine failed to check what was read.
        changed: the file holds another revision than `current`, and waits to be asked for.
        package: of which the plugin is a half, None for one of its own.
        needs: what a revision asks for and this shell has not, with that revision.
    """

    folder: str
    rank: int
    file: Path
    current: Revision | None = None
    good: Revision | None = None
    before: Revision | None = None
    problem: RowError | None = None
    located: tuple[str, RowError] | None = None
    signature: Signature | None = None
    unchecked: int = 0
    changed: bool = False
    package: Package | None = None
    needs: tuple[str, tuple[str, ...]] | None = None
    meta: Meta | None = None
    reports: dict[str, Report] = field(default_factory=dict[str, Report])
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    published: Row | None = None

    @property
    def rev(self) -> str | None:
        """The hash of the revision on disk."""
        return self.current.rev if self.current else None

    def revision(self, rev: str) -> Revision | None:
        """A revision that may be served: the current one unless it is refused, or one of the last two good ones.

        Two, because a page that falls back asks for the older one before its report of the failure is read.
        """
        current = self.current if self.problem is None else None
        return next((one for one in (current, self.good, self.before) if one is not None and one.rev == rev), None)

    def data(self, rev: str) -> bytes | None:
        """The bytes of a revision that is still known, also when it was refused."""
        known = (self.current, self.good, self.before)
        return next((one.data for one in known if one is not None and one.rev == rev), None)

    def valid_reports(self) -> list[Report]:
        """The windows' reports that speak of the current revision."""
        return [report for report in self.reports.values() if report.rev in (None, self.rev)]
