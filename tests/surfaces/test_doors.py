"""Delegated clicks, links, clipboard, and the small desktop bridge."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_fragments_call_commands_verbs_and_page_functions(page: Page) -> None:
    page.evaluate(
        """async () => {
          T.registerCommand('test.go', () => { window.went = true })
          T.registry.register({ id: 'p:n|x', area: 'sidebar.nav', source: 'plugin:p', data: { label: 'n',
            onSelect: () => { window.called = true } } })
          await T.applyParts([{ target: '#workspace', html: `<button id="c" data-command="test.go">c</button>
            <button id="v" data-verb="plugins.decide" data-args='{"id":"x","enabled":false}'>v</button>
            <button id="f" data-call="sidebar.nav|p:n|x|onSelect">f</button>
            <div class="hermes-host"><button id="theirs" data-command="test.go2">theirs</button></div>` }])
        }"""
    )
    for name in ("c", "v", "f", "theirs"):
        page.locator(f"#{name}").click()
    assert page.evaluate("[went, called, T.calls]") == [True, True, [["plugins.decide", {"id": "x", "enabled": False}]]]
    expect(page.locator("[data-slot=toast]")).to_have_count(0)


def test_a_verb_that_fails_says_so(page: Page) -> None:
    page.evaluate(
        """
          () => { T.answers['plugins.reload'] = new Error('no disk');
            document.getElementById('workspace').innerHTML = '<button data-verb="plugins.reload">Reload</button>' }
        """
    )
    page.get_by_role("button", name="Reload").click()
    expect(page.locator("[data-slot=toast][data-kind=error]")).to_contain_text("no disk")


def test_links_to_places_in_the_page_leave_the_route_alone(page: Page) -> None:
    page.evaluate(
        """() => {
          T.navigate('/notes')
          document.getElementById('workspace').innerHTML = `<a href="#caf%C3%A9">down</a><a href="#">nowhere</a>
            <h2 id="café" tabindex="-1">here</h2>`
        }"""
    )
    page.get_by_role("link", name="down").click()
    expect(page.get_by_role("heading", name="here")).to_be_focused()
    page.get_by_role("link", name="nowhere").click()
    assert page.evaluate("[location.hash, T.$route.get(), T.calls]") == ["#/notes", "/notes", []]


def test_links_and_window_open_leave_through_the_bridge_and_routes_stay(page: Page) -> None:
    page.evaluate(
        """() => {
          T.answers['os.openExternal'] = true
          document.getElementById('workspace').innerHTML = `<a id="out" href="https://example.org/a">o</a>
            <a id="blank" target="_blank" href="mailto:a@b.c">b</a>
            <a id="route" href="#/there">r</a><a id="part" href="#workspace">p</a>`
        }"""
    )
    for name in ("out", "blank", "route"):
        page.locator(f"#{name}").click()
    assert page.evaluate("window.open('https://example.org/b') === null && window.open('') === null") is True
    page.evaluate("() => { window.open('#/opened') }")
    urls = page.evaluate("T.calls.filter(([verb]) => verb === 'os.openExternal').map(([, { url }]) => url)")
    assert urls == ["https://example.org/a", "mailto:a@b.c", "https://example.org/b"]
    assert page.evaluate("T.routes") == ["/there", "/opened"]
    assert page.url.endswith("#/opened")


def test_a_download_of_a_blob_is_the_engines_work(page: Page) -> None:
    page.evaluate(
        """() => {
          const url = URL.createObjectURL(new Blob(['text']))
          document.getElementById('workspace').innerHTML = `<a id="save" download="a.txt" href="${url}">save</a>`
        }"""
    )
    with page.expect_download() as download:
        page.locator("#save").click()
    assert download.value.suggested_filename == "a.txt"


def test_the_clipboard_falls_back_to_the_bridge(open_page: Callable[..., Page]) -> None:
    refuse = """
      navigator.clipboard && (navigator.clipboard.writeText = async () => { throw new DOMException('no',
        'NotAllowedError') })
    """
    page: Page = open_page(before=refuse)
    page.evaluate("async () => { T.answers['os.writeClipboard'] = true; await navigator.clipboard.writeText('text') }")
    assert page.evaluate("T.calls") == [["os.writeClipboard", {"text": "text"}]]
    refused = """
      async () => { T.answers['os.writeClipboard'] = false;
        try { await navigator.clipboard.writeText('x') } catch (error) { return error.name } }
    """
    assert page.evaluate(refused) == "NotAllowedError"


def test_the_desktop_bridge_has_what_it_has_and_nothing_else(page: Page) -> None:
    assert page.evaluate("Object.keys(hermesDesktop).sort()") == [
        "desktopPluginsRoot",
        "getConnection",
        "openExternal",
        "writeClipboard",
        "zoom",
    ]
    assert page.evaluate(
        "async () => [await hermesDesktop.desktopPluginsRoot(), await hermesDesktop.getConnection()]"
    ) == [
        "/home/someone/.hermes/desktop-plugins",
        None,
    ]


def test_zoom_answers_with_promises_and_tells_of_changes(page: Page) -> None:
    assert page.evaluate(
        """async () => {
          const { zoom } = hermesDesktop
          const seen = []
          const stop = zoom.onChanged((change) => seen.push(change.percent))
          const before = await zoom.get()
          await zoom.setPercent(110)
          await zoom.setPercent(110)
          const after = await zoom.get()
          stop()
          await zoom.setPercent(1000)
          const most = await zoom.get()
          const painted = document.documentElement.style.getPropertyValue('--hs-zoom')
          await zoom.setPercent(100)
          return [before.percent, after.percent, most.percent, painted, seen]
        }"""
    ) == [100, 110, 300, "3", [110]]


def test_a_plugin_error_is_one_toast_that_the_next_load_takes_away(page: Page) -> None:
    row = {
        "folder": "f",
        "id": "p",
        "name": "Pretty",
        "error": {"message": "x is not defined", "phase": "evaluate", "line": 3, "column": 7},
    }
    page.evaluate("(row) => { T.showPluginError(row); T.showPluginError(row) }", row)
    toast = page.locator("[data-slot=toast]")
    expect(toast).to_have_count(1)
    expect(toast).to_contain_text('Plugin "Pretty" failed to load')
    expect(toast).to_contain_text("plugin.js:3:7")
    page.evaluate("(row) => { T.clearPluginError(row.folder) }", row)
    expect(toast).to_have_count(0)
