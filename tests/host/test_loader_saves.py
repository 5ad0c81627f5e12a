"""The page side of the loader: saves, what runs after one that fails, and files that come late (checklist L20, L21)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Page

from tests.host.plugin_sources import AREA, START, chip, plugin
from tests.host.site import Site

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")


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
