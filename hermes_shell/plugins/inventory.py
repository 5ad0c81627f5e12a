"""What is known of every plugin folder: one record a folder, merged from the disk and from what the windows report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import cast

from hermes_shell.plugins.neighbours import KnownPlugins
from hermes_shell.plugins.record import Meta, Record, Revision
from hermes_shell.plugins.report import Report, ReportError
from hermes_shell.plugins.row import Row, RowError, Status, row_error

# The worst first: a row shows the worst of its windows.
_WORST: tuple[Status, ...] = ("error", "pending", "loaded", "disabled")


class Inventory:
    """All records. Ranks come from a counter; a folder that comes back has its old rank, another never gets it.

    Args:
        known: decisions and remembered folders.
    """

    def __init__(self, known: KnownPlugins) -> None:
        self._known = known
        self._records: dict[str, Record] = {}
        self._ranks: dict[str, int] = {}

    def add(self, folder: str, file: Path) -> Record:
        """A new record for a folder that was not known."""
        rank = self._ranks.setdefault(folder, len(self._ranks))
        record = Record(folder, rank, file, meta=_meta(self._known.meta(folder)))
        self._records[folder] = record
        return record

    def remove(self, folder: str) -> None:
        """Drop a record."""
        self._records.pop(folder, None)

    def get(self, folder: str) -> Record | None:
        """The record of a folder."""
        return self._records.get(folder)

    def records(self) -> list[Record]:
        """All records by rank."""
        return sorted(self._records.values(), key=lambda record: record.rank)

    def report(self, window: str, report: Report) -> Record | None:
        """Take a window's report into the record; None when the folder is not known (any more)."""
        record = self._records.get(report.folder)
        if record is None:
            return None
        record.reports[window] = report
        current = record.current
        if current is not None and report.rev == current.rev:
            _judge_good(record, current, report)
        if report.id and report.status in ("loaded", "disabled", "error") and not report.stale:
            record.meta = Meta(
                id=report.id,
                name=report.name or report.id,
                description=report.description or "",
                version=report.version,
                default_enabled=report.default_enabled,
            )
        return record

    def window_gone(self, window: str) -> list[Record]:
        """Forget a window's reports; the records it had spoken of."""
        return [record for record in self.records() if record.reports.pop(window, None) is not None]

    def rows(self) -> list[Row]:
        """All records as the page sees them, by rank."""
        decisions, owners = self._known.all(), self._known.owners()
        return [self._row(record, decisions, owners) for record in self.records()]

    def row(self, record: Record) -> Row:
        """The record as the page sees it."""
        return self._row(record, self._known.all(), self._known.owners())

    def _row(self, record: Record, decisions: Mapping[str, bool], owners: Mapping[str, str]) -> Row:
        meta = record.meta
        plugin = self._own_id(record, owners)
        decision = decisions.get(plugin) if plugin else None
        reports = record.valid_reports()
        status, error = _judge(record, reports, decision)
        return Row(
            folder=record.folder,
            rank=record.rank,
            id=plugin,
            name=meta["name"] if meta else record.folder,
            description=meta["description"] if meta else "",
            version=meta["version"] if meta else None,
            rev=record.rev,
            good_rev=record.good.rev if record.good else None,
            size=len(record.current.data) if record.current else 0,
            status=status,
            error=error,
            stale=any(report.stale for report in reports) or (record.problem is not None and record.good is not None),
            file=_printable(record.file),
            kind="disk",
            package=record.package,
            default_enabled=meta["default_enabled"] if meta else None,
            enabled=decision,
            warnings=_warnings(record, reports),
            needs=list(record.needs[1]) if record.needs is not None and record.needs[0] == record.rev else [],
            changed=record.changed,
            windows=sum(report.status == "loaded" or report.stale for report in record.reports.values()),
            load_ms=max((report.load_ms for report in reports if report.load_ms is not None), default=None),
        )

    def _own_id(self, record: Record, owners: Mapping[str, str]) -> str | None:
        """The id, unless another folder that is here owns it: such a row goes by its folder (contract, loader 2.5)."""
        if record.meta is None:
            return None
        reports = record.valid_reports()
        if any(report.error is not None and report.error.phase == "duplicate" for report in reports):
            return None
        owner = owners.get(record.meta["id"], record.folder)
        settled = any(report.status in ("loaded", "disabled") for report in reports)
        mine = settled or owner == record.folder or owner not in self._records
        return record.meta["id"] if mine else None


def _judge_good(record: Record, current: Revision, report: Report) -> None:
    """Which revision is the last good one after a report about the current one."""
    if report.status == "loaded" and not report.stale:
        if record.good is not current:
            record.before, record.good = record.good, current
    elif report.status == "error" and record.good is current and record.before is not None:
        runs = any(other.status == "loaded" and other.rev == current.rev for other in record.reports.values())
        record.good = current if runs else record.before


def _judge(record: Record, reports: list[Report], decision: bool | None) -> tuple[Status, RowError | None]:
    if record.problem is not None:
        return "error", record.problem
    if not reports:
        return ("disabled" if decision is False else "pending"), None
    worst = min(reports, key=lambda report: _WORST.index(report.status))
    if worst.status != "error":
        return worst.status, None
    if record.located is not None and record.located[0] == record.rev:
        return "error", record.located[1]
    found = worst.error or ReportError(message="The plugin did not load.")
    return "error", row_error(found.message, found.phase, found.line, found.column, found.source_line)


def _warnings(record: Record, reports: Iterable[Report]) -> list[str]:
    found: dict[str, None] = {}
    if record.current is not None:
        found |= dict.fromkeys(record.current.lint.warnings)
    if record.meta is not None and record.meta["id"] != record.folder:
        # The words of the page, so that a row says it once.
        found[f'the folder is named "{record.folder}" but the plugin\'s id is "{record.meta["id"]}"'] = None
    for report in reports:
        found |= dict.fromkeys(report.warnings)
    return list(found)


def _meta(remembered: Mapping[str, object] | None) -> Meta | None:
    if remembered is None or not isinstance(remembered.get("id"), str):
        return None
    plugin = cast("str", remembered["id"])
    name, description = remembered.get("name"), remembered.get("description")
    version, default = remembered.get("version"), remembered.get("default_enabled")
    return Meta(
        id=plugin,
        name=name if isinstance(name, str) else plugin,
        description=description if isinstance(description, str) else "",
        version=version if isinstance(version, str) else None,
        default_enabled=default if isinstance(default, bool) else None,
    )


def _printable(file: Path) -> str:
    """A path for people and JSON: bytes that are no UTF-8 are shown as replacement characters."""
    return str(file).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
