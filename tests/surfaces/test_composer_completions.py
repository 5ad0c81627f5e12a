"""What a composer offers while one types: references, commands, rows of plugins."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.surfaces.composer_parts import facts, mount, register, sent, text, wait_for_call

ITEMS = {
    "items": [{"text": "@file:a.txt", "display": "a.txt", "meta": "12 kB"}, {"text": "@folder:", "display": "folder"}]
}


def test_menu_completes_a_reference_and_keeps_the_focus(page: Page) -> None:
    field = mount(page, answers={"complete.path": ITEMS})
    field.click()
    page.keyboard.type("see @a")
    options = page.get_by_role("option")
    expect(options).to_have_count(2)
    expect(field).to_have_attribute("aria-activedescendant", options.first.get_attribute("id") or "?")
    expect(field).to_be_focused()
    page.keyboard.press("Tab")
    assert text(page) == "see @file:a.txt "
    expect(page.locator('[data-chip="ref"]')).to_have_text("@file:a.txt")
    expect(page.get_by_role("listbox")).to_be_hidden()
    assert sent(page) == []


def test_escape_puts_the_menu_away_until_another_word(page: Page) -> None:
    mount(page, answers={"complete.path": ITEMS}).click()
    facts(page, busy=True)
    page.keyboard.type("@a")
    expect(page.get_by_role("option")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    assert sent(page, "chat.interrupt") == []
    page.keyboard.type("b")
    page.evaluate("() => T.frame()")
    expect(page.get_by_role("listbox")).to_be_hidden()
    page.keyboard.type(" @c")
    expect(page.get_by_role("option")).to_have_count(2)


def test_typing_waits_for_no_completion(page: Page) -> None:
    mount(page)
    page.evaluate("() => { T.answers['complete.path'] = new Promise(() => {}) }")
    page.locator('[data-slot="composer-input"]').click()
    page.keyboard.type("@abc def @gh")
    assert text(page) == "@abc def @gh"
    assert len(sent(page, "complete.path")) == 1


def test_commands_are_completed_at_the_beginning_only(page: Page) -> None:
    answers = {
        "complete.slash": {"items": [{"text": "model", "display": "/model", "meta": "Choose"}], "replace_from": 1}
    }
    field = mount(page, answers=answers)
    field.click()
    page.keyboard.type("a /m")
    page.evaluate("() => T.frame()")
    assert sent(page, "complete.slash") == []
    page.keyboard.press("Control+a")
    page.keyboard.type("/m")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    assert text(page) == "/model "
    expect(page.locator('[data-chip="command"]')).to_have_text("/model")
    assert sent(page) == []


COMMAND = {"items": [{"text": "/status", "display": "/status"}], "replace_from": 1}


def test_enter_on_a_command_that_is_typed_out_runs_it_and_shows_what_it_says(page: Page) -> None:
    answers = {"complete.slash": COMMAND, "gateway.request": {"output": "12 tokens"}}
    field = mount(page, answers=answers)
    facts(page)
    field.click()
    page.keyboard.type("/status")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Answer of a command")).to_contain_text("12 tokens")
    expect(field).to_have_text("")
    assert sent(page) == []
    request = wait_for_call(page, "gateway.request")[0]
    assert request["params"] == {"session_id": "live-s1", "command": "/status"}
    page.get_by_role("button", name="Put away").click()
    expect(page.get_by_role("region", name="Answer of a command")).to_be_hidden()


def test_command_of_a_skill_goes_out_as_its_message(page: Page) -> None:
    skill = {"type": "skill", "message": "Do the long thing", "name": "status"}
    field = mount(page, answers={"complete.slash": COMMAND, "gateway.request": skill, "chat.submit": {"key": "s1"}})
    facts(page)
    field.click()
    page.keyboard.type("/status now")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    prompt = wait_for_call(page)[0]["prompt"]
    assert (prompt["text"], prompt["display_text"]) == ("Do the long thing", "/status now")


@pytest.mark.parametrize("line", ["/tmp/notes.txt is broken", "/unknown thing", "//"])
def test_what_begins_with_a_slash_and_is_no_command_is_a_message(page: Page, line: str) -> None:
    field = mount(page, answers={"complete.slash": COMMAND, "chat.submit": {"key": "s1"}})
    facts(page)
    field.click()
    page.keyboard.insert_text(line)
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    assert wait_for_call(page)[0]["prompt"]["text"] == line


def test_plugins_rows_stand_above_the_gateways_and_a_broken_one_alone_is_missing(page: Page) -> None:
    register(
        page,
        "composer.atCompletions",
        "{ provide: () => { throw new Error('no') } }",
        "{ provide: async (query) => [{ insert: `@board:${query}`, display: 'Board' }, null] }",
    )
    mount(page, answers={"complete.path": ITEMS}).click()
    page.keyboard.type("@a")
    expect(page.get_by_role("option")).to_have_count(3)
    expect(page.get_by_role("option").first).to_contain_text("Board")
    page.keyboard.press("Enter")
    assert text(page) == "@board:a "


def test_plugin_that_never_answers_keeps_nobody_elses_rows_back(page: Page) -> None:
    register(page, "composer.atCompletions", "{ provide: () => new Promise(() => {}) }")
    mount(page, answers={"complete.path": ITEMS}).click()
    page.keyboard.type("@a")
    expect(page.get_by_role("option")).to_have_count(2)
    page.evaluate("() => { T.answers['complete.path'] = { items: [{ text: '@file:abc.txt', display: 'abc.txt' }] } }")
    page.keyboard.type("bc")
    expect(page.get_by_role("option")).to_have_count(1)


# What plugins put in (contract 4.11)


def test_a_reference_with_nothing_to_name_says_so(page: Page) -> None:
    mount(page, answers={"complete.path": {"items": []}}).click()
    page.keyboard.type("@")
    note = page.get_by_text("No files to name here")
    expect(note).to_be_visible()
    page.keyboard.type("a")
    expect(note).to_be_hidden()
