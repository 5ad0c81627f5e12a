from __future__ import annotations

from typing import Any

import pytest
from markdown_it import MarkdownIt

from hermes_shell.gateway.embedded.models.demo_model import DemoModel
from hermes_shell.gateway.embedded.models.pieces import Ending, Entry, ModelFailure, Reasoning, Request, Text


class Talk:
    """A conversation with the demo model; its questions are answered with `answer`."""

    def __init__(self, answer: str | None = None) -> None:
        self.answer = answer
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.reasoning = ""
        self.ending: Ending | None = None

    async def ask(self, kind: Any, payload: dict[str, Any]) -> str | None:
        self.asked.append((kind, payload))
        return self.answer

    async def say(self, *prompts: str) -> str:
        text = ""
        entries = [Entry("user", prompt) for prompt in prompts]
        async for piece in DemoModel(0).answer(Request(entries, "", self.ask)):
            match piece:
                case Text(more):
                    text += more
                case Reasoning(more):
                    self.reasoning += more
                case Ending():
                    self.ending = piece
                case _:
                    raise AssertionError(piece)
        return text


async def test_it_says_what_it_is_and_how_to_get_more() -> None:
    talk = Talk()
    text = await talk.say("hello")
    kinds = {token.type for token in MarkdownIt("gfm-like", {"linkify": False}).parse(text)}
    assert {"heading_open", "table_open", "bullet_list_open", "ordered_list_open", "fence", "blockquote_open"} <= kinds
    assert "demo" in text
    assert "- [x]" in text
    assert "no agent is installed" in text
    assert "Tools: the built-in gateway has none" in text
    assert "Settings → Gateway" in text
    assert talk.ending is not None
    assert talk.ending.usage.output > 100


async def test_later_it_is_brief_and_quotes_safely() -> None:
    text = await Talk().say("hello", "<script>*x*\n\n# no heading " + "y" * 500)
    assert r"\<script\>\*x\* \# no heading yyy" in text
    assert "…" in text
    assert "demo model" in text


@pytest.mark.parametrize(
    ("keyword", "kind"),
    [("table", "table_open"), ("code", "fence"), ("long", "bullet_list_open"), ("think", "ordered_list_open")],
)
async def test_keywords(keyword: str, kind: str) -> None:
    text = await Talk().say(f"Please show me {keyword.upper()}!")
    assert kind in {token.type for token in MarkdownIt("gfm-like", {"linkify": False}).parse(text)}


async def test_a_word_that_only_contains_a_keyword_is_none() -> None:
    assert "Hello from the demo model" in await Talk().say("a vegetable, an encoder, belonging")


async def test_long_is_long() -> None:
    assert len((await Talk().say("long")).split()) > 800


async def test_it_thinks_before_it_answers() -> None:
    talk = Talk()
    await talk.say("think")
    assert len(talk.reasoning) > 100


async def test_it_fails_when_asked_to() -> None:
    with pytest.raises(ModelFailure, match="asked for"):
        await Talk().say("error")


async def test_it_asks_and_runs_nothing() -> None:
    talk = Talk("Blue")
    assert "**Blue**" in await talk.say("ask me")
    assert talk.asked[0][0] == "clarify"
    assert talk.asked[0][1]["choices"]
    effects = {"once": "have run once", "always": "without a question", "deny": "not have run", "?": "not have run"}
    for choice, effect in effects.items():
        talk = Talk(choice)
        text = await talk.say("approve")
        assert "nothing was run" in text
        assert effect in text
    assert talk.asked[0][1]["choices"] == ["once", "session", "always", "deny"]


@pytest.mark.parametrize("keyword", ["ask", "approve", "sudo", "secret"])
async def test_no_answer_is_fine(keyword: str) -> None:
    assert "no answer" in await Talk(None).say(keyword)


@pytest.mark.parametrize("keyword", ["sudo", "secret"])
async def test_a_secret_is_never_repeated(keyword: str) -> None:
    text = await Talk("hunter2").say(keyword)
    assert "hunter2" not in text
    assert "not** kept" in text
