"""The realm: descriptors and deltas (architecture section 5)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")

NEW = """
const { Registry } = await host('registry')
const { Realm } = await host('realm')
const { snapshot } = await host('snapshot')
const registry = new Registry()
const sent = []
let connected = true
let settled = 0
const realm = new Realm(registry, snapshot.areas, { sendDelta: (delta) => (connected && sent.push(delta),
connected), settled: () => settled++ })
const tick = () => new Promise((resolve) => setTimeout(resolve))
const nav = (id, data = {}, fields = {}) => ({ id, area: 'sidebar.nav', source: 'plugin:p', data, ...fields })
const put = (delta) => delta.put.map(({ id }) => id)
"""
FLOWING = NEW + "realm.flushHold();\n"


async def test_descriptor_holds_declared_primitives_only(run: Run) -> None:
    [descriptor] = await run(
        FLOWING
        + """
        const data = { path: '/x', label: 3, count: NaN, icon: 'star', onSelect() {}, secret: 1 }
        registry.register({ ...nav('p:x', data), title: 'T', order: 2, seq: 7, render() {} })
        await tick(); return sent[0].put"""
    )
    assert descriptor == {
        "area": "sidebar.nav",
        "id": "p:x",
        "title": "T",
        "order": 2,
        "seq": 7,
        "enabled": True,
        "source": "plugin:p",
        "fields": {"path": "/x", "label": 3},
    }


async def test_field_that_throws_when_it_is_read_costs_its_own_contribution_its_fields_only(run: Run) -> None:
    assert await run(
        FLOWING
        + """
        registry.register(nav('p:bad', { path: '/x', get label() { throw new Error('no label') } }))
        registry.register(nav('p:good', { label: 'good' }))
        await tick()
        const whole = realm.describe().map(({ id }) => id)
        return [sent.flatMap(({ put }) => put.map(({ id, fields }) => [id, fields])), whole]"""
    ) == [[["p:bad", {"path": "/x"}], ["p:good", {"label": "good"}]], ["p:bad", "p:good"]]


async def test_dotted_fields_lists_and_slot_areas(run: Run) -> None:
    fields = await run(
        FLOWING
        + """
        registry.registerMany([
          { id: 'p', area: 'panes', data: { dock: { pane: 'workspace', pos: 'left' } } },
          { id: 'n', area: 'sidebarNav.prefs', data: { hide: ['cron'] } },
          { id: 's', area: 'statusBar.right', data: { label: 'x' } },
          { id: 'u', area: 'some.future.area', data: { label: 'x' } }])
        await tick(); return sent[0].put.map((one) => one.fields)"""
    )
    assert fields == [{"dock.pane": "workspace"}, {"hide": ["cron"]}, {}, {}]


async def test_hidden_by_when_is_sent_as_not_enabled(run: Run) -> None:
    assert (
        await run(
            FLOWING
            + "registry.register(nav('x', {}, { when: () => false })); await tick(); return sent[0].put[0].enabled"
        )
        is False
    )


async def test_one_delta_a_microtask_holds_the_net_change(run: Run) -> None:
    assert await run(
        FLOWING
        + """
        registry.register(nav('gone'))(); registry.register(nav('x')); registry.register(nav('y'))
        await tick(); return sent.map((delta) => [put(delta), delta.remove])"""
    ) == [[["x", "y"], []]]


async def test_dispose_and_register_of_a_key_is_a_replacement(run: Run) -> None:
    assert await run(
        FLOWING
        + """
        const dispose = registry.register(nav('x', { label: 'a' })); await tick(); realm.acknowledge(1)
        dispose(); registry.register(nav('x', { label: 'b' })); await tick()
        return [sent[1].remove, sent[1].put[0].fields.label]"""
    ) == [[], "b"]


async def test_one_delta_in_flight_and_the_next_after_its_frame(run: Run) -> None:
    assert await run(
        FLOWING
        + """
        registry.register(nav('x')); await tick(); registry.register(nav('y')); await tick()
        const before = sent.length, ticket = realm.ticket(), open = realm.isSettled(ticket)
        realm.acknowledge(1)
        const after = sent.length; realm.acknowledge(2)
        return [before, open, after, realm.isSettled(ticket)]"""
    ) == [1, False, 2, True]


async def test_equal_descriptor_behind_all_ties_is_not_sent_again(run: Run) -> None:
    assert await run(
        FLOWING
        + """
        registry.registerMany([nav('x'), nav('y')]); await tick(); realm.acknowledge(1)
        registry.register(nav('y')); await tick()
        const quiet = sent.length
        registry.register(nav('x')); await tick(); realm.acknowledge(2)
        return [quiet, put(sent[1]), realm.isSettled(realm.ticket())]"""
    ) == [1, ["x"], True]


async def test_unsent_move_is_sent_when_a_newcomer_would_sort_wrongly(run: Run) -> None:
    assert await run(
        FLOWING
        + """
        registry.register(nav('x', {}, { seq: 10 })); await tick(); realm.acknowledge(1)
        registry.register(nav('x', {}, { seq: 30 })); await tick()
        const quiet = sent.length
        registry.register(nav('y', {}, { seq: 20 })); await tick()
        return [quiet, sent[1].put.map(({ id, seq }) => [id, seq])]"""
    ) == [1, [["y", 20], ["x", 30]]]


async def test_deltas_are_held_until_the_hold_ends(run: Run) -> None:
    assert await run(
        NEW + "registry.register(nav('x')); await tick(); const held = sent.length; realm.flushHold(); "
        "return [held, sent.length]"
    ) == [0, 1]


async def test_connect_describes_everything_and_loses_nothing(run: Run) -> None:
    assert await run(
        FLOWING
        + """
        connected = false
        registry.registerMany([nav('x'), { ...nav('core'), server: true }]); await tick()
        const all = realm.describe().map(({ id }) => id)
        connected = true
        registry.register(nav('y')); await tick()
        return [all, sent.map(put), realm.describe().length]"""
    ) == [["x"], [["y"]], 2]


async def test_N1_a_list_goes_out_without_its_foreign_entries(run: Run) -> None:
    [descriptor] = await run(
        FLOWING
        + """
        const data = { hide: ['cron', {}, () => 1, 5, ...Array(2000).fill('a')] }
        registry.register({ id: 'p:prefs', area: 'sidebarNav.prefs', source: 'plugin:p', data })
        await tick(); return sent[0].put"""
    )
    assert descriptor["fields"] == {"hide": ["cron", 5, *["a"] * 996]}


async def test_a_change_that_waits_for_a_frame_is_known_to_be_unsent(run: Run) -> None:
    assert await run(
        FLOWING
        + """
        registry.register(nav('p:x')); await tick()
        const before = realm.isDirty('sidebar.nav', 'p:x')
        registry.register(nav('p:x', { label: 'new' })); await tick()
        const waiting = [realm.isDirty('sidebar.nav', 'p:x'), realm.isDirty('sidebar.nav', 'p:y')]
        realm.acknowledge(1)
        return [before, waiting, realm.isDirty('sidebar.nav', 'p:x')]"""
    ) == [False, [True, False], False]
