"""The window's channel: hello, calls, storage writes and reconnection."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Page

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")

NEW = """
const { Channel } = await host('channel')
const { Realm } = await host('realm')
const { Registry } = await host('registry')
const { snapshot } = await host('snapshot')
const registry = new Registry(), channel = new Channel()
const realm = new Realm(registry, snapshot.areas, channel.deltaLine())
realm.flushHold()
channel.attach({ realm, reports: () => [{ folder: 'p' }], route: () => '/r', seen: () => ({ epoch: 'e', number: 4 }) })
const tick = () => new Promise((resolve) => setTimeout(resolve, 2))
const failure = (promise) => promise.then(() => 'resolved', (error) => error.message)
"""
OPEN = NEW + "channel.open(); await channel.ready;\n"


async def test_hello_carries_realm_reports_route_and_the_last_announcement(run: Run) -> None:
    hello = await run(
        NEW + "registry.register({ id: 'x', area: 'statusBar.right' }); channel.open(); await channel.ready; "
        "return fake.sent[0]"
    )
    assert len(hello.pop("window")) == 36
    assert [one["id"] for one in hello.pop("realm")] == ["x"]
    assert hello == {"t": "hello", "epoch": "e", "number": 4, "route": "/r", "reports": [{"folder": "p"}]}


async def test_welcome_and_frames_apply_in_order(run: Run) -> None:
    assert await run(
        NEW
        + """
        fake.auto.welcome = false; channel.open(); await tick()
        fake.say({ t: 'welcome', parts: [{ area: 'a' }] }); await channel.ready
        fake.say({ t: 'frame', seq: null, parts: [{ area: 'b' }] });
        fake.say({ t: 'frame', seq: null, parts: [{ area: 'c' }] })
        await channel.whenIdle()
        return [channel.$state.get(), record.parts.map(({ area }) => area)]"""
    ) == ["open", ["a", "b", "c"]]


async def test_call_is_answered_or_rejected(run: Run) -> None:
    assert await run(
        OPEN
        + """
        const good = channel.call('v', { a: 1 }), bad = failure(channel.call('w')); await tick()
        fake.say({ t: 'answer', n: 2, error: 'no such verb' }); fake.say({ t: 'answer', n: 1, value: 7 })
        return [await good, await bad, fake.ofType('call')[0]]"""
    ) == [7, "no such verb", {"t": "call", "n": 1, "verb": "v", "args": {"a": 1}}]


async def test_verb_waits_for_the_registrations_before_it_and_a_gateway_call_does_not(run: Run) -> None:
    assert await run(
        OPEN
        + """
        fake.auto.delta = false
        registry.register({ id: 'x', area: 'panes' })
        channel.call('layout', { op: 'reveal' }); channel.call('gateway.request', { method: 'm' }); await tick()
        const before = fake.ofType('call').map(({ verb }) => verb)
        registry.register({ id: 'y', area: 'panes' }); await tick()
        fake.say({ t: 'frame', seq: 1, parts: [] }); await tick()
        return [before, fake.ofType('call').map(({ verb }) => verb)]"""
    ) == [["gateway.request"], ["gateway.request", "layout"]]


async def test_route_waits_for_deltas_and_only_the_last_counts(run: Run) -> None:
    assert await run(
        OPEN
        + """
        fake.auto.delta = false
        registry.register({ id: 'x', area: 'routes' }); channel.route('/a'); channel.route('/b'); await tick()
        const before = fake.ofType('route').length
        fake.say({ t: 'frame', seq: 1, parts: [] }); await tick()
        return [before, fake.ofType('route')]"""
    ) == [0, [{"t": "route", "path": "/b"}]]


async def test_lost_connection_rejects_what_flew_and_sends_again_what_waited(run: Run) -> None:
    result = await run(
        OPEN
        + """
        fake.auto.delta = fake.auto.store = false
        const flying = failure(channel.call('flying')), stored = channel.store('p', 'k', 1); await tick()
        registry.register({ id: 'x', area: 'panes' }); const waiting = channel.call('waiting'); await tick()
        const before = fake.sent.length
        fake.drop(); const lost = await flying
        await new Promise((resolve) => channel.on('welcome', resolve)); await tick()
        const after = fake.sent.slice(before)
        fake.say({ t: 'stored', n: 1 }); fake.say({ t: 'answer', n: 2, value: 'done' })
        return [lost, after.map(({ t }) => t), after[0].realm.length, await stored, await waiting]"""
    )
    assert result == ["connection lost", ["hello", "store", "call"], 1, None, "done"]


async def test_reconnects_with_growing_pauses_for_as_long_as_the_page_is_open(run: Run, page: Page) -> None:
    pauses = await run(
        NEW
        + """
        const real = globalThis.setTimeout, waits = []
        globalThis.setTimeout = (fn, ms) => (ms > 5000 ? 0 : real(fn, waits.push(ms) && 1))
        fake.auto.open = false; channel.open()
        while (fake.sockets.length < 20) await new Promise((resolve) => real(resolve, 1))
        return waits"""
    )
    assert len(pauses) >= 18
    assert all(100 <= pause <= 5000 for pause in pauses)
    assert min(pauses[8:]) >= 2500


async def test_frame_that_never_comes_replaces_the_socket(run: Run) -> None:
    assert await run(
        NEW
        + """
        const real = globalThis.setTimeout
        globalThis.setTimeout = (fn, ms) => real(fn, Math.min(ms, 20))
        fake.auto.delta = false; channel.open(); await channel.ready
        registry.register({ id: 'x', area: 'panes' })
        await new Promise((resolve) => channel.on('welcome', resolve))
        return [fake.sockets.length, fake.ofType('hello')[1].realm.length]"""
    ) == [2, 1]


async def test_server_refusal_of_a_store_rejects_the_write(run: Run) -> None:
    assert await run(
        OPEN
        + """
        fake.auto.store = false
        const write = failure(channel.store('p', 'k', undefined)); await tick()
        const message = fake.ofType('store')[0]; fake.say({ t: 'stored', n: message.n, error: 'full' })
        return [message, await write]"""
    ) == [{"t": "store", "n": 1, "plugin": "p", "key": "k", "remove": True}, "full"]


async def test_call_that_is_not_json_is_rejected_alone(run: Run) -> None:
    assert await run(
        OPEN
        + """
        const loop = {}; loop.self = loop
        const bad = failure(channel.call('gateway.request', { params: loop })), good = channel.call('v'); await tick()
        fake.say({ t: 'answer', n: 2, value: 'done' })
        return [/circular/i.test(await bad), await good, channel.pending]"""
    ) == [True, "done", 0]
