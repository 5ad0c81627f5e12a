"""Tabs, closing, revealing and visibility."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.surfaces.layout_parts import card, fill, group, layout

ZONE = """async () => {
  const tab = (id, active) =>
    `<div class="hs-tab" data-tab="${id}" data-active="${active}">
    <button role="tab" id="tab:${id}" tabindex="${active ? 0 : -1}"
    aria-selected="${active}" data-pane-activate="${id}">${id}</button>
    <button data-pane-close="${id}" aria-label="Close ${id}">x</button></div>`
  const panel = (id, hidden) =>
    `<div class="hs-pane" role="tabpanel" data-pane="${id}" id="pane:${id}" ${hidden}>${id}</div>`
  window.zone = (active) =>
    `<div class="hs-tabstrip">
    <div role="tablist">${['a', 'b', 'c'].map((id) => tab(id, id === active)).join('')}</div></div>
    ${['a', 'b', 'c'].map((id) => panel(id, id === active ? '' : 'hidden')).join('')}`
  await T.applyParts([{ target: '[data-zone="right"]', html: zone('a') }])
  window.pane = (id, source, data = {}) => T.registry.register({ id, area: 'panes', source, title: 'Pane ' + id,
    data, render: () => null })
}"""


def test_a_click_and_the_arrow_keys_activate_at_once_and_tell_the_server(page: Page) -> None:
    page.evaluate(ZONE)
    page.get_by_role("tab", name="b").click()
    expect(page.locator("#pane\\:b")).to_be_visible()
    expect(page.locator("#pane\\:a")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="c")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="a")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("End")
    assert page.evaluate("T.calls.map(([, { op, pane }]) => [op, pane])") == [
        ["activate", "b"],
        ["activate", "c"],
        ["activate", "a"],
        ["activate", "c"],
    ]


def test_a_morph_after_an_activation_keeps_focus_on_the_tab(page: Page) -> None:
    page.evaluate(ZONE)
    page.get_by_role("tab", name="b").click()
    page.evaluate("async () => { await T.applyParts([{ target: '[data-zone=\"right\"]', html: zone('b') }]) }")
    expect(page.get_by_role("tab", name="b")).to_be_focused()
    expect(page.locator("#pane\\:b")).to_be_visible()


def test_closing_one_of_several_panes_dismisses_it(page: Page) -> None:
    page.evaluate(ZONE)
    page.evaluate("() => { pane('a', 'plugin:p'); pane('b', 'plugin:p') }")
    page.get_by_label("Close a").click()
    page.get_by_role("tab", name="b").click(button="middle")
    expect(page.locator("[data-slot=toast]")).to_have_count(0)
    assert page.evaluate("T.calls") == [
        ["layout", {"op": "close", "pane": "a"}],
        ["layout", {"op": "close", "pane": "b"}],
    ]


def test_closing_the_only_pane_turns_the_plugin_off_with_undo(page: Page) -> None:
    page.evaluate(ZONE)
    page.evaluate(
        """
          () => { pane('a', 'plugin:p'); pane('b', 'plugin:q', { hideOnly: true }); pane('c', 'core',
            { onClose: () => { window.told = true } })
            T.answers.layout = 'p' }
        """
    )
    page.get_by_label("Close a").click()
    toast = page.locator("[data-slot=toast]")
    expect(toast).to_contain_text("Pane a is off")
    page.evaluate("() => { T.answers.layout = true }")
    toast.get_by_role("button", name="Undo").click()
    page.get_by_label("Close b").click()
    page.get_by_role("tab", name="c").press("Delete")
    expect(toast).to_have_count(0)
    assert page.evaluate("T.calls") == [
        ["layout", {"op": "close", "pane": "a"}],
        ["plugins.decide", {"id": "p", "enabled": True}],
        ["layout", {"op": "close", "pane": "b"}],
        ["layout", {"op": "close", "pane": "c"}],
    ]
    assert page.evaluate("window.told") is True


def test_visibility_is_one_atom_an_id_and_follows(page: Page) -> None:
    page.evaluate(ZONE)
    states = page.evaluate(
        """async () => {
          const $a = T.paneVisibility('a'), $b = T.paneVisibility('b'), $later = T.paneVisibility('later')
          const seen = []; $b.listen((now) => seen.push(now))
          const now = [$a === T.paneVisibility('a'), $a.get(), $b.get(), $later.get()]
          T.activatePane('b'); const then = [$a.get(), $b.get()]
          document.querySelector('[data-zone="right"]').dataset.minimised = ''
          await T.applyParts([{ target: '[data-zone="right"]',
            html: '<div class="hs-zone-fold"></div><div class="hs-pane" data-pane="later"></div>' }])
          return [now, then, seen, $later.get()]
        }"""
    )
    assert states == [[True, True, False, False], [False, True], [True, False], False]


def test_a_pane_whose_plugin_throws_on_close_is_closed_all_the_same(page: Page) -> None:
    page.evaluate(ZONE)
    page.evaluate(
        """
          () => {
            pane('a', 'plugin:p', { onClose() { throw new Error('not now') } })
            pane('b', 'plugin:q', { get uncloseable() { throw new Error('who knows') },
              get hideOnly() { throw new Error('who knows') } })
            T.answers.layout = 'p'
          }
        """
    )
    page.get_by_label("Close a").click()
    toasts = page.locator("[data-slot=toast]")
    expect(toasts.filter(has_text="Pane a is off")).to_have_count(1)
    expect(toasts.filter(has_text="Plugin p")).to_contain_text("not now")
    page.get_by_label("Close b").click()
    expect(toasts.filter(has_text="Plugin q")).to_have_count(0)
    assert page.evaluate("T.calls") == [
        ["layout", {"op": "close", "pane": "a"}],
        ["layout", {"op": "close", "pane": "b"}],
    ]


def test_the_visibility_of_a_pane_that_nobody_asks_for_any_more_is_forgotten(page: Page) -> None:
    page.evaluate(ZONE)
    page.evaluate(
        """() => {
          window.kept = T.paneVisibility('kept')
          window.refs = ['kept', 'heard', 'dropped'].map((id) => new WeakRef(T.paneVisibility(id)))
          window.seen = []; T.paneVisibility('heard').listen((now) => seen.push(now))
        }"""
    )
    page.request_gc()
    assert page.evaluate("refs.map((ref) => ref.deref() !== undefined)") == [True, True, False]
    page.evaluate(
        """async () => { await T.applyParts([{ target: '[data-zone="right"]',
          html: '<div class="hs-pane" data-pane="heard"></div><div class="hs-pane" data-pane="dropped"></div>' }]) }"""
    )
    assert page.evaluate("[seen, T.paneVisibility('dropped').get(), kept === T.paneVisibility('kept')]") == [
        [True],
        True,
        True,
    ]


def test_reveal_and_undismiss_ignore_blank_ids_and_ask_the_server(page: Page) -> None:
    page.evaluate(ZONE)
    page.evaluate(
        """
          () => { T.revealPane(''); T.revealPane('  '); T.undismissPane(' '); T.revealPane('a'); T.revealPane('b');
            T.revealPane('new'); T.undismissPane('x') }
        """
    )
    assert page.evaluate("T.calls.map(([, { op, pane }]) => [op, pane])") == [
        ["reveal", "b"],
        ["reveal", "new"],
        ["undismiss", "x"],
    ]


def test_a_card_that_can_be_seen_is_revealed_to_the_front(page: Page) -> None:
    page.evaluate("(parts) => T.applyParts(parts)", [layout(group("main"), floating=[card("f")]), fill("float:f", "f")])
    page.evaluate("() => { T.revealPane('f') }")
    assert page.evaluate("T.calls") == [["layout", {"op": "reveal", "pane": "f"}]]


def test_the_group_of_a_command_is_the_one_that_had_the_focus_before_the_palette(page: Page) -> None:
    page.evaluate(ZONE)
    zone = "() => T.focusedZone().dataset.zone"
    assert page.evaluate(zone) == "main"
    page.get_by_role("tab", name="b").click()
    assert page.evaluate(zone) == "right"
    current = page.locator("[data-current]")
    expect(current).to_have_attribute("data-zone", "right")
    page.evaluate("() => { T.openPalette() }")
    expect(page.get_by_role("combobox")).to_be_focused()
    expect(current).to_have_attribute("data-zone", "right")
    assert page.evaluate(zone) == "right"
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Plugins").focus()
    assert page.evaluate(zone) == "main"
    expect(current).to_have_attribute("data-zone", "main")
    assert page.evaluate("[T.zoneOf('b').dataset.zone, T.zoneOf('gone'), T.frontPane(T.zoneOf('b'))]") == [
        "right",
        None,
        "b",
    ]


def test_a_failed_operation_is_told(page: Page) -> None:
    page.evaluate("() => { T.answers.layout = new Error('the line is down') }")
    page.evaluate("async () => { await T.layoutOp('minimise', { zone: 'right' }) }")
    expect(page.locator("[data-slot=toast]")).to_contain_text("the line is down")


def test_a_strip_says_where_it_has_more_tabs_and_shows_the_front_one(page: Page) -> None:
    names = [f"p{number}" for number in range(8)]
    page.evaluate("(parts) => T.applyParts(parts)", [fill("right", *names)])
    strip = page.locator("[data-zone=right] .hs-tabs")
    expect(strip).to_have_attribute("data-more", "end")
    page.evaluate("(parts) => T.applyParts(parts)", [fill("right", *names, active="p4")])
    expect(strip).to_have_attribute("data-more", "start end")
    expect(page.get_by_role("tab", name="p4")).to_be_in_viewport(ratio=1)
    strip.hover()
    page.mouse.wheel(0, 5_000)
    expect(strip).to_have_attribute("data-more", "start")
    page.evaluate("(parts) => T.applyParts(parts)", [fill("right", "p4")])
    expect(strip).not_to_have_attribute("data-more", "start")


def test_a_strip_shows_its_front_tab_again_when_its_tabs_stand_elsewhere(page: Page) -> None:
    names = [f"p{number}" for number in range(8)]
    page.evaluate("(parts) => T.applyParts(parts)", [fill("right", *names)])
    page.evaluate("(parts) => T.applyParts(parts)", [fill("right", *names[1:], "p0", active="p0")])
    expect(page.get_by_role("tab", name="p0")).to_be_in_viewport(ratio=1)


MORE = '<button data-tabs-menu="right" aria-label="All tabs">more</button>'


def test_all_tabs_of_a_strip_stand_in_a_menu(page: Page) -> None:
    names = [f"p{number}" for number in range(8)]
    part = fill("right", *names)
    part["html"] = str(part["html"]).replace('<div class="hs-pane"', f'{MORE}<div class="hs-pane"', 1)
    page.evaluate("async () => (await import('/static/host/tabs_menu.js')).startTabsMenu()")
    page.evaluate("(parts) => T.applyParts(parts)", [part])
    button = page.get_by_role("button", name="All tabs")
    button.press("Enter")
    menu = page.get_by_role("menu", name="All tabs")
    expect(menu.get_by_role("menuitemradio")).to_have_text(names)
    expect(menu.get_by_role("menuitemradio", checked=True)).to_have_text("p0")
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(button).to_be_focused()
    button.click()
    menu.get_by_role("menuitemradio", name="p6").click()
    expect(page.get_by_role("tab", name="p6")).to_be_focused()
    expect(page.get_by_role("tab", name="p6")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tab", name="p6")).to_be_in_viewport(ratio=1)


def test_a_strip_that_stands_upright_says_so_too(page: Page) -> None:
    names = [f"p{number}" for number in range(8)]
    page.evaluate("(parts) => T.applyParts(parts)", [fill("right", *names)])
    strip = page.locator("[data-zone=right] .hs-tabs")
    strip.evaluate("strip => { strip.style.cssText = 'flex-direction: column; height: 90px; overflow: hidden auto' }")
    expect(strip).to_have_attribute("data-more", "end")
    page.evaluate("(parts) => T.applyParts(parts)", [fill("right", *names, active="p7")])
    expect(strip).to_have_attribute("data-more", "start")
    expect(page.get_by_role("tab", name="p7")).to_be_in_viewport(ratio=1)


def test_a_plugin_may_have_tabs_of_its_own_in_a_pane(page: Page) -> None:
    page.evaluate(ZONE)
    page.evaluate(
        """
          () => document.getElementById('pane:a').insertAdjacentHTML('beforeend', `<div role="tablist">
            <div id="own" data-tab="own" data-active="true"><button role="tab" aria-selected="true" tabindex="0">own
            </button></div></div>`)
        """
    )
    page.get_by_role("tab", name="b").click()
    assert page.evaluate("T.frontPane(document.querySelector('[data-zone=right]'))") == "b"
    page.get_by_role("tab", name="a", exact=True).click()
    own = page.locator("#own")
    expect(own).to_have_attribute("data-active", "true")
    expect(own.get_by_role("tab")).to_have_attribute("aria-selected", "true")
    expect(own.get_by_role("tab")).to_have_attribute("tabindex", "0")
