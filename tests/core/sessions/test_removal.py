from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from hermes_shell.errors import GatewayError
from tests.core.sessions.conftest import Sidebar, open_sidebar
from tests.session_gateway import SessionGateway, session


async def end_undo(sidebar: Sidebar) -> None:
    """Let the time to undo be over, and what is due happen."""
    deleting = sidebar.shell.sessions.metadata.deleting
    for stored in deleting:
        deleting[stored] = time.time() - 1
    for listener in sidebar.shell.sessions._opened:  # pyright: ignore[reportPrivateUsage]
        listener()
    await sidebar.settle()


async def test_deleted_row_leaves_at_once_and_the_session_later(sidebar: Sidebar, gateway: SessionGateway) -> None:
    assert await sidebar.call("delete", ids=["a"]) == ["a"]
    await sidebar.settle()
    assert "row:a" not in sidebar.ids
    assert "a" in gateway.sessions

    await end_undo(sidebar)
    assert "a" not in gateway.sessions
    assert sidebar.shell.sessions.row("a") is None


async def test_undo_brings_the_row_back(sidebar: Sidebar, gateway: SessionGateway) -> None:
    await sidebar.call("pin", id="a")
    await sidebar.call("delete", ids=["a", "b"])
    await sidebar.call("undelete", ids=["a", "b"])
    await sidebar.settle()

    assert sidebar.ids[:2] == ["group:pinned", "row:a"]
    await end_undo(sidebar)
    assert set(gateway.sessions) == {"a", "b", "c"}


async def test_shell_that_ended_meanwhile_deletes_at_its_next_start(tmp_path: Path) -> None:
    gateway = SessionGateway(session("a"), session("b"))
    async for sidebar in open_sidebar(tmp_path, gateway):
        await sidebar.call("delete", ids=["a"])
        await sidebar.shell.storage.write("sessions", "deleting", {"a": time.time() - 1})
    async for sidebar in open_sidebar(tmp_path, gateway):
        await sidebar.settle()
        assert set(gateway.sessions) == {"b"}


async def test_refused_deletion_brings_the_row_back_and_says_so(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.answers["DELETE /api/sessions/a"] = GatewayError(500, "the database is locked")
    await sidebar.call("delete", ids=["a"])
    await end_undo(sidebar)

    assert "row:a" in sidebar.ids
    told = await sidebar.channel.hear("session-fault")
    assert told["title"] == "“Chat a” was not deleted"
    assert told["message"] == "the database is locked"


async def test_whole_lineage_is_deleted(tmp_path: Path) -> None:
    gateway = SessionGateway(
        session("old", inner=True, end_reason="compression"), session("new", _lineage_root_id="old")
    )
    gateway.answers["GET /api/sessions/old/latest-descendant"] = {"path": ["old", "new"], "session_id": "new"}
    async for sidebar in open_sidebar(tmp_path, gateway):
        await sidebar.call("delete", ids=["new"])
        await end_undo(sidebar)

        assert gateway.sessions == {}


async def test_marks_go_with_the_session(sidebar: Sidebar) -> None:
    await sidebar.call("pin", id="a")
    await sidebar.call("tag", ids=["a"], tag="wip")
    await sidebar.call("delete", ids=["a"])
    await end_undo(sidebar)

    assert sidebar.shell.sessions.metadata.pinned == []
    assert sidebar.shell.sessions.metadata.tags == {}


async def test_archived_session_leaves_and_comes_back(sidebar: Sidebar, gateway: SessionGateway) -> None:
    assert await sidebar.call("archive", ids=["a", "b"]) == ["a", "b"]
    await sidebar.settle()
    assert sidebar.ids == ["group:older", "row:c"]
    assert gateway.sessions["a"]["archived"] is True

    await sidebar.call("archive", ids=["a"], archived=False)
    await sidebar.settle()
    assert "row:a" in sidebar.ids


async def test_title_that_exists_is_refused_without_the_id_of_its_session(sidebar: Sidebar) -> None:
    with pytest.raises(GatewayError, match=r"^Another chat has this title\.$"):
        await sidebar.call("rename", id="a", title="Chat b")
    await sidebar.call("rename", id="a", title="  Another\n name ")
    await sidebar.settle()
    assert "Another name" in sidebar.html("row:a")


async def test_deletion_that_has_begun_happens_once_and_cannot_be_undone(
    sidebar: Sidebar, gateway: SessionGateway
) -> None:
    begun, answered = asyncio.Event(), asyncio.Event()

    async def delete(_: object) -> object:
        begun.set()
        await answered.wait()
        del gateway.sessions["a"]
        return {"ok": True}

    gateway.answers["DELETE /api/sessions/a"] = delete
    await sidebar.call("delete", ids=["a"])
    sidebar.shell.sessions.metadata.deleting["a"] = time.time() - 1
    for _ in range(2):
        for listener in sidebar.shell.sessions._opened:  # pyright: ignore[reportPrivateUsage]
            listener()
    await asyncio.wait_for(begun.wait(), 5)
    assert await sidebar.call("undelete", ids=["a"]) == []
    assert "row:a" not in sidebar.ids
    answered.set()
    await sidebar.settle()
    assert [name for name, _ in gateway.calls].count("DELETE /api/sessions/a") == 1
    assert "row:a" not in sidebar.ids
