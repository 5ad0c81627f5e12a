"""Which files a path given to the check means."""

from __future__ import annotations

from pathlib import Path

from hermes_shell.errors import SourceError
from hermes_shell.plugins.discover import ENTRY

_PACKAGED = Path("desktop") / ENTRY
_ROOT = "desktop-plugins"


def plugin_files(path: Path) -> list[Path]:
    """The plugin.js files below a path.

    A file is itself. A folder is a plugin (`plugin.js`), a package with a desktop half (`desktop/plugin.js`), or a
    folder of those, such as a home's `desktop-plugins`.

    Args:
        path: file or folder.

    Raises:
        SourceError: there is no plugin, or the path cannot be looked at.
    """
    try:
        if path.is_file():
            return [path]
        own = _entry(path)
        if own is not None:
            return [own]
        children = sorted(child for child in path.iterdir() if not child.name.startswith("."))
        found = [entry for child in children if child.is_dir() and (entry := _entry(child))]
        if not found and (path / _ROOT).is_dir():
            return plugin_files(path / _ROOT)
    except FileNotFoundError:
        raise SourceError(f"There is no file or folder {path}.") from None
    except OSError as error:
        raise SourceError(f"{error.filename or path} cannot be read: {error.strerror}.") from error
    if not found:
        raise SourceError(f"There is no plugin in {path}: no {ENTRY}, and no folder with one.")
    return found


def folder_of(file: Path) -> str | None:
    """The name of the folder that should be the plugin's id; None where the name says nothing."""
    file = file.absolute()
    if file.name != ENTRY:
        return None
    return file.parent.parent.name if file.parent.name == _PACKAGED.parent.name else file.parent.name


def _entry(folder: Path) -> Path | None:
    return next((entry for entry in (folder / ENTRY, folder / _PACKAGED) if entry.is_file()), None)
