"""The page side of the loader (contract, loader; checklist L16-L24; architecture sections 4 and 12)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Page

from tests.host.site import Site

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")

START = "await startWindow();\n"
AREA = "statusBar.right"


def plugin(plugin_id: str, body: str = "", head: str = "", fields: str = "") -> str:
    """A plugin source that registers one chip named after `body`'s local ids."""
    return f"{head}\nexport default {{ id: {plugin_id!r}, {fields} register(ctx) {{ {body} }} }}"


def chip(local: str = "chip") -> str:
    """A register call for a chip."""
    return f"ctx.register({{ id: {local!r}, area: {AREA!r}, render: () => null }});"


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


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("export const x = 1", "bad has no valid default HermesPlugin export"),
        ("export default { register() {} }", "bad has no valid default HermesPlugin export"),
        ("export default { id: 'bad' }", "bad has no valid default HermesPlugin export"),
        ("export default { id: 'bad', titlebarButtons: [] }", "'titlebarButtons' is not a field of a plugin"),
        ("export default { id: 'a/b', register() {} }", "must not be blank or contain"),
        ("export default { id: '..', register() {} }", "must not be blank or contain"),
        ("export default { id: ' ', register() {} }", "must not be blank or contain"),
        ("export default { id: 'x'.repeat(129), register() {} }", "longer than 128"),
        ("export default { id: 7, register() {} }", "must be a string"),
    ],
)
async def test_L17_missing_default_id_or_register_names_the_folder(
    run: Run, site: Site, source: str, message: str
) -> None:
    site.add("bad", source)
    state, shown = await run(START + "return [state('bad'), record.errors]")
    assert state["phase"] == "contract"
    assert state["message"].startswith("bad")
    assert message in state["message"]
    assert [(error["folder"], error["name"]) for error in shown] == [("bad", "bad")]


async def test_id_of_another_script_with_blanks_and_escapes_loads(run: Run, site: Site) -> None:
    site.add("p", plugin("моя плагин %2F", chip()))
    assert await run(START + f"return ids('{AREA}')") == ["моя плагин %2F:chip"]


async def test_missing_sdk_export_is_named(run: Run, site: Site) -> None:
    site.add("p", plugin("p", head="import { nope } from '@hermes/plugin-sdk'"))
    assert (await run(START + "return state('p')"))["message"] == "the SDK has no export nope"


async def test_syntax_error_is_placed_by_the_server(run: Run, site: Site) -> None:
    site.add("p", "export default {{")
    assert await run(
        """fake.answers['plugins.locate'] = { line: 1, column: 17, source_line: 'export default {{' };
        await startWindow()
        await until(() => loader.plugins.get('p').error.line);
        const { phase, line, source_line } = loader.plugins.get('p').error
        return [phase, line, source_line]"""
    ) == ["evaluate", 1, "export default {{"]


async def test_error_thrown_while_evaluating_has_its_line(run: Run, site: Site) -> None:
    site.add("p", "const a = 1\n\nthrow new Error('on line 3')")
    assert await run(START + "const { message, line } = loader.plugins.get('p').error; return [message, line]") == [
        "on line 3",
        3,
    ]


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


async def test_L19_throwing_register_is_rolled_back_and_reported(run: Run, site: Site) -> None:
    site.add(
        "p",
        plugin(
            "p",
            chip() + "ctx.onDispose(() => (globalThis.ended = 1)); throw new Error('broken')",
            fields="name: 'Pretty',",
        ),
    )
    assert await run(START + f"return [ids('{AREA}'), state('p'), record.errors, globalThis.ended]") == [
        [],
        {"id": "p", "status": "error", "phase": "register", "message": "broken", "stale": False},
        [{"folder": "p", "name": "Pretty", "phase": "register", "message": "broken"}],
        1,
    ]


HOSTILE = "new Proxy(class {}, { get() { throw new Error('no') } })"


@pytest.mark.parametrize(
    "source",
    [
        f"throw {HOSTILE}",
        "throw Object.create(null)",
        "class Odd extends Error { get message() { throw 1 } get stack() { throw 2 } }; throw new Odd()",
        "throw Object.assign(new Error(), { message: {}, name: Symbol() })",
        plugin("bad", f"throw {HOSTILE}"),
        plugin("bad", "throw new Proxy(new Error('no'), { get() { throw 1 } })"),
        plugin("bad", f"throw {HOSTILE}").replace("register", "async register"),
        plugin("bad", fields="get name() { throw 1 },"),
        plugin("bad", fields="get description() { throw new Error('no') },"),
        plugin("bad", fields="get version() { throw new Error('no') },"),
        plugin("bad", fields="get defaultEnabled() { throw new Error('no') },"),
        plugin("bad \ud83c"),
    ],
)
async def test_whatever_a_plugin_throws_the_page_starts_and_its_row_says_that_it_failed(
    run: Run, site: Site, source: str
) -> None:
    site.add("bad", source)
    site.add("good", plugin("good", chip()))
    assert await run(START + f"await until(() => state('bad').phase); return [state('bad').status, ids('{AREA}')]") == [
        "error",
        ["good:chip"],
    ]


async def test_result_of_register_that_cannot_be_looked_at_is_passed_over(run: Run, site: Site) -> None:
    site.add("odd", plugin("odd", chip() + "return { get then() { throw new Error('no') } }"))
    assert await run(START + f"return [state('odd').status, ids('{AREA}')]") == ["loaded", ["odd:chip"]]


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


async def test_L20_rejection_of_a_superseded_register_changes_nothing(run: Run, site: Site) -> None:
    site.add("p", "export default { id: 'p', register: () => new Promise((_, reject) => (globalThis.fail = reject)) }")
    row = site.row("p", plugin("p", chip()))
    assert await run(
        f"""startWindow(); await until(() => globalThis.fail); announce('plugin-changed', {{ plugin: argument }})
        await until(() => ids('{AREA}').length); fail(new Error('late'));
        await new Promise((resolve) => setTimeout(resolve, 5))
        return [ids('{AREA}'), state('p').status]""",
        row,
    ) == [["p:chip"], "loaded"]


ASYNC = "export default {{ id: 'p', register: async (ctx) => {{ {body}; {wait} }} }}"
WAIT = "await new Promise((done, fail) => Object.assign(globalThis, { done, fail }))"
SLOW = "await new Promise((evaluated) => (globalThis.evaluated = evaluated))"


async def test_L20_rejection_while_a_newer_save_is_evaluated_leaves_it_the_newest(run: Run, site: Site) -> None:
    good = site.add("p", plugin("p", chip("first")))
    second = site.row("p", ASYNC.format(body=chip("second"), wait=WAIT), good_rev=good["rev"])
    third = site.row("p", plugin("p", chip("third"), head=SLOW), good_rev=good["rev"])
    assert await run(
        START
        + f"""announce('plugin-changed', {{ plugin: argument[0] }}); await until(() => globalThis.fail)
        announce('plugin-changed', {{ plugin: argument[1] }}); await until(() => globalThis.evaluated)
        fail(new Error('down')); await new Promise((resolve) => setTimeout(resolve, 20)); evaluated()
        await until(() => ids('{AREA}').length)
        return [ids('{AREA}'), state('p').status, record.errors]""",
        [second, third],
    ) == [["p:third"], "loaded", []]


async def test_register_that_settles_while_a_newer_save_is_evaluated_is_not_reported_as_the_newer_one(
    run: Run, site: Site
) -> None:
    site.add("p", ASYNC.format(body=chip(), wait=WAIT))
    newer = site.row("p", plugin("p", chip("newer"), head=SLOW))
    assert await run(
        """startWindow(); await until(() => globalThis.done)
        announce('plugin-changed', { plugin: argument }); await until(() => globalThis.evaluated)
        const before = fake.ofType('report').length
        done(); await new Promise((resolve) => setTimeout(resolve, 20))
        const hello = loader.allReports().filter(({ rev }) => rev === argument.rev)
        const quiet = [fake.ofType('report').length - before, hello]
        evaluated(); await until(() => fake.ofType('report').length > before)
        return [quiet, fake.ofType('report').at(-1).plugins.map(({ rev, status }) => [rev, status])]""",
        newer,
    ) == [[0, []], [[newer["rev"], "loaded"]]]


async def test_registrations_before_the_promise_settles_keep_their_place(run: Run, site: Site) -> None:
    body = "register: async (ctx) => { await new Promise((done) => setTimeout(done, 30)); " + chip() + " }"
    site.add("a", f"export default {{ id: 'a', {body} }}")
    site.add("b", plugin("b", chip() + f"setTimeout(() => {{ {chip('late')} }}, 60)"))
    assert await run(START + f"await until(() => ids('{AREA}').length === 3); return ids('{AREA}')") == [
        "a:chip",
        "b:chip",
        "b:late",
    ]


async def test_returned_function_is_a_disposer(run: Run, site: Site) -> None:
    site.add("p", "export default { id: 'p', register: async () => () => (globalThis.ended = true) }")
    assert await run(
        START + "announce('plugin-removed', { folder: 'p' }); return [globalThis.ended, loader.plugins.size]"
    ) == [True, 0]


async def test_L21_hot_save_disposes_the_old_version_first_in_one_delta(run: Run, site: Site) -> None:
    note = "(globalThis.log ??= []).push"
    site.add("a", plugin("a", f"{note}('one'); ctx.onDispose(() => {note}('end one')); " + chip()))
    site.add("b", plugin("b", chip()))
    row = site.row("a", plugin("a", f"{note}('two'); " + chip() + chip("new")))
    result = await run(
        START
        + f"""await channel.whenIdle(); const before = fake.ofType('delta').length; const heard = []
        registry.subscribe('{AREA}', () => heard.push(ids('{AREA}')))
        announce('plugin-changed', {{ plugin: argument }}); await until(() => ids('{AREA}').length === 3)
        await channel.whenIdle()
        const [delta, ...more] = fake.ofType('delta').slice(before)
        return [log, heard, [delta.put.map(({{ id }}) => id), delta.remove], more.length]""",
        row,
    )
    assert result == [["one", "end one", "two"], [["a:chip", "a:new", "b:chip"]], [["a:new"], []], 0]


async def test_L21_id_change_drops_the_old_id(run: Run, site: Site) -> None:
    site.add("p", plugin("one", chip()))
    row = site.row("p", plugin("two", chip()))
    assert await run(
        START + f"announce('plugin-changed', {{ plugin: argument }}); await until(() => state('p').id === 'two'); "
        f"return ids('{AREA}')",
        row,
    ) == ["two:chip"]


async def test_L21_save_that_does_not_evaluate_leaves_the_old_version_running(run: Run, site: Site) -> None:
    site.add("p", plugin("p", chip()))
    row = site.row("p", "throw new Error('bad save')")
    assert await run(
        START + f"announce('plugin-changed', {{ plugin: argument }}); "
        f"await until(() => state('p').status === 'error'); return [ids('{AREA}'), state('p')]",
        row,
    ) == [["p:chip"], {"id": "p", "status": "error", "phase": "evaluate", "message": "bad save", "stale": True}]


async def test_L21_save_whose_register_throws_brings_the_last_good_source_back_afresh(run: Run, site: Site) -> None:
    guard = "let registered = false; globalThis.evaluations = (globalThis.evaluations ?? 0) + 1"
    good = site.add("p", plugin("p", "if (registered) return; registered = true; " + chip(), head=guard))
    row = site.row("p", plugin("p", chip("half") + "throw new Error('no')"), good_rev=good["rev"])
    assert await run(
        START
        + f"""announce('plugin-changed', {{ plugin: argument }}); await until(() => state('p').stale)
        return [ids('{AREA}'), state('p'), evaluations, record.errors.length]""",
        row,
    ) == [["p:chip"], {"id": "p", "status": "error", "phase": "register", "message": "no", "stale": True}, 2, 1]


async def test_recovery_that_fails_too_is_not_repeated(run: Run, site: Site) -> None:
    good = site.add(
        "p", plugin("p", chip() + "if (globalThis.again) throw new Error('not again'); globalThis.again = true")
    )
    row = site.row("p", plugin("p", "throw new Error('no')"), good_rev=good["rev"])
    assert await run(
        START
        + f"""announce('plugin-changed', {{ plugin: argument }}); await until(() => state('p').status === 'error')
        await new Promise((resolve) => setTimeout(resolve, 100)); return [ids('{AREA}'), state('p')]""",
        row,
    ) == [[], {"id": "p", "status": "error", "phase": "register", "message": "no", "stale": False}]
    assert len([path for path in site.requests if "/plugin.js" in path]) == 3


async def test_window_that_opens_on_a_broken_file_runs_the_last_good_version(run: Run, site: Site) -> None:
    good = site.row("p", plugin("p", chip()))
    error = {"message": "unsupported import(s): x", "phase": "lint", "line": 1, "column": 1, "source_line": None}
    site.snapshot["inventory"].append({**good, "rev": "broken", "good_rev": good["rev"], "error": error})
    assert await run(START + f"return [ids('{AREA}'), state('p').phase, state('p').stale, record.errors.length]") == [
        ["p:chip"],
        "lint",
        True,
        0,
    ]


async def test_lint_error_of_a_save_keeps_the_old_version_and_shows_it(run: Run, site: Site) -> None:
    row = site.add("p", plugin("p", chip()))
    error = {"message": "unsupported import(s): x", "phase": "lint", "line": 1, "column": 1, "source_line": None}
    broken = {**row, "rev": "broken", "good_rev": row["rev"], "error": error}
    assert await run(
        START + f"announce('plugin-changed', {{ plugin: argument }}); "
        f"return [ids('{AREA}'), state('p').stale, record.errors.map((e) => e.phase)]",
        broken,
    ) == [["p:chip"], True, ["lint"]]


READ_ERROR = {"phase": "read", "message": "too large", "line": None, "column": None, "source_line": None}


async def test_file_that_can_be_read_again_clears_its_error_and_runs_on(run: Run, site: Site) -> None:
    row = site.add("p", plugin("p", chip(), head="globalThis.evaluations = (globalThis.evaluations ?? 0) + 1"))
    assert await run(
        START
        + """announce('plugin-changed', { plugin: argument[0] }); const failed = state('p')
        announce('plugin-changed', { plugin: argument[1] }); await Promise.resolve()
        return [failed.status, failed.stale, state('p').status, state('p').stale, evaluations]""",
        [{**row, "error": READ_ERROR}, row],
    ) == ["error", True, "loaded", False, 1]


async def test_file_that_cannot_be_read_while_it_is_evaluated_loads_when_it_can(run: Run, site: Site) -> None:
    row = site.row("p", plugin("p", chip(), head="await new Promise((done) => (globalThis.evaluated = done))"))
    assert (
        await run(
            START
            + f"""announce('plugin-changed', {{ plugin: argument[1] }}); await until(() => globalThis.evaluated)
            announce('plugin-changed', {{ plugin: argument[0] }}); const first = evaluated
            announce('plugin-changed', {{ plugin: argument[1] }}); await until(() => evaluated !== first)
            first(); evaluated(); await until(() => ids('{AREA}').length); return state('p').status""",
            [{**row, "error": READ_ERROR}, row],
        )
        == "loaded"
    )


async def test_file_that_did_not_arrive_is_imported_at_the_next_hello(run: Run, site: Site, page: Page) -> None:
    row = site.add("p", plugin("p", chip()))
    await page.route("**/plugins/p/plugin.js*", lambda route: route.abort(), times=1)
    assert await run(
        START
        + f"""const failed = state('p').message; loader.applyAnnouncement({{ kind: 'hello', inventory: [argument] }})
        await until(() => ids('{AREA}').length); return [failed, state('p').status]""",
        row,
    ) == ["p/plugin.js could not be fetched from the shell", "loaded"]


async def test_newest_save_wins_over_an_older_import_that_ends_later(run: Run, site: Site) -> None:
    site.add("p", plugin("p", chip()))
    slow = site.row("p", plugin("p", chip("slow"), head="await new Promise((done) => (globalThis.release = done))"))
    fast = site.row("p", plugin("p", chip("fast")))
    assert await run(
        START
        + f"""announce('plugin-changed', {{ plugin: argument[0] }}); await until(() => globalThis.release)
        announce('plugin-changed', {{ plugin: argument[1] }}); await until(() => ids('{AREA}')[0] === 'p:fast')
        release(); await new Promise((resolve) => setTimeout(resolve, 20));
        return [ids('{AREA}'), state('p').status]""",
        [slow, fast],
    ) == [["p:fast"], "loaded"]


async def test_L22_throwing_disposer_blocks_neither_the_rest_nor_the_reload(run: Run, site: Site) -> None:
    body = "ctx.onDispose(() => { throw new Error('no') }); ctx.onDispose(() => (globalThis.second = true)); " + chip()
    site.add("p", plugin("p", body))
    row = site.row("p", plugin("p", chip("new")))
    assert await run(
        START + f"announce('plugin-changed', {{ plugin: argument }}); await until(() => ids('{AREA}')[0] === 'p:new'); "
        f"return [second, ids('{AREA}')]",
        row,
    ) == [True, ["p:new"]]


async def test_L23_fixed_file_clears_the_error(run: Run, site: Site) -> None:
    site.add("p", "throw new Error('bad')")
    row = site.row("p", plugin("other", chip()))
    assert await run(
        START + "announce('plugin-changed', { plugin: argument }); await until(() => state('p').status === 'loaded'); "
        "return [state('p'), record.dismissed]",
        row,
    ) == [{"id": "other", "status": "loaded", "phase": None, "message": None, "stale": False}, ["p"]]


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
