"""`ctx.storage` in the page (contract, storage; architecture section 8)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.host.site import Site

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")

NEW = """
await startWindow()
const { pluginStorage, flushStorage } = await host('storage')
const storage = pluginStorage('p')
const writes = () => fake.ofType('store').map(({ key, value, remove }) => [key, remove ? 'removed' : value])
"""


async def test_values_are_copies_on_both_ways(run: Run, site: Site) -> None:
    site.snapshot["storage"] = {"p": {"kept": {"a": 1}}}
    assert await run(
        NEW
        + """
        const mine = { list: [1] }; storage.set('k', mine); mine.list.push(2); storage.get('k').list.push(3)
        const { get } = storage
        return [storage.get('kept'), storage.get('k'), get('none', 'fallback'), storage.get('none') === undefined]"""
    ) == [{"a": 1}, {"list": [1]}, "fallback", True]


async def test_105_a_stored_value_is_there_at_once_and_reading_writes_nothing(run: Run, site: Site) -> None:
    site.snapshot["storage"] = {"p": {"count": 7}}
    assert await run(
        NEW
        + """
        const read = [storage.get('count', 0), storage.get('absent', 'default')]
        await flushStorage()
        return [read, writes()]"""
    ) == [[7, "default"], []]


async def test_undefined_removes_and_remove_is_written(run: Run) -> None:
    assert await run(
        NEW
        + """
        storage.set('k', 1); await until(() => writes().length === 1); storage.set('k', undefined);
        storage.remove('never')
        const gone = storage.get('k', 'gone'); await until(() => writes().length === 2)
        return [gone, writes()]"""
    ) == ["gone", [["k", 1], ["k", "removed"]]]


async def test_first_write_goes_at_once_and_the_last_always(run: Run) -> None:
    result = await run(
        NEW
        + """
        for (let i = 0; i < 50; i++) storage.set('k', i)
        storage.set('other', 'x')
        const atOnce = writes(); const started = performance.now()
        await until(() => writes().length === 3)
        return [atOnce, writes()[2], performance.now() - started]"""
    )
    assert result[:2] == [[["k", 0], ["other", "x"]], ["k", 49]]
    assert result[2] > 100


async def test_one_write_in_flight_a_key(run: Run) -> None:
    assert await run(
        NEW
        + """
        fake.auto.store = false
        storage.set('k', 1); storage.set('k', 2); await new Promise((resolve) => setTimeout(resolve, 250))
        const before = writes().length
        fake.say({ t: 'stored', n: fake.ofType('store')[0].n }); await until(() => writes().length === 2)
        return [before, writes()[1]]"""
    ) == [1, ["k", 2]]


async def test_flush_sends_what_waits_for_its_turn(run: Run) -> None:
    assert await run(NEW + "storage.set('k', 1); storage.set('k', 2); flushStorage(); return writes()") == [
        ["k", 1],
        ["k", 2],
    ]


async def test_quota_throws_and_keeps_the_old_value(run: Run) -> None:
    message, value = await run(
        NEW
        + """
        storage.set('k', 'small')
        try { storage.set('k', 'ü'.repeat(2.7 * 1024 * 1024)) } catch (error) { return [error.message,
        storage.get('k')] }"""
    )
    assert "5 MiB" in message
    assert value == "small"


async def test_value_without_json_form_is_refused(run: Run) -> None:
    assert "JSON" in await run(
        NEW + "const a = {}; a.a = a; try { storage.set('k', a) } catch (error) { return error.message }"
    )


async def test_other_windows_writes_arrive_unless_an_own_write_is_on_its_way(run: Run) -> None:
    assert await run(
        NEW
        + """
        fake.say({ t: 'storage', plugin: 'p', key: 'theirs', value: 5 })
        fake.auto.store = false; storage.set('mine', 1)
        fake.say({ t: 'storage', plugin: 'p', key: 'mine', value: 2 })
        const seen = [storage.get('theirs'), storage.get('mine')]
        fake.say({ t: 'storage', plugin: 'p', key: 'theirs', remove: true })
        return [...seen, storage.get('theirs', null)]"""
    ) == [5, 1, None]


async def test_other_windows_write_right_after_an_acknowledged_own_one_arrives(run: Run) -> None:
    assert await run(
        NEW
        + """
        storage.set('k', 1); await until(() => channel.pending === 0); await Promise.resolve()
        fake.say({ t: 'storage', plugin: 'p', key: 'k', value: 2 })
        const theirs = storage.get('k'); storage.set('k', 3); await until(() => writes().length === 2)
        return [theirs, writes()[1]]"""
    ) == [2, ["k", 3]]


async def test_write_that_the_server_could_not_take_is_tried_again(run: Run) -> None:
    assert await run(
        NEW
        + """
        fake.auto.store = false; storage.set('k', 1)
        fake.say({ t: 'stored', n: fake.ofType('store')[0].n, error: 'busy' })
        await until(() => writes().length === 2)
        return [writes()[1], storage.get('k')]"""
    ) == [["k", 1], 1]


async def test_snapshot_of_a_reconnect_does_not_undo_what_changed_while_it_was_fetched(run: Run, site: Site) -> None:
    site.snapshot["storage"] = {"p": {"own": "old", "other": "old", "still": "old"}}
    assert await run(
        NEW
        + """
        const { resync } = await host('announcements')
        fake.auto.store = false
        storage.set('own', 'new'); await new Promise((resolve) => setTimeout(resolve, 220))
        fake.say({ t: 'storage', plugin: 'p', key: 'still', value: 'before' })
        await new Promise((resolve) => setTimeout(resolve, 5))
        const fetched = resync()
        fake.say({ t: 'stored', n: 1 })
        fake.say({ t: 'storage', plugin: 'p', key: 'other', value: 'new' })
        await fetched
        const first = ['own', 'other', 'still'].map((key) => storage.get(key))
        await resync()
        return [first, ['own', 'other', 'still'].map((key) => storage.get(key))]"""
    ) == [["new", "new", "old"], ["old", "old", "old"]]
