"""`hermes-shell plugins check`: everything that can be said of a plugin.js without a window."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_shell.commands.options import home_of
from hermes_shell.commands.output import Terminal, plain, print_json

if TYPE_CHECKING:
    from hermes_shell.plugins.check import Checked, Severity

SHOWN_OF_A_RULE = 5
"""Places that are printed of one rule in one file; `--json` has all."""


def run(options: argparse.Namespace) -> int:
    """Print the findings; 1 when there is an error, or with `--strict` anything."""
    from hermes_shell.plugins.check import check_files, plugin_files

    paths: Sequence[Path] = options.paths or [home_of(options).plugins]
    checked = check_files(list(dict.fromkeys(file for path in paths for file in plugin_files(path))))
    errors, warnings = _count(checked, "error"), _count(checked, "warning")
    if options.json:
        print_json({"errors": errors, "warnings": warnings, "plugins": [_as_json(one) for one in checked]})
    else:
        terminal = Terminal.of()
        for one in checked:
            _print(terminal, one)
        terminal.line(f"{_number(len(checked), 'plugin')}: {_number(errors, 'error')}, {_number(warnings, 'warning')}")
    return 1 if errors or (warnings and options.strict) else 0


def _count(checked: Sequence[Checked], severity: Severity) -> int:
    return sum(one.count(severity) for one in checked)


def _as_json(checked: Checked) -> dict[str, object]:
    findings = [
        {
            "code": finding.code,
            "severity": finding.severity,
            "line": finding.line,
            "column": finding.column,
            "message": finding.message,
            "fix": finding.rule.fix,
        }
        for finding in checked.findings
    ]
    return {"file": str(checked.file), "id": checked.id, "findings": findings}


def _print(terminal: Terminal, checked: Checked) -> None:
    seen: Counter[str] = Counter()
    total = Counter(finding.code for finding in checked.findings)
    for finding in checked.findings:
        seen[finding.code] += 1
        if seen[finding.code] > SHOWN_OF_A_RULE:
            continue
        place = ":".join(str(part) for part in (checked.file, finding.line, finding.column) if part is not None)
        severity = terminal.paint(finding.severity, "bad" if finding.severity == "error" else "warn")
        terminal.line(f"{terminal.paint(plain(place), 'strong')}: {finding.code} {severity}: {plain(finding.message)}")
        last = seen[finding.code] == min(total[finding.code], SHOWN_OF_A_RULE)
        if last:
            if total[finding.code] > SHOWN_OF_A_RULE:
                terminal.line(f"  … and {total[finding.code] - SHOWN_OF_A_RULE} more of {finding.code}")
            terminal.line(terminal.paint(f"  {finding.rule.fix}", "faint"))


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
