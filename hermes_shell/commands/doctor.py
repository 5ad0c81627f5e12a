"""`hermes-shell doctor`: what the shell knows of itself and its home, and what is wrong with them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from hermes_shell.commands.options import Commands, add_command, add_json, home_of
from hermes_shell.commands.output import Terminal, plain, print_json
from hermes_shell.errors import ControlError, ShellError

if TYPE_CHECKING:
    from hermes_shell.paths import Home

_WHY = (
    "Show engine, paths, port, plugins, watcher and database of a home, from the running shell where there is one, and "
    "say what is wrong. Nothing secret is in it. Ends with 1 when something is wrong."
)


def add(commands: Commands) -> None:
    """Add the command."""
    add_json(add_command(commands, "doctor", run, "show the state of shell and home, and what is wrong", _WHY))


def run(options: argparse.Namespace) -> int:
    """Print the report; 1 when something is wrong."""
    from hermes_shell import diagnostics

    home = home_of(options)
    report, problems = examine(home)
    problems += [*_home_problems(home), *_report_problems(home, report)]
    problems = list(dict.fromkeys(problems))
    if options.json:
        print_json({"ok": not problems, "problems": problems, "report": report})
        return 1 if problems else 0
    terminal = Terminal.of()
    for line in diagnostics.as_text(report).split("\n"):
        terminal.line(plain(line))
    terminal.line()
    for problem in problems:
        terminal.line(f"{terminal.paint('wrong', 'bad')}: {plain(problem)}")
    if not problems:
        terminal.line(terminal.paint("Nothing is wrong.", "good"))
    return 1 if problems else 0


def examine(home: Home) -> tuple[dict[str, Any], list[str]]:
    """The report of the running shell, else of the home's files; and what was wrong with getting it."""
    from hermes_shell import diagnostics
    from hermes_shell.running_shell import RunningShell

    problems: list[str] = []
    try:
        running = RunningShell.find(home)
        if running is not None:
            return cast("dict[str, Any]", running.get("api/shell/report")), problems
    except ControlError as error:
        problems.append(error.message)
    from hermes_shell import engines
    from hermes_shell.commands.offline import offline_plugins

    report: dict[str, Any] = {**diagnostics.offline(home), "engine": engines.choose_engine(), "running": False}
    try:
        known = offline_plugins(home)
    except ShellError as error:
        problems.append(error.message)
    else:
        states = ("id", "status", "error")
        report["plugins"] = [{name: row[name] for name in states} for row in known.rows]
        problems += known.problems
    return report, problems


def _home_problems(home: Home) -> Iterator[str]:
    """What is wrong with the directory itself."""
    try:
        owner = os.stat(home.root).st_uid
    except FileNotFoundError:
        return  # the first start makes it
    except OSError as error:
        yield f"The home {home.root} cannot be looked at: {error.strerror}."
        return
    if os.name == "posix" and owner != os.geteuid():
        yield f"The home {home.root} belongs to {_user(owner)}, and this is {_user(os.geteuid())}."
    for folder in (home.root, home.state):
        if folder.is_dir() and not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            yield f"{folder} cannot be read and written by this user: nothing is saved there."


def _report_problems(home: Home, report: Mapping[str, Any]) -> Iterator[str]:
    database = cast("Mapping[str, Any]", report.get("database", {}))
    if not database.get("ok") and _is_there(home):
        yield f"The database is not sound: {database.get('problem')}. The next start restores the last good backup."
    for name, state in cast("Mapping[str, str]", report.get("files", {})).items():
        if state not in ("ok", "missing"):
            yield f"{home.state / name} is {state}."
    if report.get("root_problem"):
        yield str(report["root_problem"])
    yield from cast("Iterable[str]", report.get("incidents", ()))
    for row in cast("Iterable[Mapping[str, Any]]", report.get("plugins", ())):
        if row["status"] == "error":
            yield f"The plugin {row['id']} does not work: {str(row['error']).split(chr(10), 1)[0]}"


def _is_there(home: Home) -> bool:
    try:
        return home.database.exists()
    except OSError:
        return True


def _user(number: int) -> str:
    import pwd

    try:
        return f"{pwd.getpwuid(number).pw_name} ({number})"
    except KeyError:
        return f"user {number}"
