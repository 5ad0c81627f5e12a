"""Slots: what a plugin rendered keeps its state over fragments, moves and re-registrations."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

COUNTER = """() => {
  window.Counter = function Counter({ name }) {
    const [count, setCount] = T.React.useState(0)
    return T.h('button', { id: name, onClick: () => setCount(count + 1) }, name + ' ' + count)
  }
  window.add = (id, area = 'statusBar.right', more = {}) =>
    T.registry.register({ id, area, source: 'plugin:p', render: () => T.h(Counter, { name: id }), ...more })
}"""


def test_a_slot_mounts_its_contribution_and_says_so(page: Page) -> None:
    page.evaluate(COUNTER)
    page.evaluate("() => { add('a'); void T.put('statusBar.right', ['a']) }")
    expect(page.locator("hermes-slot[cid=a] button")).to_have_text("a 0")
    expect(page.locator("hermes-slot[cid=a]")).to_have_attribute("data-state", "mounted")
    assert page.evaluate("getComputedStyle(document.querySelector('.hermes-host')).display") == "contents"


def test_a_slot_waits_for_a_contribution_that_registers_later(page: Page) -> None:
    page.evaluate(COUNTER)
    page.evaluate("async () => { await T.put('statusBar.right', ['a']); add('a') }")
    expect(page.locator("hermes-slot[cid=a] button")).to_have_text("a 0")


def test_state_and_focus_survive_a_fragment_and_a_reorder(page: Page) -> None:
    page.evaluate(COUNTER)
    page.evaluate(
        "async () => { for (const id of ['a', 'b', 'c']) add(id); await T.put('statusBar.right', ['a', 'b', 'c']) }"
    )
    page.locator("#b").click()
    page.locator("#b").focus()
    page.evaluate("window.node = document.getElementById('b')")
    html = "['c', 'b', 'a'].map((id) => T.slot('statusBar.right', id)).join('')"
    page.evaluate(
        f"async () => {{ await T.applyParts([{{ target: '[data-area=\"statusBar.right\"]', html: {html} }}]) }}"
    )
    expect(page.locator("[data-area='statusBar.right'] button")).to_have_text(["c 0", "b 1", "a 0"])
    assert page.evaluate("document.getElementById('b') === node && document.activeElement === node")


def test_list_puts_insert_move_and_remove_with_state_kept(page: Page) -> None:
    page.evaluate(COUNTER)
    page.evaluate(
        "async () => { for (const id of ['a', 'b', 'c']) add(id); await T.put('statusBar.right', ['a', 'b']) }"
    )
    page.locator("#b").click()
    page.locator("#b").focus()
    page.evaluate(
        "async () => { await T.put('statusBar.right', ['c'], 'a'); await T.put('statusBar.right', ['b'], 'c') }"
    )
    expect(page.locator("[data-area='statusBar.right'] button")).to_have_text(["b 1", "c 0", "a 0"])
    assert page.evaluate("document.activeElement.id") == "b"
    page.evaluate("async () => { await T.applyParts([{ area: 'statusBar.right', remove: ['c'], put: [] }]) }")
    expect(page.locator("[data-area='statusBar.right'] button")).to_have_text(["b 1", "a 0"])


def test_a_slot_that_moves_to_another_area_element_keeps_its_state_without_move_before(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(before="delete Element.prototype.moveBefore")
    page.evaluate(COUNTER)
    page.evaluate(
        """async () => {
          T.registry.register({ id: 'a', area: 'panes', source: 'plugin:p', render: () => T.h('div', null,
            T.h(Counter, { name: 'n' }), T.h('input', { id: 'field', defaultValue: 'typed' }),
            T.h('div', { id: 'scroller', style: { height: 40, overflow: 'auto' } }, T.h('div',
              { style: { height: 400 } }))) })
          const html = '<div class="hs-pane" data-pane="a">' + T.slot('panes', 'a') + '</div>'
          await T.applyParts([{ target: '[data-zone="right"]', html }])
        }"""
    )
    page.locator("#n").click()
    page.locator("#scroller").evaluate("(element) => { element.scrollTop = 100 }")
    page.locator("#field").focus()
    page.evaluate("async () => { await T.frame(); window.field = document.getElementById('field') }")
    page.evaluate(
        """async () => {
          const html = '<p>moved</p><div class="hs-pane" data-pane="a">' + T.slot('panes', 'a') + '</div>'
          await T.applyParts([{ target: '[data-zone="right"]', html: '' }, { target: '#workspace', html }])
        }"""
    )
    expect(page.locator("#workspace #n")).to_have_text("n 1")
    assert page.evaluate("document.getElementById('scroller').scrollTop") == 100
    assert page.evaluate("document.activeElement === field")


def test_a_key_without_placeholder_is_unmounted_after_its_grace(page: Page) -> None:
    page.evaluate(
        """async () => {
          window.gone = new Promise((resolve) => {
            const Watched = () => { T.React.useEffect(() => () => resolve(performance.now()), []); return 'here' }
            T.registry.register({ id: 'a', area: 'statusBar.right', source: 'plugin:p', render: () => T.h(Watched) })
          })
          await T.put('statusBar.right', ['a']); await T.frame()
          window.left = performance.now()
          await T.applyParts([{ area: 'statusBar.right', remove: ['a'], put: [] }])
        }"""
    )
    assert page.evaluate("async () => (await gone) - left") >= 240


def test_replacing_in_one_tick_keeps_text_node_and_focus(page: Page) -> None:
    page.evaluate(
        """async () => {
          window.render = (text) => () => T.h('label', null, text, T.h('input', { id: 'field' }))
          window.dispose = T.registry.register({ id: 'a', area: 'statusBar.right', source: 'plugin:p',
            render: render('one') })
          await T.put('statusBar.right', ['a'])
        }"""
    )
    page.locator("#field").fill("typed")
    page.evaluate(
        """() => {
          window.field = document.getElementById('field')
          dispose(); dispose = T.registry.register({ id: 'a', area: 'statusBar.right', source: 'plugin:p',
            render: render('two') })
        }"""
    )
    expect(page.locator("label")).to_contain_text("two")
    expect(page.locator("#field")).to_have_value("typed")
    assert page.evaluate("document.activeElement === field")


def test_a_re_registration_with_other_hooks_mounts_afresh(page: Page) -> None:
    page.evaluate(
        """async () => {
          T.registry.register({ id: 'a', area: 'statusBar.right', source: 'plugin:p', render: () =>
            { T.React.useState(1); return 'one' } })
          await T.put('statusBar.right', ['a'])
          T.registry.register({ id: 'a', area: 'statusBar.right', source: 'plugin:p',
            render: () => { T.React.useState(1); T.React.useRef(2); T.React.useEffect(() => {}, []); return 'two' } })
        }"""
    )
    expect(page.locator("hermes-slot[cid=a]")).to_have_text("two")


def test_a_hot_reload_of_one_plugin_leaves_its_neighbour_alone_and_paints_in_the_same_frame(page: Page) -> None:
    page.evaluate(COUNTER)
    page.evaluate(
        """async () => {
          add('a', 'statusBar.right', { incarnation: { load: 1 } }); add('b', 'statusBar.right',
            { incarnation: { load: 1 } })
          await T.put('statusBar.right', ['a', 'b'])
        }"""
    )
    page.locator("#a").click()
    page.locator("#b").click()
    painted = page.evaluate(
        """async () => {
          add('a', 'statusBar.right', { incarnation: { load: 2 }, render: () => T.h('b', null, 'reloaded') })
          await null; await null
          return document.querySelector('hermes-slot[cid=a]').textContent
        }"""
    )
    assert painted == "reloaded"
    expect(page.locator("#b")).to_have_text("b 1")


def test_args_change_renders_again_without_a_new_mount(page: Page) -> None:
    page.evaluate(
        """async () => {
          T.registry.register({ id: 'a', area: 'chat.empty', source: 'plugin:p', data: { render: ({ sessionId }) =>
            T.h('label', null, sessionId, T.h('input', { id: 'field' })) } })
          window.show = (id) => T.applyParts([{ target: '#workspace',
            html: `<hermes-slot id="slot:chat" area="chat.empty" cid="a" args='{"sessionId":"${id}"}'>` }])
          await show('one')
        }"""
    )
    page.locator("#field").fill("typed")
    page.evaluate("async () => { await show('two') }")
    expect(page.locator("label")).to_contain_text("two")
    expect(page.locator("#field")).to_have_value("typed")


def test_a_slot_without_cid_mounts_all_of_its_area_in_order_and_one_throwing_does_not_hide_others(page: Page) -> None:
    page.evaluate(
        """async () => {
          const row = (id, order, render) => T.registry.register({ id, area: 'sessionRow.leading',
            source: 'plugin:p', order, data: { render } })
          await T.applyParts([{ target: '#workspace', html:
            `<div data-session-row="s1" style="height:20px">
              <hermes-slot area="sessionRow.leading" instance="s1" args='{"sessionId":"s1"}'></hermes-slot></div>` }])
          row('late', 2, ({ sessionId }) => T.h('i', null, 'late ' + sessionId))
          row('bad', 1, () => { throw new Error('broken row') })
          row('early', 0, () => T.h('i', null, 'early'))
          row('nothing', 3, () => null)
        }"""
    )
    expect(page.locator("hermes-slot i:not(.codicon)")).to_have_text(["early", "late s1"])
    expect(page.locator("hermes-slot .hs-boundary-chip")).to_have_attribute("title", "bad: broken row")


def test_row_slots_mount_when_their_row_comes_near_the_viewport(page: Page) -> None:
    page.evaluate(
        """async () => {
          T.registry.register({ id: 'a', area: 'sessionRow.trailing', source: 'plugin:p', data: { render: () =>
            T.h('i', null, 'x') } })
          const rows = Array.from({ length: 500 }, (_, n) => `<div data-session-row="s${n}" style="height:28px">` +
            `<hermes-slot area="sessionRow.trailing" instance="s${n}"></hermes-slot></div>`)
          await T.applyParts([{ target: '#workspace', html: rows.join('') }])
        }"""
    )
    expect(page.locator("[data-session-row=s0] i")).to_have_text("x")
    assert page.locator("hermes-slot i").count() < 100
    page.locator("[data-session-row=s499]").scroll_into_view_if_needed()
    expect(page.locator("[data-session-row=s499] i")).to_have_text("x")


def test_slots_of_a_hidden_pane_mount_at_its_first_activation_and_stay(page: Page) -> None:
    page.evaluate(COUNTER)
    page.evaluate(
        """async () => {
          add('a', 'panes'); add('b', 'panes')
          const pane = (id, hidden) => `<div class="hs-pane" data-pane="${id}" ${hidden}>${T.slot('panes', id)}</div>`
          await T.applyParts([{ target: '[data-zone="right"]', html: pane('a', '') + pane('b', 'hidden') }])
          await T.frame()
        }"""
    )
    assert page.locator("#b").count() == 0
    page.evaluate("T.activatePane('b')")
    page.locator("#b").click()
    page.evaluate("T.activatePane('a')")
    expect(page.locator("#b")).to_have_text("b 1")
    expect(page.locator("#b")).to_be_hidden()


def test_render_of_undefined_is_nothing_and_a_loop_is_one_broken_slot(page: Page) -> None:
    page.evaluate(
        """async () => {
          const Loop = () => { const [n, set] = T.React.useState(0); set(n + 1); return n }
          const Spin = () => { const [n, set] = T.React.useState(0); T.React.useLayoutEffect(() => set(n + 1));
            return n }
          const add = (id, render) => T.registry.register({ id, area: 'panes', source: 'plugin:p', render })
          add('none', () => undefined); add('loop', () => T.h(Loop)); add('spin', () => T.h(Spin)); add('fine',
            () => 'fine')
          await T.applyParts([{ target: '[data-zone="right"]', html: ['none', 'loop', 'spin', 'fine'].map((id) =>
            T.slot('panes', id)).join('') }])
        }"""
    )
    expect(page.locator("hermes-slot[cid=loop] .hs-boundary-pane")).to_contain_text("loop")
    expect(page.locator("hermes-slot[cid=spin] .hs-boundary-pane")).to_be_visible()
    expect(page.locator("hermes-slot[cid=loop]")).to_have_attribute("data-state", "error")
    expect(page.locator("hermes-slot[cid=fine]")).to_have_text("fine")
    expect(page.locator("hermes-slot[cid=none]")).to_have_attribute("data-state", "mounted")
    expect(page.locator("hermes-slot[cid=none]")).to_have_text("")


def test_two_thousand_slots_mount_before_the_next_task(page: Page) -> None:
    tasks = page.evaluate(
        """async () => {
          const ids = Array.from({ length: 2000 }, (_, n) => 'c' + n)
          T.registry.registerMany(ids.map((id) => ({ id, area: 'statusBar.right', source: 'plugin:p', render: () =>
            T.h('i', null, id) })))
          const html = ids.map((id) => T.slot('statusBar.right', id)).join('')
          let tasks = 0
          await T.applyParts([{ target: '[data-area="statusBar.right"]', html }])
          setTimeout(() => { tasks += 1 })
          while (document.querySelectorAll('hermes-slot i').length < 2000) await null
          return tasks
        }"""
    )
    assert page.locator("hermes-slot[data-state=mounted]").count() == 2000
    assert tasks == 0


def test_many_slots_that_go_are_unmounted_together(page: Page) -> None:
    renders, left = page.evaluate(
        """async () => {
          const { subscribeSlotList, slotList } = await import('/static/host/slot_store.js')
          const ids = Array.from({ length: 500 }, (_, n) => 'c' + n)
          await T.put('statusBar.right', ids)
          let renders = 0
          const gone = new Promise((resolve) => subscribeSlotList(() => {
            renders += 1
            if (slotList().length === 0) resolve()
          }))
          await T.applyParts([{ area: 'statusBar.right', remove: ids, put: [] }])
          await gone
          return [renders, document.querySelectorAll('hermes-slot').length]
        }"""
    )
    assert left == 0
    assert renders < 50
