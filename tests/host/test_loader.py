"""The page side of the loader (contract, loader; checklist L16-L24; architecture sections 4 and 12)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Page

from tests.host.plugin_sources import AREA, START, chip, plugin
from tests.host.site import Site

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_all_plugins_start_and_report(run: Run, site: Site) -> None:
    site.add("a", plugin("a", chip(), fields="name: 'A', description: 'd',"))
    site.add("b", plugin("other", chip()))
    ids, reports = await run(
        START + f"await until(() => fake.ofType('report').length); return [ids('{AREA}'), "
        f"fake.ofType('report').flatMap((r) => r.plugins)]"
    )
    assert ids == ["a:chip", "other:chip"]
    last = {report["folder"]: report for report in reports}
    assert (last["a"]["status"], last["a"]["name"], last["a"]["description"], last["a"]["warnings"]) == (
        "loaded",
        "A",
        "d",
        [],
    )
    assert last["a"]["load_ms"] > 0
    assert "other" in last["b"]["warnings"][0]
    first = [path for path in site.requests if "/plugin.js" in path]
    assert [path.split("load=")[1] for path in sorted(first)] == ["1", "2"]


async def test_ties_follow_folder_order_whatever_settles_first(run: Run, site: Site) -> None:
    site.add("a", plugin("a", chip(), head="await new Promise((done) => setTimeout(done, 60))"))
    site.add("b", plugin("b", chip()))
    assert await run(START + f"return ids('{AREA}')") == ["a:chip", "b:chip"]


async def test_deltas_are_held_until_all_plugins_have_settled(run: Run, site: Site) -> None:
    site.add("a", plugin("a", chip(), head="await new Promise((done) => setTimeout(done, 40))"))
    site.add("b", plugin("b", chip()))
    assert await run(
        START + "await until(() => fake.ofType('delta').length); return fake.ofType('delta').map(({ put }) => "
        "put.map(({ id }) => id).sort())"
    ) == [["a:chip", "b:chip"]]


async def test_L16_module_that_never_settles_fails_after_ten_seconds_and_others_load(
    run: Run, site: Site, page: Page
) -> None:
    site.add("a", plugin("a", chip(), head="await new Promise(() => {})"))
    site.add("b", plugin("b", chip()))
    await page.clock.install()
    await run(
        "globalThis.starting = startWindow(); globalThis.until = async (f) => { while (!f()) await new "
        "Promise((r) => { const c = new MessageChannel(); c.port1.onmessage = r; c.port2.postMessage(0) }) }; "
        "await until(() => globalThis.loader?.plugins.get('b')?.status === 'loaded')"
    )
    await page.clock.fast_forward(10_000)
    assert await run("await starting; return [state('a'), ids('statusBar.right')]") == [
        {
            "id": None,
            "status": "error",
            "phase": "evaluate",
            "message": "import timed out after 10s — module evaluation never settled",
            "stale": False,
        },
        ["b:chip"],
    ]


async def test_a_module_has_not_hung_while_others_come_in(run: Run, site: Site, page: Page) -> None:
    gate = "await new Promise((open) => { (globalThis.gates ??= {}).%s = open })"
    site.add("a", plugin("a", chip(), head=gate % "a"))
    site.add("b", plugin("b", chip(), head=gate % "b"))
    await page.clock.install()
    await run(
        "globalThis.starting = startWindow(); globalThis.until = async (f) => { while (!f()) await new "
        "Promise((r) => { const c = new MessageChannel(); c.port1.onmessage = r; c.port2.postMessage(0) }) }; "
        "await until(() => globalThis.gates?.a && globalThis.gates?.b)"
    )
    await page.clock.fast_forward(9_000)
    await run("gates.b(); await until(() => globalThis.loader?.plugins.get('b')?.status === 'loaded')")
    await page.clock.fast_forward(9_000)
    assert await run("gates.a(); await starting; return [state('a'), state('b')].map(({ status }) => status)") == [
        "loaded",
        "loaded",
    ]


async def test_a_register_that_never_settles_does_not_keep_the_first_batch_open(
    run: Run, site: Site, page: Page
) -> None:
    site.add("m", "export default { id: 'm', register: () => new Promise(() => {}) }")
    site.add("z", plugin("z", chip()))
    await page.clock.install()
    await run(
        "startWindow(); globalThis.until = async (f) => { while (!f()) await new "
        "Promise((r) => { const c = new MessageChannel(); c.port1.onmessage = r; c.port2.postMessage(0) }) }; "
        "await until(() => globalThis.loader?.plugins.get('z')?.status === 'loaded')"
    )
    await page.clock.fast_forward(11_000)
    earlier = site.row("a", plugin("z", chip("other")))
    assert await run(
        f"announce('plugin-changed', {{ plugin: argument }}); await until(() => state('a').phase); "
        f"return [state('a').phase, ids('{AREA}')]",
        earlier,
    ) == ["duplicate", ["z:chip"]]


async def test_id_of_another_script_with_blanks_and_escapes_loads(run: Run, site: Site) -> None:
    site.add("p", plugin("моя плагин %2F", chip()))
    assert await run(START + f"return ids('{AREA}')") == ["моя плагин %2F:chip"]


async def test_L18_first_folder_wins_a_duplicate_id_whatever_settles_first(run: Run, site: Site) -> None:
    site.add("a", plugin("x", chip("of-a"), head="await new Promise((done) => setTimeout(done, 40))"))
    site.add("b", plugin("x", chip("of-b")))
    assert await run(START + f"return [ids('{AREA}'), state('b'), loader.allReports().map(({{ id }}) => id)]") == [
        ["x:of-a"],
        {
            "id": None,
            "status": "error",
            "phase": "duplicate",
            "message": 'duplicate id "x", already loaded from a/plugin.js',
            "stale": False,
        },
        ["x", None],
    ]


async def test_L18_remembered_owner_wins_and_its_removal_lets_the_other_in(run: Run, site: Site) -> None:
    site.add("a", plugin("x", chip("of-a")))
    site.add("b", plugin("x", chip("of-b"), head="await new Promise((done) => setTimeout(done, 40))"))
    site.snapshot["owners"] = {"x": "b"}
    assert await run(
        START
        + f"""const before = ids('{AREA}'); announce('plugin-removed', {{ folder: 'b' }})
        await until(() => loader.plugins.get('a').status === 'loaded'); return [before, ids('{AREA}')]"""
    ) == [["x:of-b"], ["x:of-a"]]


async def test_before_a_timer_of_a_plugin_runs_it_is_told_which_plugins_are_over(run: Run, site: Site) -> None:
    untold = """setTimeout(() => {
      const told = fake.ofType('tell').flatMap(({ args }) => args.ended ?? [])
      const over = [...loader.plugins.values()].filter(({ status }) => status === 'loaded').map(({ folder }) => folder)
      ;(globalThis.untold ??= []).push(over.filter((folder) => !told.includes(folder)))
    })"""
    for name in ("a", "b", "c"):
        site.add(name, plugin(name, untold))
    assert await run(START + "await until(() => globalThis.untold?.length === 3); return untold") == [[], [], []]


async def test_L20_rejected_register_is_rolled_back(run: Run, site: Site) -> None:
    body = "register: async (ctx) => { " + chip() + " await new Promise((_, reject) => (globalThis.fail = reject)) }"
    site.add("p", f"export default {{ id: 'p', {body} }}")
    assert await run(
        f"""startWindow(); await until(() => globalThis.fail); const before = [ids('{AREA}'), state('p').status]
        fail(new Error('service down')); await until(() => state('p').status === 'error')
        return [before, ids('{AREA}'), state('p').message]"""
    ) == [[["p:chip"], "loaded"], [], "service down"]


async def test_returned_function_is_a_disposer(run: Run, site: Site) -> None:
    site.add("p", "export default { id: 'p', register: async () => () => (globalThis.ended = true) }")
    assert await run(
        START + "announce('plugin-removed', { folder: 'p' }); return [globalThis.ended, loader.plugins.size]"
    ) == [True, 0]


async def test_L24_default_disabled_is_inventoried_and_an_explicit_choice_wins(run: Run, site: Site) -> None:
    site.add("quiet", plugin("quiet", chip(), fields="defaultEnabled: false,"))
    site.add("chosen", plugin("chosen", chip(), fields="defaultEnabled: false,"))
    site.add("off", plugin("off", "globalThis.ran = true"), id="off")
    site.snapshot["decisions"] = {"chosen": True, "off": False}
    assert await run(
        START
        + f"""const first = [ids('{AREA}'), state('quiet').status, state('off').status, globalThis.ran]
        announce('decision', {{ id: 'quiet', enabled: true }}); await until(() => ids('{AREA}').length === 2)
        return first"""
    ) == [["chosen:chip"], "disabled", "disabled", None]
    assert not [path for path in site.requests if "plugins/off/" in path]


async def test_decision_turns_a_plugin_off_without_residue_and_on_afresh(run: Run, site: Site) -> None:
    head = "import { host } from '@hermes/plugin-sdk'; globalThis.evaluations = (globalThis.evaluations ?? 0) + 1"
    site.add("p", plugin("p", chip() + "host.onEvent('x', () => (globalThis.heard = true))", head=head))
    assert await run(
        START
        + f"""const {{ emitEvent }} = await host('events'), {{ $decisions }} = await host('decisions')
        announce('decision', {{ id: 'p', enabled: false }}); emitEvent({{ type: 'x' }})
        const off = [ids('{AREA}'), state('p').status, globalThis.heard, record.actionsGone, $decisions.get()]
        announce('decision', {{ id: 'p', enabled: true }}); await until(() => ids('{AREA}').length)
        return [off, ids('{AREA}'), evaluations]"""
    ) == [[[], "disabled", None, ["plugin:p"], {"p": False}], ["p:chip"], 2]


async def test_reload_evaluates_every_enabled_plugin_again(run: Run, site: Site) -> None:
    count = "globalThis.evaluations = (globalThis.evaluations ?? 0) + 1"
    site.add("p", plugin("p", chip(), head=count))
    site.add("off", plugin("off", head=count), id="off")
    site.snapshot["decisions"] = {"off": False}
    assert await run(
        START + f"announce('plugins-reload'); await until(() => evaluations === 2); return ids('{AREA}')"
    ) == ["p:chip"]


async def test_hello_reconciles_and_is_idempotent(run: Run, site: Site) -> None:
    kept = site.add("kept", plugin("kept", chip(), head="globalThis.evaluations = (globalThis.evaluations ?? 0) + 1"))
    site.add("gone", plugin("gone", chip()))
    hello: dict[str, Any] = {
        "inventory": [kept, site.row("new", plugin("new", chip()), rank=2)],
        "decisions": {},
        "owners": {},
    }
    assert await run(
        START
        + f"""loader.applyAnnouncement({{ kind: 'hello', ...argument }});
        await until(() => ids('{AREA}').includes('new:chip'))
        loader.applyAnnouncement({{ kind: 'hello', ...argument }});
        await new Promise((resolve) => setTimeout(resolve, 20))
        return [ids('{AREA}'), evaluations]""",
        hello,
    ) == [["kept:chip", "new:chip"], 1]


async def test_announcements_before_the_start_load_nothing_twice(run: Run, site: Site) -> None:
    row = site.add("p", plugin("p", chip(), head="globalThis.evaluations = (globalThis.evaluations ?? 0) + 1"))
    hello: dict[str, Any] = {"inventory": [row, site.row("new", plugin("new", chip()), rank=1)], "decisions": {}}
    assert await run(
        """(await host('loader')).applyAnnouncement({ kind: 'hello', ...argument }); await startWindow()
        await until(() => ids('statusBar.right').length === 2); return [ids('statusBar.right'), evaluations]""",
        hello,
    ) == [["p:chip", "new:chip"], 1]


async def test_retired_plugin_can_register_nothing(run: Run, site: Site) -> None:
    site.add("p", plugin("p", "globalThis.old = ctx"))
    assert await run(
        START
        + f"""announce('decision', {{ id: 'p', enabled: false }})
        old.register({{ id: 'x', area: '{AREA}' }}); old.registerMany([{{ id: 'y', area: '{AREA}' }}]);
        old.onEvent('x', () => (globalThis.heard = 1))
        ;(await host('events')).emitEvent({{ type: 'x' }})
        return [ids('{AREA}'), globalThis.heard]"""
    ) == [[], None]


async def test_safe_mode_loads_nothing(run: Run, site: Site) -> None:
    site.add("p", plugin("p", chip()))
    site.snapshot["safe_mode"] = True
    assert await run(START + f"return ids('{AREA}')") == []
    assert not [path for path in site.requests if "/plugin.js" in path]
