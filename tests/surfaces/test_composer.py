"""The composer on its own: keys, input methods, messages, files, chips (contract 1.5, 4.11)."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.surfaces.composer_parts import facts, mount, paste, sent, text, wait_for_call
from tests.surfaces.conftest import SNAPSHOT, OpenPage


def test_enter_sends_and_the_text_leaves_when_it_is_kept(page: Page) -> None:
    field = mount(page)
    page.evaluate("() => { T.answers['chat.submit'] = new Promise((resolve) => { T.kept = resolve }) }")
    field.click()
    page.keyboard.type("first")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("second")
    page.keyboard.press("Enter")
    (call,) = wait_for_call(page)
    assert call["key"] == "s1"
    prompt = call["prompt"]
    assert (prompt["text"], prompt["display_text"], prompt["attachments"]) == ("first\nsecond", "first\nsecond", [])
    assert text(page) == "first\nsecond"
    page.keyboard.press("Enter")
    page.keyboard.type(" and more")
    page.evaluate("() => T.kept({ key: 's1' })")
    expect(field).to_have_text("and more")
    assert len(sent(page)) == 1


def test_message_that_is_refused_stays_and_goes_out_under_the_same_name(page: Page) -> None:
    field = mount(page)
    page.evaluate("() => { T.answers['chat.submit'] = new Error('connection lost') }")
    field.click()
    page.keyboard.type("hello")
    page.keyboard.press("Enter")
    expect(page.locator('[data-slot="toast"]')).to_contain_text("connection lost")
    assert text(page) == "hello"
    page.evaluate("() => { T.answers['chat.submit'] = { key: 's1' } }")
    page.keyboard.press("Enter")
    first, second = wait_for_call(page, count=2)
    assert first["prompt"]["client_id"] == second["prompt"]["client_id"]
    expect(field).to_have_text("")


def test_file_that_the_gateway_would_not_take_is_refused_at_once_with_its_size(page: Page) -> None:
    mount(page)
    page.evaluate(
        """async () => {
          const { $gateway } = await import('/static/host/gateway_state.js')
          $gateway.set({ ...$gateway.get(), attachments: { file: 3_000_000, image: 1_000_000 } })
          T.composer.files.add([new File([new Uint8Array(2_500_000)], 'a.png', { type: 'image/png' })])
        }"""
    )
    toast = page.locator('[data-slot="toast"]')
    expect(toast).to_contain_text("a.png has 2.4 MB, and the gateway takes 977 kB at most.")
    assert page.evaluate("() => T.composer.files.isEmpty")


def test_file_that_could_not_be_uploaded_keeps_the_message_and_says_so(page: Page) -> None:
    field = mount(page)
    page.route("**/api/chat/attachments", lambda route: route.fulfill(status=507, json={"error": "no room"}))
    page.evaluate("() => T.composer.files.add([new File(['x'], 'a.txt')])")
    expect(page.locator(".hs-composer-file")).to_have_attribute("data-state", "failed")
    field.click()
    page.keyboard.type("look")
    page.keyboard.press("Enter")
    expect(page.locator('[data-slot="toast"]').first).to_contain_text("a.txt is not attached. Remove it")
    assert text(page) == "look"
    assert sent(page) == []


def test_enter_of_an_input_method_sends_nothing(page: Page) -> None:
    field = mount(page)
    field.click()
    page.keyboard.type("k")
    for fields in ("isComposing: true", "keyCode: 229"):
        page.evaluate(
            f"() => document.querySelector('[data-slot=composer-input]').dispatchEvent("
            f"new KeyboardEvent('keydown', {{ key: 'Enter', bubbles: true, cancelable: true, {fields} }}))"
        )
    page.evaluate("() => T.frame()")
    assert sent(page) == []
    assert text(page).startswith("k")


@pytest.mark.parametrize(
    ("setting", "verb", "mode"),
    [("queue", "chat.submit", "queue"), ("steer", "chat.steer", None), ("interrupt", "chat.submit", "interrupt")],
)
def test_enter_while_a_turn_runs_does_what_the_setting_says(
    open_page: OpenPage, setting: str, verb: str, mode: str | None
) -> None:
    preferences: Any = SNAPSHOT["preferences"]
    page = open_page(preferences={**preferences, "chat.enterWhileBusy": setting})
    mount(page, answers={"chat.steer": "queued"}).click()
    facts(page, busy=True)
    page.keyboard.type("more")
    page.keyboard.press("Enter")
    (call,) = wait_for_call(page, verb)
    assert (call["text"] if mode is None else call["prompt"]["mode"]) == (mode or "more")


def test_mod_enter_queues_whatever_the_setting_says(open_page: OpenPage) -> None:
    preferences: Any = SNAPSHOT["preferences"]
    page = open_page(preferences={**preferences, "chat.enterWhileBusy": "interrupt"})
    mount(page).click()
    facts(page, busy=True)
    page.keyboard.type("later")
    page.keyboard.press("Control+Enter")
    assert wait_for_call(page)[0]["prompt"]["mode"] == "queue"


def test_escape_stops_the_turn_and_nothing_else(page: Page) -> None:
    mount(page).click()
    page.keyboard.press("Escape")
    assert sent(page, "chat.interrupt") == []
    facts(page, busy=True)
    page.keyboard.press("Escape")
    wait_for_call(page, "chat.interrupt")


def test_queued_messages_go_out_now_by_their_key(page: Page) -> None:
    mount(page).click()
    facts(page, busy=True)
    page.keyboard.press("Control+Shift+K")
    assert sent(page, "chat.interrupt") == []
    facts(page, busy=True, queued=[{"client_id": "c", "text": "waits"}])
    page.keyboard.press("Control+Shift+K")
    wait_for_call(page, "chat.interrupt")


def test_button_is_disabled_then_sends_then_stops(page: Page) -> None:
    field = mount(page)
    send, stop = page.locator("[data-composer=send]"), page.locator("[data-composer=stop]")
    expect(send).to_be_disabled()
    field.click()
    page.keyboard.type("x")
    expect(send).to_be_enabled()
    facts(page, busy=True)
    expect(stop).to_be_visible()
    expect(send).to_be_visible()
    page.keyboard.press("Backspace")
    expect(send).to_be_hidden()
    stop.click()
    wait_for_call(page, "chat.interrupt")


def test_arrow_up_in_an_empty_composer_brings_what_was_sent(page: Page) -> None:
    field = mount(page, answers={"chat.submit": {"key": "s1"}})
    field.click()
    for said in ("one", "two"):
        page.keyboard.type(said)
        page.keyboard.press("Enter")
        expect(field).to_have_text("")
    page.keyboard.press("ArrowUp")
    assert text(page) == "two"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert text(page) == "one"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert text(page) == ""


def test_text_typed_before_the_editor_comes_is_kept(page: Page) -> None:
    page.evaluate(
        """async () => {
          const { ComposerView } = await import('/static/host/composer_view.js')
          const place = document.createElement('div')
          document.querySelector('#workspace').append(place)
          T.composers = [new ComposerView(place, 'new:1')]
          T.composers[0].text.element.focus()
          document.execCommand('insertText', false, 'early @file:a.txt bird')
          await T.composers[0].text.ready
        }"""
    )
    assert text(page) == "early @file:a.txt bird"
    expect(page.locator(".hs-composer-chip")).to_have_text("@file:a.txt")


# Chips


def test_pasted_references_and_commands_are_chips(page: Page) -> None:
    field = mount(page)
    field.click()
    whole = "/plan with @file:src/app.ts and me@host.org\n- @folder:docs/"
    paste(page, whole)
    assert text(page) == whole
    expect(page.locator(".hs-composer-chip")).to_have_text(["/plan", "@file:src/app.ts", "@folder:docs/"])
    page.keyboard.press("Backspace")
    assert text(page) == whole.removesuffix("@folder:docs/")


def test_long_paste_is_one_chip_and_stays_itself(page: Page) -> None:
    field = mount(page, answers={"chat.submit": {"key": "s1"}})
    field.click()
    page.keyboard.type("before ")
    whole = "line of text\n" * 80_000
    paste(page, whole)
    page.keyboard.type(" behind")
    chip = page.locator('[data-chip="paste"]')
    expect(chip).to_contain_text("80,001 lines")
    assert page.evaluate("() => document.querySelectorAll('[data-slot=composer-input] *').length") < 10
    page.keyboard.press("Enter")
    (call,) = wait_for_call(page)
    assert call["prompt"]["text"] == f"before {whole} behind"


def test_undo_brings_back_what_was_replaced(page: Page) -> None:
    mount(page).click()
    page.keyboard.type("mine")
    page.evaluate("() => T.door.setDraft(null, 'a plugin wrote this')")
    expect(page.locator('[data-slot="composer-input"]')).to_have_text("a plugin wrote this")
    page.keyboard.press("Control+z")
    assert text(page) == "mine"


# Completions


def test_arrow_up_brings_what_the_chat_had_before_this_window(page: Page) -> None:
    field = mount(page, answers={"complete.said": ["long ago", "just now"]})
    field.click()
    wait_for_call(page, "complete.said")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert text(page) == "long ago"


def test_folder_that_is_dropped_is_said_and_the_files_beside_it_are_attached(page: Page) -> None:
    mount(page)
    page.evaluate(
        """() => {
          const entry = (name, isDirectory) => ({ kind: 'file', webkitGetAsEntry: () => ({ name, isDirectory }) })
          const drop = new DragEvent('drop', { bubbles: true, cancelable: true })
          const files = [new File([], 'src'), new File(['a'], 'a.txt')]
          const data = { types: ['Files'], files, items: [entry('src', true), entry('a.txt', false)] }
          Object.defineProperty(drop, 'dataTransfer', { value: data })
          document.querySelector('[data-slot=composer]').dispatchEvent(drop)
        }"""
    )
    expect(page.locator(".hs-composer-file")).to_have_text(["a.txt"])
    toast = page.locator('[data-slot="toast"]', has_text="A folder is not attached")
    expect(toast).to_contain_text("src: drop the files in it, or name it with @.")
