"""The command palette (contract section 4.8, rule PL1)."""

from __future__ import annotations

from playwright.sync_api import Page, expect

ROWS = """() => {
  window.ran = []
  window.core = (id, data) => T.registry.register({ id, area: 'palette', source: 'core', data })
  window.plugin = (id, data, more = {}) => T.registry.register({ id: 'p:' + id, area: 'palette', source: 'plugin:p',
    data: { id, label: id, run: () => ran.push(id), ...data }, ...more })
  core('nav.home', { label: 'Home', command: 'nav.home' })
  core('appearance.toggleMode', { label: 'Toggle light and dark', command: 'appearance.toggleMode' })
  core('settings.open', { label: 'Open settings', command: 'nav.settings' })
}"""


def labels(page: Page) -> list[str]:
    """Headings and row labels from top to bottom."""
    return page.locator(".hs-palette-heading, .hs-palette-label").all_inner_texts()


def test_PL1_contributed_rows_form_one_group_after_go_to_and_rows_without_label_or_run_are_dropped(page: Page) -> None:
    page.evaluate(ROWS)
    page.evaluate(
        """() => {
          plugin('Second', {}, { order: 2 }); plugin('First', {}, { order: 1 })
          plugin('no-label', { label: '' }); plugin('no-run', { run: null })
          T.registry.register({ id: 'p:pane', area: 'panes', source: 'plugin:p', title: 'My pane', render: () =>
            null, data: { placement: 'left' } })
          T.openPalette()
        }"""
    )
    assert labels(page) == [
        "Go to", "Home", "Commands", "First", "Second", "Panes", "Show My pane", "Appearance",
        "Toggle light and dark",
        "Settings", "Open settings",
    ]  # fmt: skip


def test_PL1_the_commands_group_is_left_out_when_empty(page: Page) -> None:
    page.evaluate(ROWS)
    page.evaluate("T.openPalette()")
    assert "Commands" not in labels(page)


def test_PL1_label_key_is_translated_with_the_label_as_fallback(page: Page) -> None:
    page.evaluate(ROWS)
    page.evaluate(
        """() => {
          T.translations.registerBundles('p', { en: { open: 'Translated' } })
          plugin('a', { label: 'Plain', labelKey: 'open' }); plugin('b', { label: 'Fallback', labelKey: 'missing' })
          T.openPalette()
        }"""
    )
    assert {"Translated", "Fallback"} <= set(labels(page))
    assert "Plain" not in labels(page)


def test_PL1_keep_open_stays_and_reads_detail_again(page: Page) -> None:
    page.evaluate(ROWS)
    page.evaluate(
        """
          () => { window.n = 0; plugin('Count', { keepOpen: true, detail: () => 'n ' + n, run: () => { n += 1 } });
            T.openPalette() }
        """
    )
    row = page.get_by_role("option", name="Count")
    expect(row.locator(".hs-palette-detail")).to_have_text("n 0")
    row.click()
    expect(row.locator(".hs-palette-detail")).to_have_text("n 1")
    page.keyboard.press("Escape")
    page.evaluate("() => { n = 7; T.openPalette() }")
    expect(row.first.locator(".hs-palette-detail")).to_have_text("n 7")


def test_a_query_ranks_marks_and_finds_by_keywords(page: Page) -> None:
    page.evaluate(ROWS)
    page.evaluate(
        "() => { plugin('Open board', { keywords: ['kanban', 'tasks'] }); plugin('Other', {}); T.openPalette() }"
    )
    page.keyboard.type("board")
    expect(page.locator(".hs-palette-label mark").first).to_have_text("board")
    page.get_by_role("combobox").fill("kanban")
    expect(page.get_by_role("option")).to_have_text(["Open board"])
    page.get_by_role("combobox").fill("zzzz")
    expect(page.locator(".hs-palette-empty")).to_be_visible()


def test_the_keyboard_does_everything(page: Page) -> None:
    page.evaluate(ROWS)
    page.evaluate(
        """
          () => { for (let n = 0; n < 40; n++) plugin('row ' + n, {}); document.body.insertAdjacentHTML('beforeend',
            '<input id="before">') }
        """
    )
    page.locator("#before").focus()
    page.evaluate(
        """
          T.registry.register({ id: 'k', area: 'keybinds', source: 'core', data: { label: 'k',
            command: 'nav.commandPalette', defaults: ['mod+k'] } }), 0
        """
    )
    page.keyboard.press("Control+k")
    chosen = page.locator("[role=option][aria-selected=true]")
    expect(chosen).to_contain_text("Home")
    page.keyboard.press("End")
    expect(chosen).to_contain_text("Open settings")
    expect(chosen).to_be_in_viewport()
    page.keyboard.press("Home")
    page.keyboard.press("PageDown")
    expect(chosen).to_contain_text("row 9")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("ran") == ["row 8", "row 8"]
    expect(page.locator("#before")).to_be_focused()
    page.keyboard.press("Control+k")
    page.keyboard.type("row")
    page.keyboard.press("Escape")
    expect(page.get_by_role("combobox")).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.locator("#before")).to_be_focused()


def test_a_run_that_throws_is_a_toast_with_the_plugin_name(page: Page) -> None:
    page.evaluate(ROWS)
    page.evaluate("() => { plugin('Fail', { run: () => { throw new Error('no luck') } }); T.openPalette() }")
    page.get_by_role("option", name="Fail").click()
    toast = page.locator("[data-slot=toast][data-kind=error]")
    expect(toast).to_contain_text("Plugin p")
    expect(toast).to_contain_text("no luck")


def test_of_five_thousand_rows_only_those_in_sight_exist(page: Page) -> None:
    page.evaluate(ROWS)
    page.evaluate(
        """() => {
          const row = (n) => ({ id: 'p:' + n, area: 'palette', source: 'plugin:p',
            data: { id: 'p' + n, label: 'Row ' + n, run: () => {} } })
          T.registry.registerMany(Array.from({ length: 5000 }, (_, n) => row(n)))
          T.openPalette()
        }"""
    )
    assert 5 < page.get_by_role("option").count() < 60
    page.keyboard.press("End")
    expect(page.locator("[role=option][aria-selected=true]")).to_be_in_viewport()
    expect(page.locator("[role=option][aria-selected=true]")).to_have_attribute("aria-posinset", "5003")


def test_a_row_that_cannot_be_drawn_or_read_leaves_the_palette_alone(page: Page) -> None:
    page.evaluate(
        """() => {
          const Broken = () => { throw new Error('no icon') }
          const row = (id, data) => T.registry.register({ id, area: 'palette', source: 'plugin:p', data })
          row('p:icon', { id: 'icon', label: 'Broken icon', icon: Broken, run() {} })
          row('p:getter', { id: 'getter', get label() { throw new Error('no label') }, run() {} })
          row('p:words', { id: 'words', label: 'Odd words', keywords: [Symbol('x')], run() {} })
          row('p:fine', { id: 'fine', label: 'Fine', run() {} })
          T.registry.register({ id: 'p:pane', area: 'panes', source: 'plugin:p', title: { a: 1 }, render: () => null })
          T.openPalette()
        }"""
    )
    expect(page.locator(".hs-palette-row", has_text="Broken icon")).to_be_visible()
    expect(page.locator(".hs-palette-row", has_text="Fine")).to_be_visible()
    page.keyboard.type("fine")
    expect(page.locator(".hs-palette-row", has_text="Fine")).to_be_visible()
