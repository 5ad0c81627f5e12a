"""Imports point one way (architecture, layout of the packages)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import hermes_shell

ROOT = Path(hermes_shell.__file__).parent

# A package or module may import its own level and those before it. What is not named here stands at the last level.
LEVELS = (
    (
        "errors",
        "paths",
        "settings",
        "log",
        "signals",
        "themes",
        "addresses",
        "renderer_watch",
        "desktop_entry",
        "damaged_file",
        "cache_file",
    ),
    (
        "home_lock",
        "running",
        "instance",
        "first_frame",
        "database",
        "database_file",
        "storage_database",
        "storage_memory",
        "storage_file",
        "storage_writer",
        "contribution",
        "descriptor",
        "registry",
        "realm_mirror",
        "announcements",
        "json_answer",
        "channel_messages",
        "channel",
        "storage",
        "decisions",
        "starts",
    ),
    (
        "areas",
        "plugins",
        "gateway",
        "transcript",
        "bridge",
        "notifications",
        "editor",
        "layout",
        "static_files",
        "sheets",
        "joined_modules",
    ),
    ("core", "diagnostics"),
    ("page_modules", "page", "control", "stopped_page", "app"),
    ("boot", "guard", "server", "window", "start", "opening", "cli"),
)
LAST = len(LEVELS) - 1
LEVEL = {name: level for level, names in enumerate(LEVELS) for name in names}


def modules() -> Iterator[tuple[str, Path]]:
    for file in sorted(ROOT.rglob("*.py")):
        name = file.relative_to(ROOT).parts[0].removesuffix(".py")
        if name != "__init__":
            yield name, file


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "hermes_shell" and len(parts) > 1 and not parts[1].startswith("_"):
                yield parts[1]


def test_no_module_imports_from_a_later_level() -> None:
    wrong = [
        f"{file.relative_to(ROOT)} imports {target}"
        for name, file in modules()
        for target in imported(file)
        if LEVEL.get(target, LAST) > LEVEL.get(name, LAST)
    ]
    assert wrong == []


def test_layout_knows_areas_and_areas_do_not_know_layout() -> None:
    areas = [target for name, file in modules() if name == "areas" for target in imported(file)]
    assert set(areas) <= {"areas", "contribution"}
