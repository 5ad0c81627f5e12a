"""The documents say what the code does: links resolve, and every command, setting and directory is described."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import cast

import pytest

from hermes_shell.cli import build_parser
from hermes_shell.core.plugin_settings import PLUGIN_SETTINGS
from hermes_shell.core.shell_settings import SHELL_SETTINGS

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def documents() -> list[Path]:
    """Every Markdown file under version control, and those that are about to be."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", "*.md"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / line for line in listed.splitlines()]


def anchors(text: str) -> set[str]:
    """The fragments that a document's headings answer to."""
    headings = re.findall(r"^#{1,6} (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", documents(), ids=lambda file: file.relative_to(ROOT).as_posix())
def test_relative_links_resolve(document: Path) -> None:
    broken: list[str] = []
    for target in LINK.findall(CODE.sub("", document.read_text("utf-8"))):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, fragment = target.partition("#")
        file = (document.parent / path).resolve() if path else document
        if not file.exists() or (fragment and fragment not in anchors(file.read_text("utf-8"))):
            broken.append(target)
    assert broken == []


def test_every_setting_is_documented_with_its_values_and_default() -> None:
    text = (ROOT / "docs/settings.md").read_text("utf-8")
    rows = {cells[0]: cells for cells in (_cells(line) for line in text.splitlines() if line.startswith("| `"))}
    assert [key for key in SHELL_SETTINGS if f"`{key}`" not in rows] == []
    documented = {key.strip("`") for key, cells in rows.items() if len(cells) == 4}
    assert sorted(documented - set(SHELL_SETTINGS) - set(PLUGIN_SETTINGS)) == []
    for key, setting in SHELL_SETTINGS.items():
        values, default = rows[f"`{key}`"][1:3]
        match setting.default:
            case bool(on):
                assert (values, default) == ("on, off", "on" if on else "off")
            case str(word) if word:
                assert default == f"`{word}`"
                assert all(setting.fits(value) for value in re.findall(r"`(\w+)`", values))
            case int(count):
                assert default == str(count)
                assert all(setting.fits(int(bound)) for bound in re.findall(r"\d+", values))
            case _:
                assert default == "empty"


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_settings_that_plugins_may_change_are_listed() -> None:
    text = (ROOT / "docs/settings.md").read_text("utf-8")
    assert [key for key in PLUGIN_SETTINGS if f"`{key}`" not in text] == []


def test_every_name_that_is_not_real_yet_is_told_to_plugin_authors() -> None:
    listed = (ROOT / "hermes_shell/static/sdk/placeholders.js").read_text("utf-8")
    text = (ROOT / "docs/plugins.md").read_text("utf-8").partition("## Names that are not real yet")[2]
    told = re.findall(r"`((?:host\.)?\w+)`", text)
    assert sorted(told) == sorted(re.findall(r"\{ name: '([^']+)'", listed))


def test_every_command_is_in_the_reference() -> None:
    text = (ROOT / "docs/cli.md").read_text("utf-8")
    # argparse has no public way to its subcommands.
    found = next(action for action in build_parser()._actions if action.metavar == "COMMAND")  # pyright: ignore[reportPrivateUsage]
    names = list(cast("dict[str, object]", found.choices))
    assert len(names) > 1
    assert [name for name in names if f"hermes-shell {name}" not in text] == []


def test_every_dependency_has_its_line() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = [
        *project["project"]["dependencies"],
        *(entry for extra in project["project"]["optional-dependencies"].values() for entry in extra),
        *project["dependency-groups"]["dev"],
    ]
    text = (ROOT / "docs/dependencies.md").read_text("utf-8")
    names = [re.split(r"[<>=!;\[ ]", entry)[0] for entry in wanted]
    assert [name for name in names if name not in text] == []


def test_every_make_target_of_the_readme_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md"):
        used = set(re.findall(r"\bmake ([a-z-]+)", " ".join(CODE.findall((ROOT / name).read_text("utf-8")))))
        assert used - targets == set()


def test_the_documents_speak_of_the_project_alone() -> None:
    for file in documents():
        text = file.read_text("utf-8")
        assert re.findall(r"\.\./shared|/work/|\bTODO\b|\bFIXME\b", text) == [], file
