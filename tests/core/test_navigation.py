"""The navigation of a window: what the user hid, and wishes that plugins add, change and take back."""

from __future__ import annotations

import re
from typing import Any

from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from tests.shell_parts import connect, delta, descriptor


def rows(window: Window) -> list[str]:
    """Ids of the rows that the window shows, in order."""
    return re.findall(r'data-item="([^"]+)"', window.fragment("sidebar.nav"))


def nav(name: str, order: int = 0, **fields: object) -> dict[str, Any]:
    """A row of the plugin p."""
    return descriptor("sidebar.nav", name, order=order, fields={"label": name, "path": f"/{name}", **fields})


async def choose(window: Window, *hidden: str) -> None:
    """Hide rows as the user does."""
    await window.call("settings.set", {"key": "sidebarNav.hidden", "value": list(hidden)})


async def test_N2_what_the_user_hides_goes_from_every_window_and_from_the_first_html(shell: Shell) -> None:
    window, _, _ = connect(shell, "one", realm=[nav("board")])
    other, channel, _ = connect(shell, "two", realm=[nav("board")])
    await choose(window, "capabilities", "p:board")
    assert rows(window) == rows(other) == rows(Window(shell)) == ["new-session"]
    parts = [part for sent in channel.frames() for part in sent["parts"]]
    assert parts == [{"area": "sidebar.nav", "remove": ["capabilities", "p:board"], "put": []}]
    await choose(window)
    assert rows(other) == ["new-session", "capabilities", "p:board"]


async def test_N2_a_hidden_row_stays_away_while_its_plugin_changes_it(shell: Shell) -> None:
    window, _, _ = connect(shell, realm=[nav("board"), nav("notes", 1)])
    await choose(window, "p:board")
    assert delta(window, [nav("board", label="Board 2", seq=5)])["parts"] == []
    assert rows(window) == ["new-session", "capabilities", "p:notes"]


async def test_N1_a_changed_row_keeps_the_place_that_was_wished_for(shell: Shell) -> None:
    wish = descriptor("sidebarNav.prefs", "prefs", fields={"order": ["p:notes"], "hide": ["p:board"]})
    window, _, _ = connect(shell, realm=[nav("board"), nav("notes", 1), wish])
    assert rows(window) == ["p:notes", "new-session", "capabilities"]
    (part,) = delta(window, [nav("notes", 9, label="Notes 2")])["parts"]
    assert [(put["id"], put["before"]) for put in part["put"]] == [("p:notes", "new-session")]
    assert delta(window, [nav("board", label="Board 2")])["parts"] == []


async def test_N1_rows_come_back_as_they_were_when_the_wishes_go(shell: Shell) -> None:
    wish = descriptor("sidebarNav.prefs", "prefs", fields={"order": ["p:notes"], "hide": ["new-session", "p:board"]})
    window, _, _ = connect(shell, realm=[nav("board"), nav("notes", 1), wish])
    delta(window, [], [("sidebarNav.prefs", "p:prefs")])
    assert rows(window) == ["new-session", "capabilities", "p:board", "p:notes"]


async def test_a_page_keeps_the_title_of_its_row_while_that_is_hidden(shell: Shell) -> None:
    page = descriptor("routes", "page", fields={"path": "/board"})
    window, _, _ = connect(shell, route="/board", realm=[nav("board", label="The board"), page])
    assert window.place.page.title == "The board"
    await choose(window, "p:board")
    window.route("/")
    window.route("/board")
    assert window.place.page.title == "The board"
