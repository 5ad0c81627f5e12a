"""Which folders of the plugins root are plugins (contract, loader 2.1). Looks, and changes nothing."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

ENTRY = "plugin.js"

Signature = tuple[int, int, int, int]
"""Device, inode, size in bytes and modification time in ns of a file: equal means it was not touched."""


@dataclass(frozen=True)
class Entry:
    """One folder that holds a plugin, or something that could not be looked at.

    Attributes:
        folder: the folder's name, always valid Unicode.
        file: its plugin.js.
        signature: of that file; None when it cannot be looked at.
        problem: a sentence when the folder cannot be used as it is, else None.
    """

    folder: str
    file: Path
    signature: Signature | None
    problem: str | None = None


@dataclass(frozen=True)
class Discovery:
    """What one look at the root found.

    Attributes:
        entries: sorted by folder name in code-point order, so that "first wins" is the same everywhere.
        directories: every directory to watch, with the folders whose plugin it touches (none: the root itself).
        problem: a sentence when the root is there but cannot be read; the entries then mean nothing.
    """

    entries: tuple[Entry, ...] = ()
    directories: dict[Path, frozenset[str]] = field(default_factory=dict[Path, frozenset[str]])
    problem: str | None = None


def discover(root: Path | None) -> Discovery:
    """List the plugins of a root.

    Folders without plugin.js, a directory of that name, a missing root and names that begin with a dot are passed over
    in silence. Links to files and folders are followed. One folder that cannot be read never hides another.

    Args:
        root: the plugins root; None = there is none, nothing is read.
    """
    if root is None:
        return Discovery()
    try:
        names = sorted(os.listdir(root))
    except FileNotFoundError:
        return Discovery()
    except OSError as error:
        return Discovery(problem=f"The plugins folder {root} cannot be read: {error.strerror}.")
    directories: dict[Path, frozenset[str]] = {root: frozenset()}
    entries: list[Entry] = []
    for name in names:
        if name.startswith("."):
            continue
        place = root / name
        folder = os.fsencode(name).decode("utf-8", "replace")
        try:
            if not stat.S_ISDIR(place.stat().st_mode):
                continue
        except FileNotFoundError:
            continue
        except OSError:
            # A link that leads to itself, or into a directory that may not be entered: not a folder one can name.
            continue
        _watch(directories, place, folder)
        file = place / ENTRY
        if folder != name:
            entries.append(Entry(folder, file, None, "The folder's name is not valid UTF-8. Rename the folder."))
            continue
        try:
            seen = file.stat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            entries.append(Entry(folder, file, None, f"{ENTRY} cannot be read: {error.strerror}."))
            continue
        if stat.S_ISREG(seen.st_mode):
            if file.is_symlink():
                _watch(directories, real_path(file).parent, folder)
            entries.append(Entry(folder, file, signature(seen)))
    return Discovery(tuple(entries), directories)


def signature(seen: os.stat_result) -> Signature:
    """The signature of a file from its stat result."""
    return (seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns)


def real_path(place: Path) -> Path:
    """Where a path leads; the path itself when a link in it goes away at that moment."""
    try:
        return Path(os.path.realpath(place))
    except OSError:
        return place


def _watch(directories: dict[Path, frozenset[str]], place: Path, folder: str) -> None:
    """A folder that is a link is watched where it leads; several may lead to one directory."""
    directory = real_path(place) if place.is_symlink() else place
    directories[directory] = directories.get(directory, frozenset()) | {folder}
