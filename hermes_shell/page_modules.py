"""The modules of the page as they are served: joined where they can be (`hermes_shell.joined_modules`), and their list.

Joining takes some 50 ms, so the result is kept in the home's cache, under the version of the static files.
"""

from __future__ import annotations

import json
import logging
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import cast

from hermes_shell.cache_file import write_atomically
from hermes_shell.joined_modules import FORMAT, JOINED, JoinError, join

MAIN = "host/main.js"
ENTRIES = ("sdk/index.js",)
"""What every plugin imports."""

_IMPORT = re.compile(r"""^\s*(?:import|export)\b(?!\s*\()[^'"]*?['"](\.{1,2}/[^'"]+)['"]""", re.MULTILINE)
_FILE = "page-modules.json"
_SIZE_LIMIT = 16 * 1024 * 1024

_log = logging.getLogger(__name__)
_lock = threading.Lock()
_made: dict[str, PageModules] = {}


@dataclass(frozen=True)
class PageModules:
    """Modules of one version of the static files.

    Attributes:
        files: text by path, of those that are served otherwise than they are on disk.
        preload: paths of what the page loads at once, the entries first.
    """

    files: Mapping[str, str]
    preload: tuple[str, ...]


def page_modules(root: Path, version: str, cache: Path | None = None) -> PageModules:
    """The modules below a static directory; made once for each version.

    Args:
        root: the static directory.
        version: of its files.
        cache: directory to keep them in; None = they are made again in every process.
    """
    with _lock:
        found = _made.get(version)
        if found is None:
            key = f"{FORMAT} {version}"
            found = (cache and _read(cache / _FILE, key)) or _make(root, cache and cache / _FILE, key)
            _made[version] = found
        return found


def _make(root: Path, file: Path | None, key: str) -> PageModules:
    try:
        files = join(root, MAIN, ENTRIES)
    except JoinError as error:
        _log.warning("The modules of the page are served one by one: %s", error)
        files = {}
    made = PageModules(MappingProxyType(files), _graph(root, files))
    if file is not None:
        record = {"key": key, "files": files, "preload": made.preload}
        write_atomically(file, json.dumps(record, separators=(",", ":")).encode())
    return made


def _read(file: Path, key: str) -> PageModules | None:
    """What was kept under this key; None when there is nothing that can be used."""
    try:
        with file.open("rb") as stream:
            content = stream.read(_SIZE_LIMIT + 1)
        record: object = json.loads(content) if len(content) <= _SIZE_LIMIT else None
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(record, dict):
        return None
    kept = cast("dict[str, object]", record)
    files, preload = kept.get("files"), kept.get("preload")
    if kept.get("key") != key or not isinstance(files, dict) or not isinstance(preload, list):
        return None
    texts = [*cast("dict[str, object]", files).values(), *cast("list[object]", preload)]
    if not all(isinstance(text, str) for text in texts):
        return None
    return PageModules(MappingProxyType(cast("dict[str, str]", files)), tuple(cast("list[str]", preload)))


def _graph(root: Path, files: Mapping[str, str]) -> tuple[str, ...]:
    """Paths of every module that is imported statically, the entries first."""
    found: dict[str, None] = {}
    waiting = [MAIN, *([JOINED] if JOINED in files else []), *ENTRIES]
    while waiting:
        module = waiting.pop(0)
        if module in found or not module.endswith(".js"):
            continue
        text = files.get(module)
        if text is None:
            try:
                text = (root / module).read_text("utf-8")
            except OSError:
                continue
        found[module] = None
        for specifier in _IMPORT.findall(text):
            target = ((root / module).parent / specifier).resolve()
            if target.is_relative_to(root):
                waiting.append(target.relative_to(root).as_posix())
    return tuple(found)
