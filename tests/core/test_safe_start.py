from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hermes_shell.core.boot_snapshot import boot_snapshot
from hermes_shell.core.shell import Shell
from hermes_shell.errors import ProtocolError
from hermes_shell.plugins.record import Record
from tests.shell_parts import FakeLoader, connect, row


@pytest.fixture
def announced(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    heard: list[tuple[str, dict[str, Any]]] = []

    def announce(kind: str, **data: Any) -> int:
        heard.append((kind, data))
        return len(heard)

    monkeypatch.setattr(shell, "announce", announce)
    return heard


def die(shell: Shell, name: str, **told: Any) -> None:
    """A page that begins to evaluate and goes without a word; the next one is about to open."""
    window, _, _ = connect(shell, name)
    window.tell("evaluation", told)
    window.closed()
    shell.starts.page_opens()


def held(shell: Shell) -> None:
    die(shell, "w1", begun=["board", "fresh"], entered="fresh")
    die(shell, "w2", begun=["board", "fresh"], entered="fresh")


def status(shell: Shell) -> list[str]:
    return [entry.id for entry in shell.registry.get_area("statusBar.left")]


async def test_two_pages_that_die_hold_plugins_back_and_name_the_plugin(shell: Shell, loader: FakeLoader) -> None:
    loader.inventory = [row("board"), row("fresh", id=None, name="fresh")]
    die(shell, "w1", begun=["board", "fresh"], entered="fresh")
    assert boot_snapshot(shell)["bad_starts"] is None
    assert boot_snapshot(shell)["safe_mode"] is False
    die(shell, "w2", begun=["board", "fresh"], entered="fresh")
    snapshot = boot_snapshot(shell)
    assert snapshot["safe_mode"] is True
    assert snapshot["bad_starts"] == {"count": 2, "plugins": [{"id": "fresh", "name": "fresh"}]}


async def test_a_suspect_that_is_gone_is_not_named(shell: Shell, loader: FakeLoader) -> None:
    held(shell)
    loader.inventory = [row("board")]
    assert boot_snapshot(shell)["bad_starts"] == {"count": 2, "plugins": []}


async def test_turning_a_plugin_off_is_the_only_choice_that_decides(
    shell: Shell, loader: FakeLoader, announced: list[tuple[str, dict[str, Any]]]
) -> None:
    for choice in ("safe", "usual"):
        held(shell)
        window, _, _ = connect(shell, "asking")
        await window.call("starts.choose", {"choice": choice})
        assert announced.pop() == ("start-mode", {"mode": choice})
        assert boot_snapshot(shell)["bad_starts"] is None
        shell.starts.choose("usual")
    assert shell.decisions.all() == {}
    loader.inventory = [row("board", id="hermes-board"), row("fresh", id=None)]
    loader.records["fresh"] = Record("fresh", 1, Path("/home/desktop-plugins/fresh/plugin.js"))
    window, _, _ = connect(shell, "asking")
    await window.call("starts.choose", {"choice": "off", "id": ["hermes-board", "fresh"]})
    assert shell.decisions.all() == {"hermes-board": False, "fresh": False}
    assert not shell.safe_mode


async def test_a_plugin_that_never_settled_stays_off_by_its_folder(shell: Shell, loader: FakeLoader) -> None:
    loader.inventory = [row("fresh", id=None)]
    loader.records["fresh"] = Record("fresh", 0, Path("/home/desktop-plugins/fresh/plugin.js"))
    window, _, _ = connect(shell)
    await window.call("starts.choose", {"choice": "off", "id": "fresh"})
    meta = shell.decisions.meta("fresh")
    assert meta is not None
    assert (meta["id"], meta["name"]) == ("fresh", "fresh")


async def test_safe_mode_has_an_item_that_leads_back(shell: Shell) -> None:
    assert "safe-mode" not in status(shell)
    window, _, _ = connect(shell)
    await window.call("starts.choose", {"choice": "safe"})
    assert status(shell)[-1] == "safe-mode"
    await window.call("starts.choose", {"choice": "usual"})
    assert "safe-mode" not in status(shell)


@pytest.mark.parametrize(
    "args", [{}, {"choice": "no"}, {"choice": "off"}, {"choice": "off", "id": 5}, {"choice": "off", "id": [""]}]
)
async def test_a_choice_that_does_not_fit_changes_nothing(shell: Shell, args: dict[str, Any]) -> None:
    held(shell)
    window, _, _ = connect(shell)
    with pytest.raises(ProtocolError, match=r"starts\.choose"):
        await window.call("starts.choose", args)
    assert shell.starts.mode == "held"
    assert shell.decisions.all() == {}


async def test_what_a_page_tells_is_checked(shell: Shell) -> None:
    window, _, _ = connect(shell)
    with pytest.raises(ProtocolError, match="evaluation"):
        window.tell("evaluation", {"begun": "all"})
    with pytest.raises(ProtocolError, match="no topic"):
        window.tell("weather", {})
