"""Folding of what the model says: deltas, thinking, interim texts and the end of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hermes_shell.transcript.block_stream import BlockStream
from hermes_shell.transcript.payload import mapping, number, text_of
from hermes_shell.transcript.turns import Failure, Note, Prose, Reasoning, Step, Turn

if TYPE_CHECKING:
    from hermes_shell.transcript.fold import Fold

FAILURE_MARK = "⚠️"
"""How a text begins with which the gateway ends a turn that failed, though it says `complete` (surprise 11)."""

_STATES = {"complete": "done", "interrupted": "interrupted", "error": "failed"}


def delta(fold: Fold, payload: Mapping[str, Any], _event: Mapping[str, Any]) -> None:
    """Append to the open text. The paragraph break in front of text after tools is none of ours."""
    text = text_of(payload, "text")
    if not text:
        return
    turn = fold.current()
    last = turn.parts[-1] if turn.parts else None
    if isinstance(last, Prose) and not last.closed:
        last.blocks.append(text)
        fold.changed(turn, last)
    elif text.strip("\r\n"):
        close_open(fold, turn)
        fold.put(turn, Prose(fold.new_id("p"), blocks=BlockStream(text.lstrip("\r\n"))))


def reasoning(fold: Fold, payload: Mapping[str, Any], _event: Mapping[str, Any]) -> None:
    """Append to what the model thinks aloud."""
    text = text_of(payload, "text")
    if not text:
        return
    turn = fold.current()
    last = turn.parts[-1] if turn.parts else None
    if isinstance(last, Reasoning) and last.seconds is None:
        last.blocks.append(text)
        fold.changed(turn, last)
    else:
        fold.put(turn, Reasoning(fold.new_id("p"), blocks=BlockStream(text), started=fold.clock()))


def interim(fold: Fold, payload: Mapping[str, Any], _event: Mapping[str, Any]) -> None:
    """Visible text in front of a tool call: it replaces what was streamed of it, and nothing is appended to it."""
    text = text_of(payload, "text").strip()
    if not text:
        return
    turn = fold.current()
    streamed = open_prose(turn)
    if streamed is not None:
        replace(fold, turn, streamed, text)
        return
    said = [part for part in turn.parts if isinstance(part, Prose)]
    if said and said[-1].blocks.text.strip() == text:
        return
    at = len(turn.parts)
    while at and is_announced(turn.parts[at - 1]):
        at -= 1
    prose = fold.put(turn, Prose(fold.new_id("p"), blocks=BlockStream(text)), at)
    fold.close(turn, prose)


def complete(fold: Fold, payload: Mapping[str, Any], _event: Mapping[str, Any]) -> None:
    """End the turn. Its text replaces the last streamed segment; of a failure it says why."""
    text = text_of(payload, "text").strip()
    state = _STATES.get(text_of(payload, "status"), "done")
    if fold.running is None and fold.errored is None and _is_known(fold, text):
        return
    turn = fold.current()
    _count(fold, turn, payload)
    _late_reasoning(fold, turn, text_of(payload, "reasoning"))
    streamed = open_prose(turn)
    if state == "done" and text.startswith(FAILURE_MARK) and streamed is None:
        state = "failed"
    if state == "failed":
        _fail(fold, turn, streamed, text)
    elif text and streamed is not None:
        replace(fold, turn, streamed, text)
    elif text and not _said_last(turn, text):
        fold.put(turn, Prose(fold.new_id("p"), blocks=BlockStream(text)))
    elif state == "done" and not turn.parts:
        fold.put(turn, Note(fold.new_id("p"), text="The agent ended the turn without a text."))
    warning = text_of(payload, "warning")
    if warning:
        fold.put(turn, Note(fold.new_id("p"), kind="warning", text=warning))
    fold.end(turn, state)


def open_prose(turn: Turn) -> Prose | None:
    """The text that is being streamed; an announced tool call may stand behind it, or a line that is none of it."""
    for part in reversed(turn.parts):
        if isinstance(part, Prose):
            return None if part.closed else part
        if not (is_announced(part) or isinstance(part, Note) or (isinstance(part, Step) and part.kind != "tool")):
            return None
    return None


def is_announced(part: object) -> bool:
    """Whether it is a tool call that the model has only begun to write."""
    return isinstance(part, Step) and part.state == "generating"


def close_open(fold: Fold, turn: Turn) -> None:
    """Close every text that is open."""
    for part in turn.parts:
        if isinstance(part, Prose) and not part.closed:
            fold.close(turn, part)


def replace(fold: Fold, turn: Turn, prose: Prose, text: str) -> None:
    """Put the final text in the place of a streamed one; the same text leaves its blocks as they are."""
    if prose.blocks.text.strip() != text:
        prose.blocks.replace(text)
    fold.close(turn, prose)


def fail(fold: Fold, turn: Turn, reason: str) -> None:
    """Say once why a turn failed: the last reason of several in a row, which is nearest to the cause (surprise 8)."""
    failures = [part for part in turn.parts if isinstance(part, Failure)]
    if any(part.text == reason for part in failures):
        return
    turn.parts = [part for part in turn.parts if not (isinstance(part, Note) and _says_too(part, reason))]
    said = [part for part in turn.parts if not isinstance(part, Note)]
    if failures and said[-1] is failures[-1]:
        failures[-1].text = reason
        fold.changed(turn, failures[-1])
    else:
        fold.put(turn, Failure(fold.new_id("p"), text=reason))


def _says_too(note: Note, reason: str) -> bool:
    """Whether a status line ends with what the failure under it says."""
    return note.kind not in ("steer", "process", "warning") and note.text.endswith(reason)


def _fail(fold: Fold, turn: Turn, streamed: Prose | None, text: str) -> None:
    if streamed is not None and streamed.blocks.text.strip() == text:
        turn.parts.remove(streamed)
    if text or not any(isinstance(part, Failure) for part in turn.parts):
        fail(fold, turn, text or "The turn failed, and the gateway does not say why.")


def _said_last(turn: Turn, text: str) -> bool:
    said = [part for part in turn.parts if isinstance(part, Prose)]
    return bool(said) and said[-1].blocks.text.strip() == text


def _is_known(fold: Fold, text: str) -> bool:
    """Whether this is the end of a turn that has ended here already: told twice, or before and after a reconnect."""
    last = fold.last_begun()
    if last is None:
        return False
    if last.state == "failed":
        return any(isinstance(part, Failure) and part.text == text for part in last.parts)
    return not text or _said_last(last, text)


def _late_reasoning(fold: Fold, turn: Turn, text: str) -> None:
    """Thinking that was not streamed stands in front of the answer."""
    if not text.strip() or any(isinstance(part, Reasoning) for part in turn.parts):
        return
    at = next((at for at, part in enumerate(turn.parts) if not isinstance(part, Note)), len(turn.parts))
    fold.put(turn, Reasoning(fold.new_id("p"), blocks=BlockStream(text), seconds=-1), at)


def _count(fold: Fold, turn: Turn, payload: Mapping[str, Any]) -> None:
    """Tokens of the turn: the gateway counts those of the whole session."""
    total = number(mapping(payload.get("usage")), "total")
    if total is None:
        return
    if fold.total is not None and total >= fold.total:
        turn.tokens = int(total - fold.total)
    fold.total = total


HANDLERS = {
    "message.delta": delta,
    "reasoning.delta": reasoning,
    "message.interim": interim,
    "message.complete": complete,
}
