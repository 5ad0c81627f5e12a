from __future__ import annotations

from pathlib import Path

import pytest

from hermes_shell.errors import ProtocolError, ShellError
from tests.core.sessions.conftest import Sidebar, open_sidebar
from tests.session_gateway import SessionGateway, session


async def test_66_each_pin_keeps_its_own_chat_through_rotation(sidebar: Sidebar, gateway: SessionGateway) -> None:
    await sidebar.call("pin", id="a")
    await sidebar.call("pin", id="b")
    # Compression goes on under another id, twice.
    del gateway.sessions["a"]
    gateway.sessions["a3"] = session("a3", _lineage_root_id="a")
    await sidebar.call("retry")
    await sidebar.settle()

    assert sidebar.ids[:3] == ["group:pinned", "row:a3", "row:b"]
    assert 'href="#/a3"' in sidebar.html("row:a3")
    assert 'href="#/b"' in sidebar.html("row:b")


async def test_66_branch_of_a_pinned_chat_is_another_chat(tmp_path: Path) -> None:
    gateway = SessionGateway(
        session("root", inner=True, end_reason="branched"), session("branch", parent_session_id="root")
    )
    gateway.answers["GET /api/sessions/root/latest-descendant"] = {"path": ["root", "branch"], "session_id": "branch"}
    async for sidebar in open_sidebar(tmp_path, gateway):
        await sidebar.call("pin", id="root")
        await sidebar.call("retry")
        await sidebar.settle()

        assert sidebar.ids[:2] == ["group:pinned", "row:root"]


async def test_67_pin_outside_the_loaded_page_is_read_by_id(tmp_path: Path) -> None:
    gateway = SessionGateway(session("a"), session("far", 9_000, inner=True, title="Far away"))
    async for sidebar in open_sidebar(tmp_path, gateway):
        await sidebar.call("pin", id="far")
    async for sidebar in open_sidebar(tmp_path, gateway):
        assert sidebar.ids[:2] == ["group:pinned", "row:far"]
        assert "Far away" in sidebar.html("row:far")


async def test_67_compressed_pin_goes_on_where_its_lineage_does(tmp_path: Path) -> None:
    gateway = SessionGateway(
        session("one", 9_000, inner=True, end_reason="compression"), session("two", 8_000, inner=True)
    )
    gateway.answers["GET /api/sessions/one/latest-descendant"] = {"path": ["one", "two"], "session_id": "two"}
    async for sidebar in open_sidebar(tmp_path, gateway):
        await sidebar.call("pin", id="one")
        await sidebar.call("retry")
        await sidebar.settle()

        assert sidebar.ids[:2] == ["group:pinned", "row:two"]
        assert 'data-root="one"' in sidebar.html("row:two")


async def test_68_pins_are_permuted_and_what_is_not_named_keeps_its_place(tmp_path: Path) -> None:
    gateway = SessionGateway(session("a"), session("b"), session("c"))
    async for sidebar in open_sidebar(tmp_path, gateway):
        for stored in ("a", "b", "c"):
            await sidebar.call("pin", id=stored)
        await sidebar.call("reorderPinned", ids=["c", "a"])
        await sidebar.settle()
        assert sidebar.ids[:4] == ["group:pinned", "row:c", "row:b", "row:a"]
    async for sidebar in open_sidebar(tmp_path, gateway):
        assert sidebar.ids[:4] == ["group:pinned", "row:c", "row:b", "row:a"], "a restart keeps it"


async def test_68_pins_move_by_keyboard_and_by_drag(sidebar: Sidebar) -> None:
    for stored in ("a", "b", "c"):
        await sidebar.call("pin", id=stored)
    await sidebar.call("step", id="c", by=-1)
    assert sidebar.shell.sessions.metadata.pinned == ["a", "c", "b"]
    await sidebar.call("move", id="b", group="pinned", before="a")
    assert sidebar.shell.sessions.metadata.pinned == ["b", "a", "c"]
    await sidebar.call("step", id="b", by=-3)
    assert sidebar.shell.sessions.metadata.pinned == ["b", "a", "c"]


async def test_69_reset_may_carry_pin_and_title(sidebar: Sidebar, gateway: SessionGateway) -> None:
    await sidebar.call("pin", id="a")
    await sidebar.call("setColor", id="a", color="#123456")
    gateway.sessions["new"] = session("new", title="")
    await sidebar.call("retry")
    await sidebar.settle()

    await sidebar.call("carry", **{"from": "a", "to": "new", "title": True})
    await sidebar.settle()

    assert sidebar.shell.sessions.metadata.pinned == ["new"]
    assert sidebar.shell.sessions.metadata.colors == {"new": "#123456"}
    assert gateway.sessions["new"]["title"] == "Chat a"
    assert gateway.sessions["a"]["title"] == "Chat a (before reset)"


async def test_drop_outside_the_pins_takes_the_pin_away_and_gives_an_order(sidebar: Sidebar) -> None:
    await sidebar.call("pin", id="a")
    await sidebar.call("move", id="a", group="manual", before="c")
    await sidebar.settle()

    assert sidebar.ids == ["group:manual", "row:b", "row:a", "row:c"]


async def test_new_sessions_stand_above_an_order_of_the_user(sidebar: Sidebar, gateway: SessionGateway) -> None:
    await sidebar.call("reorder", ids=["c", "a"])
    gateway.sessions["n"] = session("n", -1)
    await sidebar.call("retry")
    await sidebar.settle()

    assert sidebar.ids == ["group:manual", "row:n", "row:c", "row:a", "row:b"]


async def test_folders_are_groups_and_tags_stand_on_rows(sidebar: Sidebar) -> None:
    await sidebar.call("folder", ids=["c"], folder="Work")
    await sidebar.call("tag", ids=["a", "c"], tag="wip")
    await sidebar.settle()

    assert sidebar.ids == ["group:folder:Work", "row:c", "group:today", "row:a", "group:week", "row:b"]
    assert "wip" in sidebar.html("row:a")

    await sidebar.call("fold", group="folder:Work", folded=True)
    await sidebar.call("tag", ids=["a"], tag="wip", on=False)
    await sidebar.settle()
    assert "row:c" not in sidebar.ids
    assert "wip" not in sidebar.html("row:a")


@pytest.mark.parametrize("color", ["red; background: url(x)", "url(http://x)", "", 7])
async def test_colour_that_is_none_is_refused(sidebar: Sidebar, color: object) -> None:
    with pytest.raises(ProtocolError):
        await sidebar.call("setColor", id="a", color=color)


async def test_tag_has_a_length(sidebar: Sidebar) -> None:
    with pytest.raises(ShellError, match="between 1 and"):
        await sidebar.call("tag", ids=["a"], tag="x" * 41)


async def test_stored_marks_of_another_shape_are_kept_aside(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async for sidebar in open_sidebar(tmp_path, SessionGateway(session("a"))):
        await sidebar.shell.storage.write("sessions", "pinned", {"no": "list"})
    async for sidebar in open_sidebar(tmp_path, SessionGateway(session("a"))):
        assert sidebar.shell.sessions.metadata.pinned == []
    assert "kept in the scope set-aside: sessions/pinned" in caplog.text


async def test_hidden_sessions_are_not_in_the_list(sidebar: Sidebar) -> None:
    await sidebar.call("hide", id="a", hidden=True)
    await sidebar.settle()
    assert "row:a" not in sidebar.ids

    assert [row["id"] for row in await sidebar.call("persisted", limit=10)] == ["b", "c"]
