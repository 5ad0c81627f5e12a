"""The atoms of `host.state` that are about chats, and where a new chat opens (contract H1-H4, H8; host, 1.3)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.host.conftest import browser, context, page, run, site

__all__ = ["browser", "context", "page", "run", "site"]

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")

START = """
const at = (path) => import(`/w/t/static/0/${path}.js`)
await import('/w/t/page/start.js'); await startWindow()
const chat = await at('host/chat_state'), { state } = await at('sdk/state'), tiles = await at('host/chat_tiles')
chat.startChatState()
const nothing = { live: null, title: '', busy: false, awaiting: false, usage: null, model: '', provider: '', cwd: '' }
const rest = { profile: 'default', queued: [], fault: null, waiting: false, loaded: true }
const facts = (more) => ({ ...nothing, ...rest, ...more })
const tell = (put, more = {}) => fake.say({ t: 'chats', put, remove: [], ...more })
const now = (...names) => names.map((name) => state[name].get())
"""
A, B = "20261130_095928_6ede65", "20261130_101010_abcdef"


async def test_H1_a_draft_without_a_session_has_flags_of_its_own(run: Run) -> None:
    assert await run(
        START
        + """
        chat.$primaryChat.set('new:1')
        const before = now('busy', 'awaitingResponse', 'activeSessionId', 'focusedSessionId')
        tell({ 'new:1': facts({ live: 'aaaa0000', busy: true, awaiting: true }) })
        const flags = now('busy', 'awaitingResponse')
        return [before, [...flags, ...now('activeSessionId', 'focusedSessionId', 'focusedStoredSessionId')]]"""
    ) == [[False, False, None, None], [True, True, None, None, None]]


async def test_H2_flags_follow_the_focused_chat(run: Run) -> None:
    assert await run(
        START
        + """
        chat.$primaryChat.set(argument)
        tell({ [argument]: facts({ live: 'aaaa0000', busy: true, awaiting: true, cwd: '/work', model: 'm' }) })
        const ids = now('activeSessionId', 'focusedSessionId', 'focusedStoredSessionId')
        const working = [...now('busy', 'awaitingResponse'), ...ids, ...now('cwd', 'model')]
        tell({ [argument]: facts({ live: 'aaaa0000', busy: true }) })
        const streaming = now('busy', 'awaitingResponse')
        tell({ [argument]: facts({ live: 'aaaa0000', usage: { total: 9 } }) })
        return [working, streaming, now('busy', 'awaitingResponse', 'focusedUsage')]""",
        A,
    ) == [
        [True, True, "aaaa0000", "aaaa0000", A, "/work", "m"],
        [True, False],
        [False, False, {"total": 9}],
    ]


async def test_H3_a_chat_in_the_background_never_counts(run: Run) -> None:
    assert await run(
        START
        + """
        const [a, b] = argument
        chat.$primaryChat.set(a)
        tell({ [a]: facts({ live: 'aaaa0000' }), [b]: facts({ live: 'bbbb0000', busy: true, awaiting: true }) })
        return now('busy', 'awaitingResponse', 'focusedSessionId', 'busyBySession')""",
        [A, B],
    ) == [False, False, "aaaa0000", {"aaaa0000": False, "bbbb0000": True}]


async def test_H4_flags_follow_a_focused_tile_and_come_back(run: Run) -> None:
    assert await run(
        START
        + """
        const [a, b] = argument
        const names = ['busy', 'focusedSessionId', 'focusedStoredSessionId', 'activeSessionId']
        chat.$primaryChat.set(a)
        tell({ [a]: facts({ live: 'aaaa0000' }), [b]: facts({ live: 'bbbb0000', busy: true }) })
        chat.$focusedTile.set(b)
        const tile = now(...names)
        chat.$focusedTile.set(null)
        return [tile, now(...names)]""",
        [A, B],
    ) == [[True, "bbbb0000", B, "aaaa0000"], [False, "aaaa0000", A, "aaaa0000"]]


async def test_H8_new_chat_of_a_scope_with_tabs_opens_a_tab_and_sets_the_target(run: Run) -> None:
    assert await run(
        START
        + """
        const { newChat, setWorkspaceScope, workspaceScope } = await at('sdk/chats')
        const before = location.hash
        setWorkspaceScope('bots', 'bot-1')
        await newChat('work')
        const { mode, ownerKey, target } = workspaceScope()
        const inTab = [...tiles.$tiles.get()]
        const panes = registry.getArea('panes').map(({ id, data }) => [id, data.dock])
        const opened = inTab.length === 1 && inTab[0] === target.key
        return [mode, ownerKey, target.route, opened, target.key.startsWith('new:'),
          panes.length === 1 && panes[0][0] === `session-tile:${target.key}`, panes[0][1], location.hash === before]"""
    ) == ["bots", "bot-1", "work", True, True, True, {"pane": "workspace", "pos": "center"}, True]


async def test_H8_new_chat_elsewhere_is_a_new_one_in_the_workspace(run: Run) -> None:
    assert await run(
        START
        + """
        const { newChat } = await at('sdk/chats'), { newChatKey } = await at('host/chat_routes')
        const { startRouter, $route } = await at('host/router')
        startRouter({ route: () => {} })
        location.hash = '#/elsewhere'
        await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
        await newChat()
        const first = newChatKey()
        await newChat()
        const second = newChatKey()
        return [location.hash, $route.get(), first !== second, newChatKey() === second]"""
    ) == ["#/", "/", True, True]


async def test_events_of_state_come_only_with_changes(run: Run) -> None:
    assert await run(
        START
        + """
        chat.$primaryChat.set(argument)
        const heard = []
        for (const name of ['busy', 'busyBySession', 'focusedUsage']) state[name].listen(() => heard.push(name))
        const again = () => tell({ [argument]: facts({ live: 'aaaa0000', busy: true, usage: { total: 3 } }) })
        for (const round of [1, 2, 3]) again(round)
        return heard""",
        A,
    ) == ["busy", "busyBySession", "focusedUsage"]


async def test_addresses_name_a_chat_by_stored_id_live_id_and_role(run: Run) -> None:
    assert await run(
        START
        + """
        const [a, b] = argument
        tell({ [a]: facts({ live: 'aaaa0000' }), [b]: facts({ live: 'bbbb0000' }) })
        chat.$primaryChat.set('new:1')
        const fresh = [chat.chatOf(null), chat.chatOf('new'), chat.chatOf('aaaa0000'), chat.chatOf(b)]
        chat.$primaryChat.set(a)
        return [fresh, chat.chatOf(''), chat.chatOf('new')]""",
        [A, B],
    ) == [["new:1", "new:1", A, B], A, None]


async def test_moved_chat_keeps_its_facts_and_the_focus(run: Run) -> None:
    assert await run(
        START
        + """
        chat.$primaryChat.set('new:1')
        tell({ 'new:1': facts({ live: 'aaaa0000', busy: true }) })
        fake.say({ t: 'chat-moved', from: 'new:1', to: argument })
        const ids = now('activeSessionId', 'focusedStoredSessionId')
        return [chat.$focusedChat.get(), ...now('busy'), ...ids, chat.$chats.get().has('new:1')]""",
        A,
    ) == [A, True, "aaaa0000", A, False]


async def test_everything_after_a_welcome_replaces_what_was_known(run: Run) -> None:
    assert await run(
        START
        + """
        const [a, b] = argument
        tell({ [a]: facts({}) })
        tell({ [b]: facts({}) }, { all: true })
        return [...chat.$chats.get().keys()]""",
        [A, B],
    ) == [B]
