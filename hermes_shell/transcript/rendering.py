"""HTML of the parts of a turn but for prose, which renders itself (block_stream)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape
from typing import Any

from markupsafe import Markup

from hermes_shell.areas.rendering import macro, render
from hermes_shell.transcript.ansi import terminal_html
from hermes_shell.transcript.code import coloured, copy_button
from hermes_shell.transcript.diffs import diff_html
from hermes_shell.transcript.groups import RailRow
from hermes_shell.transcript.plain_text import cut_lines, cut_text, show_all, visible
from hermes_shell.transcript.questions import Question
from hermes_shell.transcript.step_rows import (
    StepRow,
    count_text,
    doing,
    duration,
    looked_at,
    one_line,
    step_row,
)
from hermes_shell.transcript.tool_results import result_text
from hermes_shell.transcript.turns import Asked, Failure, Note, Prose, Reasoning, Step, Turn, UserMessage

QuestionHtml = Callable[[Question], str]
CONTEXT_MARK = "\n\n--- Attached Context ---"
"""Behind it stands what the gateway put into a prompt for a reference in it."""

_LONG_LINES, _LONG_TEXT = 12, 1_200
_RAW = 2_000
"""Characters of arguments that the technical view shows."""
_PLAIN, _TECHNICAL = " hs-plain-view", " hs-technical-view"
_IN_ROW = 70
"""Characters of a command that a row has room for."""
_MOMENT = 0.1
"""Seconds that a turn took at least when it is told how long: a history has times of messages only."""
_STEERED = "steer"


def question_card(question: Question) -> str:
    """The card of a question that waits."""
    return render("core/questions/card.html", question=question)


def user_html(turn: Turn, message: UserMessage, ordinal: int | None) -> str:
    """The user's message of a turn."""
    text, mark, _ = message.text.partition(CONTEXT_MARK)
    shown, left = cut_text(text)
    html = cut_lines(shown) + (f"<em> … {left:,} more characters</em>" if left else "")
    html += "<em> · with attached context</em>" if mark else ""
    long = text.count("\n") >= _LONG_LINES or len(text) > _LONG_TEXT
    # The page sends again what it has, so a text that it has only in part is not offered for that.
    return str(_turn("user")(turn, message, Markup(html), long, None if left else ordinal))


def turn_html(turn: Turn, user: str, parts: str) -> str:
    """A whole turn."""
    label = one_line(visible(turn.user.text))[:80] if turn.user else "Turn of the agent"
    return str(_turn("turn")(turn.id, label, Markup(user), Markup(parts)))


def reasoning_html(part: Reasoning, blocks: str) -> str:
    """The row of what the model thought, closed."""
    seconds = part.seconds
    label = "Thinking" if seconds is None else "Thought" if seconds < 0.05 else f"Thought for {duration(seconds)}"
    return str(_turn("reasoning")(part.id, label, Markup(blocks), seconds is None))


def failure_html(turn: Turn, part: Failure, ordinal: int | None) -> str:
    """The card of a turn that failed."""
    said = any(isinstance(one, Prose | Step) for one in turn.parts)
    if turn.user is not None and cut_text(turn.user.text)[1]:
        ordinal = None
    kept = "Your message and what came before the error are kept." if said else "Your message is kept."
    shown, left = cut_text(visible(part.text))
    return str(_turn("failure")(part.id, shown + (f" … {left:,} more characters" if left else ""), kept, ordinal))


def question_html(part: Asked, card: QuestionHtml) -> str:
    """A question that waits, at its place."""
    assert part.question is not None
    return str(_rail("question")(part.id, Markup(card(part.question))))


def rail_html(group_id: str, rows: str) -> str:
    """A rail around its rows."""
    return str(_rail("rail")(group_id, Markup(rows)))


def row_html(row: RailRow) -> str:
    """One row of the rail."""
    part = row.parts[0]
    if len(row.parts) > 1:
        verb, subject = looked_at(list(row.steps))
        times = [step.seconds for step in row.parts if isinstance(step, Step) and step.seconds is not None]
        found = next((one.meta.partition(" · ")[0] for one in row.steps if "match" in one.meta), "")
        meta = " · ".join(filter(None, (found, duration(sum(times)) if times else "")))
        inner = [
            {"id": step.id, "row": one, "body": Markup(body_html(step)), "raw": Markup(raw_html(step))}
            for step, one in zip(row.parts, row.steps, strict=True)
            if isinstance(step, Step)
        ]
        return str(_rail("folded")(row.id, StepRow(verb, subject, meta, "good", "done"), inner))
    match part:
        case Step():
            body, raw = Markup(body_html(part)), Markup(raw_html(part))
            return str(_rail("step")(row.id, step_row(part), Markup(diff_html(part.diff)), body, raw))
        case Note():
            return _note(part)
        case Asked():
            return _answered(part)
        case _:
            raise AssertionError(f"no row of a rail: {part!r}")


def body_html(step: Step) -> str:
    """What a row opens to: what went in and what came out; empty when that is nothing more than the row says."""
    if step.diff and step.state == "done":
        return ""
    pieces: list[str] = []
    args = step.args or {}
    command = args.get("command") or args.get("code")
    if isinstance(command, str) and command.strip():
        language = "python" if step.name == "execute_code" else "sh"
        if len(command) > _IN_ROW or "\n" in command.strip() or step.name == "execute_code":
            pieces.append(_text_block(coloured(command, language, 8_000), "Command", command, _PLAIN))
    elif args and not step.diff:
        pieces.append(_text_block(_named(args), "Arguments", "", _PLAIN))
    told = "\n".join(step.lines)
    result = result_text(step.result)
    for text, label in ((told, "What it told"), (result, "Result")):
        if text.strip():
            shown, left = cut_text(text.rstrip())
            html = terminal_html(shown) + (f"\n<em>{left:,} more characters are not shown.</em>" if left else "")
            pieces.append(_text_block(html, label, shown))
    return "".join(pieces)


def raw_html(step: Step) -> str:
    """What a row opens to beside that in the technical view of tools: the arguments as they were given."""
    if step.kind != "tool" or not step.args:
        return ""
    text = json.dumps(step.args, ensure_ascii=False, indent=2, default=str)
    shown, left = text[:_RAW], max(len(text) - _RAW, 0)
    html = cut_lines(shown) + (f"\n<em>{left:,} more characters are not shown.</em>" if left else "")
    return _text_block(html, "Arguments as given", shown, _TECHNICAL)


def status_html(turn: Turn) -> str:
    """The line under a turn: what goes on, or what it took."""
    facts = _facts(turn)
    if turn.state == "running":
        if any(isinstance(part, Asked) and not part.outcome for part in turn.parts):
            return str(_turn("status")(f"{turn.id}s", "asks", "ask", "Waiting for you", turn.started))
        return str(_turn("status")(f"{turn.id}s", "running", "busy", _doing(turn), turn.started))
    if turn.state == "done" and not facts:
        return str(_turn("status")(f"{turn.id}s", turn.state, "", "", 0))  # nothing to tell: it has ended, as all have
    if turn.state == "failed" and any(isinstance(part, Failure) for part in turn.parts):  # its card says that it failed
        return str(_turn("status")(f"{turn.id}s", turn.state, "", " · ".join(facts), 0))
    words = {"interrupted": "Stopped", "failed": "Failed"}.get(turn.state, "Done")
    tone = {"interrupted": "muted", "failed": "bad"}.get(turn.state, "good")
    return str(_turn("status")(f"{turn.id}s", turn.state, tone, " · ".join([words, *facts]), 0))


def status_stamp(turn: Turn) -> object:
    """What the line under a turn depends on; None when there is no line."""
    if turn.state == "waiting":
        return None
    asks = any(isinstance(part, Asked) and not part.outcome for part in turn.parts)
    return turn.state, asks, _doing(turn) if turn.running else tuple(_facts(turn))


def _doing(turn: Turn) -> str:
    last = turn.parts[-1] if turn.parts else None
    going = [part for part in turn.parts if isinstance(part, Step) and part.kind == "tool" and part.state == "running"]
    if going:
        return doing(going[-1])
    match last:
        case Step(state="generating"):
            return "Preparing a tool call"
        case Prose(closed=False):
            return "Writing"
        case _:
            return "Thinking"


def _facts(turn: Turn) -> list[str]:
    tools = sum(isinstance(part, Step) and part.kind == "tool" and part.state != "absent" for part in turn.parts)
    facts = [duration(turn.ended - turn.started)] if turn.ended - turn.started > _MOMENT and turn.started else []
    facts += [f"{tools} tool{'' if tools == 1 else 's'}"] if tools else []
    return facts + ([f"{count_text(turn.tokens)} tokens"] if turn.tokens else [])


def _note(part: Note) -> str:
    text = visible(part.text)
    if part.kind == "process":
        first = re.sub(r"^\[(?:IMPORTANT|SYSTEM):?\s*|\]$", "", one_line(text))
        tone = "good" if "exit code 0)" in text or "exit code" not in text else "bad"
        return str(_rail("note")(part.id, tone, first[:160], text if len(text) > 160 or "\n" in text else ""))
    tone = "warn" if part.kind == "warning" or text[:1] in "⚠⏳" else "bad" if text[:1] in "❌✗" else "muted"
    line = f"Steered: {one_line(text)}" if part.kind == _STEERED else one_line(text)
    return str(_rail("note")(part.id, tone, line, text if len(text) > 300 or "\n" in text else ""))


def _answered(part: Asked) -> str:
    assert part.question is not None
    question = part.question
    subject = one_line(visible(question.command or question.title))
    verb, _, said = (
        visible(part.outcome).partition(": ") if question.kind == "clarify" else (visible(part.outcome), "", "")
    )
    tone = "bad" if part.refused else "good"
    row = StepRow(verb[:200], subject, one_line(said)[:200], tone, "answered", words=not question.command)
    return str(_rail("step")(part.id, row, "", "", ""))


def _named(args: dict[str, Any]) -> str:
    text = "\n".join(
        f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)}"
        for name, value in args.items()
    )
    shown, left = cut_text(text)
    return cut_lines(shown) + (f"\n<em>{left:,} more characters are not shown.</em>" if left else "")


def _text_block(html: str, label: str, source: str, view: str = "") -> str:
    lines = source.count("\n") + 1
    long = lines > 24
    button = show_all(f"Show all {lines} lines") if long else ""
    return (
        f'<div class="hs-step-text{view}" data-long="{str(long).lower()}">'
        f'<pre tabindex="0" aria-label="{escape(label)}">'
        f"<code>{html}</code></pre>{copy_button(f'Copy {label.lower()}')}{button}</div>"
    )


def _turn(name: str) -> Any:
    return macro("transcript/turn.html", name)


def _rail(name: str) -> Any:
    return macro("transcript/rail.html", name)
