from __future__ import annotations

import asyncio

import pytest

from hermes_shell.core.sessions import view
from hermes_shell.errors import GatewayError
from tests.core.sessions.conftest import Sidebar
from tests.session_gateway import SessionGateway, session


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gateway is asked as soon as the loop is free."""
    monkeypatch.setattr(view, "SEARCH_SECONDS", 0)


async def look(sidebar: Sidebar, query: str) -> list[str]:
    await sidebar.show(query=query)
    await asyncio.sleep(0)
    await sidebar.settle()
    await asyncio.sleep(0)
    await sidebar.settle()
    return sidebar.ids


async def test_titles_come_first_and_messages_with_a_snippet(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.said = {"b": "we talked about boats", "a": "boats too"}
    gateway.sessions["a"]["title"] = "Boats"
    await sidebar.call("retry")
    await sidebar.settle()

    assert await look(sidebar, "boats") == ["group:titles", "row:a", "group:messages", "hit:b"]
    assert "<mark>boats</mark>" in sidebar.html("hit:b")
    assert (await look(sidebar, ""))[0] == "group:today"


async def test_snippet_has_no_marks_of_markdown(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.said = {"b": "### Three ways | Way | Needs |\n|:----|:------| **boats** `snake_case` a-b"}
    found = await sidebar.call("search", query="boats")
    assert found["sessions"][0]["snippet"] == "Three ways Way Needs >>>boats<<< snake_case a-b"


async def test_hit_that_the_list_does_not_have_is_read_by_id(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.sessions["deep"] = session("deep", 9_000, inner=True, title="Deep")
    gateway.said = {"deep": "treasure"}

    assert await look(sidebar, "treasure") == ["group:messages", "hit:deep"]
    assert "Deep" in sidebar.html("hit:deep")


async def test_nothing_found_says_so(sidebar: Sidebar) -> None:
    assert await look(sidebar, "nowhere") == ["note:nothing"]


async def test_failed_search_is_shown(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.answers["GET /api/sessions/search"] = GatewayError(500, "Search failed")
    gateway.sessions["a"]["title"] = "Alpha"
    await sidebar.call("retry")
    await sidebar.settle()

    assert await look(sidebar, "alpha") == ["group:titles", "row:a", "note:search-failed"]


async def test_tags_and_archived_sessions_are_found(sidebar: Sidebar, gateway: SessionGateway) -> None:
    await sidebar.call("tag", ids=["b"], tag="to do")
    assert await look(sidebar, "tag:to-do") == ["group:titles", "row:b"]

    gateway.sessions["z"] = session("z", archived=True)
    assert await look(sidebar, "is:archived") == ["group:titles", "row:z"]


async def test_palette_finds_titles_and_messages(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.said = {"b": "boats"}
    found = await sidebar.call("search", query="boats")

    assert found["fault"] == ""
    assert [(one["id"], one["snippet"]) for one in found["sessions"]] == [("b", ">>>boats<<<")]
    assert len((await sidebar.call("search", query=""))["sessions"]) == 3
