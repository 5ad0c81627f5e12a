"""The agent's questions in every window: their list, the cards of the queue, the answers, and the count of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hermes_shell.areas.rendering import render
from hermes_shell.contribution import Contribution
from hermes_shell.core.count_item import CountItem
from hermes_shell.core.shell import CoreContext, Shell
from hermes_shell.core.verb_arguments import text_arg

if TYPE_CHECKING:
    from hermes_shell.core.chat.chat import Chat
    from hermes_shell.core.questions import Outcome
    from hermes_shell.core.window import Window
    from hermes_shell.transcript.questions import Question

UNTITLED = "Untitled chat"


def register(ctx: CoreContext) -> None:
    """Follow the questions, offer the verbs, and contribute the way to the queue."""
    shell = ctx.shell
    ctx.verb("question.answer", answer)
    ctx.verb("questions.cards", cards)
    ctx.on_welcome(lambda window: window.send(_message(shell)))
    item = CountItem(ctx, _item)

    def changed(question: Question, outcome: Outcome, words: str) -> None:
        _tell_chat(shell, question, outcome, words)
        item.show(len(shell.questions.all()))
        for window in tuple(shell.windows.values()):
            window.send(_message(shell))

    shell.questions.subscribe(changed)
    shell.chats.subscribe(lambda chat, what: _show(shell, chat) if what == "transcript" else None)
    shell.chats.subscribe(lambda chat, what: shell.questions.forget_chat(chat.key) if what == "gone" else None)
    ctx.register(
        Contribution(
            area="palette",
            id="questions.open",
            title="Answer the agent's questions",
            data={
                "id": "questions.open",
                "label": "Answer the agent's questions",
                "command": "questions.open",
                "action": "questions.open",
                "keywords": ["approve", "approval", "allow", "deny", "waiting", "needs you"],
            },
        )
    )


async def answer(window: Window, args: Mapping[str, Any]) -> object:
    """Answer a question: `{id, choice | answer | password | value}`. Nothing of the answer is logged or kept.

    Raises:
        QuestionError: the question is not open any more.
        GatewayError: the gateway could not be told.
    """
    await window.shell.questions.answer(text_arg(args, "id", "question.answer"), args)
    return True


async def cards(window: Window, args: Mapping[str, Any]) -> object:
    """The queue: `[{id, html}]`, the oldest question first."""
    del args
    return [
        {
            "id": question.id,
            "html": render("core/questions/queue.html", question=question, chat=_chat_title(window.shell, question)),
        }
        for question in window.shell.questions.all()
    ]


def _show(shell: Shell, chat: Chat) -> None:
    """Let a chat that was loaded after its question came show it: the gateway does not ask again."""
    missing = [question.id for question in shell.questions.of(chat.key)] if chat.loaded else []
    if not missing:
        return
    there = {question.id for question in chat.transcript.open_questions()}
    events = [event for name in missing if name not in there and (event := shell.questions.event_of(name)) is not None]
    changes = [chat.transcript.apply(event) for event in events]
    if any(changes):
        shell.chats.tell(chat, "transcript")


def _tell_chat(shell: Shell, question: Question, outcome: Outcome, words: str) -> None:
    """Let the chat say whether something waits there, and its transcript what was decided."""
    shell.chats.set_asking(question.key, bool(shell.questions.of(question.key)))
    chat = shell.chats.chat(question.key)
    if chat is not None and words and chat.transcript.answered(question.id, words, outcome in ("denied", "expired")):
        shell.chats.tell(chat, "transcript")


def _message(shell: Shell) -> Mapping[str, object]:
    return {"t": "questions", "questions": [_facts(shell, question) for question in shell.questions.all()]}


def _facts(shell: Shell, question: Question) -> dict[str, object]:
    return {
        "id": question.id,
        "kind": question.kind,
        "key": question.key,
        "chat": _chat_title(shell, question),
        "title": question.title,
        "command": question.command,
        "choices": list(question.choices),
        "deadline": question.deadline,
    }


def _chat_title(shell: Shell, question: Question) -> str:
    chat = shell.chats.chat(question.key) if question.key else None
    return (chat.title if chat is not None else "") or UNTITLED


def _item(count: int) -> Contribution:
    label = "1 needs you" if count == 1 else f"{count} need you"
    questions = "1 question" if count == 1 else f"{count} questions"
    data = {
        "id": "questions",
        "label": label,
        "tone": "ask",
        "command": "questions.open",
        "title": f"{label}: answer {questions} of the agent",
    }
    return Contribution(area="statusBar.left", id="questions", title=label, order=50, data=data)
