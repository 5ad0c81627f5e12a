"""The parts of a turn as they stand on the page: neighbouring steps share a rail, and those that only look fold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hermes_shell.transcript.step_rows import StepRow, step_row
from hermes_shell.transcript.turns import Asked, Failure, Note, Part, Prose, Reasoning, Step, Turn

FOLDED_FROM = 2
"""Steps in a row that only looked at something, from which on they are one row."""


@dataclass(frozen=True, slots=True)
class Group:
    """Neighbours that are drawn together.

    Attributes:
        id: of the group; stays while its first part stays.
        kind: `prose`, `reasoning`, `failure`, `question` or `rail`.
        parts: one, or those of a rail.
        revision: of the newest change in it.
    """

    id: str
    kind: str
    parts: tuple[Part, ...]
    revision: int


@dataclass(frozen=True, slots=True)
class RailRow:
    """A row of the rail: one part, or several steps that only looked.

    Attributes:
        id: of its first part.
        parts: what it stands for.
        steps: the rows of its steps; empty for other parts.
        revision: of the newest change in it.
    """

    id: str
    parts: tuple[Part, ...]
    steps: tuple[StepRow, ...]
    revision: int


def groups_of(turn: Turn) -> Iterator[Group]:
    """The groups of a turn in order."""
    rail: list[Part] = []
    for part in turn.parts:
        kind = _kind(part)
        if kind == "rail":
            rail.append(part)
            continue
        if rail:
            yield _rail(rail)
            rail = []
        yield Group(part.id, kind, (part,), part.revision)
    if rail:
        yield _rail(rail)


def rail_rows(parts: tuple[Part, ...]) -> Iterator[RailRow]:
    """The rows of a rail in order."""
    held: list[tuple[Step, StepRow]] = []
    for part in parts:
        row = step_row(part) if isinstance(part, Step) else None
        if isinstance(part, Step) and row is not None and row.look:
            held.append((part, row))
            continue
        yield from _released(held)
        held = []
        yield RailRow(part.id, (part,), (row,) if row else (), part.revision)
    yield from _released(held)


def _released(held: list[tuple[Step, StepRow]]) -> Iterator[RailRow]:
    if len(held) >= FOLDED_FROM:
        steps = tuple(step for step, _ in held)
        rows = tuple(row for _, row in held)
        yield RailRow(steps[0].id, steps, rows, max(step.revision for step in steps))
        return
    for step, row in held:
        yield RailRow(step.id, (step,), (row,), step.revision)


def _kind(part: Part) -> str:
    match part:
        case Prose():
            return "prose"
        case Reasoning():
            return "reasoning"
        case Failure():
            return "failure"
        case Asked(outcome=""):
            return "question"
        case Step() | Note() | Asked():
            return "rail"
        case _:
            raise AssertionError(f"no part of a turn: {part!r}")


def _rail(parts: list[Part]) -> Group:
    return Group(f"r{parts[0].id}", "rail", tuple(parts), max(part.revision for part in parts))
