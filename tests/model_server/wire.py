"""An answer in the form of the chat-completions API: server-sent chunks, or one JSON object."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.model_server.script import Answer, Part, text_of

WORD = re.compile(r"\s*\S+|\s+$")


@dataclass(frozen=True)
class Completion:
    """One answer of the model.

    Attributes:
        number: counts the answers of a server; part of the ids.
        model: the model that was asked for.
        messages: what it answers; for the count of tokens.
        answer: its parts.
    """

    number: int
    model: str
    messages: list[dict[str, Any]]
    answer: Answer

    def lines(self) -> Iterator[str | Part]:
        """The stream: lines to send, and between them the parts that are no text (`hold`, `pace`, `cut`)."""
        yield self._chunk({"role": "assistant", "content": ""})
        tools = 0
        for part in self.answer:
            match part.name:
                case "say":
                    yield from (self._chunk({"content": word}) for word in words(part.text))
                case "think":
                    yield from (self._chunk({"reasoning_content": word}) for word in words(part.text))
                case "tool":
                    yield from self._tool(part, tools)
                    tools += 1
                case "garbage":
                    yield f"data: {part.text or '{not json'}\n\n"
                case "hold" | "pace" | "cut":
                    yield part
                case _:  # `length` is the reason of the end, `empty` is nothing, `error` never comes here
                    pass
        yield self._chunk({}, self._reason())
        yield self._line({"choices": [], "usage": self._usage()})
        yield "data: [DONE]\n\n"

    def whole(self) -> dict[str, Any]:
        """The answer to a call that does not stream."""
        text = "".join(part.text for part in self.answer if part.name == "say")
        message = {"role": "assistant", "content": text}
        choices = [{"index": 0, "message": message, "finish_reason": self._reason()}]
        return {**self._head("chat.completion"), "choices": choices, "usage": self._usage()}

    def _tool(self, part: Part, index: int) -> Iterator[str]:
        """A call of a tool: its name first, then its arguments in pieces, as real models write them."""
        arguments = json.dumps(part.arguments)
        function = {"name": part.text, "arguments": ""}
        call = {"index": index, "id": f"call_{self.number}_{index}", "type": "function", "function": function}
        yield self._chunk({"tool_calls": [call]})
        for start in range(0, len(arguments), 24):
            piece = {"index": index, "function": {"arguments": arguments[start : start + 24]}}
            yield self._chunk({"tool_calls": [piece]})

    def _reason(self) -> str:
        names = {part.name for part in self.answer}
        return "length" if "length" in names else "tool_calls" if "tool" in names else "stop"

    def _usage(self) -> dict[str, int]:
        prompt = sum(len(text_of(message)) for message in self.messages) // 4 + 1
        completion = sum(len(part.text) for part in self.answer) // 4 + 1
        return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}

    def _head(self, kind: str) -> dict[str, Any]:
        return {"id": f"chatcmpl-{self.number}", "object": kind, "created": 0, "model": self.model}

    def _chunk(self, delta: dict[str, Any], reason: str | None = None) -> str:
        return self._line({"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})

    def _line(self, rest: dict[str, Any]) -> str:
        return f"data: {json.dumps({**self._head('chat.completion.chunk'), **rest})}\n\n"


def words(text: str) -> list[str]:
    """`text` in pieces of a word each, with the space before it; together they are the text."""
    return WORD.findall(text)
