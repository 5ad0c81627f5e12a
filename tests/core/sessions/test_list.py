from __future__ import annotations

import pytest

from hermes_shell.core.draft import draft_of
from hermes_shell.errors import GatewayError
from tests.core.sessions.conftest import Sidebar
from tests.session_gateway import SessionGateway, session


async def test_rows_stand_in_groups_by_day(sidebar: Sidebar) -> None:
    assert sidebar.ids == ["group:today", "row:a", "group:week", "row:b", "group:older", "row:c"]


async def test_71_list_that_cannot_be_read_is_never_empty(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.failure = GatewayError(500, "Internal server error")
    await sidebar.call("retry")
    await sidebar.settle()

    assert sidebar.ids[0] == "note:failed"
    assert "Internal server error" in sidebar.html("note:failed")
    assert "Retry" in sidebar.html("note:failed")
    assert "row:a" in sidebar.ids, "what was known stays"

    gateway.failure = None
    await sidebar.call("retry")
    await sidebar.settle()
    assert "note:failed" not in sidebar.ids


async def test_71_first_read_that_fails_says_so(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.sessions.clear()
    gateway.failure = GatewayError(500, "no database")
    gateway.turn("closed")
    gateway.turn("open")
    await sidebar.settle()

    assert sidebar.shell.sessions.status == "failed"
    assert sidebar.ids[0] == "note:failed"
    assert "note:empty" not in sidebar.ids


async def test_gateway_without_sessions_is_empty(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.sessions.clear()
    await sidebar.call("retry")
    await sidebar.settle()

    assert sidebar.ids == ["note:empty"]


async def test_long_list_is_read_to_its_end_and_shown_in_part(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.sessions = {f"s{at}": session(f"s{at}", 24 * 30 + at) for at in range(450)}
    await sidebar.call("retry")
    await sidebar.settle()

    assert len(sidebar.shell.sessions.rows()) == 450
    assert sidebar.ids[0] == "group:older"
    assert sidebar.ids[-1] == "filler:below"
    assert len(sidebar.ids) == 61
    assert "--rows:391" in sidebar.html("filler:below")

    ids = await sidebar.show(200, 260)
    assert ids[0] == "filler:200"
    assert "--rows:199;--headings:1" in sidebar.html("filler:200")
    assert ids[1] == "row:s199"
    assert len(ids) == 62


async def test_deleted_elsewhere_leaves_with_the_next_look(sidebar: Sidebar, gateway: SessionGateway) -> None:
    del gateway.sessions["a"]
    gateway.emit("session.info", "live", {"stored_session_id": "b", "title": "Chat b"})
    await sidebar.settle()

    assert sidebar.ids == ["group:week", "row:b", "group:older", "row:c"]


async def test_title_of_an_event_shows_at_once(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.sessions["a"]["title"] = "Named"
    gateway.emit("session.title", "live", {"session_id": "a", "title": "Named"})
    await sidebar.settle()

    assert "Named" in sidebar.html("row:a")


async def test_closed_gateway_keeps_what_is_known(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.turn("closed", "The gateway ended.")
    await sidebar.settle()

    assert "row:a" in sidebar.ids


async def test_answer_that_is_no_list_is_a_failure(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.answers["GET /api/sessions"] = "<html>"
    await sidebar.call("retry")
    await sidebar.settle()

    assert "no list of sessions" in sidebar.html("note:failed")


async def test_title_is_text_and_never_html(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.sessions["a"]["title"] = "<script>alert(1)</script>"
    await sidebar.call("retry")
    await sidebar.settle()

    assert "<script>" not in sidebar.html("row:a")


async def test_list_that_the_shell_fails_on_is_a_failure_and_can_be_read_again(
    sidebar: Sidebar, gateway: SessionGateway, caplog: pytest.LogCaptureFixture
) -> None:
    usual = gateway.answers["GET /api/sessions"]
    gateway.answers["GET /api/sessions"] = RuntimeError("a fault of ours")
    await sidebar.call("retry")
    await sidebar.settle()
    assert "The shell failed" in sidebar.html("note:failed")
    assert "a fault of ours" in caplog.text

    gateway.answers["GET /api/sessions"] = usual
    await sidebar.call("retry")
    await sidebar.settle()
    assert "note:failed" not in sidebar.ids


async def test_what_was_typed_in_a_new_chat_stands_above_all_and_leads_there(sidebar: Sidebar) -> None:
    await sidebar.shell.drafts.set("new:1", draft_of({"text": "half a <thought>\nand more"}))
    await sidebar.settle()

    assert sidebar.ids[:3] == ["group:drafts", "draft:new:1", "group:today"]
    html = sidebar.html("draft:new:1")
    assert "half a &lt;thought&gt;" in html
    assert "and more" not in html
    assert 'href="#/?draft=new:1"' in html

    sidebar.shell.drafts.move("new:1", "a")
    await sidebar.settle()
    assert sidebar.ids[0] == "group:today"
