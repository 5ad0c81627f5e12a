"""What a composer keeps of what was typed (faults 61 to 63)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.surfaces.composer_parts import facts, mount, sent, text, wait_for_call


def test_draft_says_what_is_left_of_it_while_a_message_goes_out(page: Page) -> None:
    mount(page, answers={"draft.set": True}).click()
    page.evaluate("() => { T.answers['chat.submit'] = new Promise((resolve) => { T.kept = resolve }) }")
    page.keyboard.type("hello")
    page.keyboard.press("Enter")
    (call,) = wait_for_call(page)
    assert (call["draft"]["text"], call["draft"]["attachments"]) == ("", [])
    page.keyboard.type(" and more")
    expect(page.locator('[data-slot="composer-input"]')).to_have_text("hello and more")
    page.evaluate("() => T.composer.draft.flush()")
    kept = sent(page, "draft.set")[-1]
    assert (kept["text"], kept["serial"] > call["draft"]["serial"]) == ("hello and more", True)
    left = kept["sending"]
    assert (left["client_id"], left["text"]) == (call["prompt"]["client_id"], "and more")
    assert (left["chips"], left["attachments"]) == ([], [])
    page.evaluate("() => { T.kept({ key: 's1' }) }")
    expect(page.locator('[data-slot="composer-input"]')).to_have_text("and more")
    page.evaluate("() => T.composer.draft.flush()")
    last = sent(page, "draft.set")[-1]
    assert (last["text"], "sending" in last) == ("and more", False)


@pytest.mark.parametrize("taken", [True, False])
def test_message_whose_answer_was_lost_leaves_when_the_outbox_has_it(page: Page, taken: bool) -> None:
    mount(page, answers={"draft.set": True, "chat.took": taken}).click()
    page.evaluate("() => { T.answers['chat.submit'] = new Error('connection lost') }")
    page.keyboard.type("hello")
    page.keyboard.press("Enter")
    (call,) = wait_for_call(page)
    page.keyboard.type(" and more")
    field = page.locator('[data-slot="composer-input"]')
    expect(field).to_have_text("hello and more")
    page.evaluate("() => T.composer.outgoing.lookUp()")
    assert wait_for_call(page, "chat.took") == [{"key": "s1", "client_id": call["prompt"]["client_id"]}]
    expect(field).to_have_text("and more" if taken else "hello and more")


def test_draft_comes_in_at_mount_with_its_chips(page: Page) -> None:
    draft = {
        "text": "go /home and @x",
        "chips": [[13, 15, "ref"]],
        "attachments": [{"id": "a", "name": "n.txt", "kind": "file", "size": 3}],
    }
    mount(page, drafts={"s1": draft})
    assert text(page) == "go /home and @x"
    expect(page.locator(".hs-composer-chip")).to_have_text("@x")
    expect(page.locator(".hs-composer-file")).to_contain_text("n.txt")


def test_draft_that_comes_in_takes_no_focus(page: Page) -> None:
    page.evaluate("() => document.querySelector('.hs-nav-row').focus()")
    mount(page, drafts={"s1": {"text": "kept @file:a", "chips": [[5, 12, "ref"]], "attachments": []}})
    assert text(page) == "kept @file:a"
    expect(page.get_by_role("link", name="Home")).to_be_focused()
    page.evaluate("() => T.composer.text.focus()")
    page.keyboard.type(" typed")
    assert text(page) == "kept @file:a typed"


def test_line_below_says_when_the_draft_is_kept(page: Page) -> None:
    mount(page, answers={"draft.set": True}).click()
    page.keyboard.type("x")
    expect(page.locator(".hs-composer-saved")).to_have_text("Draft saved")
    page.keyboard.press("Backspace")
    expect(page.locator(".hs-composer-saved")).to_have_text("")


def test_62_draft_is_saved_at_once_when_the_composer_goes(page: Page) -> None:
    mount(page).click()
    page.keyboard.type("ten chars!")
    page.evaluate("() => T.composer.dispose()")
    assert wait_for_call(page, "draft.set")[0]["text"] == "ten chars!"


def test_61_events_and_facts_never_touch_the_text_or_the_caret(page: Page) -> None:
    field = mount(page)
    field.click()
    page.keyboard.type("hello")
    page.keyboard.press("ArrowLeft")
    for number in range(40):
        facts(page, busy=number % 2 == 0, model=f"m{number}")
    page.keyboard.type("X")
    assert text(page) == "hellXo"


def test_draft_that_is_not_saved_goes_out_with_the_next_connection(page: Page) -> None:
    mount(page).click()
    page.evaluate("() => { T.answers['draft.set'] = new Error('connection lost') }")
    page.keyboard.type("x")
    page.locator('[data-slot="composer-input"]').blur()
    wait_for_call(page, "draft.set")
    page.evaluate("async () => { (await import('/static/host/draft_store.js')).sendAgain() }")
    wait_for_call(page, "draft.set", 2)


def test_text_stays_when_the_server_has_not_heard_of_the_chat_yet(page: Page) -> None:
    mount(page)
    facts(page)
    page.locator('[data-slot="composer-input"]').click()
    page.keyboard.type("typed on")
    page.evaluate("() => T.chats.$chats.set(new Map())")
    facts(page)
    assert text(page) == "typed on"
    assert sent(page, "draft.rescue") == []


def test_63_message_to_a_chat_that_is_gone_goes_on_in_a_new_one(page: Page) -> None:
    field = mount(page, answers={"draft.rescue": "new:9"})
    facts(page, gone=True)
    field.click()
    page.keyboard.type("too late")
    page.keyboard.press("Enter")
    (call,) = wait_for_call(page, "draft.rescue")
    assert (call["key"], call["text"], sent(page)) == ("s1", "too late", [])
    expect(field).to_have_text("")


def test_63_text_of_a_chat_that_is_gone_goes_on_in_a_new_one(page: Page) -> None:
    field = mount(page, answers={"draft.rescue": "new:9"})
    facts(page)
    field.click()
    page.keyboard.type("half a thought")
    facts(page, gone=True)
    (call,) = wait_for_call(page, "draft.rescue")
    assert (call["key"], call["text"]) == ("s1", "half a thought")
    expect(field).to_have_text("")
    expect(page.locator('[data-slot="toast"]')).to_contain_text("in a new chat")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
