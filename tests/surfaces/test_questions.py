"""Cards and the queue of questions on their own: what a held key and a lost answer do."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from hermes_shell.areas.rendering import render
from hermes_shell.transcript.questions import Question


def card(number: int) -> dict[str, str]:
    """An entry of the queue, as the server prints it."""
    question = Question(
        kind="approval",
        request_id=f"q{number}",
        live="l",
        key="k",
        title="May I?",
        detail="",
        command=f"rm {number}",
        choices=("once", "deny"),
        asked_at=0,
        deadline=9e9,
    )
    return {"id": question.id, "html": str(render("core/questions/queue.html", question=question, chat="A chat"))}


def waiting(page: Page, cards: list[dict[str, str]]) -> None:
    """Let these questions wait, and no others."""
    page.evaluate(
        """async (cards) => {
          const { $questions } = await import('/static/host/question_queue.js')
          T.answers['questions.cards'] ??= cards
          $questions.set(cards.map(({ id }) => ({ id, chat: 'A chat', title: 'May I?' })))
        }""",
        cards,
    )


def start(page: Page) -> None:
    page.evaluate("async () => (await import('/static/host/question_queue.js')).startQuestions()")


def queue(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Questions of the agent")


def open_queue(page: Page) -> None:
    page.evaluate("async () => void (await import('/static/host/commands.js')).runCommand('questions.open')")


def test_held_enter_answers_one_question_and_not_the_next(page: Page) -> None:
    start(page)
    cards = [card(1), card(2)]
    waiting(page, cards)
    open_queue(page)
    expect(queue(page).locator("hermes-question").first).to_be_focused()
    page.keyboard.down("Enter")
    page.evaluate("(cards) => { T.answers['questions.cards'] = cards }", cards[1:])
    waiting(page, cards[1:])
    expect(queue(page).locator("hermes-question")).to_have_count(1)
    expect(queue(page).locator("hermes-question")).to_be_focused()
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    answered: list[Any] = page.evaluate("() => T.calls.filter(([verb]) => verb === 'question.answer')")
    assert [args["id"] for _, args in answered] == [cards[0]["id"]]
    page.keyboard.press("Enter")
    assert page.evaluate("() => T.calls.filter(([verb]) => verb === 'question.answer').length") == 2


def test_queue_that_cannot_be_read_says_so_and_opens_the_next_time(page: Page) -> None:
    start(page)
    page.evaluate("() => { T.answers['questions.cards'] = new Error('connection lost') }")
    waiting(page, [card(1)])
    open_queue(page)
    expect(page.get_by_text("The questions could not be shown", exact=True)).to_be_visible()
    expect(queue(page)).to_have_count(0)
    page.evaluate("(cards) => { T.answers['questions.cards'] = cards }", [card(1)])
    open_queue(page)
    expect(queue(page).locator("hermes-question")).to_be_focused()
