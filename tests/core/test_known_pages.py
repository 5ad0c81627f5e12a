from __future__ import annotations

import pytest

from hermes_shell.core import address as address_module
from hermes_shell.core.known_pages import KEY, MOST, KnownPage, KnownPages
from hermes_shell.core.shell import Shell
from hermes_shell.plugins.row import RowError
from hermes_shell.storage import ASIDE_SCOPE
from tests.shell_parts import FakeLoader, connect, delta, descriptor, parts_by_place, row

BOARD = descriptor("routes", "board", title="Board", fields={"path": "/board"})
LOADED = {"folder": "p", "status": "loaded", "rev": "r1"}
ERROR = RowError(message="x", phase="register", line=None, column=None, source_line=None)


def workspace(parts: list[dict[str, object]]) -> str:
    return str(parts_by_place(parts)["#workspace"]["html"])


async def test_page_of_a_plugin_that_is_off_says_whose_it_is(shell: Shell, loader: FakeLoader) -> None:
    loader.inventory = [row("p", name="Planner")]
    window, _, _ = connect(shell, route="/board", realm=[BOARD], reports=[LOADED])
    loader.inventory = [row("p", name="Planner", enabled=False, status="disabled")]
    html = workspace(delta(window, [], [("routes", "p:board")])["parts"])
    assert "This page belongs to <bdi>Planner</bdi>, which is off." in html
    assert "<h1>Board</h1>" in html
    assert 'data-verb="plugins.decide"' in html
    assert 'data-page-kind="absent"' in html
    back = delta(window, [BOARD])["parts"]
    assert 'cid="p:board"' in workspace(back)


async def test_page_of_a_plugin_that_loads_again_is_waited_for(
    shell: Shell, loader: FakeLoader, monkeypatch: pytest.MonkeyPatch
) -> None:
    loader.inventory = [row("p", enabled=False, status="disabled")]
    shell.known_pages.learn({"/board": KnownPage("p", "Board")})
    window, channel, welcome = connect(shell, route="/board", reports=[{**LOADED, "status": "disabled"}])
    assert "which is off." in workspace(welcome["parts"])
    loader.inventory = [row("p", enabled=True, status="disabled")]
    window.refresh()
    assert 'data-page-kind="waiting"' in workspace(channel.frames()[-1]["parts"])
    monkeypatch.setattr(address_module, "WAIT_SECONDS", 0.0)
    monkeypatch.setattr(address_module, "SETTLE_SECONDS", 0.0)
    loader.inventory = [row("p", enabled=True)]
    window.report([LOADED])
    html = workspace((await channel.frame(len(channel.frames()) + 1))["parts"])
    assert "which is on and does not show it now." in html


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ({"error": ERROR, "status": "error"}, "which has an error."),
        ({"default_enabled": False, "status": "disabled"}, "which is off."),
        ({"package": {"name": "x"}, "status": "disabled"}, "which is off."),
    ],
)
async def test_absent_page_says_why(shell: Shell, loader: FakeLoader, state: dict[str, object], says: str) -> None:
    loader.inventory = [row("p", **state)]
    shell.known_pages.learn({"/board": KnownPage("p", "Board")})
    _, _, welcome = connect(shell, route="/board", reports=[{**LOADED, "status": state["status"]}])
    assert says in workspace(welcome["parts"])


async def test_absent_page_of_a_start_without_plugins(
    shell: Shell, loader: FakeLoader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shell, "safe_mode", property(lambda shell: True))
    loader.inventory = [row("p")]
    shell.known_pages.learn({"/board": KnownPage("p", "Board")})
    _, _, welcome = connect(shell, route="/board")
    assert "because this start is without plugins." in workspace(welcome["parts"])


async def test_page_of_a_plugin_that_is_gone_is_no_page(shell: Shell) -> None:
    shell.known_pages.learn({"/board": KnownPage("p", "Board")})
    _, _, welcome = connect(shell, route="/board")
    html = workspace(welcome["parts"])
    assert "<h1>No such page</h1>" in html
    assert "It was a page of p, which is gone." in html
    assert 'href="#/"' in html


async def test_pages_are_learnt_with_the_title_of_their_tab(shell: Shell, loader: FakeLoader) -> None:
    loader.inventory = [row("p")]
    window, _, _ = connect(shell)
    named = descriptor("routes", "named", fields={"path": "/named"})
    nav = descriptor("sidebar.nav", "nav", fields={"path": "/named", "label": "By name"})
    loose = descriptor("routes", "loose", source="core", fields={"path": "/loose"})
    delta(window, [BOARD, named, nav, loose])
    assert shell.known_pages.get("/board") == KnownPage("p", "Board")
    assert shell.known_pages.get("/named") == KnownPage("p", "By name")
    assert shell.known_pages.get("/loose") is None
    assert shell.known_pages.within('["page-tile:/board"]') == {"/board": {"plugin": "p", "title": "Board"}}


async def test_pages_are_kept_between_starts_up_to_a_cap(shell: Shell) -> None:
    pages = KnownPages(shell.storage)
    pages.learn({f"/{at}": KnownPage("p", str(at)) for at in range(MOST)})
    pages.learn({"/0": KnownPage("q", "moved"), "/new": KnownPage("q", "new")})
    shell.storage.set("shell", "last", 1)
    again = KnownPages(shell.storage)
    assert again.get("/0") == KnownPage("q", "moved")
    assert again.get("/new") == KnownPage("q", "new")
    assert again.get("/1") is None
    assert again.get("/2") == KnownPage("p", "2")


async def test_damaged_record_is_kept_aside_and_damaged_entries_are_passed_over(shell: Shell) -> None:
    shell.storage.set("shell", KEY, ["no", "pages"])
    assert KnownPages(shell.storage).get("/a") is None
    assert any(KEY in incident for incident in shell.storage.incidents)
    shell.storage.set("shell", KEY, {"/a": {"plugin": 5}, "/b": {"plugin": "p", "title": "B"}})
    pages = KnownPages(shell.storage)
    assert pages.get("/a") is None
    assert pages.get("/b") == KnownPage("p", "B")
    # The next page that is learnt writes over the record, so it is kept first.
    text = shell.storage.text("shell", KEY)
    pages.learn({"/c": KnownPage("p", "C")})
    shell.storage.set("shell", "last", 1)
    assert shell.storage.get(ASIDE_SCOPE, f"shell/{KEY}") == text


async def test_an_address_of_a_chat_that_is_not_there_says_so(shell: Shell) -> None:
    _, _, welcome = connect(shell, route="/20260101_000000_nosuch")
    html = workspace(welcome["parts"])
    assert "<h1>This chat is not here</h1>" in html
    assert 'href="#/"' in html
