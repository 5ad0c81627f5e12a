"""`host`: state, toasts, settings, workspaces, and what belongs to an incarnation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Page, expect

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")

OWNER = """
const { createHost } = await load('sdk/host.js')
const { emitEvent } = await load('host/events.js')
const { registry } = await load('host/registry.js')
const { state } = await load('sdk/state.js')
const { Incarnation } = await load('host/incarnation.js')
const owner = new Incarnation('demo', 1, 'rev', 0)
owner.id = 'demo'
const { host } = owner
"""


async def test_H17_host_and_its_groups_are_frozen(run: Run) -> None:
    assert await run(
        """return [sdk.host, sdk.host.state, sdk.host.settings, sdk.host.composer, sdk.host.sessions, sdk.host.i18n,
          sdk.host.skills]
        .every(Object.isFrozen)"""
    )


async def test_state_starts_from_the_snapshot_and_is_read_only(run: Run) -> None:
    assert await run(
        """const { state } = sdk.host
        return [state.gateway.get(), state.profile.get(), state.focusedSessionProfile.get(), state.model.get(),
          state.cwd.get(),
          state.activeSessionId.get(), state.busy.get(), state.gateway.set ?? null,
            state.viewport.get().width === innerWidth,
          sdk.host.activeSessionId === state.activeSessionId]"""
    ) == ["idle", "work", "work", "m-1", "", None, False, None, True, True]


async def test_state_views_work_as_nanostores(run: Run) -> None:
    assert await run(
        OWNER
        + """
        const heard = []
        const $label = sdk.computed([host.state.gateway, host.state.model], (gateway, model) => `${gateway}/${model}`)
        const stop = $label.subscribe((value) => heard.push(value))
        function View() { return h('p', {}, sdk.useValue(host.state.gateway)) }
        show(h(View))
        state.gateway.set('connecting')
        await Promise.resolve()
        await new Promise(requestAnimationFrame)
        stop()
        return [heard, document.querySelector('#root p').textContent]"""
    ) == [["idle/m-1", "connecting/m-1"], "connecting"]


async def test_subscriptions_end_with_the_incarnation_and_cannot_start_afterwards(run: Run) -> None:
    assert await run(
        OWNER
        + """
        const heard = []
        host.state.model.listen((value) => heard.push(value))
        host.onEvent('*', ({ type }) => heard.push(type))
        host.settings.subscribe('backdrop.v1', (value) => heard.push(value))
        host.pluginDecisions.listen(() => heard.push('decision'))
        const early = host.onEvent('x', () => heard.push('early'))
        early(); early()
        state.model.set('m-2')
        emitEvent({ type: 'x' })
        const before = owner.disposers.size
        owner.retire()
        state.model.set('m-3')
        emitEvent({ type: 'y' })
        host.settings.set('backdrop.v1', true)
        host.state.model.subscribe((value) => heard.push(`late ${value}`))
        host.onEvent('*', () => heard.push('late'))
        emitEvent({ type: 'z' })
        return [heard, before, host.state.model.get(), sdk.host.state.model.get()]"""
    ) == [[False, "m-2", "x"], 4, "m-3", "m-3"]


async def test_E3_events_of_the_unattributed_host_fire_until_disposed(run: Run) -> None:
    assert await run(
        """
        const { emitEvent } = await load('host/events.js')
        const heard = []
        const stop = sdk.host.onEvent('a', () => heard.push('a'))
        emitEvent({ type: 'a' })
        stop()
        emitEvent({ type: 'a' })
        return heard"""
    ) == ["a"]


async def test_component_subscriptions_leave_nothing_behind(run: Run) -> None:
    assert await run(
        OWNER
        + """
        function View() { return h('p', {}, sdk.useValue(host.state.model)) }
        for (let i = 0; i < 5; i++) { show(h(View, { key: i })); await new Promise(requestAnimationFrame) }
        const mounted = owner.disposers.size
        show(null)
        await new Promise(requestAnimationFrame)
        return [mounted, owner.disposers.size]"""
    ) == [1, 0]


async def test_H16_decisions_are_live_frozen_and_have_no_set(run: Run) -> None:
    assert await run(
        """
        const { applyDecision } = await load('host/decisions.js')
        const seen = []
        sdk.host.pluginDecisions.subscribe((value) => seen.push({ ...value }))
        applyDecision('other', true)
        return [seen, sdk.host.pluginDecisions.set ?? null, Object.isFrozen(sdk.host.pluginDecisions.get())]"""
    ) == [[{"quiet": False}, {"quiet": False, "other": True}], None, True]


async def test_S1_S3_settings_start_from_the_snapshot_else_from_their_default(run: Run) -> None:
    assert await run(
        """return ['sessionListDensity', 'tabStripDefault', 'backdrop.v1', 'intro-splash.v1',
          'reasoning.collapsedByDefault',
        'composerPopout.gesturesEnabled', 'embed-mode', 'hideThreadTimeline', 'interfaceMode.v1',
          'titlebarAppActions', 'toolView.technical',
        'toolView.hideCodeDiffs', 'user-bubble-transparency.v1'].map(sdk.host.settings.get)"""
    ) == ["detailed", "auto", False, True, False, True, "ask", False, "advanced", "right", "product", False, 0]


async def test_S4_S6_settings_refuse_unknown_keys_and_wrong_values(run: Run) -> None:
    assert await run(
        """
        const refused = (fn) => { try { fn(); return null } catch (error) { return error.message } }
        const { settings } = sdk.host
        return [refused(() => settings.get('toString')), refused(() => settings.set('constructor', 1)), refused(
          () => settings.subscribe('nope', () => {})),
          refused(() => settings.set('sessionListDensity', 'huge')), refused(
            () => settings.set('user-bubble-transparency.v1', 101)),
          refused(() => settings.set('user-bubble-transparency.v1', '60')), refused(
            () => settings.set('toolView.technical', true)),
          settings.get('sessionListDensity'), settings.get('user-bubble-transparency.v1')]"""
    ) == [
        "Unsupported desktop setting: toString",
        "Unsupported desktop setting: constructor",
        "Unsupported desktop setting: nope",
        "Invalid value for desktop setting: sessionListDensity",
        "Invalid value for desktop setting: user-bubble-transparency.v1",
        "Invalid value for desktop setting: user-bubble-transparency.v1",
        "Invalid value for desktop setting: toolView.technical",
        "detailed",
        0,
    ]


async def test_S5_setting_subscriptions_are_immediate_and_follow_other_windows(run: Run) -> None:
    assert await run(
        """
        const { receive } = await load('host/announcements.js')
        const seen = []
        const stop = sdk.host.settings.subscribe('sessionListDensity', (value) => seen.push(value))
        sdk.host.settings.set('sessionListDensity', 'compact')
        receive({ kind: 'setting', number: 1, key: 'sessionListDensity', value: 'comfortable' })
        receive({ kind: 'setting', number: 2, key: 'sessionListDensity', value: 'nonsense' })
        stop()
        sdk.host.settings.set('sessionListDensity', 'detailed')
        return seen"""
    ) == ["detailed", "compact", "comfortable"]


async def test_H19_navigate_takes_both_forms(run: Run) -> None:
    assert await run(
        "sdk.host.navigate('#/one'); const one = location.hash; sdk.host.navigate('/two'); return [one, location.hash]"
    ) == ["#/one", "#/two"]


async def test_H20_workspaces_validate_refresh_in_place_and_close_once(run: Run) -> None:
    assert await run(
        OWNER
        + """
        const refused = (fn) => { try { fn(); return null } catch (error) { return error.name } }
        const log = []
        const invalid = [refused(() => host.openWorkspace('  ', { render() {} })), refused(
          () => host.openWorkspace('a', {}))]
        const first = host.openWorkspace(' room ', { render: () => 1, title: 'Room', onClose: () => log.push('one') })
        const pane = registry.get('panes', 'plugin-workspace:room')
        const again = host.openWorkspace('room', { render: () => 2, onClose: () => log.push('two') })
        const refreshed = registry.get('panes', 'plugin-workspace:room')
        const count = registry.getArea('panes').length
        first(); again()
        const closed = registry.get('panes', 'plugin-workspace:room') === undefined
        host.openWorkspace('other', { render: () => 3, onClose: () => log.push('three') })
        registry.get('panes', 'plugin-workspace:other').data.onClose()
        host.openWorkspace('last', { render: () => 4, onClose: () => log.push('four') })
        owner.retire()
        host.openWorkspace('late', { render: () => 5 })
        return [invalid, pane.title, pane.source, pane.data.minWidth, pane.data.dock, pane.data.placement,
          refreshed.render(), count, closed, log,
          registry.getArea('panes').length]"""
    ) == [
        ["TypeError", "TypeError"],
        "Room",
        "core",
        "22rem",
        {"pane": "workspace", "pos": "center"},
        "main",
        2,
        1,
        True,
        ["two", "three", "four"],
        0,
    ]


async def test_pane_visibility_is_the_same_atom_for_the_same_id(run: Run) -> None:
    assert await run(
        OWNER
        + """
        const $visible = host.paneVisibility('a:b')
        return [$visible === host.paneVisibility('a:b'), $visible.get(), $visible.set ?? null]"""
    ) == [True, False, None]


async def test_toasts_carry_their_plugin(run: Run, page: Page) -> None:
    assert await run(
        OWNER
        + """
        const { $toasts } = await load('host/toasts.js')
        const id = host.notify({ kind: 'success', message: 'Saved', id: 'mine' })
        host.notifyError(new Error('Error: broke'), 'Could not save')
        sdk.host.notify({ message: 'core' })
        return [id, $toasts.get().map(({ source, kind, title, message }) => [source, kind, title ?? null, message])]"""
    ) == [
        "mine",
        [
            ["core", "info", None, "core"],
            ["plugin:demo", "error", "Could not save", "broke"],
            ["plugin:demo", "success", None, "Saved"],
        ],
    ]
    await expect(page.get_by_text("Saved")).to_be_visible()


async def test_contribute_lives_with_its_component(run: Run, page: Page) -> None:
    assert await run(
        """
        const { registry } = await load('host/registry.js')
        const frame = () => new Promise(requestAnimationFrame)
        const draw = (text) => show(h(sdk.Contribute, { area: 'statusBar.left', id: 'x:y', order: 3 }, h('b', {},
          text)))
        draw('one')
        await frame()
        const contribution = registry.get('statusBar.left', 'x:y')
        const { createRoot } = await load('vendor/react-dom-client.js')
        const place = document.body.appendChild(document.createElement('div'))
        const other = createRoot(place)
        other.render(contribution.render())
        await frame()
        draw('two')
        await frame(); await frame()
        const same = registry.get('statusBar.left', 'x:y') === contribution
        const text = place.textContent
        show(null)
        await frame()
        return [contribution.order, contribution.source, same, text, registry.get('statusBar.left', 'x:y') ?? null]"""
    ) == [3, "core", True, "two", None]


async def test_contribute_does_not_take_the_place_of_the_shell_s_own_entry(run: Run) -> None:
    assert await run(
        """
        const { registry } = await load('host/registry.js')
        const own = { id: 'gateway', area: 'statusBar.left', source: 'core', server: true, data: { label: 'Gateway' } }
        const dispose = registry.register(own)
        show(h(sdk.Contribute, { area: 'statusBar.left', id: 'gateway' }, 'mine'))
        await new Promise(requestAnimationFrame)
        const during = registry.get('statusBar.left', 'gateway').data?.label
        show(null)
        await new Promise(requestAnimationFrame)
        const after = registry.get('statusBar.left', 'gateway')?.data.label
        dispose()
        return [during, after]"""
    ) == ["Gateway", "Gateway"]


async def test_page_header_control_is_inline_outside_the_workspace(run: Run) -> None:
    assert await run(
        """
        const { registry } = await load('host/registry.js')
        const frame = () => new Promise(requestAnimationFrame)
        const control = () => h(sdk.WorkspacePageHeaderControl, { id: 'p:c' }, h('b', {}, 'control'))
        show(h('div', {}, control()))
        await frame()
        const inline = document.querySelector('#root').textContent
        show(h('section', { id: 'workspace' }, control()))
        await frame(); await frame()
        return [inline, document.querySelector('#root').textContent, registry.get('workspace.pageHeader',
          'p:c') !== undefined]"""
    ) == ["control", "", True]


async def test_gateway_doors_are_closed_honestly(run: Run) -> None:
    assert await run(
        """
        const failed = (promise) => promise.then(() => null, (error) => error.message)
        return [await failed(sdk.host.request('session.list')), await failed(sdk.host.requestProfile('p', 'x')),
          sdk.host.getGateway(),
          sdk.host.activeConnectionId(), sdk.host.profileRoutes(), await sdk.host.composer.getDraft(null),
          await sdk.host.composer.insertText(null, 'x'), sdk.host.composer.submit('s', 'x')]"""
    ) == ["Hermes gateway unavailable", "Hermes gateway unavailable", None, None, [], None, False, False]


async def test_queries_share_one_client(run: Run) -> None:
    assert (
        await run(
            """
        const { QueryClientProvider } = await load('vendor/react-query.js')
        function View() {
          const { data } = sdk.useQuery({ queryKey: ['demo'], queryFn: async () => 'loaded' })
          return h('p', {}, data ?? 'waiting', String(sdk.useQueryClient() === sdk.queryClient))
        }
        show(h(QueryClientProvider, { client: sdk.queryClient }, h(View)))
        for (let i = 0; i < 50 && !document.querySelector('#root p').textContent.startsWith('loaded');
          i++) await new Promise(requestAnimationFrame)
        return document.querySelector('#root p').textContent"""
        )
        == "loadedtrue"
    )


async def test_pane_visibility_is_one_atom_while_it_is_held_and_then_forgotten(run: Run, page: Page) -> None:
    assert await run(
        """
        window.held = sdk.host.paneVisibility('held')
        window.refs = ['held', 'dropped'].map((id) => new WeakRef(sdk.host.paneVisibility(id)))
        return held === sdk.host.paneVisibility('held')"""
    )
    await page.request_gc()
    assert await page.evaluate("refs.map((ref) => ref.deref() !== undefined)") == [True, False]


async def test_accent_override_tints_and_goes_with_the_plugin_that_registered_it(run: Run) -> None:
    assert await run(
        OWNER
        + """
        const { withIncarnation } = await load('host/incarnation.js')
        const seed = () => getComputedStyle(document.documentElement).getPropertyValue('--theme-primary').trim()
        const own = seed()
        withIncarnation(owner, () => sdk.setAccentOverride('C02020'))
        const tinted = [sdk.$accentOverride.get(), seed()]
        sdk.setAccentOverride('not a colour')
        const kept = sdk.$accentOverride.get()
        owner.retire()
        return [own, tinted, kept, sdk.$accentOverride.get(), seed()]"""
    ) == ["#0b6a88", ["#c02020", "#c02020"], "#c02020", None, "#0b6a88"]
