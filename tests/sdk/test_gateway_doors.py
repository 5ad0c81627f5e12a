"""`host`'s doors to the gateway, in a page whose channel a test plays."""

from __future__ import annotations

import pytest

from tests.sdk.conftest import Run

pytestmark = pytest.mark.asyncio(loop_scope="session")

CALLS = """
const { channel } = await load('host/channel.js'), { state } = await load('sdk/state.js')
const calls = [], answers = {}
channel.call = async (verb, args = {}) => {
  calls.push([verb, JSON.parse(JSON.stringify(args))])
  const answer = answers[verb]
  if (answer instanceof Error) throw answer
  return typeof answer === 'function' ? answer(args) : answer
}
const failed = (promise) => promise.then(() => null, (error) => error.message)
"""
UNAVAILABLE = "Hermes gateway unavailable"


async def test_H5_connections_are_rows_with_primary_folded_in(run: Run) -> None:
    rows, frozen = await run(
        CALLS
        + """
        const rows = [{ id: 'local', label: 'Hermes' }, { id: 'b' }]
        answers['gateway.connections'] = { connections: rows, primary: 'local' }
        const got = await sdk.host.connections()
        return [got, Object.isFrozen(got) && got.every(Object.isFrozen)]"""
    )
    assert rows == [{"id": "local", "label": "Hermes", "primary": True}, {"id": "b", "primary": False}]
    assert frozen


@pytest.mark.parametrize("payload", ["undefined", "null", "{}", "{ connections: [], primary: null }"])
async def test_H6_an_empty_payload_is_no_connection(run: Run, payload: str) -> None:
    assert await run(f"{CALLS} answers['gateway.connections'] = {payload}; return sdk.host.connections()") == []


async def test_H7_without_a_registry_connections_rejects(run: Run) -> None:
    assert (
        await run(
            CALLS
            + """
        answers['gateway.connections'] = new Error('There is no verb gateway.connections.')
        return failed(sdk.host.connections())"""
        )
        == "There is no verb gateway.connections."
    )


@pytest.mark.parametrize(
    "scope", ["undefined", "null", "'work'", "{ connectionId: 'c', profile: 'p' }", "{ odd: [1] }"]
)
async def test_H15_the_bridge_forwards_the_scope_unchanged(run: Run, scope: str) -> None:
    calls, wanted = await run(
        CALLS
        + f"""
        const scope = {scope}
        await sdk.host.skills.list(scope); await sdk.host.skills.setEnabled('s', true, scope)
        await sdk.host.toolsets.list(scope); await sdk.host.toolsets.setEnabled('t/x', false, scope)
        await sdk.host.profiles.list(scope)
        return [calls, JSON.parse(JSON.stringify({{ scope }}))]"""
    )
    assert [args.pop("scope", None) for _, args in calls] == [wanted.get("scope")] * 5
    assert calls == [
        ["gateway.rest", {"method": "GET", "path": "/api/skills"}],
        ["gateway.rest", {"method": "PUT", "path": "/api/skills/toggle", "body": {"name": "s", "enabled": True}}],
        ["gateway.rest", {"method": "GET", "path": "/api/tools/toolsets"}],
        ["gateway.rest", {"method": "PUT", "path": "/api/tools/toolsets/t%2Fx", "body": {"enabled": False}}],
        ["gateway.rest", {"method": "GET", "path": "/api/profiles"}],
    ]


async def test_request_needs_an_open_gateway(run: Run) -> None:
    assert await run(
        CALLS
        + """
        answers['gateway.request'] = 'answer'
        const results = []
        for (const now of ['idle', 'connecting', 'closed', 'open']) {
          state.gateway.set(now)
          results.push(await sdk.host.request('session.list', { limit: 1 }, 500).catch((error) => error.message))
        }
        return [results, calls]"""
    ) == [
        [UNAVAILABLE] * 3 + ["answer"],
        [["gateway.request", {"method": "session.list", "params": {"limit": 1}, "timeout_ms": 500}]],
    ]


async def test_84_a_profiles_call_never_reaches_another_profile(run: Run) -> None:
    assert await run(
        CALLS
        + """
        answers['gateway.request'] = 'answer'
        const none = sdk.host.profileRoutes()
        state.gateway.set('open'); state.connectionId.set('local'); state.profile.set('work')
        const ask = (route) => sdk.host.requestProfile(route, 'm').catch((error) => error.message)
        const routes = sdk.host.profileRoutes()
        return [none, routes, await ask(routes[0]), await ask('work'), await ask('play'), await ask(null),
          await ask({ connectionId: 'ssh', profile: 'work' }), await ask({ connectionId: 'local', profile: 'play' }),
          calls.length]"""
    ) == [
        [],
        [{"profile": "work", "targetProfile": "work", "connectionId": "local", "mode": "local"}],
        "answer",
        "answer",
        *[UNAVAILABLE] * 4,
        2,
    ]


async def test_status_logs_and_restart(run: Run) -> None:
    calls, restarted = await run(
        CALLS
        + """
        answers['gateway.restart'] = { ok: true }
        await sdk.host.status(); await sdk.host.logs(); await sdk.host.logs('errors', 20)
        await sdk.host.logs({ file: 'gui', level: 'error' })
        return [calls.splice(0), await sdk.host.restartGateway()]"""
    )
    assert restarted == {"ok": True}
    assert [(args["path"], args.get("query")) for _, args in calls] == [
        ("/api/status", None),
        ("/api/logs", {}),
        ("/api/logs", {"file": "errors", "lines": 20}),
        ("/api/logs", {"file": "gui", "level": "error"}),
    ]


async def test_a_throw_inside_becomes_a_rejection(run: Run) -> None:
    assert (
        await run(
            CALLS
            + """
        channel.call = () => { throw new Error('no line') }
        const { status, logs, restartGateway, connections, skills } = sdk.host
        const doors = [status, logs, restartGateway, connections, skills.list]
        return Promise.all(doors.map((door) => failed(door())))"""
        )
        == ["no line"] * 5
    )
