"""A transcript out of the gateway's history, and how it meets what is here already."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hermes_shell.transcript.block_stream import BlockStream
from hermes_shell.transcript.fold_steps import is_announced
from hermes_shell.transcript.payload import mapping, number, text_of
from hermes_shell.transcript.tool_results import failed
from hermes_shell.transcript.turns import PENDING, Failure, Note, Part, Prose, Reasoning, Step, Turn, UserMessage

if TYPE_CHECKING:
    from hermes_shell.transcript.fold import Fold

NOT_WRITTEN = ("[IMPORTANT: Background process", "[ASYNC DELEGATION", "[SYSTEM:", "[System note")
"""How messages begin that have the user's role, and that no user wrote."""
LOST = "There is no answer to this: its turn failed, or the agent ended in the middle of it."


def read_history(fold: Fold, messages: Sequence[Mapping[str, Any]]) -> list[Turn]:
    """Turns of the messages of `session.resume` (`text`) or of the REST door (`content`)."""
    turns: list[Turn] = []
    asked: dict[str, Mapping[str, Any]] = {}
    for message in messages:
        role = message.get("role")
        written = number(message, "timestamp") or 0
        if role == "user":
            turns.append(_begun(fold, _content(message), written))
            asked[turns[-1].id] = message
            continue
        if role not in ("assistant", "tool"):
            continue
        if not turns:
            turns.append(Turn(fold.new_id("t"), state="done"))
        turn = turns[-1]
        turn.parts += _tool(fold, turn, message) if role == "tool" else _answer(fold, message)
        if written and turn.started:
            turn.ended = max(turn.ended, written)
    for turn in turns:
        for part in turn.parts:
            if isinstance(part, Step) and part.state == "running":
                part.state = "done"
        _end(fold, turn, asked.get(turn.id, {}))
        turn.parts = turn.parts.copy()  # without the spare places that it grew by, in thousands of turns
    return turns


def taken_over(fold: Fold, fresh: list[Turn], inflight: Mapping[str, Any] | None, running: bool) -> list[Turn]:
    """The turns of a history in which those that are here already are kept, with the running one.

    Args:
        fold: what is here.
        fresh: turns of the history.
        inflight: `user` and `assistant` of the running turn.
        running: whether a turn runs.
    """
    here = [turn for turn in fold.turns if turn.state != "waiting"]
    was_running = here.pop() if here and here[-1].running else None
    turns: list[Turn] = []
    for at, turn in enumerate(fresh):
        known = here[at] if at < len(here) and is_same(here[at], turn) else None
        if at >= len(here):
            _deliver(fold, turn)
        turns.append(known or turn)
    flying = inflight if running else None
    asked, said = text_of(flying or {}, "user"), text_of(flying or {}, "assistant")
    if not running:
        return turns if was_running is None else _ended_meanwhile(fold, turns, was_running)
    last = turns[-1] if turns else None
    if last is not None and _text(last) == asked and not any(isinstance(part, Prose) for part in last.parts):
        turns.pop()
    turn = was_running if was_running is not None and (not asked or _text(was_running) == asked) else None
    turn = turn or _waiting(fold, asked) or Turn(fold.new_id("t"), UserMessage(asked) if asked else None)
    if turn.user is not None:
        turn.user.status = "done"
    turn.state, turn.doubtful = "running", True
    turn.started = turn.started or fold.clock()
    _say(fold, turn, said)
    fold.changed(turn)
    return [*turns, turn]


def is_same(here: Turn, there: Turn) -> bool:
    """Whether a turn of the history is one that is here: the same question and the same last text."""
    if _text(here) != _text(there):
        return False
    mine, other = _last_prose(here), _last_prose(there)
    return mine == other or not other


def _ended_meanwhile(fold: Fold, turns: list[Turn], turn: Turn) -> list[Turn]:
    """The turn that ran when the connection broke is over: its answer is the history's, its steps are ours."""
    if not turns or _text(turns[-1]) != _text(turn):
        fold.end(turn, "interrupted")
        return [*turns, turn]
    said = [part for part in turns[-1].parts if isinstance(part, Prose)]
    if said:
        _say(fold, turn, "\n\n".join(part.blocks.text for part in said))
    for part in turns[-1].parts:
        if isinstance(part, Failure):
            fold.put(turn, part)
    fold.end(turn, turns[-1].state)
    return [*turns[:-1], turn]


def _deliver(fold: Fold, turn: Turn) -> None:
    """A prompt that the gateway got while nobody heard of it is this turn's."""
    sent = _waiting(fold, _text(turn)) if turn.user is not None else None
    if sent is not None and sent.user is not None and turn.user is not None and sent.user.status in PENDING:
        turn.user.client_id, turn.user.attachments = sent.user.client_id, sent.user.attachments


def _say(fold: Fold, turn: Turn, text: str) -> None:
    """Take `text` as what the turn has said so far, without saying twice what stands before a tool call."""
    rest = text.strip("\r\n")
    proses = [part for part in turn.parts if isinstance(part, Prose)]
    at = len(turn.parts)
    while at and is_announced(turn.parts[at - 1]):
        at -= 1
    last = proses[-1] if proses and turn.parts.index(proses[-1]) == at - 1 else None
    for prose in proses:
        mine = prose.blocks.text.strip()
        if prose is not last and mine and rest.startswith(mine):
            rest = rest[len(mine) :].lstrip("\r\n")
    if not rest:
        return
    if last is None:
        fold.put(turn, Prose(fold.new_id("p"), blocks=BlockStream(rest)), at)
    elif rest.startswith(last.blocks.text):
        last.blocks.append(rest[len(last.blocks.text) :])
        last.closed = False
        last.blocks.finished = False
        fold.changed(turn, last)
    elif last.blocks.text.strip() != rest.strip():
        last.blocks.replace(rest)
        last.closed = False
        last.blocks.finished = False
        fold.changed(turn, last)


def _begun(fold: Fold, text: str, written: float) -> Turn:
    turn = Turn(fold.new_id("t"), state="done", started=written)
    if text.startswith(NOT_WRITTEN):
        turn.hidden_user = True
        turn.parts.append(Note(fold.new_id("p"), kind="process", text=text))
    else:
        turn.user = UserMessage(text, written_at=written)
    return turn


def _end(fold: Fold, turn: Turn, asked: Mapping[str, Any]) -> None:
    """How a turn of the history ended. The embedded gateway tells it with the prompt; the agent does not, and leaves a
    prompt without an answer when its turn failed or was lost."""
    told = text_of(asked, "status")
    if told == "interrupted":
        turn.state = told
    elif told in ("error", "lost") or (turn.user is not None and not turn.parts):
        turn.state = "failed"
        turn.parts.append(Failure(fold.new_id("p"), text=text_of(asked, "error") or LOST))


def _answer(fold: Fold, message: Mapping[str, Any]) -> list[Part]:
    """Thinking, text and calls of one message of the agent."""
    parts: list[Part] = []
    thought = text_of(message, "reasoning", "reasoning_content").strip()
    if thought:
        stream = BlockStream(thought)
        stream.finish()
        parts.append(Reasoning(fold.new_id("p"), blocks=stream, seconds=-1))
    text = _content(message).strip()
    if text:
        stream = BlockStream(text)
        stream.finish()
        parts.append(Prose(fold.new_id("p"), blocks=stream, closed=True))
    calls = message.get("tool_calls")
    for call in calls if isinstance(calls, list) else []:  # pyright: ignore[reportUnknownVariableType]
        found = mapping(call)  # pyright: ignore[reportUnknownArgumentType]
        function = mapping(found.get("function"))
        step = Step(fold.new_id("p"), name=text_of(function, "name"), call=text_of(found, "id", "call_id"))
        step.args = _arguments(function.get("arguments"))
        parts.append(step)
    return parts


def _tool(fold: Fold, turn: Turn, message: Mapping[str, Any]) -> list[Part]:
    """The result of a call: in its row when the call is known, else as a row."""
    call = text_of(message, "tool_call_id")
    known = next((part for part in turn.parts if isinstance(part, Step) and call and part.call == call), None)
    step = known or Step(fold.new_id("p"), call=call)
    step.name = text_of(message, "name", "tool_name") or step.name
    step.context = text_of(message, "context")
    step.result = _content(message) or None
    step.state = "failed" if failed(step.result) else "done"
    return [] if known else [step]


def _arguments(value: object) -> dict[str, Any] | None:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return dict(mapping(value)) or None


def _content(message: Mapping[str, Any]) -> str:
    """The text of a message; of content in pieces the texts."""
    content = message.get("text", message.get("content"))
    if isinstance(content, str):
        return content
    pieces = content if isinstance(content, list) else []  # pyright: ignore[reportUnknownVariableType]
    return "\n".join(filter(None, (text_of(mapping(piece), "text") for piece in pieces)))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def _text(turn: Turn) -> str:
    if turn.user is not None:
        return turn.user.text
    return next((part.text for part in turn.parts if isinstance(part, Note)), "") if turn.hidden_user else ""


def _last_prose(turn: Turn) -> str:
    return next((part.blocks.text.strip() for part in reversed(turn.parts) if isinstance(part, Prose)), "")


def _waiting(fold: Fold, text: str) -> Turn | None:
    """A prompt that waited here and that the running turn is about."""
    return next((turn for turn in fold.turns if turn.state == "waiting" and turn.user and turn.user.text == text), None)
