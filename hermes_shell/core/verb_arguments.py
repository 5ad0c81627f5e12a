"""Reading the arguments of a verb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hermes_shell.errors import ProtocolError


def text_arg(args: Mapping[str, Any], name: str, verb: str, *, empty: bool = False) -> str:
    """One text argument of a verb.

    Raises:
        ProtocolError: it is missing, no text, or empty where it must not be.
    """
    value = args.get(name)
    if not isinstance(value, str) or not (value or empty):
        raise ProtocolError(f"{verb}: {name} is a text")
    return value
