"""Tools of the title bar as data (contract section 4.6), and which of them fold first."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

PUT = """async ([area, id, data]) => {
  if (!document.querySelector(`[data-area="${area}"]`)) {
    document.querySelector('footer').insertAdjacentHTML('beforeend', `<div data-area="${area}"></div>`)
  }
  window.ran ??= []
  if (data?.onSelect === 'run') data.onSelect = (event) => ran.push([id, event.type, location.hash])
  T.registry.register({ id, area, source: 'plugin:p', data })
  await T.put(area, [id])
}"""


def put(page: Page, name: str, data: Any, area: str = "titleBar.right") -> Locator:
    """Show a tool of the plugin p."""
    page.evaluate(PUT, [area, f"p:{name}", data])
    return page.locator(f"hermes-slot[cid='p:{name}']")


def test_a_badge_counts_and_is_not_there_at_zero(page: Page) -> None:
    one = put(page, "one", {"id": "one", "label": "Inbox", "icon": "mail", "badge": 3})
    expect(one.locator(".hs-tool-badge")).to_have_text("3")
    expect(one.get_by_role("button")).to_have_accessible_name("Inbox, 3")
    none = put(page, "none", {"id": "none", "label": "Inbox", "icon": "mail", "badge": 0})
    expect(none.locator(".hs-tool-badge")).to_have_count(0)
    expect(none.get_by_role("button")).to_have_accessible_name("Inbox")
    many = put(page, "many", {"id": "many", "label": "Inbox", "icon": "mail", "badge": 1234})
    expect(many.locator(".hs-tool-badge")).to_have_text("99+")
    expect(many.get_by_role("button")).to_have_accessible_name("Inbox, 1234")


def test_a_toggle_says_what_it_is_and_a_plain_tool_is_none(page: Page) -> None:
    on = put(page, "on", {"id": "on", "label": "Pin", "icon": "pin", "active": True})
    off = put(page, "off", {"id": "off", "label": "Pin", "icon": "pin", "active": False})
    plain = put(page, "plain", {"id": "plain", "label": "Pin", "icon": "pin", "className": "mine", "title": "Why"})
    expect(on.get_by_role("button")).to_have_attribute("aria-pressed", "true")
    expect(off.get_by_role("button")).to_have_attribute("aria-pressed", "false")
    assert plain.get_by_role("button").evaluate(
        "tool => [tool.hasAttribute('aria-pressed'), tool.classList.contains('mine'), tool.title]"
    ) == [False, True, "Why"]


def test_a_tool_navigates_and_then_calls_with_the_event(page: Page) -> None:
    tool = put(page, "go", {"id": "go", "label": "Go", "to": "/board", "onSelect": "run"})
    tool.get_by_role("button").click()
    assert page.evaluate("ran") == [["p:go", "click", "#/board"]]


def test_a_link_opens_outside_and_a_hidden_or_disabled_tool_does_nothing(page: Page) -> None:
    link = put(page, "link", {"id": "link", "label": "Docs", "icon": "book", "href": "https://example.org/"})
    link.get_by_role("link", name="Docs").click()
    assert ["os.openExternal", {"url": "https://example.org/"}] in page.evaluate("T.calls")
    hidden = put(page, "hidden", {"id": "hidden", "label": "x", "hidden": True})
    expect(hidden).to_have_text("")
    disabled = put(page, "disabled", {"id": "disabled", "label": "x", "disabled": True, "onSelect": "run"})
    expect(disabled.get_by_role("button")).to_be_disabled()


def test_the_hint_follows_the_keys_of_its_action(page: Page) -> None:
    tool = put(page, "hint", {"id": "hint", "label": "Go", "icon": "zap", "actionId": "p:later"}).get_by_role("button")
    expect(tool).to_have_attribute("title", "Go")
    page.evaluate(
        """() => T.registry.register({ id: 'p:later', area: 'keybinds', source: 'plugin:p',
          data: { id: 'p:later', label: 'Later', run() {}, defaults: ['mod+shift+y'] } })"""
    )
    expect(tool).to_have_attribute("title", "Go (Ctrl+Shift+Y)")
    page.evaluate("() => T.setBinding('p:later', ['mod+shift+u'])")
    expect(tool).to_have_attribute("title", "Go (Ctrl+Shift+U)")


def test_wrong_types_in_every_field_leave_a_tool_with_its_id(page: Page) -> None:
    page.evaluate("async () => { window.checks = await import('/static/host/item_checks.js') }")
    odd: dict[str, Any] = {
        "id": {},
        "label": {"a": 1},
        "icon": {"x": 1},
        "active": "yes",
        "className": 5,
        "disabled": "no",
        "hidden": 1,
        "href": [],
        "onSelect": "x",
        "actionId": {},
        "badge": "many",
        "title": [],
        "to": {},
        "tour": {},
    }
    tool = put(page, "odd", odd)
    expect(tool.get_by_role("button")).to_have_text("odd")
    problems = page.evaluate("() => checks.checkedItem(T.registry.get('titleBar.right', 'p:odd')).problems")
    # A number is as good as its text.
    assert {problem.split(":")[0] for problem in problems} == set(odd) - {"className"}
    for name, data in (("text", "just a text"), ("list", [1]), ("number", 7)):
        expect(put(page, name, data)).to_have_text("")
    expect(put(page, "markup", {"label": "<b>x</b>", "badge": "7"})).to_contain_text("<b>x</b>")


def test_a_badge_below_zero_is_none_and_a_label_of_a_megabyte_is_cut(page: Page) -> None:
    minus = put(page, "minus", {"id": "minus", "label": "m", "icon": "zap", "badge": -1})
    expect(minus.locator(".hs-tool-badge")).to_have_count(0)
    long = put(page, "long", {"id": "long", "label": "x" * 1_000_000})
    assert long.get_by_role("button").evaluate("tool => [tool.textContent.length, tool.title.length]") == [200, 200]


def test_the_highest_order_folds_first_and_errors_last(page: Page) -> None:
    order = page.evaluate(
        """async () => {
          const { foldOrder } = await import('/static/host/title_fold.js')
          const entry = (id, order, more = {}) => ({ id, order, core: false, broken: false, ...more })
          return foldOrder([
            entry('tool', 0, { core: true }), entry('a', 5), entry('b', -3), entry('broken', 99, { broken: true }),
            entry('c', 5), entry('d', 120),
          ]).map(({ id }) => id)
        }"""
    )
    assert order == ["d", "c", "a", "b", "broken"]
