"""Write the reference of the command line, `docs/cli.md`, from the parser and the rules of the check.

Usage: `python -m tools.cli_reference` writes the file, `--check` compares it and ends with 1 when it is not current.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from hermes_shell.cli import build_parser
from hermes_shell.commands.grammar import Command, Option, grammar_of
from hermes_shell.plugins.check import RULES

FILE = Path(__file__).resolve().parent.parent / "docs" / "cli.md"

_HEAD = """\
# Command line

<!-- Written by `python -m tools.cli_reference`. Change the parser or the rules, then run it. -->

Every command takes `--home DIR`; without it the home is `$HERMES_HOME`, else `~/.hermes`. While a shell runs on the
home, `plugins` and `doctor` ask it; otherwise they read the files.

| exit code | meaning |
|---|---|
| 0 | done, or stopped by Ctrl+C or SIGTERM |
| 1 | it failed, or `doctor` or `plugins check` found something wrong; one sentence is on standard error |
| 2 | wrong usage |

Colour is used on a terminal only, and not when `NO_COLOR` is set. `--json` prints one JSON value on standard output and
nothing else there.
"""

_RULES_HEAD = """\
## Rules of `plugins check`

An error keeps a plugin, or a part of it, from working. A warning does not; with `--strict` it counts as well. A rule
stays silent where the text does not tell.

| code | severity | what is looked for | what to do |
|---|---|---|---|
"""


def reference() -> str:
    """The text of the file."""
    sections = [_HEAD, *("\n".join(_section(command)) for command in grammar_of(build_parser()).walk())]
    rules = [f"| {rule.code} | {rule.severity} | {_cell(rule.title)} | {_cell(rule.fix)} |" for rule in RULES.values()]
    return "\n".join([*sections, _RULES_HEAD + "\n".join(rules)]) + "\n"


def _section(command: Command) -> Iterator[str]:
    yield f"## {' '.join(command.path)}"
    yield ""
    yield _text(command.description)
    yield ""
    yield "```"
    yield _usage(command)
    yield "```"
    if command.examples:
        yield ""
        yield "Examples:"
        yield ""
        yield "```sh"
        yield from command.examples
        yield "```"
    if command.commands:
        yield ""
        yield "| command | what it does |"
        yield "|---|---|"
        for one in command.commands:
            yield f"| [`{one.name}`](#{'-'.join(one.path)}) | {_cell(one.summary)} |"
    everywhere = {"--help"} if len(command.path) == 1 else {"--help", "--home"}
    options = [option for option in command.options if not everywhere.intersection(option.flags)]
    if options:
        yield ""
        yield "| option | what it does |"
        yield "|---|---|"
        for option in options:
            yield f"| {_named(option)} | {_cell(option.help)} |"
    yield ""


def _usage(command: Command) -> str:
    words = [" ".join(command.path)]
    if any(option.flags for option in command.options):
        words.append("[OPTION …]")
    for option in command.options:
        if not option.flags:
            shown = f"{option.value} …" if option.many else f"{option.value}"
            words.append(shown if option.required else f"[{shown}]")
    if command.commands:
        words.append("[COMMAND]" if command.runs else "COMMAND")
    return " ".join(words)


def _named(option: Option) -> str:
    if not option.flags:
        return f"`{_cell(option.value or '')}`"
    value = f" {_cell(option.value)}" if option.value is not None else ""
    return ", ".join(f"`{flag}{value}`" for flag in option.flags)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;") if "`" not in text else text.replace("|", "\\|")


def _text(text: str) -> str:
    return text.replace("<", "&lt;")


def main(arguments: Sequence[str]) -> int:
    """Write the file, or compare it."""
    text = reference()
    if "--check" in arguments:
        current = FILE.exists() and FILE.read_text("utf-8") == text
        print(f"{FILE.name} is {'current' if current else 'not current: run python -m tools.cli_reference'}")
        return 0 if current else 1
    FILE.write_text(text, "utf-8")
    print(f"{FILE} written")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
