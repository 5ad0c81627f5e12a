"""The hash is the router (rule RO2, plugin pattern 14)."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from hermes_shell.areas.routes import RESERVED, chat_key, chat_path, path_of
from tests.areas.test_routes import ADDRESSES

SHOW = """([route, kind, inside]) => T.applyParts([{ target: '#workspace',
  html: `<div id="workspace-page" data-route="${route}" data-page-kind="${kind}" tabindex="-1"
           style="height:100px;overflow:auto">${inside}</div>` }])"""
LONG = '<div style="height:2000px">long</div>'

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


def show(page: Page, route: str, kind: str, inside: str = "") -> None:
    """Go to a route and let the server answer it with a page of that kind."""
    page.evaluate("route => T.navigate(route)", route)
    page.evaluate(SHOW, [path_of(route), kind, inside])


def test_a_window_without_a_route_starts_where_the_last_one_was(open_page: Callable[..., Page]) -> None:
    first: Page = open_page()
    show(first, "/remembered?tab=1", "extension")
    first.evaluate("T.navigate('/remembered?tab=2')")
    second: Page = open_page()
    assert second.evaluate("[location.hash, T.$route.get()]") == ["#/remembered?tab=2", "/remembered?tab=2"]
    third: Page = open_page(route="#/asked")
    assert third.evaluate("T.$route.get()") == "/asked"
    third.evaluate("localStorage.clear()")


def test_only_what_was_a_page_is_remembered(open_page: Callable[..., Page]) -> None:
    page: Page = open_page()
    show(page, "/kept", "extension")
    for kind in ("waiting", "absent", "session", "unknown", "reserved"):
        show(page, f"/{kind}", kind)
        assert page.evaluate("Object.values(localStorage)") == ["/kept"]
    # The plugin goes away while its page is shown, then another window starts.
    show(page, "/kept", "absent")
    later: Page = open_page()
    assert later.evaluate("T.$route.get()") == "/kept"
    show(later, "/", "core")
    assert later.evaluate("Object.values(localStorage)") == ["/"]
    later.evaluate("localStorage.clear()")


def test_page_and_server_read_an_address_alike(page: Page) -> None:
    addresses = [address for address, _ in ADDRESSES]
    assert page.evaluate("addresses => addresses.map(T.pathOf)", addresses) == [path for _, path in ADDRESSES]


def test_nav_row_of_a_path_with_letters_that_engines_escape_is_current(page: Page) -> None:
    page.evaluate("""() => document.querySelector('[data-area="sidebar.nav"]')
      .insertAdjacentHTML('beforeend', '<li><a class="hs-nav-row" href="#/caf\u00e9">Caf\u00e9</a></li>')""")
    page.evaluate("T.navigate('/caf\u00e9/?x=1')")
    expect(page.locator("a.hs-nav-row[aria-current=page]")).to_have_text("Caf\u00e9")


def test_scroll_of_a_page_is_kept_for_when_one_comes_back(page: Page) -> None:
    shown = page.locator("#workspace-page")
    inner = '<section style="height:90px;overflow:auto" id="inner"><p style="height:900px">x</p></section>'
    show(page, "/a", "extension", LONG + inner)
    shown.evaluate("page => { page.scrollTop = 700 }")
    page.locator("#inner").evaluate("part => { part.scrollTop = 120 }")
    page.evaluate("T.frame()")
    show(page, "/b", "extension", LONG)
    assert shown.evaluate("page => page.scrollTop") == 0
    # It comes back in two steps: the plugin's content is not there at once.
    show(page, "/a", "extension")
    page.evaluate("html => { document.getElementById('workspace-page').innerHTML = html }", LONG + inner)
    page.evaluate("T.frame()")
    assert shown.evaluate("page => page.scrollTop") == 700
    assert page.locator("#inner").evaluate("part => part.scrollTop") == 120
    # Away and back with the plugin: the card in between changes nothing.
    show(page, "/a", "absent", "<p>off</p>")
    show(page, "/a", "extension", LONG + inner)
    assert shown.evaluate("page => page.scrollTop") == 700


def test_who_scrolls_meanwhile_is_left_alone(page: Page) -> None:
    shown = page.locator("#workspace-page")
    show(page, "/a", "extension", LONG)
    shown.evaluate("page => { page.scrollTop = 700 }")
    page.evaluate("T.frame()")
    show(page, "/b", "extension", LONG)
    show(page, "/a", "extension")
    shown.dispatch_event("wheel")
    page.evaluate("html => { document.getElementById('workspace-page').innerHTML = html }", LONG)
    page.evaluate("T.frame()")
    assert shown.evaluate("page => page.scrollTop") == 0


def test_keyboard_goes_on_in_the_page_that_a_button_brought(page: Page) -> None:
    show(page, "/a", "absent", "<button>Turn on</button>")
    page.get_by_role("button", name="Turn on").focus()
    page.evaluate(SHOW, ["/a", "extension", "<p>here</p>"])
    expect(page.locator("#workspace-page")).to_be_focused()


def test_nav_rows_are_current_at_once(page: Page) -> None:
    page.evaluate("T.navigate('/capabilities?tab=x')")
    assert page.evaluate(
        "[...document.querySelectorAll('a.hs-nav-row')].map((row) => row.getAttribute('aria-current'))"
    ) == [None, "page"]


def test_addresses_of_chats_are_the_servers(page: Page) -> None:
    keys = ["20261130_095928_6ede65", "../../etc", "__proto__", "Ü ☃", "~x", *(path[1:] or "-" for path in RESERVED)]
    code = "async ([name, all]) => all.map((await import('/static/host/route_path.js'))[name])"
    assert page.evaluate(code, ["chatPath", keys]) == [chat_path(key) for key in keys]
    paths = [*map(chat_path, keys), "/~", "/~x", "/~_w", "/~ü", "/~Li4!v"]
    assert page.evaluate(code, ["chatKey", paths]) == [chat_key(path) for path in paths]
