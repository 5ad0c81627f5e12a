"""The commands and options of a parser as plain data, for the completion scripts and the reference."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Option:
    """One option or argument.

    Attributes:
        flags: as they are typed; empty for an argument.
        value: the name of its value, None when it takes none.
        choices: the values it takes; empty when anything goes.
        is_path: its value is a file or a folder.
        is_plugin: its value is a plugin's id.
        many: an argument that may be given several times.
        required: an argument that must be given.
        help: what it does.
    """

    flags: tuple[str, ...]
    value: str | None
    choices: tuple[str, ...]
    is_path: bool
    is_plugin: bool
    many: bool
    required: bool
    help: str


@dataclass(frozen=True)
class Command:
    """One command.

    Attributes:
        path: the words that call it, the program first.
        summary: one line for a list of commands.
        description: what it does, in full.
        examples: command lines to copy.
        options: its options, then its arguments.
        commands: the commands below it.
        runs: it does something without one of them.
    """

    path: tuple[str, ...]
    summary: str
    description: str
    examples: tuple[str, ...]
    options: tuple[Option, ...]
    commands: tuple[Command, ...]
    runs: bool

    @property
    def name(self) -> str:
        """The last word of its path."""
        return self.path[-1]

    def walk(self) -> Iterator[Command]:
        """It and every command below it, in the order of the help."""
        yield self
        for command in self.commands:
            yield from command.walk()


def grammar_of(parser: argparse.ArgumentParser) -> Command:
    """Read a parser. argparse has no public way to its own contents."""
    return _command(parser, (parser.prog,), "")


def _command(parser: argparse.ArgumentParser, path: tuple[str, ...], summary: str) -> Command:
    options: list[Option] = []
    below: list[Command] = []
    runs = True
    for action in parser._actions:  # pyright: ignore[reportPrivateUsage]
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            helps = {one.dest: one.help or "" for one in action._choices_actions}  # pyright: ignore
            runs = not action.required
            for name, sub in action.choices.items():  # pyright: ignore
                below.append(_command(sub, (*path, name), helps[name]))  # pyright: ignore
        elif action.help != argparse.SUPPRESS:
            options.append(_option(action))
    arguments = [option for option in options if not option.flags]
    ordered = (*(option for option in options if option.flags), *arguments)
    description = " ".join((parser.description or "").split())
    examples = tuple(line.strip() for line in (parser.epilog or "").split("\n")[1:])
    return Command(path, summary, description, examples, ordered, tuple(below), runs)


def _option(action: argparse.Action) -> Option:
    takes = action.nargs != 0
    choices = tuple(str(choice) for choice in action.choices or ())
    shown = str(action.metavar or ("|".join(choices) if choices else action.dest.upper()))
    return Option(
        flags=tuple(action.option_strings),
        value=shown if takes else None,
        choices=choices,
        is_path=action.type is Path or action.metavar == "DIR",
        is_plugin=action.metavar == "ID",
        many=action.nargs in ("*", "+"),
        required=action.required and action.nargs != "*",
        help=action.help or "",
    )
