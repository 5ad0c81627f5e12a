from __future__ import annotations

import asyncio
from typing import Any

import pytest

from hermes_shell.gateway.embedded import questions as module
from hermes_shell.gateway.embedded.questions import Questions


class Asked:
    """Questions, and the events that they sent."""

    def __init__(self) -> None:
        self.events: list[tuple[str, dict[str, Any]]] = []
        self.questions = Questions(lambda kind, payload: self.events.append((kind, payload)))

    async def ask(self, kind: Any, **payload: object) -> asyncio.Task[str | None]:
        task = asyncio.get_running_loop().create_task(self.questions.ask(kind, payload))
        await asyncio.sleep(0)  # until it waits
        return task

    @property
    def request(self) -> str:
        return self.events[-1][1]["request_id"]


async def test_a_question_is_answered_by_its_id() -> None:
    asked = Asked()
    task = await asked.ask("clarify", question="Which?", choices=["a"])
    kind, payload = asked.events[0]
    assert (kind, payload["question"], payload["choices"]) == ("clarify.request", "Which?", ["a"])
    assert not asked.questions.has(asked.request, "sudo")
    assert not asked.questions.has("other", "clarify")
    assert len(asked.questions) == 1
    asked.questions.answer(asked.request, "a")
    asked.questions.answer(asked.request, "twice does nothing")
    assert await task == "a"
    assert len(asked.questions) == 0


async def test_a_question_comes_again_with_the_same_id() -> None:
    asked = Asked()
    task = await asked.ask("sudo")
    asked.questions.repeat()
    assert asked.events[0] == asked.events[1]
    asked.questions.drop()
    asked.questions.repeat()
    assert await task is None
    assert len(asked.events) == 2


async def test_approvals_are_answered_by_id_or_the_oldest_or_all() -> None:
    asked = Asked()
    tasks = [await asked.ask("approval", n=n) for n in range(4)]
    assert asked.questions.answer_approvals("session", asked.events[2][1]["request_id"], every=False) == 1
    assert await tasks[2] == "session"
    assert asked.questions.answer_approvals("once", "", every=False) == 1
    assert await tasks[0] == "once"
    assert asked.questions.answer_approvals("deny", "", every=True) == 2
    assert [await tasks[1], await tasks[3]] == ["deny", "deny"]
    assert asked.questions.answer_approvals("once", "", every=True) == 0


async def test_a_question_that_nobody_answers_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TIMEOUTS", {"secret": 0.0})
    asked = Asked()
    assert await asked.questions.ask("secret", {}) is None
    assert [kind for kind, _ in asked.events] == ["secret.request", "secret.expire"]
    assert asked.events[0][1]["request_id"] == asked.events[1][1]["request_id"]
