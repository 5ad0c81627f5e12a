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


RANK = """async ([labels, query]) => {
  const { queryOf, searchGroups } = await import('/static/host/palette_search.js')
  const row = (one, at) => ({ key: String(at), label: one.split('|')[0], keywords: one.split('|')[1] ?? '' })
  const groups = labels.map((rows, at) => ({ label: String(at), rows: rows.map(row) }))
  return searchGroups(groups, queryOf(query)).map(({ label, hits }) => [label, ...hits.map((hit) => hit.row.label)])
}"""


def rank(page: Page, groups: list[list[str]], query: str) -> list[list[str]]:
    """Group numbers with their labels as a query ranks them; keywords stand behind a bar."""
    return page.evaluate(RANK, [groups, query])


def test_the_whole_label_comes_first_then_beginnings_words_parts_keywords_and_letters(page: Page) -> None:
    labels = [
        "x|boar", "b o a r", "Seaboard", "The other boar", "Boarding pass", "Boar", "boArd of boars", "nothing",
    ]  # fmt: skip
    assert rank(page, [labels], "boar") == [
        ["0", "Boar", "Boarding pass", "boArd of boars", "The other boar", "Seaboard", "x", "b o a r"],
    ]
    assert rank(page, [["Toggle sidebar", "Table"]], "tgsb") == [["0", "Toggle sidebar"]]
    assert rank(page, [["Open the board", "Board opener", "Cupboard, reopened"]], "board open") == [
        ["0", "Board opener", "Open the board", "Cupboard, reopened"],
    ]


def test_accents_capitals_and_spaces_do_not_matter_and_a_capital_begins_a_word(page: Page) -> None:
    assert rank(page, [["Réglages", "openBoard", "Open  it"]], " REGLAGES ") == [["0", "Réglages"]]
    assert rank(page, [["Cardboard", "openBoard"]], "board") == [["0", "openBoard", "Cardboard"]]


def test_PL1_groups_are_ranked_by_their_best_match_and_ties_keep_the_order(page: Page) -> None:
    groups = [["A board"], ["Board of two", "A board"], ["Board of one"]]
    assert rank(page, groups, "board") == [
        ["1", "Board of two", "A board"],
        ["2", "Board of one"],
        ["0", "A board"],
    ]


def test_rows_with_wrong_types_long_labels_and_markup_leave_the_palette_whole(page: Page) -> None:
    page.evaluate(ROWS)
    page.evaluate(
        """() => {
          plugin('long', { label: 'L'.repeat(1_000_000), keywords: 'k'.repeat(1_000_000) })
          plugin('markup', { label: '<b>bold</b> <img src=x onerror=alert(1)>', detail: () => '<i>x</i>' })
          plugin('types', { label: 'Odd types', keywords: 7, icon: 12, action: {}, detail: { a: 1 }, detailVariant: [],
            keepOpen: 'yes', labelKey: 9 })
          plugin('lines', { label: 'two\\nlines', detail: () => 'd'.repeat(5_000) })
          plugin('number', { label: 5 })
          plugin('throws', { label: 'Throwing detail', detail: () => { throw new Error('no detail') } })
          const data = { label: 'Throwing key', run() {}, get labelKey() { throw new Error('no key') } }
          T.registry.register({ id: 'p:key', area: 'palette', source: 'plugin:p', data })
          plugin('symbol', { label: 'Symbol detail', detail: () => Symbol('x') })
          T.openPalette()
        }"""
    )
    shown = page.get_by_role("listbox").locator(".hs-palette-label").all_inner_texts()
    assert [len(text) for text in shown if text.startswith("L")] == [201]
    assert {"<b>bold</b> <img src=x onerror=alert(1)>", "Odd types", "two lines", "Throwing detail"} <= set(shown)
    assert not {"5", "Throwing key"} & set(shown)
    expect(page.locator(".hs-palette img, .hs-palette b")).to_have_count(0)
    details = page.locator(".hs-palette-detail").all_inner_texts()
    assert "<i>x</i>" in details
    assert max(map(len, details)) == 81
    assert page.locator(".hs-palette-row", has_text="Odd types").locator(".codicon-zap").count() == 1


def test_a_detail_that_registers_its_own_row_anew_does_not_go_on_for_ever(page: Page) -> None:
    page.evaluate(ROWS)
    page.evaluate(
        """() => {
          window.reads = 0
          window.again = () => plugin('Loop', { detail: () => { reads += 1; again(); return 'read' } })
          again()
          T.openPalette()
        }"""
    )
    expect(page.get_by_role("option", name="Loop")).to_contain_text("read")
    page.keyboard.press("Escape")
    assert page.evaluate("reads") <= 20


def test_rows_that_were_run_last_come_first_and_only_while_nothing_is_typed(page: Page) -> None:
    page.evaluate(ROWS)
    page.evaluate("() => { for (const id of 'abcdefgh') plugin(id, {}); window.leave = plugin('gone', {}) }")
    for name in ("gone", *"abcdefgh", "c"):
        page.evaluate("T.openPalette()")
        page.get_by_role("combobox").fill(name)
        page.keyboard.press("Enter")
    page.evaluate("() => { leave(); T.openPalette() }")
    recent = page.locator(".hs-palette-row[data-row^='recent:'] .hs-palette-label")
    assert labels(page)[0] == "Recently used"
    assert recent.all_inner_texts() == ["c", "h", "g", "f", "e", "d"]
    assert ["palette.used", {"key": "plugin:p:p:c"}] in page.evaluate("T.calls")
    page.keyboard.type("c")
    expect(recent).to_have_count(0)
    page.get_by_role("combobox").fill("clear recently")
    page.keyboard.press("Enter")
    page.get_by_role("combobox").fill("")
    expect(page.get_by_role("option", name="Home")).to_be_visible()
    expect(recent).to_have_count(0)
    assert "Recently used" not in labels(page)
    assert page.evaluate("T.calls.at(-1)[0]") == "palette.clearRecent"


LIST = """async () => {
  const { registerPaletteList } = await import('/static/host/palette_lists.js')
  const { coreRow } = await import('/static/host/palette_row.js')
  window.seen = []
  const row = (key) => coreRow({ key, label: `Colour ${key}`, run: () => seen.push(`run ${key}`) })
  const list = { title: 'Colours', placeholder: 'Search colours', rows: () => ['red', 'green', 'blue'].map(row),
    current: () => 'green', preview: ({ key }) => seen.push(key), leave: () => seen.push('left') }
  const opener = { id: 'colours', label: 'Colour…', group: 'Appearance', keywords: [], icon: 'zap', list }
  window.close = registerPaletteList(opener)
}"""


def test_a_list_opens_inside_and_is_left_by_backspace_and_escape(page: Page) -> None:
    page.evaluate(ROWS)
    page.evaluate(LIST)
    page.evaluate("T.openPalette()")
    field = page.get_by_role("combobox")
    field.fill("colour")
    page.keyboard.press("Enter")
    chip = page.get_by_role("button", name="Back from Colours")
    expect(chip).to_be_visible()
    expect(field).to_have_value("")
    expect(page.get_by_role("option")).to_have_count(3)
    expect(page.locator("[role=option][aria-selected=true]")).to_have_text("Colour green")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Backspace")
    expect(chip).to_have_count(0)
    assert page.evaluate("seen") == ["green", "blue", "left"]
    field.fill("colour")
    page.keyboard.press("Enter")
    page.keyboard.type("red")
    page.keyboard.press("Backspace")
    expect(field).to_have_value("re")
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(chip).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("seen").count("left") == 2


def test_a_row_of_a_list_runs_and_its_chip_leads_back(page: Page) -> None:
    page.evaluate(ROWS)
    page.evaluate(LIST)
    page.evaluate("T.openPalette()")
    page.get_by_role("combobox").fill("colour")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Back from Colours").click()
    expect(page.get_by_role("option", name="Home")).to_be_visible()
    page.get_by_role("option", name="Colour…").first.click()
    page.get_by_role("option", name="Colour red").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("seen").index("left") < page.evaluate("seen").index("run red")


def test_the_focus_comes_back_to_what_took_the_place_of_an_element_or_to_its_pane(page: Page) -> None:
    page.evaluate(
        """() => document.getElementById('workspace').insertAdjacentHTML('beforeend',
          '<button id="twin">one</button><button class="nameless">two</button>')"""
    )
    page.locator("#twin").focus()
    page.evaluate(
        "() => { T.openPalette(); document.getElementById('twin').outerHTML = '<button id=twin>new</button>' }"
    )
    page.keyboard.press("Escape")
    expect(page.locator("#twin")).to_be_focused()
    page.evaluate("document.querySelector('.hs-pane').tabIndex = -1")
    page.locator(".nameless").focus()
    page.evaluate("() => { T.openPalette(); document.querySelector('.nameless').remove() }")
    page.keyboard.press("Escape")
    expect(page.locator("[data-pane=workspace]")).to_be_focused()


def test_the_caret_comes_back_into_text_that_is_edited(page: Page) -> None:
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<div id=text contenteditable>some words</div>')")
    page.locator("#text").click()
    page.evaluate(
        """() => {
          const text = document.getElementById('text').firstChild
          getSelection().setBaseAndExtent(text, 5, text, 5)
        }"""
    )
    page.evaluate("T.openPalette()")
    page.keyboard.press("Escape")
    page.keyboard.type("more ")
    expect(page.locator("#text")).to_have_text("some more words")
