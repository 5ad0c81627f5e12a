"""The event stream as plugins hear it (contract, registry semantics, event stream)."""

from __future__ import annotations

import pytest

from tests.sdk.conftest import Run

pytestmark = pytest.mark.asyncio(loop_scope="session")

OWNER = """
const { emitEvent } = await load('host/events.js')
const { Incarnation } = await load('host/incarnation.js')
const owner = new Incarnation('demo', 1, 'rev', 0)
owner.id = 'demo'
const { host } = owner
const heard = []
"""


async def test_E1_a_bare_on_event_in_register_ends_with_the_plugin(run: Run) -> None:
    assert await run(
        OWNER
        + """
        const plugin = { register() { host.onEvent('a', ({ n }) => heard.push(n)) } }
        plugin.register()
        emitEvent({ type: 'a', n: 1 }); owner.retire(); emitEvent({ type: 'a', n: 2 })
        plugin.register(); emitEvent({ type: 'a', n: 3 })
        return heard"""
    ) == [1]


async def test_E3_outside_register_it_fires_until_disposed_and_is_retired_with_its_plugin(run: Run) -> None:
    assert await run(
        OWNER
        + """
        await Promise.resolve()
        const stop = host.onEvent('a', ({ n }) => heard.push(`a${n}`))
        host.onEvent('a', ({ n }) => heard.push(`b${n}`))
        emitEvent({ type: 'a', n: 1 }); stop(); stop(); emitEvent({ type: 'a', n: 2 })
        owner.retire(); emitEvent({ type: 'a', n: 3 })
        return heard"""
    ) == ["a1", "b1", "b2"]


async def test_E4_a_listener_that_throws_stops_nobody_and_star_hears_everything(run: Run) -> None:
    assert await run(
        OWNER
        + """
        const { setLogSink } = await load('host/errors.js')
        setLogSink(() => {})
        host.onEvent('*', ({ type }) => heard.push(`*${type}`))
        host.onEvent('a', () => { throw new Error('no') })
        host.onEvent('a', () => heard.push('a'))
        host.onEvent('*', () => { throw new Error('no') })
        host.onEvent('*', ({ type }) => heard.push(`+${type}`))
        for (const type of ['a', 'never.heard.of', '*', 'constructor']) emitEvent({ type })
        return heard"""
    ) == ["a", "*a", "+a", "*never.heard.of", "+never.heard.of", "**", "+*", "*constructor", "+constructor"]


async def test_a_listener_may_come_and_go_while_an_event_is_told(run: Run) -> None:
    assert await run(
        OWNER
        + """
        const stops = []
        stops.push(host.onEvent('a', () => { heard.push(1); stops[1](); host.onEvent('a', () => heard.push('late')) }))
        stops.push(host.onEvent('a', () => heard.push(2)))
        emitEvent({ type: 'a' }); heard.push('|'); stops[0](); emitEvent({ type: 'a' })
        return heard"""
    ) == [1, 2, "|", "late"]
