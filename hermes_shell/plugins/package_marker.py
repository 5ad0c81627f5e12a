"""The marker that says a plugin folder is the desktop half of an agent package (contract, loader 2.9).

Such a plugin is off until the user turns it on, whatever it says itself.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import TypedDict, cast

MARKER = ".hermes-package.json"
_LIMIT_BYTES = 64 * 1024
_LONGEST = 500

_log = logging.getLogger(__name__)


class Package(TypedDict):
    """The package that a plugin came with: its name, and where that came from as far as it is known."""

    name: str
    repo: str | None
    sha: str | None
    catalog: str | None


def read_package(folder: Path) -> Package | None:
    """The package of a plugin folder. Blocks: call it in a thread.

    Args:
        folder: the directory that holds plugin.js.

    Returns:
        None without a marker, and for a malformed one. One that cannot be read counts as a package that is named like
        the folder: what is unreadable must not turn itself on.
    """
    try:
        with open(folder / MARKER, "rb") as stream:
            data = stream.read(_LIMIT_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        _log.warning("The package marker %s cannot be read: %s", folder / MARKER, error.strerror)
        return Package(name=folder.name, repo=None, sha=None, catalog=None)
    try:
        marker = json.loads(data) if len(data) <= _LIMIT_BYTES else None
    except (ValueError, RecursionError):
        marker = None
    found = cast("dict[str, object]", marker) if isinstance(marker, dict) else {}
    name = _text(found, "package")
    if name is None:
        return None
    return Package(name=name, repo=_text(found, "repo"), sha=_text(found, "sha"), catalog=_text(found, "catalogName"))


def _text(marker: dict[str, object], field: str) -> str | None:
    value = marker.get(field)
    return value[:_LONGEST] if isinstance(value, str) and value.strip() else None
