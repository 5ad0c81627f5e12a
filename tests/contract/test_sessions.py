"""`host.sessions` and the slots of session rows (contract H12-H14, SR1; host.sessions 1.4, area 4.12)."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.core.sessions.conftest import Sidebar, open_sidebar
from tests.host.conftest import browser, context, page, run, site
from tests.session_gateway import SessionGateway, session

__all__ = ["browser", "context", "page", "run", "site"]

Run = Callable[..., Awaitable[Any]]

CALLS = """
await import('/w/t/page/start.js'); await startWindow()
const { sessions } = (await import('/w/t/static/0/sdk/sessions.js')).sessionDoors
const { channel } = await import('/w/t/static/0/host/channel.js')
const calls = []
channel.call = async (verb, args) => { calls.push([verb, args]); return true }
"""


@pytest.fixture
async def sidebar(tmp_path: Path) -> AsyncGenerator[Sidebar]:
    gateway = SessionGateway(session("a"), session("b"), session("tip", _lineage_root_id="root"))
    async for opened in open_sidebar(tmp_path, gateway):
        yield opened


@pytest.mark.asyncio(loop_scope="session")
async def test_H12_pin_unpin_and_index_are_verbs_of_the_list(run: Run) -> None:
    assert await run(
        CALLS
        + """
        const answer = sessions.pin('a')
        sessions.pin('a', false)
        sessions.pin('a', true, 1)
        return [answer ?? null, calls]"""
    ) == [
        None,
        [
            ["sessions.pin", {"id": "a", "pinned": True, "index": None}],
            ["sessions.pin", {"id": "a", "pinned": False, "index": None}],
            ["sessions.pin", {"id": "a", "pinned": True, "index": 1}],
        ],
    ]


async def test_H12_pin_appends_or_stands_at_its_index_and_unpin_takes_it_away(sidebar: Sidebar) -> None:
    pins = sidebar.shell.sessions.metadata
    await sidebar.call("pin", id="a")
    await sidebar.call("pin", id="b")
    assert pins.pinned == ["a", "b"]
    await sidebar.call("pin", id="unknown", pinned=True, index=1)
    assert pins.pinned == ["a", "unknown", "b"]
    await sidebar.call("pin", id="b", pinned=True, index=0)
    assert pins.pinned == ["b", "a", "unknown"]
    await sidebar.call("pin", id="a", pinned=False)
    assert pins.pinned == ["b", "unknown"]


async def test_H13_id_of_the_row_is_resolved_to_the_root_of_its_lineage(sidebar: Sidebar) -> None:
    await sidebar.call("pin", id="tip")
    await sidebar.call("setColor", id="tip", color="hsl(30 68% 58%)")

    assert sidebar.shell.sessions.metadata.pinned == ["root"]
    assert sidebar.shell.sessions.metadata.colors == {"root": "hsl(30 68% 58%)"}
    await sidebar.call("pin", id="root", pinned=False)
    assert sidebar.shell.sessions.metadata.pinned == []


async def test_H14_reorder_maps_to_the_rows_ids_and_none_clears(sidebar: Sidebar) -> None:
    marks = sidebar.shell.sessions.metadata
    await sidebar.call("reorder", ids=["root", "b"])
    assert (marks.order, marks.manual) == (["tip", "b"], True)
    await sidebar.call("reorder", ids=[])
    assert (marks.order, marks.manual) == ([], False)


@pytest.mark.asyncio(loop_scope="session")
async def test_H14_orders_and_colours_are_verbs_of_the_list(run: Run) -> None:
    assert await run(
        CALLS
        + """
        sessions.reorder(['a', 'b'])
        sessions.reorder([])
        sessions.reorderPinned(['b'])
        sessions.setColor('a', null)
        return calls"""
    ) == [
        ["sessions.reorder", {"ids": ["a", "b"]}],
        ["sessions.reorder", {"ids": []}],
        ["sessions.reorderPinned", {"ids": ["b"]}],
        ["sessions.setColor", {"id": "a", "color": None}],
    ]


async def test_SR1_70_slots_of_a_row_have_the_durable_id(sidebar: Sidebar) -> None:
    html = sidebar.html("row:tip")

    for side in ("leading", "trailing"):
        slot = html.partition(f'area="sessionRow.{side}"')[2].partition(">")[0]
        assert 'instance="root"' in slot
        args = json.loads(unescape(slot.partition('args="')[2].partition('"')[0]))
        assert args == {"sessionId": "root", "lineageIds": ["root", "tip"], "profile": "default", "connectionId": ""}
