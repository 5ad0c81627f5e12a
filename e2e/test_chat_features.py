"""What a chat offers beside sending, in a whole shell with the built-in gateway."""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from e2e.conftest import open_page, sign_in
from e2e.shell_process import ShellProcess, start_shell
from tests.session_seed import SeededChat, seed

WIDGETS = "20261001_100000_00abcd"
WIDGET = """<!doctype html><html><head><title>w</title></head><body>
<div style="height: 150px"><button data-hermes-send="  from the widget  ">Ask</button><p id="out"></p></div>
<script>
  const tell = (text) => { document.getElementById('out').textContent += text + ' ' }
  try { parent.document; tell('reached the page') } catch { tell('alone') }
  try { localStorage; tell('stored') } catch { tell('nothing stored') }
  fetch('/healthz').then(() => tell('fetched'), () => tell('no network'))
</script></body></html>"""
PREVIEWS = "Look:\n\n" + "\n\n".join(
    f'::preview{{file="{name}"}}' for name in ("widget.html", "../secret.html", "none.html", "notes.txt")
)

ODD = ("../../etc", "__proto__", "settings", "a/b?c#d%2F", 'say "hi" <b>', "Über ☃", "." * 200)
"""Stored ids that no address can hold as they are."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ShellProcess]:
    home = tmp_path_factory.mktemp("features") / "home"
    home.mkdir()
    seed(home, [SeededChat(key, f"Odd {n}", 30, f"said in {n}") for n, key in enumerate(ODD)])
    seed(home, [SeededChat(WIDGETS, "Widgets", 40, PREVIEWS)])
    folder = home.parent / "work"
    folder.mkdir()
    (folder / "widget.html").write_text(WIDGET, "utf-8")
    (home.parent / "secret.html").write_text("<p>secret</p>", "utf-8")
    with closing(sqlite3.connect(home / "desktop-shell" / "chats.db")) as database:
        database.execute("UPDATE sessions SET cwd = ? WHERE id = ?", (str(folder), WIDGETS))
        database.commit()
    shell = start_shell(home, "--gateway", "demo")
    yield shell
    shell.stop()


@pytest.fixture(scope="module")
def signed_in(browser: Browser, shared: ShellProcess) -> Iterator[tuple[BrowserContext, str]]:
    with sign_in(browser, shared) as found:
        yield found


@pytest.fixture
def page(signed_in: tuple[BrowserContext, str]) -> Iterator[Page]:
    """A window of its own on a new chat."""
    context, address = signed_in
    page = open_page(context, f"{address}#/")
    expect(field(page)).to_be_editable()
    yield page
    page.close()


def field(page: Page) -> Locator:
    return page.locator("#workspace-page [data-slot=composer-input]")


def say(page: Page, text: str) -> None:
    """Send a message and wait for the end of its answer."""
    field(page).click()
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    turn = page.locator("#workspace-page .hs-turn").filter(has_text=text).last
    expect(turn.locator(".hs-turn-status[data-state=done]")).to_be_attached()


def address_of(page: Page) -> str:
    page.wait_for_url(re.compile(r"#/\d{8}_"))
    return page.url.partition("#/")[2]


def test_a_setting_that_plugins_share_is_chosen_on_the_settings_page(page: Page) -> None:
    page.evaluate("() => { location.hash = '/settings?tab=chat' }")
    root = page.locator("html")
    page.get_by_role("radio", name="Technical").click()
    expect(root).to_have_attribute("data-tool-view", "technical")
    page.get_by_role("slider", name="Transparency of your messages").fill("42")
    expect(root).to_have_attribute("style", re.compile("--user-bubble-keep: 58%"))
    page.reload()
    expect(page.get_by_role("radio", name="Technical")).to_be_checked()
    expect(page.get_by_role("slider")).to_have_value("42")
    expect(root).to_have_attribute("data-tool-view", "technical")
    page.get_by_role("radio", name="Plain").click()
    page.get_by_role("slider").fill("0")
    expect(root).to_have_attribute("data-tool-view", "product")


def test_69_reset_begins_anew_and_takes_the_pin_along(page: Page) -> None:
    say(page, "before the reset")
    first = address_of(page)
    row = page.locator(f"[data-session-row='{first}']")
    row.hover()
    row.get_by_role("button", name="Pin").click()
    expect(row).to_have_attribute("data-group", "pinned")
    field(page).click()
    page.keyboard.type("/reset")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.locator(".hs-toast-message")).to_contain_text("go over to the new one")
    say(page, "after the reset")
    assert address_of(page) != first
    expect(page.locator(f"[data-session-row='{address_of(page)}']")).to_have_attribute("data-group", "pinned")
    expect(row).to_have_attribute("data-group", "today")


def test_chats_with_ids_that_no_address_holds_are_opened_from_the_list_and_by_their_address(page: Page) -> None:
    for n, key in enumerate(ODD):
        page.locator(".hs-session-link").filter(has_text=f"Odd {n}").click()
        expect(page.locator("#workspace-page .hs-answer")).to_contain_text(f"said in {n}")
        link = page.locator(".hs-session-link[aria-current=page] .hs-session-title")
        expect(link).to_have_text(f"Odd {n}")
        assert key == page.evaluate("() => document.querySelector('#workspace-page hermes-chat').getAttribute('key')")
        assert len(page.url) < 1_000
    page.go_back()
    expect(page.locator("#workspace-page .hs-answer")).to_contain_text("said in 5")
    page.reload()
    expect(page.locator("#workspace-page .hs-answer")).to_contain_text("said in 5")
    say(page, "and more")
    expect(page.locator(".hs-session-link[aria-current=page] .hs-session-title")).to_have_text("Odd 5")


def test_branch_on_a_message_has_what_was_said_up_to_it(page: Page) -> None:
    say(page, "first things")
    say(page, "second things")
    first = address_of(page)
    turn = page.locator("#workspace-page .hs-turn").filter(has_text="first things").first
    turn.get_by_role("button", name="Branch from here").press("Enter")
    page.wait_for_url(lambda url: bool(re.search(r"#/\d{8}_", url)) and first not in url)
    said = page.locator("#workspace-page .hs-user-text")
    expect(said).to_have_text(["first things"])
    say(page, "another way")
    expect(said).to_have_text(["first things", "another way"])
    page.reload()
    expect(said).to_have_text(["first things", "another way"])


def test_html_files_stand_alive_in_a_message_and_reach_nothing(page: Page) -> None:
    page.locator(".hs-session-link").filter(has_text="Widgets").click()
    frames = page.locator("#workspace-page .hs-preview-frame")
    expect(frames).to_have_count(1)
    inside = page.frame_locator("#workspace-page .hs-preview-frame").frame_locator("iframe")
    expect(inside.locator("#out")).to_have_text(re.compile("alone nothing stored no network"))
    expect(frames).to_have_css("height", re.compile("^1[5-9][0-9]"))
    theirs = page.locator("html").evaluate("(one) => getComputedStyle(one).getPropertyValue('--dt-foreground')")
    assert theirs.startswith("#")
    color = f"rgb({', '.join(str(int(theirs[at : at + 2], 16)) for at in (1, 3, 5))})"
    expect(inside.locator("#out")).to_have_css("color", color)
    reasons = ("secret.html.*outside", "none.html.*no such file", "notes.txt.*no such file")
    expect(page.locator("#workspace-page .hs-preview-card")).to_have_text([re.compile(one) for one in reasons])
    inside.get_by_role("button", name="Ask").click()
    expect(page.locator("#workspace-page .hs-user-text").last).to_have_text("from the widget")


@pytest.mark.parametrize("way", ["href", "form", "late"])
def test_an_html_file_cannot_leave_its_place(page: Page, shared: ShellProcess, way: str) -> None:
    asked: list[str] = []

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(
                b"<script>for(const w of [parent,top])w.postMessage({hermes:'send',text:'from elsewhere'},'*')</script>"
            )

    server = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    there = f"http://127.0.0.1:{server.server_port}/leak"
    go = {
        "href": f"location.href = '{there}'",
        "form": f"document.body.innerHTML = '<form action={there}></form>'; document.forms[0].submit()",
        "late": f"addEventListener('load', () => setTimeout(() => location.href = '{there}', 300))",
    }[way]
    (shared.home.parent / "work" / "widget.html").write_text(f"<body><p>x</p><script>{go}</script>", "utf-8")
    try:
        page.locator(".hs-session-link").filter(has_text="Widgets").click()
        if way == "late":
            expect(
                page.locator("#workspace-page .hs-preview-card").filter(has_text="It left its page.")
            ).to_be_visible()
        else:
            expect(page.locator("#workspace-page .hs-preview-frame")).to_have_count(1)
        page.wait_for_timeout(1000)
        assert asked == []
        expect(page.locator("#workspace-page .hs-user-text").filter(has_text="from elsewhere")).to_have_count(0)
    finally:
        (shared.home.parent / "work" / "widget.html").write_text(WIDGET, "utf-8")
        server.shutdown()
        server.server_close()
