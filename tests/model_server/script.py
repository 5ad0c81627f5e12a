"""The script inside a prompt: what the model server answers to it.

Directives stand between guillemets, `«name argument»`, anywhere in a user message; other text is ignored, and a message
without directives is echoed. They are the parts of one answer, in order:

    «think TEXT»       stream reasoning
    «say TEXT»         stream text, a word a chunk
    «words N»          stream N numbered words
    «tool NAME {…}»    call a tool; neighbours are called in parallel
    «hold NAME»        wait until the test releases NAME
    «pace MS»          wait so many milliseconds between the chunks that follow
    «error STATUS TEXT»  refuse with this HTTP status instead of answering
    «cut»              drop the connection
    «garbage TEXT»     send a line that is no JSON
    «length»           end with finish_reason `length`
    «empty»            say nothing at all
    «next»             end this answer; what follows answers the next call

An answer also ends behind its tool calls: what follows answers the call that brings their results. Arguments may hold
further guillemets, as long as they come in pairs (the goal of a sub-agent, for example).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

NAMES = frozenset(
    {"think", "say", "words", "tool", "hold", "pace", "error", "cut", "garbage", "length", "empty", "next"}
)


class ScriptError(ValueError):
    """A directive that nobody can follow; its text says which."""


@dataclass(frozen=True)
class Part:
    """One directive.

    Attributes:
        name: one of `NAMES`.
        text: its argument, or the name of the tool.
        arguments: what the tool is called with; empty for every other directive.
        number: the status of `error`, the milliseconds of `pace`; 0 for every other directive.
    """

    name: str
    text: str = ""
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    number: int = 0


Answer = tuple[Part, ...]
"""What one call of the model is answered."""


def parse(prompt: str) -> list[Answer]:
    """The answers that `prompt` asks for, one a call; empty when it has no directive.

    Raises:
        ScriptError: a directive is unknown or its argument is wrong.
    """
    answers: list[list[Part]] = []
    ended = True
    for part in map(read, directives(prompt)):
        after_tools = bool(answers) and bool(answers[-1]) and answers[-1][-1].name == "tool" and part.name != "tool"
        if ended or after_tools:
            answers.append([])
        ended = part.name == "next"
        if not ended:
            answers[-1].append(part)
    return [tuple(answer) for answer in answers if answer]


def directives(prompt: str) -> Iterator[str]:
    """The text of each outermost pair of guillemets in `prompt`."""
    depth = start = 0
    for at, character in enumerate(prompt):
        if character == "«":
            depth += 1
            start = at + 1 if depth == 1 else start
        elif character == "»" and depth:
            depth -= 1
            if depth == 0:
                yield prompt[start:at]


def read(directive: str) -> Part:
    """One directive from its text.

    Raises:
        ScriptError: it is unknown or its argument is wrong.
    """
    name, _, argument = directive.strip().partition(" ")
    argument = argument.strip()
    if name not in NAMES:
        raise ScriptError(f"unknown directive: {name}")
    try:
        if name == "tool":
            tool, _, body = argument.partition(" ")
            arguments: object = json.loads(body or "{}")
            if not tool or not isinstance(arguments, dict):
                raise ScriptError(f"a tool needs a name and an object: {directive}")
            return Part(name, tool, cast("dict[str, Any]", arguments))
        if name == "words":
            return Part("say", " ".join(f"w{number}" for number in range(1, int(argument) + 1)))
        if name == "error":
            status, _, text = argument.partition(" ")
            return Part(name, text or "scripted failure", number=int(status))
        if name == "pace":
            return Part(name, number=int(argument))
    except ScriptError:
        raise
    except ValueError as error:
        raise ScriptError(f"{directive}: {error}") from error
    return Part(name, argument)


def answer_to(messages: list[dict[str, Any]]) -> Answer:
    """What the newest user message asks for in this call: its answers are used up by the assistant's messages after it.

    Args:
        messages: the conversation as the API gets it.

    Raises:
        ScriptError: see `parse`.
    """
    newest = max((at for at, message in enumerate(messages) if message.get("role") == "user"), default=-1)
    prompt = text_of(messages[newest]) if newest >= 0 else ""
    after = messages[newest + 1 :]
    answers = parse(prompt)
    done = sum(message.get("role") == "assistant" for message in after)
    if done < len(answers):
        return answers[done]
    results = [text_of(message) for message in after if message.get("role") == "tool"]
    if results:
        return (Part("say", f"Done. The last tool said: {results[-1][:160]}"),)
    return (Part("say", f"You said: {prompt.strip()[:400]}"),)


def text_of(message: dict[str, Any]) -> str:
    """The text of a message, whose content is a text or a list of parts."""
    content: object = message.get("content")
    if isinstance(content, list):
        parts = cast("list[dict[str, Any]]", content)
        return "".join(str(part.get("text", "")) for part in parts if part.get("type") == "text")
    return content if isinstance(content, str) else ""
