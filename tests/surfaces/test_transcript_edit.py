"""The form of a message that is edited stays with it, whatever the server does to the message meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from hermes_shell.transcript.transcript import Transcript
from hermes_shell.transcript.view import TranscriptView
from tests.surfaces.test_transcript import Chat, open_chat, sheet

__all__ = ["open_chat", "sheet"]

SAID = [{"role": role, "text": f"{role} {n}"} for n in range(2) for role in ("user", "assistant")]


@pytest.fixture
def edited(open_chat: Callable[..., Chat]) -> Chat:
    """A conversation whose first message is being edited, with the caret behind the second letter."""
    transcript = Transcript("k")
    transcript.load(SAID)
    chat = open_chat(transcript)
    page = chat.page
    page.locator(".hs-user").first.hover()
    page.get_by_role("button", name="Edit and send again").first.click()
    page.keyboard.press("Control+a")
    page.keyboard.type("changed")
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    return chat


def field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Message")


def again(chat: Chat, said: list[dict[str, str]]) -> None:
    """The server tells the conversation anew, as after a reconnect: all of it goes, and comes with other names."""
    transcript = Transcript("k")
    transcript.load(said)
    before = chat.page.locator(".hs-turn").evaluate_all("turns => turns.map(({ dataset }) => dataset.item)")
    chat.view = TranscriptView(transcript, "k", 30)
    parts: list[object] = [{"list": "chat:k", "remove": before, "put": []}, *chat.view.everything()]
    chat.apply(parts)


def test_form_stays_when_its_message_is_put_anew(edited: Chat) -> None:
    page = edited.page
    for _ in range(2):
        edited.apply(edited.view.everything())
        expect(field(page)).to_have_value("changed")
    again(edited, SAID)
    expect(field(page)).to_have_value("changed")
    expect(field(page)).to_be_focused()
    expect(page.locator(".hs-user[data-editing]")).to_contain_text("user 0")
    page.keyboard.type("-")
    expect(field(page)).to_have_value("ch-anged")
    page.keyboard.press("Enter")
    expect(field(page)).to_have_count(0)
    expect(page.locator(".hs-user[data-editing]")).to_have_count(0)
    calls = page.evaluate("() => T.calls.filter(([verb]) => verb === 'chat.resend').map(([, args]) => args)")
    assert calls == [{"key": "k", "ordinal": 0, "text": "changed".replace("a", "-a", 1)}]


def test_form_leaves_the_focus_where_it_went(edited: Chat) -> None:
    page = edited.page
    page.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<input id=elsewhere>')")
    page.locator("#elsewhere").focus()
    again(edited, SAID)
    expect(field(page)).to_have_value("changed")
    expect(page.locator("#elsewhere")).to_be_focused()


def test_another_message_never_gets_the_form(edited: Chat) -> None:
    page = edited.page
    again(edited, [{"role": "user", "text": "another"}])
    expect(field(page)).to_have_count(0)
    again(edited, SAID)
    expect(field(page)).to_have_value("changed")
    page.get_by_role("button", name="Cancel").click()
    again(edited, SAID)
    expect(field(page)).to_have_count(0)
