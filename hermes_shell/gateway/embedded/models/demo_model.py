"""A model that needs nothing: it answers a few words with texts that were written beforehand."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Iterator
from typing import Any

from hermes_shell.gateway.embedded.models import demo_texts as texts
from hermes_shell.gateway.embedded.models.pieces import (
    Ending,
    ModelFailure,
    Piece,
    Reasoning,
    Request,
    Text,
)
from hermes_shell.gateway.embedded.session_rows import Usage

PROVIDER = "demo"

NAME = "demo"

PACE = 0.012
"""Seconds between two words, about the speed of a fast model."""

SAID = 300
"""Characters of the user's prompt that are repeated."""

_WORD = re.compile(r"\s*\S+|\s+$")
_KEYWORDS = re.compile(r"\b(approve|ask|sudo|secret|error|think|table|code|long)\b", re.IGNORECASE)
_EFFECTS = {
    "once": "have run once",
    "session": "have run, and the next one like it in this chat too",
    "always": "have run, from now on without a question",
    "deny": "not have run",
}


class DemoModel:
    """Streams Markdown without any server.

    Args:
        pace: seconds between two words.
    """

    name = NAME
    provider = PROVIDER

    def __init__(self, pace: float = PACE) -> None:
        self._pace = pace

    async def answer(self, request: Request) -> AsyncGenerator[Piece, None]:
        """The pieces of an answer; see `Model`."""
        prompts = [entry.text for entry in request.entries if entry.role == "user"]
        prompt = prompts[-1] if prompts else ""
        found = _KEYWORDS.search(prompt[:2000])
        keyword = found.group(1).lower() if found else ""
        written = 0
        if keyword == "think":
            async for word in self._paced(texts.REASONING):
                yield Reasoning(word)
        if keyword == "error":
            async for word in self._paced(texts.FAILURE_HEAD):
                yield Text(word)
            raise ModelFailure(texts.FAILURE)
        text = await _answer(keyword, prompt, len(prompts) <= 1, request)
        async for word in self._paced(text):
            written += 1
            yield Text(word)
        read = sum(len(entry.text) for entry in request.entries) // 4
        thought = len(texts.REASONING.split()) if keyword == "think" else 0
        yield Ending(Usage(read, written + thought, thought, 1, read + written))

    async def _paced(self, text: str) -> AsyncGenerator[str, None]:
        for word in _words(text):
            # Gives others their turn even without a pace.
            await asyncio.sleep(self._pace)
            yield word


async def _answer(keyword: str, prompt: str, first: bool, request: Request) -> str:
    """The text for a keyword; asks the user first where it takes that."""
    match keyword:
        case "table":
            return texts.TABLE
        case "code":
            return texts.CODE
        case "think":
            return texts.THOUGHT
        case "long":
            return "".join(_long())
        case "ask":
            choices = ["Blue", "Green", "Orange"]
            answer = await request.ask("clarify", {"question": "Which colour do you like best?", "choices": choices})
            return texts.ASKED.format(answer=_quotable(answer)) if answer else texts.NOT_ANSWERED
        case "approve":
            return await _approval(request)
        case "sudo":
            return texts.SECRET_TAKEN if await request.ask("sudo", {}) else texts.NOT_ANSWERED
        case "secret":
            wanted: dict[str, Any] = {
                "prompt": "A key to forget",
                "env_var": "DEMO_KEY",
                "metadata": {},
            }
            return texts.SECRET_TAKEN if await request.ask("secret", wanted) else texts.NOT_ANSWERED
        case _:
            return texts.WELCOME if first else texts.AGAIN.format(said=_quotable(prompt))


async def _approval(request: Request) -> str:
    choice = await request.ask(
        "approval",
        {
            "command": "rm -r ./build",
            "description": "A demonstration: deletes a folder that was built. Nothing is run, whatever you choose.",
            "pattern_key": "demo",
            "pattern_keys": ["demo"],
            "allow_permanent": True,
            "choices": ["once", "session", "always", "deny"],
        },
    )
    if choice is None:
        return texts.NOT_ANSWERED
    return texts.APPROVED.format(answer=_quotable(choice), effect=_EFFECTS.get(choice, "not have run"))


def _long() -> Iterator[str]:
    yield texts.LONG_HEAD
    for number, topic in enumerate(texts.LONG_TOPICS, 1):
        opening = texts.LONG_OPENINGS[number % len(texts.LONG_OPENINGS)]
        yield texts.LONG_SECTION.format(number=number, topic=topic, opening=opening)
    yield texts.LONG_END


def _quotable(said: str) -> str:
    """Something of the user's as one line of plain Markdown."""
    line = " ".join(said.split())
    line = line if len(line) <= SAID else line[: SAID - 1].rstrip() + "…"
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", line)


def _words(text: str) -> list[str]:
    """Words with the space before them, so that together they are the text."""
    return _WORD.findall(text)
