"""Orders that a user gives to rows. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def pinned_with(pinned: Sequence[str], root: str, on: bool, index: int | None = None) -> list[str]:
    """The pins after one was set or taken away (contract, rule H12).

    Args:
        pinned: roots as they stand.
        root: the session's.
        on: pin it; else take the pin away.
        index: where it shall stand; None = where it stands, or at the end.
    """
    others = [pin for pin in pinned if pin != root]
    if not on:
        return others
    if index is None:
        return list(pinned) if root in pinned else [*others, root]
    at = max(0, min(index, len(others)))
    return [*others[:at], root, *others[at:]]


def permuted(pinned: Sequence[str], wished: Iterable[str]) -> list[str]:
    """The pins in another order: what is named takes the named ones' places, what is not keeps its own."""
    named = [root for root in dict.fromkeys(wished) if root in pinned]
    taken = iter(named)
    return [next(taken) if pin in named else pin for pin in pinned]


def moved(order: Sequence[str], entry: str, before: str | None) -> list[str]:
    """A list with one entry elsewhere: before another one, or at the end."""
    others = [one for one in order if one != entry]
    at = others.index(before) if before in others else len(others)
    return [*others[:at], entry, *others[at:]]


def stepped(order: Sequence[str], entry: str, by: int) -> list[str]:
    """A list with one entry so many places further down (or, below zero, up), as far as the list goes."""
    if entry not in order:
        return list(order)
    others = [one for one in order if one != entry]
    at = max(0, min(order.index(entry) + by, len(others)))
    return [*others[:at], entry, *others[at:]]
