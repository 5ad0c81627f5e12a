"""Status bar and title bar items (contract sections 4.5 and 4.6, rules B1 and B2)."""

from __future__ import annotations

from playwright.sync_api import Page, expect

ITEM = """() => {
  window.ran = []
  window.item = (id, data, more = {}) => {
    T.registry.register({ id, area: 'statusBar.right', source: 'plugin:p', data: data && { id, ...data }, ...more })
    return T.put('statusBar.right', [id])
  }
}"""


def test_B1_render_beats_data_and_hidden_and_empty_items_show_nothing(page: Page) -> None:
    page.evaluate(ITEM)
    page.evaluate(
        """async () => {
          await item('both', { label: 'data' }, { render: () => 'render' })
          await item('hidden', { label: 'x', hidden: true }); await item('none', null)
        }"""
    )
    expect(page.locator("hermes-slot[cid=both]")).to_have_text("render")
    expect(page.locator("hermes-slot[cid=hidden]")).to_have_text("")
    expect(page.locator("hermes-slot[cid=none]")).to_have_text("")


def test_B1_text_link_and_action_rules(page: Page) -> None:
    page.evaluate(ITEM)
    page.evaluate(
        """async () => {
          await item('text', { variant: 'text', label: 'inert', title: 'why' })
          await item('texted', { variant: 'text', label: 'live', onSelect: () => ran.push('texted') })
          await item('link', { href: 'https://example.org/', label: 'link' })
          await item('act', { label: 'act', detail: '7', to: '/x', onSelect: ({ shiftKey }) => ran.push(['act',
            shiftKey, location.hash]) })
          await item('old', { toggleLabel: 'toggle', disabled: true, onSelect: () => ran.push('never') })
        }"""
    )
    assert page.locator("hermes-slot[cid=text] .hs-chip").evaluate("(chip) => [chip.localName, chip.title]") == [
        "span",
        "why",
    ]
    assert page.locator("hermes-slot[cid=link] .hs-chip").evaluate("(chip) => [chip.localName, chip.target]") == [
        "a",
        "_blank",
    ]
    page.locator("hermes-slot[cid=texted] button").click()
    page.locator("hermes-slot[cid=act] button").click(modifiers=["Shift"])
    expect(page.locator("hermes-slot[cid=act] .hs-chip-detail")).to_have_text("7")
    expect(page.locator("hermes-slot[cid=old] button")).to_be_disabled()
    expect(page.locator("hermes-slot[cid=old] button")).to_have_text("toggle")
    assert page.evaluate("ran") == ["texted", ["act", True, "#/x"]]
    page.locator("hermes-slot[cid=link] a").click()
    assert ["os.openExternal", {"url": "https://example.org/"}] in page.evaluate("T.calls")


def test_B1_menu_items_open_upwards_and_give_the_focus_back(page: Page) -> None:
    page.evaluate(ITEM)
    page.evaluate(
        """async () => {
          document.querySelector('footer').style.cssText = 'position:fixed;bottom:0'
          await item('menu', { variant: 'menu', label: 'menu', menuItems: [
            { id: 'a', label: 'Alpha', to: '/alpha', onSelect: () => ran.push('a') }, { id: 'b', label: 'Beta',
              hidden: true },
            { id: 'c', label: 'Gamma', disabled: true }] })
        }"""
    )
    chip = page.locator("hermes-slot[cid=menu] button")
    chip.focus()
    page.keyboard.press("Enter")
    menu = page.locator(".hs-status-menu")
    expect(menu).to_have_attribute("data-side", "top")
    expect(menu.get_by_role("menuitem")).to_have_text(["Alpha", "Gamma"])
    page.keyboard.press("Enter")
    expect(menu).to_have_count(0)
    expect(chip).to_be_focused()
    assert page.evaluate("[ran, T.currentRoute()]") == [["a"], "/alpha"]


def test_B1_menu_content_wins_over_items_and_can_close(page: Page) -> None:
    page.evaluate(ITEM)
    page.evaluate(
        """async () => {
          const Live = () => { const [n, set] = T.React.useState(0); return T.h('b', { onClick: () => set(n + 1) },
            'n' + n) }
          await item('fn', { variant: 'menu', label: 'fn', menuItems: [{ id: 'x', label: 'no' }],
            menuContent: (close) => T.h('div', null, T.h(Live), T.h('button', { onClick: close }, 'Close me')) })
          await item('node', { variant: 'menu', label: 'node', detail: T.h(Live), menuContent: T.h('p', null,
            'a node') })
          await item('none', { variant: 'menu', label: 'none', onSelect: () => ran.push('none') })
        }"""
    )
    page.locator("hermes-slot[cid=fn] button").click()
    page.locator(".hs-status-menu b").click()
    expect(page.locator(".hs-status-menu b")).to_have_text("n1")
    page.get_by_role("button", name="Close me").click()
    expect(page.locator(".hs-status-menu")).to_have_count(0)
    page.locator("hermes-slot[cid=node] button").click()
    expect(page.locator(".hs-status-menu")).to_have_text("a node")
    page.keyboard.press("Escape")
    page.locator("hermes-slot[cid=none] button").click()
    assert page.evaluate("ran") == ["none"]


def test_B1_icons_in_every_form(page: Page) -> None:
    page.evaluate(ITEM)
    page.evaluate(
        """async () => {
          const Star = () => T.h('svg', { className: 'star' })
          await item('string', { icon: 'zap', label: 's' }); await item('element', { icon: T.h(Star), label: 'e' })
          await item('component', { icon: Star, label: 'c' }); await item('object', { icon: T.React.memo(Star),
            label: 'o' })
          await item('nonsense', { icon: { a: 1 }, label: 'n' })
        }"""
    )
    expect(page.locator("hermes-slot[cid=string] .codicon-zap")).to_have_count(1)
    for name in ("element", "component", "object"):
        expect(page.locator(f"hermes-slot[cid={name}] svg.star")).to_have_count(1)
    expect(page.locator("hermes-slot[cid=nonsense]")).to_have_text("n")


def test_B2_a_throwing_render_is_a_chip_with_retry(page: Page) -> None:
    page.evaluate(ITEM)
    page.evaluate(
        """
          async () => { window.broken = true; await item('bad', null, { render: () =>
            { if (broken) throw new Error('no luck'); return 'works' } }) }
        """
    )
    chip = page.locator("hermes-slot[cid=bad] .hs-boundary-chip")
    expect(chip).to_have_text("bad")
    expect(chip).to_have_attribute("title", "bad: no luck")
    expect(page.locator("hermes-slot[cid=bad]")).to_have_attribute("data-state", "error")
    page.evaluate("window.broken = false")
    chip.click()
    expect(page.locator("hermes-slot[cid=bad]")).to_have_text("works")
    expect(page.locator("hermes-slot[cid=bad]")).to_have_attribute("data-state", "mounted")


BARS = ("titleBar.left", "titleBar.center", "titleBar.right", "statusBar.left", "statusBar.right")


def test_B2_43_a_render_that_throws_or_has_no_value_is_a_chip_in_every_bar(page: Page) -> None:
    page.evaluate(
        """async (areas) => {
          for (const area of areas) {
            if (!document.querySelector(`[data-area="${area}"]`)) {
              document.querySelector('footer').insertAdjacentHTML('beforeend', `<div data-area="${area}"></div>`)
            }
            const add = (id, render) => T.registry.register({ id: `p:${id}`, area, source: 'plugin:p', render })
            add('throws', () => { throw new Error('no luck') })
            add('void', () => undefined)
            add('null', () => null)
            add('fine', () => 'fine')
            await T.put(area, ['p:throws', 'p:void', 'p:null', 'p:fine'])
          }
        }""",
        BARS,
    )
    for area in BARS:
        chips = page.locator(f"[data-area='{area}'] [data-slot=boundary]")
        expect(chips).to_have_text(["p:throws", "p:void"])
        expect(chips.first).to_have_accessible_name(f"p:throws: no luck. From p, {area}. Retry")
        expect(page.locator(f"[data-area='{area}'] hermes-slot[cid='p:null']")).to_have_text("")
        expect(page.locator(f"[data-area='{area}'] hermes-slot[cid='p:fine']")).to_have_text("fine")


def test_core_items_run_their_command_and_title_bar_tools_show_state(page: Page) -> None:
    page.evaluate(
        """async () => {
          document.querySelector('footer').insertAdjacentHTML('beforeend', '<div data-area="titleBar.left"></div>')
          T.registerCommand('test.go', () => { window.went = true })
          T.registry.register({ id: 'k', area: 'keybinds', source: 'core', data: { id: 'test.go', label: 'Go',
            command: 'test.go', defaults: ['mod+g'] } })
          T.registry.register({ id: 'chip', area: 'statusBar.left', source: 'core', data: { id: 'chip',
            label: 'core', command: 'test.go' } })
          T.registry.register({ id: 'tool', area: 'titleBar.left', source: 'plugin:p', data: { id: 'tool',
            label: 'Tool', icon: 'zap', active: true,
            badge: 3, actionId: 'test.go', onSelect: () => { window.tool = true } } })
          await T.put('statusBar.left', ['chip']); await T.put('titleBar.left', ['tool'])
        }"""
    )
    page.locator("hermes-slot[cid=chip] button").click()
    tool = page.locator("[data-slot=titlebar-tool]")
    expect(tool).to_have_attribute("aria-pressed", "true")
    expect(tool).to_have_attribute("title", "Tool (Ctrl+G)")
    expect(tool.locator(".hs-tool-badge")).to_have_text("3")
    tool.click()
    assert page.evaluate("[went, tool]") == [True, True]


def test_status_items_fold_from_the_middle_plugins_first_and_urgent_ones_never(page: Page) -> None:
    order = page.evaluate(
        """async () => {
          const { foldOrder } = await import('/static/host/status_fold.js')
          const entry = (id, side, core, urgent = false) => ({ id, area: `statusBar.${side}`, core, urgent })
          return foldOrder([
            entry('gateway', 'left', true), entry('asks', 'left', true, true), entry('branch', 'left', false),
            entry('meter', 'right', true), entry('one', 'right', false), entry('two', 'right', false),
            entry('broken', 'right', false, true), entry('errors', 'right', true, true),
          ]).map(({ id }) => id)
        }"""
    )
    assert order == ["one", "two", "branch", "meter", "gateway"]


def test_a_command_that_cannot_run_disables_its_tool_and_a_toggle_shows_its_icon(page: Page) -> None:
    page.evaluate(
        """async () => {
          window.states = await import('/static/host/command_states.js')
          const data = { id: 'back', label: 'Back', icon: 'star-empty', iconOn: 'star-full', command: 'nav.back' }
          T.registry.register({ id: 'back', area: 'titleBar.tools.left', source: 'core', data })
          document.body.insertAdjacentHTML('beforeend', T.slot('titleBar.tools.left', 'back'))
        }"""
    )
    tool = page.get_by_role("button", name="Back")
    expect(tool).to_be_enabled()
    page.evaluate("states.setCommandState('nav.back', { disabled: true })")
    expect(tool).to_be_disabled()
    page.evaluate("states.setCommandState('nav.back', { pressed: true })")
    expect(tool).to_be_enabled()
    expect(tool).to_have_attribute("aria-pressed", "true")
    expect(tool.locator(".codicon-star-full")).to_have_count(1)


def test_data_that_cannot_be_read_leaves_an_entry_its_text(page: Page) -> None:
    page.evaluate(
        """() => {
          const data = new Proxy({}, { get() { throw new Error('not readable') } })
          T.registry.register({ id: 'p:odd', area: 'statusBar.left', source: 'plugin:p', data,
            render: () => T.h('i', null, 'words') })
          document.body.insertAdjacentHTML('beforeend', `<footer id="bar"><div data-area="statusBar.left">
            <hermes-slot area="statusBar.left" cid="p:odd"></hermes-slot></div></footer>`)
        }"""
    )
    expect(page.locator("#bar i")).to_have_text("words")
    labels = """async () => {
      const { barEntries } = await import('/static/host/bar_entries.js')
      return barEntries(document.getElementById('bar')).map(({ label }) => label)
    }"""
    assert page.evaluate(labels) == ["words"]
