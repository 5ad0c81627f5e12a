"""Marks go over to the session in which the work goes on (known fault 69)."""

from __future__ import annotations

from tests.core.sessions.conftest import Sidebar
from tests.session_gateway import SessionGateway, session


async def mark(sidebar: Sidebar) -> None:
    await sidebar.call("pin", id="a")
    await sidebar.call("tag", ids=["a"], tag="work", on=True)


async def test_69_chat_whose_id_changes_without_a_lineage_keeps_its_marks(
    sidebar: Sidebar, gateway: SessionGateway
) -> None:
    await mark(sidebar)
    hub = sidebar.shell.chats
    chat = hub.ensure("a")
    gateway.sessions["a2"] = session("a2")
    hub.move(chat, "a2")
    await sidebar.call("retry")
    await sidebar.settle()
    marks = sidebar.shell.sessions.metadata
    assert (marks.pinned, marks.tags) == (["a2"], {"a2": ["work"]})
    assert sidebar.ids[:2] == ["group:pinned", "row:a2"]


async def test_69_lineage_keeps_the_marks_where_the_gateway_tells_it(sidebar: Sidebar, gateway: SessionGateway) -> None:
    await mark(sidebar)
    del gateway.sessions["a"]
    gateway.sessions["a2"] = session("a2", _lineage_root_id="a")
    sidebar.shell.chats.move(sidebar.shell.chats.ensure("a"), "a2")
    await sidebar.call("retry")
    await sidebar.settle()
    assert sidebar.shell.sessions.metadata.pinned == ["a"]
    assert sidebar.ids[:2] == ["group:pinned", "row:a2"]


async def test_69_marks_of_a_chat_that_was_reset_go_over_with_the_first_prompt(
    sidebar: Sidebar, gateway: SessionGateway
) -> None:
    assert await sidebar.call("carry", **{"from": "b", "to": "new:0"}) is False
    await mark(sidebar)
    assert await sidebar.call("carry", **{"from": "a", "to": "new:1"}) is True
    hub = sidebar.shell.chats
    chat = hub.ensure("new:1")
    assert sidebar.shell.sessions.metadata.pinned == ["a"]
    gateway.sessions["n"] = session("n")
    hub.move(chat, "n")
    await sidebar.call("retry")
    await sidebar.settle()
    assert sidebar.shell.sessions.metadata.pinned == ["n"]
    assert sidebar.shell.sessions.metadata.tags == {"n": ["work"]}


async def test_69_new_chat_that_nobody_used_takes_nothing(sidebar: Sidebar, gateway: SessionGateway) -> None:
    await mark(sidebar)
    hub = sidebar.shell.chats
    chat = hub.ensure("new:1")
    await sidebar.call("carry", **{"from": "a", "to": "new:1"})
    assert hub.letting_go.release(chat)
    gateway.sessions["n"] = session("n")
    hub.move(hub.ensure("new:1"), "n")
    await sidebar.call("retry")
    await sidebar.settle()
    assert sidebar.shell.sessions.metadata.pinned == ["a"]
