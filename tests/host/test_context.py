"""`ctx` (contract, PluginContext; checklist C1-C11)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")

NEW = """
await startWindow()
const { createContext, restPath } = await host('context')
const { createIncarnation } = await host('incarnation')
const incarnation = createIncarnation('p', 1, 'r', 0)
incarnation.id = 'p'
const ctx = createContext(incarnation, { id: 'p', register() {} })
const tick = (ms = 2) => new Promise((resolve) => setTimeout(resolve, ms))
const thrown = (fn) => { try { fn() } catch (error) { return error.message } }
"""


async def test_C1_ids_are_namespaced_and_the_source_is_stamped(run: Run) -> None:
    assert await run(
        NEW
        + """
        ctx.register({ id: 'x', area: 'panes', source: 'core' })
        const [{ id, source }] = registry.getArea('panes'); return [id, source, ctx.source]"""
    ) == ["p:x", "plugin:p", "plugin:p"]


async def test_missing_local_id_is_refused_naming_the_plugin(run: Run) -> None:
    assert "plugin:p" in await run(NEW + "return thrown(() => ctx.register({ area: 'panes' }))")


async def test_C2_on_dispose_and_on_unload_run_at_the_end(run: Run) -> None:
    assert await run(
        NEW + "const ran = []; ctx.onDispose(() => ran.push(1)); ctx.onUnload(() => ran.push(2)); "
        "incarnation.retire(); incarnation.retire(); return ran"
    ) == [1, 2]


async def test_replacing_a_key_for_ever_keeps_one_disposer(run: Run) -> None:
    assert await run(
        NEW + "for (let i = 0; i < 100; i++) ctx.register({ id: 'x', area: 'themes' }); "
        "return [incarnation.disposers.size, ids('themes')]"
    ) == [1, ["p:x"]]


async def test_C4_doors_answer_false_without_a_bridge_and_pickers_null(run: Run) -> None:
    assert await run(
        NEW
        + """
        channel.call = () => Promise.reject(new Error('no bridge'))
        const { os } = ctx
        return Promise.all([os.openExternal('https://x'), os.revealPath('/x'), os.writeClipboard('x'),
        os.notify({ title: 'x' }), os.pickOpenPath(), os.pickSavePath()])"""
    ) == [False, False, False, False, None, None]


async def test_C5_doors_return_what_the_bridge_says(run: Run) -> None:
    assert await run(
        NEW
        + """
        const said = []; channel.call = async (verb, args) => (said.push([verb, args]), true)
        return [await ctx.os.openExternal('https://x'), await ctx.os.revealPath('/x'), said]"""
    ) == [True, True, [["os.openExternal", {"url": "https://x"}], ["os.revealPath", {"path": "/x"}]]]


async def test_C8_timers_and_listeners_die_at_unload_with_one_tracked_disposer(run: Run) -> None:
    assert await run(
        NEW
        + """
        const heard = [], target = new EventTarget()
        ctx.setTimeout(() => heard.push('fired'), 0); await tick(5)
        ctx.setTimeout(() => heard.push('late'), 5); ctx.setInterval(() => heard.push('interval'), 5)
        ctx.addEventListener(target, 'x', () => heard.push('event'))
        const stop = ctx.addEventListener(target, 'x', () => heard.push('stopped')); stop(); stop()
        target.dispatchEvent(new Event('x'))
        const owned = incarnation.disposers.size
        incarnation.retire(); target.dispatchEvent(new Event('x')); ctx.setTimeout(() => heard.push('dead'), 0);
        await tick(20)
        return [owned, heard]"""
    ) == [1, ["fired", "event"]]


async def test_errors_in_timers_and_listeners_are_caught_and_logged_once(run: Run) -> None:
    assert await run(
        NEW
        + """
        const lines = [], target = new EventTarget(), { setLogSink } = await host('errors')
        setLogSink(({ plugin, message }) => lines.push([plugin, message]))
        ctx.addEventListener(target, 'x', { handleEvent() { throw new Error('no') } })
        target.dispatchEvent(new Event('x')); target.dispatchEvent(new Event('x'))
        return lines"""
    ) == [["p", "listener of x: no"]]


async def test_C9_rest_paths(run: Run) -> None:
    assert await run(
        NEW
        + """
        const failure = await ctx.rest('/board').catch((error) => error.message)
        return [restPath('p', 'board'), restPath('p', '/a?x=../b'), restPath('p', '/a..b'), failure,
          ...['../x', '/a/../b', '/a/%2e%2E/b', 'a\\\\..'].map((path) =>
            /illegal path traversal/.test(thrown(() => ctx.rest(path))))]"""
    ) == [
        "/api/plugins/p/board",
        "/api/plugins/p/a?x=../b",
        "/api/plugins/p/a..b",
        "Hermes gateway unavailable",
        True,
        True,
        True,
        True,
    ]


async def test_C11_settings_page_lands_in_its_area_and_leaves(run: Run) -> None:
    assert await run(
        NEW
        + """
        const dispose = ctx.registerSettingsPage({ id: 's', title: 'T', icon: 'gear', order: 3, render() {},
        children: [{ id: 'k' }] })
        const [{ id, source, title, order, data }] = registry.getArea('settings.plugins'); dispose()
        return [id, source, title, order, data, ids('settings.plugins')]"""
    ) == ["p:s", "plugin:p", "T", 3, {"icon": "gear", "children": [{"id": "k"}]}, []]


async def test_E2_ctx_on_event_ends_with_the_plugin_and_E4_listeners_are_isolated(run: Run) -> None:
    assert await run(
        NEW
        + """
        const { emitEvent } = await host('events'), heard = []
        ctx.onEvent('*', ({ type }) => heard.push('*' + type)); ctx.onEvent('x', () => { throw new Error('no') })
        ctx.onEvent('x', () => heard.push('x'))
        emitEvent({ type: 'x' }); incarnation.retire(); emitEvent({ type: 'x' })
        return heard"""
    ) == ["x", "*x"]


async def test_translations_fall_back_to_english_and_to_the_key(run: Run) -> None:
    assert await run(
        NEW
        + """
        const { $locale, $translations } = await host('translations'), before = $translations.get()
        ctx.i18n.register({ en: { a: { b: 'B', n: (n) => n + ' items' } }, fr: { a: { b: 'Bf' } } })
        ctx.i18n.register({ fr: { c: 'C' } })
        $locale.set('fr')
        const seen = [ctx.i18n.t('a.b'), ctx.i18n.t('a.n', 3), ctx.i18n.t('c'), ctx.i18n.t('none.at.all'),
        $translations.get() - before]
        incarnation.retire(); return [...seen, ctx.i18n.t('a.b')]"""
    ) == ["Bf", "3 items", "C", "none.at.all", 2, "a.b"]


async def test_what_is_not_there_yet_says_so(run: Run) -> None:
    assert await run(
        NEW
        + """
        const { ok, reason } = ctx.runAction('view.toggleSidebar')
        ctx.socket('/events', () => {})(); ctx.pet.say('hi')(); ctx.pet.clear()
        return [ok, reason, ctx.listActions(), ctx.pet.visible.get()]"""
    ) == [False, "unavailable", [], False]


async def test_36_panes_reveal_shows_own_panes_and_refuses_others_with_one_warning(run: Run) -> None:
    revealed, answers, warnings = await run(
        NEW
        + """
        const warnings = []
        console.warn = (text) => warnings.push(text)
        const { registry } = await host('registry')
        registry.register({ id: 'q:pane', area: 'panes', source: 'plugin:q' })
        ctx.register({ id: 'mine', area: 'panes', data: { revealAliases: ['board', 5] } })
        ctx.register({ id: 'odd', area: 'panes', data: { get revealAliases() { throw new Error('no') } } })
        const answers = ['mine', ' p:mine ', 'board', 'q:pane', 'q:pane', 'workspace', '', null].map(ctx.panes.reveal)
        return [record.revealed, answers, warnings]"""
    )
    assert revealed == ["p:mine", "p:mine", "p:mine"]
    assert answers == [True, True, True, False, False, False, False, False]
    assert [text for text in warnings if "q:pane" in text] == [
        '[plugin:p] panes.reveal: "q:pane" is no pane of this plugin; nothing is shown'
    ]
