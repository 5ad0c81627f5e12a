"""Which editor shows a place in a file, and how it is told.

The command that the settings name comes from a page, and so may any plugin set it: it chooses among editors that are
known here and adds nothing but the place. Any other command is the user's to give in the environment, where no page
reaches.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Final

from hermes_shell.errors import ShellError

VARIABLE: Final = "HERMES_SHELL_EDITOR"
"""Environment variable with any command; `{file}`, `{line}` and `{column}` in it are filled in."""

Find = Callable[[str], str | None]
"""Finds a program on PATH, as `shutil.which` does."""


class EditorError(ShellError):
    """No editor could be chosen or started; nothing was opened."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file; line and column count from 1."""

    file: Path
    line: int = 1
    column: int = 1


_GOTO: Final = ("--goto", "{file}:{line}:{column}")
_COLON: Final = ("{file}:{line}:{column}",)
_PLUS: Final = ("+{line}:{column}", "{file}")
_PLUS_LINE: Final = ("+{line}", "{file}")
_OPTIONS: Final = ("--line", "{line}", "--column", "{column}", "{file}")

EDITORS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "code": _GOTO,
        "code-insiders": _GOTO,
        "codium": _GOTO,
        "vscodium": _GOTO,
        "cursor": _GOTO,
        "windsurf": _GOTO,
        "zed": _COLON,
        "zeditor": _COLON,
        "subl": _COLON,
        "webstorm": _OPTIONS,
        "idea": _OPTIONS,
        "pycharm": _OPTIONS,
        "phpstorm": _OPTIONS,
        "kate": _OPTIONS,
        "gnome-text-editor": _PLUS,
        "gedit": _PLUS,
        "mousepad": _OPTIONS,
        "geany": _COLON,
        "emacs": _PLUS,
        "gvim": _PLUS_LINE,
        "mvim": _PLUS_LINE,
        "bbedit": _PLUS_LINE,
        "mate": ("--line", "{line}:{column}", "{file}"),
        "notepad++": ("-n{line}", "-c{column}", "{file}"),
    }
)
"""Editors with a window of their own, in the order in which they are tried, and what takes them to a place."""

_FIELD = re.compile(r"\{(file|line|column)\}")
_COMMAND_FILE = re.compile(r"\.(?:cmd|bat)$", re.IGNORECASE)
_SHELL_SIGNS = re.compile(r'[&|<>^%"]')
_HARMLESS = re.compile(
    r"(?:\+|-n|-c|--line=|--column=)?(?:\{(?:file|line|column)\}:?)+"
    r"|--goto|-g|--line|-l|--column|--new-window|-n|--reuse-window|-r|--wait|--add"
)


def editor_command(
    place: Place, chosen: str, environment: Mapping[str, str], platform: str, find: Find = shutil.which
) -> list[str]:
    """The command that opens a place, first that which is chosen: in the environment, then in the settings.

    Without a choice it is `$VISUAL` where that is a known editor, else the first known editor on PATH, else the
    system's own program for texts, which opens the file at its start.

    Args:
        place: what is to be seen.
        chosen: the setting `editor.command`; empty = none.
        environment: variables of the process.
        platform: as `sys.platform` names it.
        find: finds programs.

    Raises:
        EditorError: what was chosen cannot be used. Another one is not taken in its place.
    """
    command = _command(place, chosen, environment, platform, find)
    # Windows hands the arguments of a command file to its command line, which reads these as commands of their own.
    if platform == "win32" and _COMMAND_FILE.search(find(command[0]) or "") and _SHELL_SIGNS.search(str(place.file)):
        raise EditorError(f"{place.file} has a sign in its path that {command[0]} cannot be given. Open it by hand.")
    return command


def _command(place: Place, chosen: str, environment: Mapping[str, str], platform: str, find: Find) -> list[str]:
    if environment.get(VARIABLE, "").strip():
        return _filled(_words(environment[VARIABLE], f"${VARIABLE}"), place, _COLON)
    if chosen.strip():
        return _chosen(_words(chosen, "The editor command of the settings"), place, find)
    visual = _visual(environment.get("VISUAL", ""))
    if visual and find(visual[0]):
        return _filled(visual, place, EDITORS[_name(visual[0])])
    found = next((name for name in EDITORS if find(name)), None)
    if found is not None:
        return _filled([found], place, EDITORS[found])
    match platform:
        case "win32":
            # The system's own handler of .js files would run the file.
            return ["notepad", str(place.file)]
        case "darwin":
            return ["open", "-t", str(place.file)]
        case _:
            return ["xdg-open", str(place.file)]


def _chosen(words: list[str], place: Place, find: Find) -> list[str]:
    program = words[0]
    if program not in EDITORS:
        raise EditorError(
            f'The editor command of the settings starts "{program}", which is none of the known editors: '
            f"{', '.join(EDITORS)}. For another one set ${VARIABLE}."
        )
    strange = next((word for word in words[1:] if not _HARMLESS.fullmatch(word)), None)
    if strange is not None:
        raise EditorError(
            f'The editor command of the settings has the argument "{strange}", which is not about a place in a file. '
            f"Leave it away, or set ${VARIABLE}."
        )
    if find(program) is None:
        raise EditorError(f'The editor "{program}" of the settings is not on PATH. Install it, or choose another one.')
    return _filled(words, place, EDITORS[program])


def _visual(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError:
        return []
    return words if words and _name(words[0]) in EDITORS else []


def _words(text: str, what: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise EditorError(f"{what} cannot be read: {error}.") from error
    if not words:
        raise EditorError(f"{what} names no program.")
    return words


def _filled(words: Sequence[str], place: Place, usual: Sequence[str]) -> list[str]:
    """The words with the place in them; without a field for the file, the editor's usual arguments follow."""
    values = {"file": str(place.file), "line": str(place.line), "column": str(place.column)}
    template = words if any("{file}" in word for word in words) else [*words, *usual]
    return [_FIELD.sub(lambda match: values[match[1]], word) for word in template]


def _name(program: str) -> str:
    return PurePath(program).name.lower().removesuffix(".exe").removesuffix(".cmd")
