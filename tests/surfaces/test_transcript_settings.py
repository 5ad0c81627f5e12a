"""What settings of the contract do to a conversation, at once and without a reload (contract, host.settings keys)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from hermes_shell.transcript.transcript import Transcript
from tests.surfaces.test_transcript import Chat, open_chat, sheet

__all__ = ("open_chat", "sheet")


@pytest.fixture
def chat(open_chat: Callable[..., Chat]) -> Chat:
    """A conversation in which a tool ran, something was edited, and something is being thought."""
    chat = open_chat(Transcript("k"))
    chat.page.evaluate("async () => (await import('/static/host/transcript_settings.js')).startTranscriptSettings()")
    say = chat.say
    say.transcript.said("do it", "c1")
    say("message.start")
    say.tool("1", "read_file", {"total_lines": 3}, 0.2, path="a.py")
    say.tool("2", "patch", {}, 0.2, "-old\n+new", path="b.py")
    say.tool("3", "terminal", {"exit_code": 1, "output": "no"}, 0.2, command="ls")
    say("reasoning.delta", text="\n\n".join(f"thought {n}" for n in range(40)))
    chat.update()
    return chat


def choose(page: Page, key: str, value: object) -> None:
    page.evaluate(
        "async ([key, value]) => (await import('/static/sdk/settings.js')).setSetting(key, value)", [key, value]
    )


def test_a_thought_is_open_while_it_is_thought_and_closes_with_it(chat: Chat) -> None:
    thought = chat.page.locator(".hs-reasoning")
    expect(thought).to_have_attribute("open", "")
    expect(thought.get_by_text("thought 39")).to_be_in_viewport()
    box = thought.locator(".hs-reasoning-text").bounding_box()
    assert box is not None
    assert box["height"] < 120
    chat.say("message.delta", text="So.")
    chat.update()
    expect(thought.locator("summary")).to_contain_text("Thought")
    expect(thought).not_to_have_attribute("open", "")


def test_thoughts_stay_closed_by_the_setting_and_as_their_user_left_them(chat: Chat) -> None:
    thought = chat.page.locator(".hs-reasoning")
    choose(chat.page, "reasoning.collapsedByDefault", True)
    expect(thought).not_to_have_attribute("open", "")
    thought.locator("summary").click()
    expect(thought).to_have_attribute("open", "")
    choose(chat.page, "reasoning.collapsedByDefault", False)
    choose(chat.page, "reasoning.collapsedByDefault", True)
    chat.say("message.delta", text="So.")
    chat.update()
    expect(thought).to_have_attribute("open", "")


def test_the_technical_view_has_names_and_arguments_of_tools(chat: Chat) -> None:
    page = chat.page
    rows = page.locator(".hs-rail > .hs-step")
    read, edit, failed = rows.nth(0), rows.nth(1), rows.nth(2)
    expect(edit.locator("summary")).to_be_hidden()
    expect(page.get_by_text('"path": "a.py"')).to_be_hidden()
    choose(page, "toolView.technical", "technical")
    names = "els => els.map((one) => getComputedStyle(one, '::before').content)"
    verbs = page.locator(".hs-rail > .hs-step > :not(.hs-plain-view) .hs-step-verb")
    assert verbs.evaluate_all(names) == ['"read_file"', '"patch"', '"terminal"']
    expect(rows.get_by_text("Edit", exact=True).locator("visible=true")).to_have_count(0)
    expect(edit.locator("summary")).to_be_visible()
    read.locator("summary").click()
    expect(page.get_by_text('"path": "a.py"')).to_be_visible()
    expect(failed.get_by_text('"command": "ls"')).to_be_visible()
    choose(page, "toolView.technical", "product")
    expect(failed.get_by_text('"command": "ls"')).to_be_hidden()
    expect(rows.get_by_text("Edit", exact=True).locator("visible=true")).to_have_count(1)


def test_changes_of_code_can_be_left_out(chat: Chat) -> None:
    changes = chat.page.locator(".hs-diff")
    expect(changes).to_be_visible()
    choose(chat.page, "toolView.hideCodeDiffs", True)
    expect(changes).to_be_hidden()
    expect(chat.page.locator(".hs-added").locator("visible=true")).to_have_text("+1")
    choose(chat.page, "toolView.hideCodeDiffs", False)
    expect(changes).to_be_visible()


def test_messages_of_the_user_are_as_transparent_as_chosen(chat: Chat) -> None:
    opacity = "(one) => getComputedStyle(one).backgroundColor.match(/\\/ ([\\d.]+)\\)/)?.[1] ?? '1'"
    bubble = chat.page.locator(".hs-user-bubble")
    assert bubble.evaluate(opacity) == "1"
    choose(chat.page, "user-bubble-transparency.v1", 42)
    assert bubble.evaluate(opacity) == "0.58"
    choose(chat.page, "user-bubble-transparency.v1", 0)
    assert bubble.evaluate(opacity) == "1"
