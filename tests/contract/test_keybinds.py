"""The table of actions (contract 5.3; known faults, keybinds)."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from hermes_shell.core.actions import ACTIONS, FIXED_KEYS, OWN_ACTIONS, PLUGIN_ACTIONS, Action, surface_of
from hermes_shell.core.shell import Shell
from tests.shell_parts import open_app

TABLE = {action.id: action for action in ACTIONS}
CATEGORIES = {"composer", "profiles", "session", "navigation", "view"}
MODIFIED = ("mod+", "ctrl+", "alt+")


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncGenerator[Shell]:
    async with open_app(tmp_path) as (_, parts, _loader):
        yield parts


def off_mac(combo: str) -> str:
    """A combo as it is compared off macOS."""
    return "+".join(dict.fromkeys("mod" if token == "ctrl" else token for token in combo.split("+")))


async def test_K11_archiving_ships_without_keys_and_is_listed_once(shell: Shell) -> None:
    rows = [row.data for row in shell.registry.get_area("keybinds") if row.data["id"] == "session.archive"]
    [row] = rows
    assert row["label"] == "Archive current session"
    assert (row["category"], row["defaults"]) == ("session", [])


def test_every_action_has_a_label_a_category_and_an_id_of_its_own() -> None:
    assert [action for action, count in Counter(one.id for one in ACTIONS).items() if count > 1] == []
    assert {one.category for one in (*ACTIONS, *FIXED_KEYS)} <= CATEGORIES
    assert [one for one in (*ACTIONS, *FIXED_KEYS) if not one.label or one.label == one.id] == []


def test_denied_actions_have_the_keys_of_the_contract() -> None:
    defaults = {
        "composer.modelPicker": ("mod+shift+m",),
        "view.tabSlot.3": ("mod+3",),
        "profile.switch.3": ("mod+3",),
        "profile.switch.18": ("mod+alt+9",),
        "session.next": ("ctrl+tab", "ctrl+pagedown"),
        "session.slot.9": ("ctrl+9",),
        "view.flipPanes": ("mod+\\",),
        "view.showTerminal": ("ctrl+`",),
        "view.findNext": (),
        "appearance.toggleMode": ("shift+x",),
    }
    assert {action: TABLE[action].defaults for action in defaults} == defaults
    assert all(TABLE[f"view.tabSlot.{slot}"].passthrough for slot in range(1, 10))
    assert [one.id for one in ACTIONS if one.passthrough] == [f"view.tabSlot.{slot}" for slot in range(1, 10)]


def test_actions_that_plugins_may_run_leave_out_what_is_denied() -> None:
    denied = ("archive", "togglePin", "profile.", "modelPicker", "reasoning", "voice", "dictate", "Terminal")
    denied += ("newWindow", "openFolder", "Worktree", "toggleHud", "closeTab")
    assert [one.id for one in PLUGIN_ACTIONS if any(word in one.id for word in denied)] == []


def test_46_no_default_types_a_character_but_the_two_of_the_contract() -> None:
    def types(combo: str) -> bool:
        return not combo.startswith(MODIFIED) and len(combo.removeprefix("shift+")) == 1

    found = {(one.id, combo) for one in ACTIONS for combo in one.defaults if types(combo)}
    assert found == {("composer.focus", "/"), ("appearance.toggleMode", "shift+x")}
    assert TABLE["composer.focus"].soft == TABLE["composer.focus"].defaults == ("/", "enter")


def test_keys_of_actions_that_only_this_shell_has_are_nobody_elses() -> None:
    def combos(actions: tuple[Action, ...]) -> list[str]:
        return [off_mac(combo) for action in actions for combo in action.defaults]

    everybody = Counter(combos(ACTIONS) + [off_mac(combo) for key in FIXED_KEYS for combo in key.combos])
    assert [combo for combo in combos(OWN_ACTIONS) if everybody[combo] > 1] == []


async def test_48_fixed_keys_are_listed_with_the_part_that_reads_them(shell: Shell) -> None:
    rows = {row.id: row.data for row in shell.registry.get_area("keybinds") if row.data.get("fixed")}
    assert len(rows) == len(FIXED_KEYS) == 15
    send = rows["fixed:composer.send"]
    assert (send["defaults"], send["command"], send["surface"]) == (["enter"], "composer.focus", "the composer")


def test_every_action_outside_the_frame_says_what_it_works_on() -> None:
    names = {one: surface_of(one) for one in ("session.archive", "profile.next", "nav.cron", "view.newTerminal")}
    assert names == {
        "session.archive": "chats",
        "profile.next": "profiles",
        "nav.cron": "its page",
        "view.newTerminal": "the terminal",
    }
    assert surface_of("layout.float") == ""
