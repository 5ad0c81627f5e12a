"""The page registry (contract, registry semantics; checklist R1-R12)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")

NEW = """
const { Registry } = await host('registry')
const registry = new Registry()
const heard = []
const c = (id, fields = {}) => ({ id, area: 'a', ...fields })
const ids = (area = 'a') => registry.getArea(area).map(({ id }) => id)
const live = (value) => ({ value, listeners: new Set(), get() { return this.value },
  listen(fn) { this.listeners.add(fn); return () => this.listeners.delete(fn) },
  set(next) { this.value = next; this.listeners.forEach((fn) => fn()) } })
"""


async def test_R1_snapshot_is_the_same_frozen_list_until_the_area_changes(run: Run) -> None:
    assert await run(
        NEW
        + """
        registry.register(c('x'))
        const first = registry.getArea('a')
        const same = registry.getArea('a') === first && Object.isFrozen(first)
        registry.register({ id: 'y', area: 'b' })
        const untouched = registry.getArea('a') === first
        registry.register(c('z'))
        return [same, untouched, registry.getArea('a') === first]"""
    ) == [True, True, False]


async def test_R2_live_when_notifies_once_and_empties_and_restores_the_area(run: Run) -> None:
    assert await run(
        NEW
        + """
        const when = live(true)
        registry.register(c('x', { when }))
        registry.subscribe('a', () => heard.push(ids().length))
        when.set(false); when.set(false); when.set(true)
        return heard"""
    ) == [0, 1]


async def test_R4_when_source_that_cannot_be_detached_stops_neither_replacement_nor_disposal(run: Run) -> None:
    assert await run(
        NEW
        + """
        const stuck = { get: () => true, listen: () => () => { throw new Error('stuck') } }
        const dispose = registry.registerMany([c('x', { when: stuck }), c('y')])
        registry.register(c('x', { when: stuck }))
        const replaced = ids()
        registry.registerMany([c('z', { when: stuck }), c('w')])()
        dispose()
        return [replaced, ids()]"""
    ) == [["y", "x"], ["x"]]


async def test_R3_replacing_detaches_the_old_when(run: Run) -> None:
    assert await run(
        NEW
        + """
        const when = live(true)
        registry.register(c('x', { when }))
        registry.register(c('x'))
        registry.subscribe('a', () => heard.push(1))
        when.set(false)
        return [when.listeners.size, heard.length, ids()]"""
    ) == [0, 0, ["x"]]


async def test_R4_disposing_detaches_the_when(run: Run) -> None:
    assert (
        await run(NEW + "const when = live(true); registry.register(c('x', { when }))(); return when.listeners.size")
        == 0
    )


async def test_function_when_is_evaluated_at_changes_of_its_area_and_at_refresh(run: Run) -> None:
    assert await run(
        NEW
        + """
        let open = false
        registry.register(c('x', { when: () => open }))
        const seen = [ids()]
        registry.subscribe('a', () => heard.push('a'))
        open = true; seen.push(ids())
        registry.refreshWhen(); registry.refreshWhen(); seen.push(ids())
        open = false; registry.register({ id: 'o', area: 'b' }); seen.push(ids())
        registry.register(c('y')); seen.push(ids())
        return [seen, heard.length]"""
    ) == [[[], [], ["x"], ["x"], ["y"]], 2]


async def test_when_that_throws_hides_its_contribution_only(run: Run) -> None:
    assert await run(
        NEW + "registry.registerMany([c('x', { when() { throw new Error('no') } }), c('y')]); return ids()"
    ) == ["y"]


async def test_R5_order_ascends_ties_by_insertion_missing_is_zero(run: Run) -> None:
    assert await run(
        NEW
        + """
        registry.registerMany([c('later', { order: 5 }), c('none'), c('first', { order: -1 }), c('zero', { order: 0 })])
        return ids()"""
    ) == ["first", "none", "zero", "later"]


async def test_R6_enabled_false_hides_undefined_shows(run: Run) -> None:
    assert await run(
        NEW + "registry.registerMany([c('x', { enabled: false }), c('y', { enabled: undefined })]); return ids()"
    ) == ["y"]


async def test_R7_same_id_replaces_and_moves_behind_its_ties(run: Run) -> None:
    assert await run(NEW + "registry.registerMany([c('x'), c('y')]); registry.register(c('x')); return ids()") == [
        "y",
        "x",
    ]


async def test_R7_sequence_numbers_keep_the_place_of_a_hot_save(run: Run) -> None:
    assert await run(
        NEW
        + """
        const old = registry.register(c('x', { seq: 1 })); registry.register(c('y', { seq: 2 }))
        registry.transaction(() => { old(); registry.register(c('x', { seq: 1 })) })
        return ids()"""
    ) == ["x", "y"]


async def test_R8_register_many_notifies_each_area_once_and_its_disposer_too(run: Run) -> None:
    assert await run(
        NEW
        + """
        registry.subscribe('a', () => heard.push('a')); registry.subscribe('b', () => heard.push('b'))
        const dispose = registry.registerMany([c('x'), c('y'), { id: 'x', area: 'b' }])
        const after = [...heard]; dispose()
        return [after, heard, ids(), ids('b')]"""
    ) == [["a", "b"], ["a", "b", "a", "b"], [], []]


async def test_R9_other_areas_hear_nothing_and_global_listeners_once_a_batch(run: Run) -> None:
    assert await run(
        NEW
        + """
        registry.subscribe('b', () => heard.push('b'))
        registry.subscribeAll((areas, changes) => heard.push([[...areas], [...changes.get('a')]]))
        registry.registerMany([c('x'), c('y')])
        registry.transaction(() => { registry.register(c('z')); registry.transaction(() => registry.register(c('w'))) })
        return [heard, registry.$version.get()]"""
    ) == [[[["a"], ["x", "y"]], [["a"], ["z", "w"]]], 2]


async def test_R10_disposing_twice_notifies_once(run: Run) -> None:
    assert (
        await run(
            NEW + "const dispose = registry.register(c('x')); registry.subscribe('a', () => heard.push(1)); "
            "dispose(); dispose(); return heard.length"
        )
        == 1
    )


async def test_R11_empty_area_is_one_frozen_list(run: Run) -> None:
    assert await run(
        NEW + "const empty = registry.getArea('none'); return [empty.length, Object.isFrozen(empty), empty === "
        "registry.getArea('other')]"
    ) == [0, True, True]


async def test_R12_old_disposer_leaves_the_replacement(run: Run) -> None:
    assert await run(NEW + "const old = registry.register(c('x')); registry.register(c('x')); old(); return ids()") == [
        "x"
    ]


@pytest.mark.parametrize("bad", ["{ id: 'x' }", "{ area: 'a' }", "null", "{ id: '', area: 'a' }"])
async def test_contribution_without_id_or_area_is_refused_with_the_plugin_named(run: Run, bad: str) -> None:
    kind, message = await run(
        NEW + f"try {{ registry.register({bad} && {{ source: 'plugin:p', ...{bad} }}) }} catch (e) {{ return "
        f"[e.name, e.message] }}"
    )
    assert kind == "TypeError"
    assert "plugin:p" in message or bad == "null"


@pytest.mark.parametrize("bad", ["\\ud800", "x\\udfff", "a\\0b"])
async def test_an_id_that_cannot_be_sent_is_refused_with_the_plugin_named(run: Run, bad: str) -> None:
    told, ids = await run(
        NEW + "registry.register(c('\\ud83d\\ude42')); let told = ''; try { registry.register({ source: 'plugin:p', "
        f"id: '{bad}', area: 'a' }}) }} catch (e) {{ told = e.message }} return [told, ids()]"
    )
    assert "plugin:p" in told
    assert "surrogate" in told
    assert ids == ["\U0001f642"]


async def test_failing_listener_does_not_stop_the_others(run: Run) -> None:
    assert (
        await run(
            NEW
            + """
        registry.subscribe('a', () => { throw new Error('no') }); registry.subscribe('a', () => heard.push(1))
        registry.register(c('x')); return heard.length"""
        )
        == 1
    )


async def test_ten_thousand_contributions_stay_cheap_to_replace(run: Run) -> None:
    milliseconds = await run(
        NEW
        + """
        registry.registerMany(Array.from({ length: 10000 }, (_, i) => c('x' + i, { order: i % 50 })))
        const started = performance.now()
        for (let i = 0; i < 1000; i++) registry.register(c('x' + i, { order: i % 50 }))
        return performance.now() - started"""
    )
    assert milliseconds < 500
