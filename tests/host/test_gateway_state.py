"""What a window knows of the gateway, and when it says that the machine woke up."""

from __future__ import annotations

import math

import pytest

from tests.host.conftest import Run
from tests.host.site import BASE

pytestmark = pytest.mark.asyncio(loop_scope="session")

START = f"""
const {{ $gateway, startGateway }} = await import('{BASE}static/0/host/gateway_state.js')
const {{ state }} = await import('{BASE}static/0/sdk/state.js')
const listeners = {{}}, sent = []
startGateway({{ on: (kind, fn) => (listeners[kind] = fn), send: (message) => sent.push(message) }})
"""


UNKNOWN = {"file": math.inf, "image": math.inf}


async def test_a_window_without_news_has_no_gateway(run: Run) -> None:
    assert await run(START + "return [$gateway.get(), state.gateway.get(), state.connectionId.get()]") == [
        {"state": "idle", "kind": "none", "label": "", "fault": None, "attachments": UNKNOWN},
        "idle",
        None,
    ]


@pytest.mark.parametrize(("kind", "connection"), [("child", "local"), ("embedded", "local"), ("remote", "remote")])
async def test_news_are_the_windows_state_before_anybody_hears_of_them(run: Run, kind: str, connection: str) -> None:
    assert await run(
        START
        + """
        const heard = []
        $gateway.listen((facts) => heard.push(['facts', facts.state]))
        state.gateway.listen((now) => heard.push([now, state.connectionId.get(), $gateway.get().label]))
        listeners.gateway({ t: 'gateway', state: 'open', kind: argument, label: 'Hermes', fault: null })
        const gone = { state: 'closed', fault: 'Gone.', attachments: { file: 2, image: 1 } }
        listeners.gateway({ t: 'gateway', kind: argument, label: 'Hermes', ...gone })
        return [heard, $gateway.get(), Object.isFrozen($gateway.get())]""",
        kind,
    ) == [
        [["facts", "open"], ["open", connection, "Hermes"], ["facts", "closed"], ["closed", connection, "Hermes"]],
        {"state": "closed", "kind": kind, "label": "Hermes", "fault": "Gone.", "attachments": {"file": 2, "image": 1}},
        True,
    ]


async def test_being_online_again_is_told(run: Run) -> None:
    assert await run(START + "dispatchEvent(new Event('online')); return sent") == [
        {"t": "tell", "topic": "gateway.awake", "args": {}}
    ]


async def test_a_timer_that_comes_late_means_a_sleep(run: Run) -> None:
    assert await run(
        """
        const ticks = [], clock = { now: 1_000_000 }
        globalThis.setInterval = (fn) => ticks.push(fn)
        Date.now = () => clock.now
        """
        + START
        + """
        const counts = []
        for (const passed of [10_000, 11_000, 3_600_000, 10_000]) {
          clock.now += passed
          ticks.forEach((tick) => tick())
          counts.push(sent.length)
        }
        return counts"""
    ) == [0, 0, 1, 1]
