"""Folding of what the agent does: tool calls, sub-agents, background processes, questions and status lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hermes_shell.transcript.fold_text import close_open, is_announced
from hermes_shell.transcript.payload import mapping, number, text_of, texts
from hermes_shell.transcript.questions import question_of
from hermes_shell.transcript.tool_results import approval_outcome, failed, without_escapes
from hermes_shell.transcript.turns import Asked, Note, Prose, Step, Turn

if TYPE_CHECKING:
    from hermes_shell.transcript.fold import Fold

LINES_KEPT = 200
"""Lines of a sub-agent or a background process that are kept, the newest."""
LINE_LENGTH = 2_000
_GOOD = ("", "ok", "success", "complete", "completed", "done")


def generating(fold: Fold, payload: Mapping[str, Any], _event: Mapping[str, Any]) -> None:
    """The model begins to write a call; nothing says that it will run."""
    step = Step(fold.new_id("p"), name=text_of(payload, "name"), state="generating", started=fold.clock())
    fold.put(fold.current(), step)


def start(fold: Fold, payload: Mapping[str, Any], _event: Mapping[str, Any]) -> None:
    """A call runs; it takes the place of its announcement."""
    turn = fold.current()
    call, name = text_of(payload, "tool_id"), text_of(payload, "name")
    step = _of_call(turn, call)
    if step is None:
        close_open(fold, turn)
        announced = (part for part in turn.parts if isinstance(part, Step) and is_announced(part) and part.name == name)
        step = next(announced, None) or fold.put(turn, Step(fold.new_id("p"), name=name))
        step.started = fold.clock()
    elif step.state != "running":
        return
    step.call, step.state = call, "running"
    step.context = text_of(payload, "context") or step.context
    fold.changed(turn, step)


def complete(fold: Fold, payload: Mapping[str, Any], event: Mapping[str, Any]) -> None:
    """A call has ended, and with it every question it asked."""
    turn = fold.running or fold.last_begun() or fold.current()
    call = text_of(payload, "tool_id")
    step = _of_call(turn, call)
    if step is None:
        turn = fold.current()
        start(fold, payload, event)
        step = _of_call(turn, call) or fold.put(turn, Step(fold.new_id("p"), name=text_of(payload, "name"), call=call))
    elif step.state not in ("generating", "running", "stopped"):
        return
    step.args = dict(mapping(payload.get("args"))) or step.args
    step.result = payload.get("result", payload.get("result_text"))
    step.context = step.context or text_of(payload, "context")
    step.seconds = number(payload, "duration_s")
    step.diff = without_escapes(text_of(payload, "inline_diff"))
    step.state = "failed" if failed(step.result) else "done"
    if step.result is None:
        step.result = payload.get("summary")
    for part in turn.parts:
        if isinstance(part, Asked) and part.question and not part.outcome:
            part.outcome, part.refused = approval_outcome(part.question.kind, step.result)
            fold.changed(turn, part)
    fold.changed(turn, step)


def leave(fold: Fold, turn: Turn, step: Step, state: str) -> None:
    """The turn ends without a word about this call."""
    step.state = "absent" if step.state == "generating" and state == "done" else "stopped"
    fold.changed(turn, step)


def risk(fold: Fold, payload: Mapping[str, Any], _event: Mapping[str, Any]) -> None:
    """A safety check has found something in what a tool returned."""
    turn = fold.running or fold.last_begun()
    step = _of_call(turn, text_of(payload, "tool_id")) if turn else None
    if turn and step:
        findings = ", ".join(texts(payload.get("findings")))
        step.note = f"{text_of(payload, 'risk') or 'some'} risk" + (f": {findings}" if findings else "")
        fold.changed(turn, step)


def asked(fold: Fold, payload: Mapping[str, Any], event: Mapping[str, Any]) -> None:
    """A question stands where it was asked. The same one again is the same one."""
    question = question_of(event, fold.key, fold.clock())
    if question is None or any(
        isinstance(part, Asked) and part.question and part.question.id == question.id and not part.outcome
        for turn in fold.turns[-3:]
        for part in turn.parts
    ):
        return
    turn = fold.current()
    close_open(fold, turn)
    fold.put(turn, Asked(fold.new_id("p"), question=question))


def expired(fold: Fold, payload: Mapping[str, Any], _event: Mapping[str, Any]) -> None:
    """Nobody has answered in time."""
    fold.answered(text_of(payload, "request_id"), "Not answered in time", refused=True)


def status(fold: Fold, payload: Mapping[str, Any], _event: Mapping[str, Any]) -> None:
    """A line of the gateway. The end of a background process announces a turn that nobody submitted."""
    kind, text = text_of(payload, "kind") or "status", text_of(payload, "text").strip()
    if not text:
        return
    if kind == "process":
        _end_processes(fold, text)
        turn = fold.running or fold.add(Turn(fold.new_id("t"), hidden_user=True))
        fold.put(turn, Note(fold.new_id("p"), kind=kind, text=text))
        return
    turn = fold.nearby()
    if turn is None:
        return
    last = turn.parts[-1] if turn.parts else None
    if isinstance(last, Note) and (last.text == text or (kind == last.kind and kind in ("status", "compacting"))):
        if last.text != text:
            last.text = text
            fold.changed(turn, last)
        return
    fold.put(turn, Note(fold.new_id("p"), kind=kind, text=text))


def background(fold: Fold, payload: Mapping[str, Any], _event: Mapping[str, Any]) -> None:
    """The answer of a prompt that ran beside the chat."""
    text = text_of(payload, "text").strip()
    turn = fold.add(Turn(fold.new_id("t"), state="done", started=fold.clock(), ended=fold.clock()))
    fold.put(
        turn, Note(fold.new_id("p"), kind="background", text=f"Background task {text_of(payload, 'task_id')}".strip())
    )
    prose = fold.put(turn, Prose(fold.new_id("p")))
    prose.blocks.replace(text or "It ended without a text.")
    fold.close(turn, prose)


def agent(fold: Fold, payload: Mapping[str, Any], event: Mapping[str, Any]) -> None:
    """A sub-agent begins, tells something or ends; it can outlive the turn that began it."""
    key = f"agent {text_of(payload, 'subagent_id', 'child_session_id', 'goal')}"
    what = str(event.get("type", "")).partition(".")[2]
    turn, step = _outliving(fold, key, "agent", text_of(payload, "goal"))
    if step is None:
        return
    step.name = text_of(payload, "goal") or step.name
    if what == "tool":
        tell(step, " ".join(filter(None, (text_of(payload, "tool_name"), text_of(payload, "tool_preview")))))
    elif what in ("thinking", "progress"):
        tell(step, text_of(payload, "text"))
    elif what == "complete":
        step.state = "done" if text_of(payload, "status").lower() in _GOOD else "failed"
        seconds = number(payload, "duration_seconds")
        step.seconds = seconds if seconds is not None else max(0.0, fold.clock() - step.started)
        step.result = text_of(payload, "summary", "text", "output_tail") or step.result
    calls = number(payload, "tool_count")
    if calls:
        step.note = f"{int(calls)} tool{'' if calls == 1 else 's'}"
    fold.changed(turn, step)


def process(fold: Fold, payload: Mapping[str, Any], _event: Mapping[str, Any]) -> None:
    """A background process has written something."""
    name = text_of(payload, "process_id")
    turn, step = _outliving(fold, f"process {name}", "process", name)
    if step is None:
        return
    tell(step, text_of(payload, "chunk"))
    fold.changed(turn, step)


def tell(step: Step, text: str) -> None:
    """Add lines to what a step told; the oldest go."""
    lines = [line[:LINE_LENGTH] for line in without_escapes(text).splitlines() if line.strip()]
    step.lines = [*step.lines, *lines][-LINES_KEPT:]


def _outliving(fold: Fold, key: str, kind: str, name: str) -> tuple[Turn, Step | None]:
    """The row of a sub-agent or process, made at its first sign of life."""
    known = fold.steps.get(key)
    if known is not None and known[0] in fold.turns:
        return known
    turn = fold.running or fold.last_begun()
    if turn is None:
        return Turn(""), None
    step = fold.put(turn, Step(fold.new_id("p"), kind=kind, name=name, started=fold.clock()))
    fold.steps[key] = turn, step
    return turn, step


def _end_processes(fold: Fold, text: str) -> None:
    for turn, step in fold.steps.values():
        if step.kind == "process" and step.state == "running" and step.name and step.name in text:
            step.state = "done" if "exit code 0)" in text or "exit code" not in text else "failed"
            step.seconds = max(0.0, fold.clock() - step.started)
            fold.changed(turn, step)


def _of_call(turn: Turn, call: str) -> Step | None:
    if not call:
        return None
    return next((part for part in reversed(turn.parts) if isinstance(part, Step) and part.call == call), None)


HANDLERS = {
    "tool.generating": generating,
    "tool.start": start,
    "tool.complete": complete,
    "tool.output_risk": risk,
    "approval.request": asked,
    "clarify.request": asked,
    "sudo.request": asked,
    "secret.request": asked,
    "sudo.expire": expired,
    "secret.expire": expired,
    "approval.expire": expired,
    "clarify.expire": expired,
    "status.update": status,
    "background.complete": background,
    "subagent.start": agent,
    "subagent.thinking": agent,
    "subagent.tool": agent,
    "subagent.progress": agent,
    "subagent.complete": agent,
    "agent.terminal.output": process,
}
