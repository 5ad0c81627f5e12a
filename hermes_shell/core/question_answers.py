"""The call of the gateway that answers a question (spec of the gateway, prompts and questions)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hermes_shell.errors import ProtocolError
from hermes_shell.transcript.questions import Question

LONGEST: Final = 1_000_000
"""Characters of an answer."""
_SHOWN: Final = 200
"""Characters of an answer that its row shows."""
_CHOICES: Final = {
    "once": "Allowed once",
    "session": "Allowed for this session",
    "always": "Always allowed",
    "deny": "Denied",
}
_WORDS: Final = {"clarify": "Answered", "sudo": "Password given", "secret": "Value given"}
_NAMES: Final = {"clarify": "answer", "sudo": "password", "secret": "value"}


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """A call: its method and parameters. It may hold a password, so it has no text form.

    `denies` says whether it denies, `words` what was decided, in two or three words; what was typed only for a
    clarification.
    """

    method: str
    params: Mapping[str, object]
    denies: bool
    words: str


def answer_of(question: Question, reply: Mapping[str, Any]) -> Answer:
    """What to call for an answer.

    Args:
        question: an open one.
        reply: `choice` for an approval, `answer` for a clarification, `password` or `value`; an empty text denies.

    Raises:
        ProtocolError: the reply does not fit the question. The message never holds what was replied.
    """
    if question.kind == "approval":
        choice = _text(reply, "choice")
        if choice not in question.choices:
            raise ProtocolError("question.answer: the choice is none of the question's")
        params: dict[str, object] = {"session_id": question.live, "choice": choice}
        if question.request_id:
            params["request_id"] = question.request_id
        return Answer("approval.respond", params, choice == "deny", _CHOICES.get(choice, choice))
    name = _NAMES[question.kind]
    text = _text(reply, name)
    words = _WORDS[question.kind] if text else "Skipped"
    if question.kind == "clarify" and text:  # the words of a password or a value stay away
        words = f"{words}: {text[:_SHOWN]}"
    return Answer(f"{question.kind}.respond", {"request_id": question.request_id, name: text}, not text, words)


def _text(reply: Mapping[str, Any], name: str) -> str:
    value = reply.get(name)
    if not isinstance(value, str) or len(value) > LONGEST:
        raise ProtocolError(f"question.answer: {name} is a text")
    return value
