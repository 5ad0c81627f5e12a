"""Find in page over the pane that has the focus (contract, `view.findInPage`)."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Locator, Page, expect

from e2e.conftest import find_in_palette, open_page
from e2e.shell_process import write_plugin
from e2e.shell_thread import ShellThread

PLUGIN = """
import { jsx } from 'react/jsx-runtime'
const HTML = `
  <p>The needle, a <b>need</b>le and a NEEDLE.</p>
  <p>need</p><p>le</p>
  <div style="display:none">needle</div><div style="visibility:hidden">needle</div>
  <details><summary>More</summary>needle</details>
  <span style="position:absolute;width:1px;height:1px;overflow:hidden">needle</span>
  <input value="needle" aria-label="A field"><textarea aria-label="Words">some words</textarea>
  <p>over\\n   two lines of needlework</p>
  <div id="late"></div>
  <div style="height:3000px"></div><p id="last">the last needle</p>`
export default {
  id: 'text',
  register(ctx) {
    const render = () => jsx('div', { className: 'text-of-plugin', dangerouslySetInnerHTML: { __html: HTML } })
    const rest = { overflow: 'auto', height: '100%' }
    const scroller = () => jsx('div', { id: 'scroller', style: rest, children: render() })
    ctx.register({ id: 'pane', area: 'panes', title: 'Text', data: { placement: 'right' }, render: scroller })
  }
}
"""
HIGHLIGHTS = "name => CSS.highlights.get(name)?.size ?? 0"


@pytest.fixture
def window(context: BrowserContext, shell: ShellThread) -> Page:
    """A window with the plugin's pane."""
    write_plugin(shell.home, "text", PLUGIN)
    page = open_page(context, shell.boot_url)
    expect(page.locator("#last")).to_be_attached()
    return page


def bar(page: Page) -> Locator:
    """The bar of find in page."""
    return page.locator("[data-slot=find-bar]")


def find(page: Page, text: str, count: str) -> None:
    """Open the bar, type, and wait for what it says."""
    page.keyboard.press("Control+f")
    expect(bar(page).get_by_label("Find", exact=True)).to_be_focused()
    page.keyboard.type(text)
    expect(bar(page).get_by_role("status")).to_have_text(count)


def test_opening_the_bar_lays_nothing_in_the_pane_out_anew(window: Page) -> None:
    style = "() => getComputedStyle(document.getElementById('last')).userSelect"
    before = window.evaluate(style)
    window.get_by_label("Words", exact=True).focus()
    find(window, "needle", "1 of 5")
    expect(window.locator(".hs-pane[data-searched]")).to_have_count(1)
    assert window.evaluate(style) == before


def test_matches_are_counted_painted_and_gone_through_without_touching_the_plugin(window: Page) -> None:
    window.evaluate(
        """() => {
          window.records = 0
          const changes = { subtree: true, childList: true, attributes: true, characterData: true }
          new MutationObserver((list) => (records += list.length)).observe(document.getElementById('scroller'), changes)
        }"""
    )
    window.get_by_label("Words", exact=True).focus()
    find(window, "needle", "1 of 5")
    assert window.evaluate(HIGHLIGHTS, "hs-find") == 5
    assert window.evaluate(HIGHLIGHTS, "hs-find-current") == 1
    status = bar(window).get_by_role("status")
    for key, count in (
        ("Enter", "2 of 5"),
        ("F3", "3 of 5"),
        ("Shift+Enter", "2 of 5"),
        ("Shift+F3", "1 of 5"),
        ("Shift+Enter", "5 of 5"),
    ):
        window.keyboard.press(key)
        expect(status).to_have_text(count)
    expect(window.locator("#last")).to_be_in_viewport()
    window.keyboard.press("Enter")
    expect(status).to_have_text("1 of 5")
    expect(window.locator("#last")).not_to_be_in_viewport()
    window.keyboard.press("Escape")
    expect(bar(window)).to_have_count(0)
    assert window.evaluate("CSS.highlights.size") == 0
    assert window.evaluate("records") == 0


def test_escape_brings_focus_and_caret_back(window: Page) -> None:
    field = window.get_by_label("Words", exact=True)
    field.focus()
    field.evaluate("field => field.setSelectionRange(4, 4)")
    find(window, "needle", "1 of 5")
    window.keyboard.press("Escape")
    expect(field).to_be_focused()
    window.keyboard.type("x")
    expect(field).to_have_value("somex words")


def test_case_whole_words_line_breaks_and_nothing(window: Page) -> None:
    window.get_by_label("Words", exact=True).focus()
    find(window, "NEEDLE", "1 of 5")
    window.keyboard.press("Alt+c")
    expect(bar(window).get_by_role("status")).to_have_text("1 of 1")
    expect(bar(window).get_by_role("button", name="Match case")).to_have_attribute("aria-pressed", "true")
    bar(window).get_by_role("button", name="Match case").click()
    window.keyboard.press("Alt+w")
    expect(bar(window).get_by_role("status")).to_have_text("1 of 4")
    field = bar(window).get_by_label("Find", exact=True)
    field.fill("over two lines")
    expect(bar(window).get_by_role("status")).to_have_text("1 of 1")
    field.fill("(needle")
    expect(bar(window).get_by_role("status")).to_have_text("No results")
    expect(bar(window).get_by_role("button", name="Next match")).to_be_disabled()
    field.fill("  ")
    expect(bar(window).get_by_role("status")).to_have_text("")


def test_what_changes_in_the_pane_is_followed_and_the_current_match_stays(window: Page) -> None:
    window.get_by_label("Words", exact=True).focus()
    find(window, "needle", "1 of 5")
    for _ in range(4):
        window.keyboard.press("Enter")
    status = bar(window).get_by_role("status")
    expect(status).to_have_text("5 of 5")
    window.evaluate("document.getElementById('late').textContent = 'a needle that came late'")
    expect(status).to_have_text("6 of 6")
    window.evaluate("document.querySelector('details').open = true")
    expect(status).to_have_text("7 of 7")
    window.evaluate("document.getElementById('last').remove()")
    expect(status).to_have_text("6 of 6")


def test_many_matches_are_bounded(window: Page) -> None:
    window.evaluate("document.getElementById('late').textContent = 'row '.repeat(5_100) + 'end'")
    window.get_by_label("Words", exact=True).focus()
    find(window, "row", "1 of 5000+")
    bar(window).get_by_label("Find", exact=True).fill("row end")
    expect(bar(window).get_by_role("status")).to_have_text("1 of 1")


def test_the_bar_goes_with_its_pane_and_opens_over_another(window: Page) -> None:
    window.get_by_label("Words", exact=True).focus()
    find(window, "needle", "1 of 5")
    expect(bar(window)).to_have_attribute("aria-label", "Find in Text")
    window.locator("#workspace-page").focus()
    window.keyboard.press("Control+f")
    expect(bar(window)).to_have_attribute("aria-label", "Find in New chat")
    expect(bar(window).get_by_role("status")).to_have_text("No results")
    window.keyboard.press("Escape")
    window.get_by_label("Words", exact=True).focus()
    find(window, "needle", "1 of 5")
    window.get_by_role("tab", name="Text").press("Delete")
    expect(bar(window)).to_have_count(0)


def test_a_floating_pane_is_searched_from_its_own_corner(window: Page) -> None:
    window.get_by_label("Words", exact=True).focus()
    find_in_palette(window, "float the pane", "Float the pane, or dock it")
    window.keyboard.press("Enter")
    card = window.locator("[data-zone='float:text:pane']")
    expect(card).to_be_visible()
    card.get_by_label("Words", exact=True).focus()
    find(window, "needle", "1 of 5")
    box, around = bar(window).bounding_box(), card.bounding_box()
    assert box is not None
    assert around is not None
    assert around["x"] <= box["x"]
    assert box["x"] + box["width"] <= around["x"] + around["width"]
    assert around["y"] <= box["y"] <= around["y"] + around["height"]


def test_the_plugins_page_is_searched_and_a_page_over_the_window_is_not(window: Page) -> None:
    window.evaluate("location.hash = '#/capabilities'")
    expect(window.get_by_role("heading", name="Plugins", exact=True)).to_be_visible()
    window.locator("#workspace-page").focus()
    find(window, "every plugin and every part", "1 of 1")
    window.keyboard.press("Control+,")
    expect(window.get_by_role("heading", name="Appearance")).to_be_visible()
    expect(bar(window)).to_have_count(0)
    window.keyboard.press("Control+f")
    window.keyboard.press("Control+k")
    expect(window.get_by_role("searchbox", name="Search settings")).to_be_focused()
    expect(bar(window)).to_have_count(0)


def test_the_commands_go_on_with_the_last_search(window: Page) -> None:
    window.get_by_label("Words", exact=True).focus()
    find(window, "needle", "1 of 5")
    window.keyboard.press("Escape")
    find_in_palette(window, "find the next match", "Find the next match")
    window.keyboard.press("Enter")
    expect(bar(window).get_by_role("status")).to_have_text("1 of 5")
    find_in_palette(window, "find the previous match", "Find the previous match")
    window.keyboard.press("Enter")
    expect(bar(window).get_by_role("status")).to_have_text("5 of 5")


def test_a_selection_is_what_is_looked_for(window: Page) -> None:
    window.evaluate(
        """() => {
          document.getElementById('last').closest('.hs-pane').focus()
          document.getElementById('last').style.userSelect = 'text'
          const text = document.getElementById('last').firstChild
          getSelection().setBaseAndExtent(text, 4, text, 8)
        }"""
    )
    window.keyboard.press("Control+f")
    expect(bar(window).get_by_label("Find", exact=True)).to_have_value("last")
    expect(bar(window).get_by_role("status")).to_have_text("1 of 1")


def test_an_engine_without_highlights_shows_a_frame_around_the_current_match(
    own_context: BrowserContext, shell: ShellThread
) -> None:
    write_plugin(shell.home, "text", PLUGIN)
    own_context.add_init_script("delete window.Highlight")
    page = open_page(own_context, shell.boot_url)
    page.get_by_label("Words", exact=True).focus()
    find(page, "last needle", "1 of 1")
    frame = page.locator(".hs-find-frame")
    expect(frame).to_be_visible()
    around, last = frame.bounding_box(), page.locator("#last").bounding_box()
    assert around is not None
    assert last is not None
    assert last["y"] <= around["y"] <= last["y"] + last["height"]


def test_the_bar_keeps_off_a_match_that_cannot_be_scrolled_away_from_it(window: Page) -> None:
    window.evaluate(
        """() => {
          const lines = '<p style="text-align:end">needle</p><br><br><br><br><p>thread</p>'
          document.getElementById('scroller').innerHTML = lines
        }"""
    )
    window.get_by_role("tab", name="Text").click()
    find(window, "needle", "1 of 1")
    expect(bar(window)).to_have_attribute("data-low", "")
    covers = """async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      const boxes = ['[data-slot=find-bar]', '#scroller > p'].map((one) => document.querySelector(one))
      const [bar, match] = boxes.map((one) => one.getBoundingClientRect())
      return bar.top < match.bottom
    }"""
    assert not window.evaluate(covers)
    window.keyboard.press("Control+a")
    window.keyboard.type("thread")
    expect(bar(window)).not_to_have_attribute("data-low", "")
    assert window.evaluate(covers)


def test_axe_finds_nothing_in_the_bar(window: Page) -> None:
    window.get_by_label("Words", exact=True).focus()
    find(window, "needle", "1 of 5")
    results = Axe().run(window, context="[data-slot=find-bar]")
    assert results.violations_count == 0, results.generate_report()
