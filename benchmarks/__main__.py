"""`python -m benchmarks`: run the benchmarks, print one table, write one JSON file."""

from __future__ import annotations

import argparse
import compileall
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import datetime
from importlib import import_module
from pathlib import Path

from benchmarks import machine, report
from benchmarks.budgets import names_of
from benchmarks.measurement import Measurement, Options, attempt, not_measured

SCRIPTS = (
    "version",
    "startup",
    "hot_reload",
    "toggle",
    "fragments",
    "slots",
    "sessions",
    "composer",
    "transcript",
    "switching",
    "palette",
    "drag",
    "many_plugins",
    "announcements",
    "tabs",
    "idle",
    "memory",
    "window",
)
"""Every script; each has `run(options) -> list[Measurement]`."""
RESULTS = Path(__file__).resolve().parent / "results"
PACKAGE = Path(__file__).resolve().parent.parent / "hermes_shell"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the scripts that were named, or all.

    Returns:
        The exit code: 1 when a measurement failed, else 0. A missed budget is marked and does not fail the run.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("scripts", nargs="*", metavar="NAME", help=f"of {', '.join(SCRIPTS)}; default: all")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    parser.add_argument("--json", type=Path, metavar="PATH", help="default: benchmarks/results/<date>.json")
    given = parser.parse_args(arguments)
    unknown = [name for name in given.scripts if name not in SCRIPTS]
    if unknown:
        parser.error(f"no benchmark is called {', '.join(unknown)}; there are {', '.join(SCRIPTS)}")
    path = given.json or RESULTS / f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}.json"
    facts = machine.facts()
    if machine.is_busy():
        print("the machine is busy with other work: times are longer than they need be", file=sys.stderr)
    # An installer compiles what it installs; PYTHONDONTWRITEBYTECODE would make every start compile the source again.
    compileall.compile_dir(PACKAGE, quiet=1)
    measurements: list[Measurement] = []
    with tempfile.TemporaryDirectory(prefix="hermes-bench-", ignore_cleanup_errors=True) as directory:
        for script in given.scripts or SCRIPTS:
            measurements += run_script(script, Options(given.quick, Path(directory) / script))
    facts["load_after"] = machine.load()
    report.write_json(path, facts, measurements, quick=given.quick)
    print(report.table(measurements))
    failures = report.failures(measurements)
    if failures:
        print("\nnot measured:\n" + "\n".join(f"  {line}" for line in failures))
    print(f"\n{path}")
    return 1 if failures else 0


def run_script(script: str, options: Options) -> list[Measurement]:
    """Run one script; a measurement that it owes and did not deliver becomes a failed row."""
    print(f"{script} …", end="", file=sys.stderr, flush=True)
    started = time.monotonic()
    options.directory.mkdir(parents=True, exist_ok=True)
    owed = names_of(script)
    delivered = attempt(owed, lambda: import_module(f"benchmarks.{script}").run(options))
    names = {each.name for each in delivered}
    delivered += [not_measured(name, "the script did not deliver it") for name in owed if name not in names]
    print(f" {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    return sorted(delivered, key=lambda each: owed.index(each.name))


if __name__ == "__main__":
    sys.exit(main())
