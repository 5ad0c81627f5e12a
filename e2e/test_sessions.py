"""The list of sessions over the built-in gateway: groups, pins, search, drag, keys, selection, menus, plugin rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from e2e.conftest import find_in_palette, open_page
from e2e.shell_process import start_shell, write_plugin
from tests.session_seed import SeededChat, seed

S1, S2, S3 = "20261101_100001_aaaaa1", "20261101_100002_aaaaa2", "20261101_100003_aaaaa3"
Y1, Y2 = "20261001_100001_bbbbb1", "20261001_100002_bbbbb2"
LAST = "20260901_100199_c"
WHISTLE = "Where do the milliseconds of a start with fifty plugins go? Look at the profile, then blow the whistle."
CHATS = (
    SeededChat(S1, "Chip keeps a stale count", 0.1),
    SeededChat(S2, "Board plugin on slots", 0.2),
    SeededChat(S3, "Start time", 0.3, said=WHISTLE),
    SeededChat(Y1, "Release notes", 24 * 30),
    SeededChat(Y2, "Contrast audit", 24 * 31),
    *(SeededChat(f"20260901_100{at:03}_c", f"Older chat {at}", 24 * 40 + at) for at in range(200)),
)
DECORATORS = """
import { jsx } from 'react/jsx-runtime'
import { SESSION_ROW_AREAS, host } from '@hermes/plugin-sdk'

export default {
  id: 'ID',
  name: 'ID',
  register(ctx) {
    const render = RENDER
    ctx.register({ id: 'mark', area: SESSION_ROW_AREAS.trailing, data: { render } })
    globalThis.hostOfSessions = host.sessions
  },
}
"""
CALL = """async ([verb, args]) => {
  const main = document.querySelector('script[type=module]').src
  const { channel } = await import(new URL('channel.js', main).href)
  return channel.call('sessions.' + verb, args)
}"""


@pytest.fixture(scope="module")
def first(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The first window of a shell that the tests of this module share."""
    home = tmp_path_factory.mktemp("sessions") / "home"
    home.mkdir()
    seed(home, CHATS)
    marking = (
        "({ sessionId, lineageIds }) => jsx('b', { className: 'mark', children: sessionId + '/' + lineageIds.length })"
    )
    write_plugin(home, "marker", DECORATORS.replace("ID", "marker").replace("RENDER", marking))
    throwing = f"({{ sessionId }}) => {{ if (sessionId === '{S1}') throw new Error('no'); return null }}"
    write_plugin(home, "thrower", DECORATORS.replace("ID", "thrower").replace("RENDER", throwing))
    shell = start_shell(home, "--gateway", "demo")
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = open_page(context, shell.boot_url)
    expect(row(page, S1)).to_be_visible()
    yield page
    context.close()
    assert shell.stop() == 0


@pytest.fixture
def page(first: Page) -> Iterator[Page]:
    """The window, with the list as it was at first."""
    first.keyboard.press("Escape")
    yield first
    first.keyboard.press("Escape")
    search_field(first).fill("")
    facts = call(first, "facts", ids=[chat.id for chat in CHATS[:5]])
    for session in facts["sessions"]:
        call(first, "pin", id=session["id"], pinned=False)
        call(first, "setColor", id=session["id"], color=None)
        call(first, "folder", ids=[session["id"]], folder=None)
        for tag in session["tags"]:
            call(first, "tag", ids=[session["id"]], tag=tag, on=False)
    call(first, "reorder", ids=[])
    first.evaluate("document.querySelector('.hs-sessions-scroll').scrollTop = 0")
    expect(row(first, S1)).to_be_visible()


def call(page: Page, verb: str, **args: object) -> Any:
    return page.evaluate(CALL, [verb, args])


def row(page: Page, stored: str) -> Locator:
    return page.locator(f'[data-session-row="{stored}"]')


def link(page: Page, stored: str) -> Locator:
    return row(page, stored).locator(".hs-session-link")


def search_field(page: Page) -> Locator:
    return page.get_by_role("searchbox", name="Search chats and messages")


def group(page: Page, name: str) -> Locator:
    """The rows of a group of the list."""
    return page.locator(f'[data-session-row][data-group="{name}"]')


def menu_of(page: Page, stored: str) -> Locator:
    row(page, stored).hover()
    row(page, stored).locator("[data-session-menu]").click()
    menu = page.get_by_role("menu", name=re.compile("^Chat "))
    expect(menu).to_be_visible()
    return menu


def test_row_opens_its_chat_and_is_marked(page: Page) -> None:
    link(page, S2).click()

    expect(page).to_have_url(re.compile("#/20261101_100002_aaaaa2$"))
    expect(link(page, S2)).to_have_attribute("aria-current", "page")
    expect(page.locator("#workspace-page")).to_contain_text("You said: Hello there")


def test_pin_of_a_row_comes_and_goes_and_survives_a_reload(page: Page) -> None:
    row(page, Y1).hover()
    row(page, Y1).get_by_role("button", name="Pin Release notes").click()
    expect(group(page, "pinned")).to_have_count(1)

    page.reload()
    expect(page.locator("html[data-shell=ready]")).to_be_attached()
    expect(group(page, "pinned")).to_contain_text(["Release notes"])
    row(page, Y1).hover()
    row(page, Y1).get_by_role("button", name="Unpin Release notes").click()
    expect(group(page, "pinned")).to_have_count(0)


def test_68_pins_move_with_alt_and_arrows(page: Page) -> None:
    for stored in (S1, S2, S3):
        call(page, "pin", id=stored)
    link(page, S3).focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(group(page, "pinned")).to_contain_text(["Chip", "Start", "Board"])
    expect(link(page, S3)).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")
    expect(group(page, "pinned")).to_contain_text(["Start", "Chip", "Board"])


def test_68_pins_are_dragged_and_api_and_drag_agree(page: Page) -> None:
    for stored in (S1, S2, S3):
        call(page, "pin", id=stored)
    expect(group(page, "pinned")).to_contain_text(["Chip", "Board", "Start"])
    row(page, S3).drag_to(row(page, S1), target_position={"x": 60, "y": 4})
    expect(group(page, "pinned")).to_contain_text(["Start", "Chip", "Board"])

    page.evaluate("hostOfSessions.reorderPinned(['20261101_100002_aaaaa2', '20261101_100003_aaaaa3'])")
    expect(group(page, "pinned")).to_contain_text(["Board", "Chip", "Start"])


def test_row_dragged_into_the_pins_and_out_again(page: Page) -> None:
    call(page, "pin", id=S1)
    expect(group(page, "pinned")).to_have_count(1)
    row(page, Y1).drag_to(row(page, S1), target_position={"x": 60, "y": 4})
    expect(group(page, "pinned")).to_contain_text(["Release notes", "Chip"])

    row(page, Y1).drag_to(row(page, S2), target_position={"x": 60, "y": 4})
    expect(group(page, "pinned")).to_contain_text(["Chip"])
    expect(group(page, "manual").first).to_contain_text("Release notes")
    page.get_by_role("button", name="Sort by time").click()
    expect(group(page, "manual")).to_have_count(0)


def test_escape_leaves_a_drag_without_a_trace(page: Page) -> None:
    call(page, "pin", id=S1)
    expect(group(page, "pinned")).to_have_count(1)
    box = row(page, S2).bounding_box()
    target = row(page, S1).bounding_box()
    assert box is not None
    assert target is not None
    page.mouse.move(box["x"] + 60, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(target["x"] + 60, target["y"] + 4, steps=4)
    page.mouse.move(target["x"] + 61, target["y"] + 4)
    expect(row(page, S1)).to_have_attribute("data-drop", "before")
    page.keyboard.press("Escape")
    page.mouse.up()

    expect(page.locator("[data-drop]")).to_have_count(0)
    expect(group(page, "pinned")).to_have_count(1)


def test_keys_go_through_the_list_and_one_stop_is_enough(page: Page) -> None:
    link(page, S1).focus()
    page.keyboard.press("ArrowDown")
    expect(link(page, S2)).to_be_focused()
    expect(page.locator('.hs-sessions [tabindex="0"]')).to_have_count(1)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#/20261101_100001_aaaaa1$"))


def test_title_is_changed_in_its_place_and_a_taken_one_is_refused_there(page: Page) -> None:
    link(page, S2).focus()
    page.keyboard.press("F2")
    field = page.get_by_role("textbox", name="Title of the chat")
    expect(field).to_have_value("Board plugin on slots")
    field.fill("Start time")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Another chat has this title.")).to_be_visible()
    expect(field).to_be_focused()

    field.fill("Board, renamed")
    page.keyboard.press("Enter")
    expect(field).to_have_count(0)
    expect(row(page, S2)).to_contain_text("Board, renamed")
    expect(link(page, S2)).to_be_focused()
    call(page, "rename", id=S2, title="Board plugin on slots")


def test_deleted_row_comes_back_with_undo(page: Page) -> None:
    link(page, Y2).focus()
    page.keyboard.press("Delete")
    expect(row(page, Y2)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(row(page, Y2)).to_be_visible()


def test_menu_gives_colour_tag_and_folder(page: Page) -> None:
    menu = menu_of(page, S1)
    menu.get_by_role("menuitem", name="Tags").click()
    page.get_by_role("menuitem", name="New tag…").click()
    page.get_by_role("textbox", name="New tag").fill("wip")
    page.keyboard.press("Enter")
    expect(row(page, S1).locator(".hs-session-tag")).to_have_text("wip")

    menu = menu_of(page, S1)
    menu.get_by_role("menuitem", name="Colour").click()
    page.get_by_role("menuitemradio", name="Colour 3", exact=True).click()
    expect(row(page, S1).locator("[data-colored=true]")).to_be_visible()

    menu = menu_of(page, S1)
    menu.get_by_role("menuitem", name="Folder").click()
    page.get_by_role("menuitem", name="New folder…").click()
    page.get_by_role("textbox", name="New folder").fill("Research")
    page.keyboard.press("Enter")
    expect(group(page, "folder:Research")).to_have_count(1)


def test_several_rows_are_selected_and_sorted_at_once(page: Page) -> None:
    menu_of(page, S1).get_by_role("menuitem", name="Select").click()
    link(page, S3).click(modifiers=["Shift"])
    bar = page.get_by_role("toolbar", name="Selected chats")
    expect(bar).to_contain_text("3 selected")

    bar.get_by_role("button", name="Archive").click()
    expect(row(page, S1)).to_have_count(0)
    expect(bar).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(row(page, S3)).to_be_visible()

    link(page, S3).focus()
    page.keyboard.press("Space")
    bar.get_by_role("button", name="Select nothing").press("Enter")
    expect(bar).to_be_hidden()
    expect(link(page, S3)).to_be_focused()


def test_search_finds_titles_and_messages_with_a_snippet(page: Page) -> None:
    page.keyboard.press("Control+Shift+f")
    expect(search_field(page)).to_be_focused()
    page.keyboard.type("whistle")
    hit = page.locator(f'[data-session-row="{S3}"][data-kind="hit"]')
    expect(hit.locator("mark")).to_have_text("whistle")

    page.keyboard.press("Escape")
    expect(row(page, S1)).to_be_visible()
    page.keyboard.type("nowhere at all")
    expect(page.locator("[data-note=nothing]")).to_be_visible()

    page.keyboard.press("Escape")
    page.keyboard.insert_text("Board plugin")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"#/{S2}$"))


def test_palette_lists_chats_by_title_and_message(page: Page) -> None:
    find_in_palette(page, "go to chat", "Go to chat…")
    page.keyboard.press("Enter")
    expect(page.get_by_role("option", name="Chip keeps a stale count")).to_be_visible()
    page.keyboard.type("whistle")
    expect(page.get_by_role("option", name="Start time")).to_be_visible()
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#/20261101_100003_aaaaa3$"))


def test_long_list_has_only_the_rows_near_the_viewport(page: Page) -> None:
    scroll = page.locator(".hs-sessions-scroll")
    assert page.locator("[data-session-row]").count() < 120
    height = scroll.evaluate("one => one.scrollHeight")
    scroll.evaluate("one => { one.scrollTop = one.scrollHeight }")
    expect(row(page, LAST)).to_be_in_viewport()
    expect(row(page, S1)).to_have_count(0)
    assert scroll.evaluate("one => one.scrollHeight") == height, "the fillers are as high as what they stand for"


def test_density_of_the_rows_is_a_choice(page: Page) -> None:
    page.get_by_role("button", name="What the list shows").click()
    page.get_by_role("menuitemradio", name="With first words").click()
    expect(row(page, S1).locator(".hs-session-snippet")).to_be_visible()
    expect(row(page, S1)).to_have_css("height", "44px")
    page.get_by_role("button", name="What the list shows").click()
    page.get_by_role("menuitemradio", name="Compact").click()
    expect(row(page, S1)).to_have_css("height", "28px")


def test_SR1_70_plugins_decorate_rows_apart_from_one_another(page: Page) -> None:
    expect(row(page, S1).locator(".mark")).to_have_text(f"{S1}/1")
    expect(row(page, S2).locator(".mark")).to_have_text(f"{S2}/1")
    # The one that throws on s1 is a small broken chip there, and nothing elsewhere.
    slots = row(page, S1).locator('hermes-slot[area="sessionRow.trailing"]')
    expect(slots).to_have_attribute("data-state", "error")
    expect(row(page, S2).locator('hermes-slot[area="sessionRow.trailing"]')).to_have_attribute("data-state", "mounted")


def test_axe_finds_nothing_in_the_list(page: Page) -> None:
    call(page, "pin", id=S1)
    call(page, "tag", ids=[S2], tag="wip")
    expect(group(page, "pinned")).to_have_count(1)
    found = Axe().run(page, {"include": [".hs-sidebar"]})

    assert found.violations_count == 0, found.generate_report()


def test_list_that_fails_says_so_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    shell = start_shell(home, "--gateway", "none")
    context = browser.new_context(viewport={"width": 900, "height": 600})
    page = open_page(context, shell.boot_url)
    expect(page.locator("[data-note=closed]")).to_contain_text("No gateway is set up.")
    context.close()
    assert shell.stop() == 0
