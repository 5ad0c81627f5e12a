"""Model, reasoning and what the agent asks before: the pills change them on the gateway, some only after a question."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.surfaces.composer_parts import facts, mount
from tests.surfaces.conftest import SNAPSHOT, OpenPage

GATEWAY = """() => {
  const usual = T.channel.call
  T.sets = []
  T.channel.call = async (verb, args) => {
    if (verb !== 'gateway.request') return usual(verb, args)
    const { method, params } = args
    const providers = [{ slug: 'p', name: 'P', models: ['m', 'dear'] }]
    if (method === 'model.options') return { providers, model: 'm', provider: 'p' }
    if (method === 'config.get') return { value: params.key === 'approval_mode' ? 'manual' : 'low' }
    T.sets.push(params)
    const asks = params.key === 'model' && params.value.startsWith('dear') && !params.confirm_expensive_model
    return { confirm_required: asks, confirm_message: asks ? 'It costs 40 times as much.' : '', warning: '' }
  }
}"""
OPEN = "async () => (await import('/static/sdk/state.js')).state.gateway.set('open')"


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    page = open_page(**SNAPSHOT)
    page.evaluate(GATEWAY)
    page.evaluate(OPEN)
    mount(page)
    facts(page, model="m", yolo=False)
    return page


def sets(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("() => T.sets")
    return found


def choose(page: Page, pill: str, role: Any, name: str) -> None:
    page.locator(f"[data-pill={pill}]").click()
    page.get_by_role(role, name=name).click()


def test_a_model_that_the_gateway_wants_confirmed_is_asked_about_and_told_again(page: Page) -> None:
    choose(page, "model", "menuitemradio", "dear")
    question = page.get_by_role("dialog", name="Use dear?")
    expect(question).to_contain_text("It costs 40 times as much.")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_be_hidden()
    wish = {"key": "model", "value": "dear --provider p", "session_id": "live-s1"}
    assert sets(page) == [wish]
    choose(page, "model", "menuitemradio", "dear")
    question.get_by_role("button", name="Use it").click()
    expect(question).to_be_hidden()
    assert sets(page) == [wish, wish, {**wish, "confirm_expensive_model": True}]


def test_asking_never_is_warned_of_and_shown(page: Page) -> None:
    pill = page.locator("[data-pill=approval]")
    expect(pill).to_have_text("Ask first")
    choose(page, "approval", "menuitemradio", "Never ask")
    question = page.get_by_role("dialog", name="Let the agent never ask?")
    expect(question).to_contain_text("runs every command at once")
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    assert sets(page) == []
    expect(pill).to_have_text("Ask first")
    choose(page, "approval", "menuitemradio", "Never ask")
    question.get_by_role("button", name="Never ask").click()
    expect(pill).to_have_text("Never ask")
    expect(pill).to_have_attribute("data-unasked", "true")
    assert sets(page) == [{"key": "approval_mode", "value": "off"}]
    choose(page, "approval", "menuitemradio", "Ask if in doubt")
    expect(pill).to_have_text("Ask if in doubt")
    assert sets(page)[-1] == {"key": "approval_mode", "value": "smart"}


def test_one_chat_can_be_left_alone_and_asked_again(page: Page) -> None:
    choose(page, "approval", "menuitemcheckbox", "Never ask in this chat")
    page.get_by_role("dialog").get_by_role("button", name="Never ask here").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert sets(page) == [{"key": "yolo", "value": "on", "session_id": "live-s1"}]
    facts(page, model="m", yolo=True)
    pill = page.locator("[data-pill=approval]")
    expect(pill).to_have_text("Never ask here")
    choose(page, "approval", "menuitemcheckbox", "Never ask in this chat")
    assert sets(page)[-1] == {"key": "yolo", "value": "off", "session_id": "live-s1"}
