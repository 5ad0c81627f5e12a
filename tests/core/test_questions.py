from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.core.questions import Outcome, QuestionError, Questions
from hermes_shell.errors import GatewayError, ProtocolError
from hermes_shell.storage import Storage
from hermes_shell.transcript.questions import Question
from tests.scripted_gateway import ScriptedGateway

APPROVAL = {
    "command": "rm -r build",
    "description": "It deletes a folder.",
    "pattern_key": "rm",
    "pattern_keys": ["rm"],
    "allow_permanent": True,
    "choices": ["once", "session", "always", "deny"],
}
CLARIFY = {"question": "Which colour?", "choices": ["Red", "Blue"], "request_id": "c1"}
SECRET = {"prompt": "Token?", "env_var": "TOKEN", "metadata": {"help": "From the site."}, "request_id": "v1"}
OK = {"status": "ok"}


class Bench:
    def __init__(self, storage: Storage) -> None:
        self.now = 1000.0
        self.storage = storage
        self.gateway = ScriptedGateway(
            {
                "config.get": {"config": {}},
                "approval.respond": {"resolved": 1},
                "clarify.respond": OK,
                "sudo.respond": OK,
                "secret.respond": OK,
                "session.active_list": {"sessions": []},
            }
        )
        self.keys = {"live1": "stored1", "live2": "new:2"}
        self.told: list[tuple[str, Outcome, str]] = []
        self.questions = self.made()

    def made(self) -> Questions:
        questions = Questions(self.gateway, self.storage, self.keys.get, lambda: self.now)
        questions.subscribe(lambda question, outcome, words: self.told.append((question.title, outcome, words)))
        return questions

    def ask(self, kind: str, payload: dict[str, Any], live: str = "live1") -> Question:
        self.gateway.emit(f"{kind}.request", live, payload)
        return self.questions.all()[-1]

    def called(self, method: str) -> list[dict[str, Any]]:
        return [dict(params) for name, params in self.gateway.calls if name == method]


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncGenerator[Bench]:
    made = Bench(Storage.open(tmp_path / "s.sqlite3"))
    made.questions.start()
    yield made
    await made.questions.close()
    made.storage.close()


async def test_an_approval_without_an_id_is_answered_by_its_session(bench: Bench) -> None:
    bench.gateway.emit("tool.start", "live1", {"tool_id": "t1", "name": "terminal"})
    question = bench.ask("approval", APPROVAL)
    assert (question.kind, question.key, question.command) == ("approval", "stored1", "rm -r build")
    assert (question.deadline, question.choices) == (1060.0, ("once", "session", "always", "deny"))
    await bench.questions.answer(question.id, {"choice": "session"})
    assert bench.called("approval.respond") == [{"session_id": "live1", "choice": "session"}]
    assert bench.told[-1][1:] == ("answered", "Allowed for this session")
    assert bench.questions.all() == ()


async def test_an_approval_with_an_id_is_answered_by_it(bench: Bench) -> None:
    question = bench.ask("approval", {**APPROVAL, "request_id": "a7"})
    await bench.questions.answer(question.id, {"choice": "deny"})
    assert bench.called("approval.respond") == [{"session_id": "live1", "choice": "deny", "request_id": "a7"}]
    assert bench.told[-1][1:] == ("denied", "Denied")


@pytest.mark.parametrize(
    ("kind", "payload", "reply", "method", "params"),
    [
        ("clarify", CLARIFY, {"answer": "Blue"}, "clarify.respond", {"request_id": "c1", "answer": "Blue"}),
        ("sudo", {"request_id": "s1"}, {"password": "pw"}, "sudo.respond", {"request_id": "s1", "password": "pw"}),
        ("secret", SECRET, {"value": "xyz"}, "secret.respond", {"request_id": "v1", "value": "xyz"}),
    ],
)
async def test_each_kind_is_answered_with_its_own_call(
    bench: Bench, kind: str, payload: dict[str, Any], reply: dict[str, str], method: str, params: dict[str, Any]
) -> None:
    question = bench.ask(kind, payload)
    await bench.questions.answer(question.id, reply)
    assert bench.called(method) == [params]
    assert bench.told[-1][1] == "answered"


async def test_only_the_answer_of_a_clarification_is_told(bench: Bench) -> None:
    await bench.questions.answer(bench.ask("clarify", CLARIFY).id, {"answer": "blue"})
    assert bench.told[-1][2] == "Answered: blue"
    await bench.questions.answer(bench.ask("sudo", {"request_id": "s1"}).id, {"password": "pw"})
    assert bench.told[-1][2] == "Password given"


async def test_an_empty_text_skips(bench: Bench) -> None:
    await bench.questions.answer(bench.ask("clarify", CLARIFY).id, {"answer": ""})
    assert bench.called("clarify.respond") == [{"request_id": "c1", "answer": ""}]
    assert bench.told[-1][1:] == ("denied", "Skipped")


async def test_passwords_and_values_are_in_no_error_no_log_and_no_text_form(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    def fails(_: object) -> object:
        raise GatewayError(4009, "no pending answer request")

    bench.gateway.answers["sudo.respond"] = fails
    question = bench.ask("sudo", {"request_id": "s1"})
    with pytest.raises(ProtocolError) as refused:
        await bench.questions.answer(question.id, {"password": ["hunter2"]})
    with pytest.raises(QuestionError) as gone:
        await bench.questions.answer(question.id, {"password": "hunter2"})
    secrets = [str(refused.value), repr(refused.value), str(gone.value), caplog.text, repr(bench.questions.all())]
    assert "hunter2" not in " ".join(secrets)


async def test_an_answer_that_does_not_fit_leaves_the_question_open(bench: Bench) -> None:
    question = bench.ask("approval", {**APPROVAL, "allow_permanent": False})
    assert question.choices == ("once", "session", "deny")
    for reply in ({"choice": "always"}, {"choice": 1}, {"answer": "once"}, {}):
        with pytest.raises(ProtocolError):
            await bench.questions.answer(question.id, reply)
    assert bench.questions.get(question.id) == question


def answers_late(_: object) -> object:
    raise GatewayError(4009, "no pending answer request")


@pytest.mark.parametrize("answer", [{"resolved": 0}, {"status": "expired"}, answers_late])
async def test_an_answer_that_comes_too_late_says_so(
    bench: Bench, answer: dict[str, object] | Callable[[object], object]
) -> None:
    bench.gateway.answers["approval.respond"] = answer
    question = bench.ask("approval", APPROVAL)
    with pytest.raises(QuestionError, match="not open any more"):
        await bench.questions.answer(question.id, {"choice": "once"})
    with pytest.raises(QuestionError, match="not open any more"):
        await bench.questions.answer(question.id, {"choice": "once"})
    assert bench.questions.all() == ()


async def test_a_lost_connection_leaves_the_question_open(bench: Bench) -> None:
    question = bench.ask("clarify", CLARIFY)
    bench.gateway.turn("closed")
    with pytest.raises(GatewayError):
        await bench.questions.answer(question.id, {"answer": "Blue"})
    assert bench.questions.all() == (question,)


async def test_a_question_survives_a_reconnect_by_its_id(bench: Bench) -> None:
    question = bench.ask("clarify", CLARIFY)
    gone = bench.ask("approval", {**APPROVAL, "request_id": "a2"}, "live2")
    bench.gateway.answers["session.active_list"] = {
        "sessions": [{"id": "live1", "status": "waiting"}, {"id": "live2", "status": "idle"}]
    }
    bench.gateway.turn("closed")
    assert bench.questions.all() == (question, gone)
    bench.gateway.turn("open")
    await bench.questions.reconciled()
    assert bench.questions.all() == (question,)
    assert bench.ask("clarify", CLARIFY) == question  # a better gateway asks again
    await bench.questions.answer("c1", {"answer": "Red"})
    assert bench.called("clarify.respond") == [{"request_id": "c1", "answer": "Red"}]


async def test_how_long_an_approval_waits_is_the_gateways_affair(bench: Bench) -> None:
    bench.gateway.answers["config.get"] = {"config": {"approvals": {"timeout": 15}}}
    bench.gateway.turn("open")
    await bench.questions.reconciled()
    assert bench.ask("approval", APPROVAL).deadline == 1015.0


async def test_a_question_ends_when_its_time_is_up(bench: Bench) -> None:
    bench.ask("approval", APPROVAL)
    later = bench.ask("clarify", CLARIFY)
    bench.now += 61
    bench.questions.expire()
    assert bench.questions.all() == (later,)
    assert bench.told[-1] == ("Run this command?", "expired", "Not answered in time")


async def test_a_question_ends_with_its_chat_also_when_that_got_its_id_since(bench: Bench) -> None:
    bench.ask("approval", APPROVAL)
    bench.ask("clarify", CLARIFY, "live2")
    bench.keys["live2"] = "stored2"
    assert [question.key for question in bench.questions.all()] == ["stored1", "stored2"]
    bench.keys.clear()
    bench.questions.forget_chat("stored2")
    assert [question.key for question in bench.questions.all()] == ["stored1"]
    assert bench.told[-1][:2] == ("Which colour?", "gone")


async def test_a_question_ends_with_its_tool_its_turn_and_its_expiry(bench: Bench) -> None:
    bench.gateway.emit("tool.start", "live1", {"tool_id": "t1", "name": "terminal"})
    bench.ask("approval", APPROVAL)
    bench.gateway.emit("tool.complete", "live1", {"tool_id": "other"})
    assert len(bench.questions.all()) == 1
    bench.gateway.emit("tool.complete", "live1", {"tool_id": "t1"})
    assert bench.told[-1][1] == "gone"
    bench.gateway.emit("message.start", "live1")
    bench.ask("clarify", CLARIFY)
    bench.gateway.emit("message.complete", "live2", {"text": "x"})
    assert len(bench.questions.all()) == 1
    bench.gateway.emit("message.complete", "live1", {"text": None, "status": "interrupted"})
    assert bench.told[-1][1] == "gone"
    bench.ask("secret", SECRET)
    bench.gateway.emit("secret.expire", "live1", {"request_id": "v1"})
    assert bench.told[-1][1] == "expired"
    assert bench.questions.all() == ()


async def test_the_oldest_of_two_approvals_without_ids_comes_first(bench: Bench) -> None:
    first, second = bench.ask("approval", APPROVAL), bench.ask("approval", {**APPROVAL, "command": "rm -r dist"})
    other = bench.ask("approval", APPROVAL, "live2")
    with pytest.raises(QuestionError, match="comes first"):
        await bench.questions.answer(second.id, {"choice": "once"})
    for question in (other, first, second):
        await bench.questions.answer(question.id, {"choice": "once"})
    assert [call["session_id"] for call in bench.called("approval.respond")] == ["live2", "live1", "live1"]


async def test_a_question_is_answered_once_however_often_somebody_clicks(bench: Bench) -> None:
    first = bench.ask("approval", APPROVAL)
    bench.ask("approval", {**APPROVAL, "command": "rm -r src"})
    answers = await asyncio.gather(
        *(bench.questions.answer(first.id, {"choice": "once"}) for _ in range(2)), return_exceptions=True
    )
    assert answers[0] is None
    assert isinstance(answers[1], QuestionError)
    assert bench.called("approval.respond") == [{"session_id": "live1", "choice": "once"}]
    assert [question.command for question in bench.questions.all()] == ["rm -r src"]


async def test_a_question_of_a_new_chat_follows_it_to_its_stored_id(bench: Bench) -> None:
    question = bench.ask("clarify", CLARIFY, "live2")
    assert question.key == "new:2"
    bench.keys["live2"] = "stored2"
    assert [one.key for one in bench.questions.of("stored2")] == ["stored2"]
    assert bench.questions.of("new:2") == ()


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("clarify.request", {"question": "No id"}),
        ("terminal.read.request", {"request_id": "r1"}),
        ("clarify.request", "text"),
        ("plugin.request", {}),
    ],
)
async def test_what_asks_nothing_of_a_person_is_no_question(bench: Bench, kind: str, payload: object) -> None:
    bench.questions.hear({"type": kind, "session_id": "live1", "payload": payload})
    assert bench.questions.all() == ()


async def test_a_question_of_a_gateway_elsewhere_survives_a_restart_of_the_shell(bench: Bench) -> None:
    question = bench.ask("clarify", CLARIFY)
    bench.ask("approval", {**APPROVAL, "request_id": "a2"}, "live2")
    over = bench.ask("sudo", {"request_id": "s1"})
    await bench.questions.answer(over.id, {"password": "hunter2"})
    await bench.questions.close()
    bench.storage.set("questions", "bad", {"event": None})
    bench.gateway.answers["session.active_list"] = {"sessions": [{"id": "live1", "status": "waiting"}]}
    bench.now += 31
    bench.questions = bench.made()
    bench.questions.start()
    await bench.questions.reconciled()
    assert bench.questions.all() == (question,)
    assert bench.told[-2:] == [("Run this command?", "gone", ""), ("Which colour?", "open", "")]
    await bench.questions.answer("c1", {"answer": "Red"})
    bench.storage.set("questions-test", "written", 1)
    assert bench.storage.items("questions") == {}


async def test_a_question_of_work_in_the_background_does_not_end_with_a_turn(bench: Bench) -> None:
    question = bench.ask("approval", {**APPROVAL, "request_id": "a1"})
    bench.gateway.emit("message.start", "live1")
    bench.gateway.emit("tool.start", "live1", {"tool_id": "t1"})
    bench.gateway.emit("tool.complete", "live1", {"tool_id": "t1"})
    bench.gateway.emit("message.complete", "live1", {"text": "x"})
    assert bench.questions.all() == (question,)
