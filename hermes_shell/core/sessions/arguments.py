"""Reading the arguments of the verbs about sessions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard, cast

from hermes_shell.errors import ProtocolError

MOST_IDS = 10_000
"""Sessions of one call."""


def ids_arg(args: Mapping[str, Any], verb: str) -> list[str]:
    """The argument `ids` of a verb.

    Raises:
        ProtocolError: it is no list of texts, or too long.
    """
    given = args.get("ids")
    ids = cast("list[object]", given) if isinstance(given, list) else None
    if ids is None or len(ids) > MOST_IDS or not all(isinstance(one, str) and one for one in ids):
        raise ProtocolError(f"{verb}: ids is a list of at most {MOST_IDS} session ids")
    return cast("list[str]", ids)


def flag_arg(args: Mapping[str, Any], name: str, verb: str, otherwise: bool | None = None) -> bool:
    """A yes or no.

    Raises:
        ProtocolError: it is neither, and there is no `otherwise` for one that is missing.
    """
    value = args.get(name, otherwise)
    if not isinstance(value, bool):
        raise ProtocolError(f"{verb}: {name} is true or false")
    return value


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)
