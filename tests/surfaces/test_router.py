"""The hash is the router (rule RO2, plugin pattern 14)."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

PANES = """() => {
  const pane = (id, hidden) => `<div class="hs-pane" data-pane="${id}" ${hidden}></div>`
  document.querySelector('[data-zone=main]').insertAdjacentHTML('beforeend', pane('other', 'hidden'))
}"""


def test_navigate_sets_the_hash_at_once_and_tells_the_server_once(page: Page) -> None:
    seen = page.evaluate(
        """async () => {
          window.changes = 0; addEventListener('hashchange', () => { changes += 1 })
          T.navigate('#/x'); const now = [location.hash, T.$route.get()]
          await T.frame(); await T.frame()
          T.navigate('/y'); await T.frame(); await T.frame()
          return [now, T.routes, changes]
        }"""
    )
    assert seen == [["#/x", "/x"], ["/x", "/y"], 2]


def test_a_plugin_may_set_the_hash_itself(page: Page) -> None:
    page.evaluate("async () => { location.hash = '#/capabilities'; await T.frame(); await T.frame() }")
    assert page.evaluate("[T.$route.get(), T.routes]") == ["/capabilities", ["/capabilities"]]
    expect(page.locator("a.hs-nav-row[aria-current=page]")).to_have_text("Plugins")


def test_RO2_re_navigation_reveals_the_workspace_pane(page: Page) -> None:
    page.evaluate(PANES)
    page.evaluate("() => { T.navigate('/capabilities'); T.activatePane('other') }")
    workspace = page.locator(".hs-pane[data-pane=workspace]")
    expect(workspace).to_have_js_property("hidden", True)
    page.get_by_role("link", name="Plugins").click()
    expect(workspace).to_have_js_property("hidden", False)
    assert page.evaluate("T.calls.at(-1)") == ["layout", {"op": "reveal", "pane": "workspace"}]
    page.evaluate("() => { T.activatePane('other'); T.navigate('/capabilities') }")
    expect(workspace).to_have_js_property("hidden", False)


def test_a_window_without_a_route_starts_where_the_last_one_was(open_page: Callable[..., Page]) -> None:
    first: Page = open_page()
    first.evaluate("T.navigate('/remembered')")
    second: Page = open_page()
    assert second.evaluate("[location.hash, T.$route.get()]") == ["#/remembered", "/remembered"]
    third: Page = open_page(route="#/asked")
    assert third.evaluate("T.$route.get()") == "/asked"
    third.evaluate("localStorage.clear()")


def test_nav_rows_are_current_at_once(page: Page) -> None:
    page.evaluate("T.navigate('/capabilities?tab=x')")
    assert page.evaluate(
        "[...document.querySelectorAll('a.hs-nav-row')].map((row) => row.getAttribute('aria-current'))"
    ) == [None, "page"]
