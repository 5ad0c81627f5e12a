"""How a step reads on the rail: a verb, what it is about, and what came of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import cast

from hermes_shell.transcript.payload import mapping, number, text_of
from hermes_shell.transcript.tool_results import result_text
from hermes_shell.transcript.turns import Step

_VERBS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    # name: what it did, what it is doing, arguments that say about what
    "terminal": ("Run", "Running", ("command",)),
    "shell": ("Run", "Running", ("command",)),
    "execute_code": ("Run code", "Running code", ("description", "language")),
    "process": ("Watch", "Watching", ("action", "session_id")),
    "read_file": ("Read", "Reading", ("path", "file_path", "file")),
    "read_terminal": ("Read terminal", "Reading the terminal", ()),
    "write_file": ("Write", "Writing", ("path", "file_path", "file")),
    "patch": ("Edit", "Editing", ("path", "file_path", "file")),
    "edit_file": ("Edit", "Editing", ("path", "file_path", "file")),
    "search_files": ("Search", "Searching", ("pattern", "query", "path")),
    "list_files": ("List", "Listing", ("path", "directory")),
    "session_search": ("Search chats", "Searching chats", ("query",)),
    "web_search": ("Search the web", "Searching the web", ("query",)),
    "web_extract": ("Open page", "Opening a page", ("url", "urls")),
    "browser_navigate": ("Open page", "Opening a page", ("url",)),
    "delegate_task": ("Delegate", "Delegating", ("goal", "task", "description")),
    "todo": ("Plan", "Planning", ()),
    "memory": ("Remember", "Remembering", ("content", "key", "action")),
    "clarify": ("Ask", "Asking", ("question",)),
    "skill_view": ("Read skill", "Reading a skill", ("name",)),
    "skills_list": ("List skills", "Listing skills", ()),
    "image_generate": ("Draw", "Drawing", ("prompt",)),
    "vision_analyze": ("Look at", "Looking at", ("image_url", "path", "question")),
    "text_to_speech": ("Speak", "Speaking", ("text",)),
    "cronjob": ("Schedule", "Scheduling", ("name", "action")),
}
_READS = frozenset({"read_file", "skill_view", "web_extract"})
_SEARCHES = frozenset({"search_files", "list_files", "session_search", "web_search"})
_LEADING = re.compile(r"^[A-Z][a-z]+ing\s+")
_TONES = {
    "generating": ("busy", "being written"),
    "running": ("busy", "running"),
    "done": ("good", "done"),
    "failed": ("bad", "failed"),
    "stopped": ("muted", "stopped"),
    "absent": ("muted", "did not run"),
}


@dataclass(frozen=True, slots=True)
class StepRow:
    """A row of the rail.

    Attributes:
        verb: what was done.
        subject: about what, in code type; may be empty.
        meta: what came of it; may be empty.
        added: lines that an edit added, removed: that it took away; both 0 when it is no edit.
        tone: of its shape; label: what the shape says.
        tool: its own name, which the technical view shows; empty for what is no tool.
        look: `read` or `search` when it only looked at something, else empty.
        inset: it belongs to the row above.
        words: the subject is a sentence, so it is not in code type.
    """

    verb: str
    subject: str
    meta: str
    tone: str
    label: str
    look: str = ""
    added: int = 0
    removed: int = 0
    tool: str = ""
    words: bool = False
    inset: bool = False


def step_row(step: Step) -> StepRow:
    """The row of a step."""
    tone, label = _TONES[step.state]
    if step.kind == "agent":
        return StepRow("Sub-agent", one_line(step.name), _meta(step.note, step.seconds), tone, label, inset=True)
    if step.kind == "process":
        return StepRow("Background", one_line(step.name), _meta("", step.seconds), tone, label)
    verb, _, names = _VERBS.get(step.name, (step.name or "Tool", "", ()))
    outcome = {"stopped": "stopped", "absent": "did not run"}.get(step.state) or _outcome(step)
    meta = _meta(", ".join(filter(None, (outcome, step.note))), step.seconds)
    added, removed = diff_counts(step.diff)
    look = "read" if step.name in _READS else "search" if step.name in _SEARCHES else ""
    look = look if step.state == "done" else ""
    told = "" if added or removed else meta
    return StepRow(verb, _subject(step, names), told, tone, label, look, added, removed, one_line(step.name))


def doing(step: Step) -> str:
    """What goes on, for the line under a running turn: "Reading board/plugin.js"."""
    if step.kind == "tool" and _LEADING.match(step.context):
        return one_line(step.context)
    _, verb, names = _VERBS.get(step.name, ("", f"Using {step.name}" if step.name else "Using a tool", ()))
    return f"{verb} {_subject(step, names)}".strip()


def looked_at(rows: list[StepRow]) -> tuple[str, str]:
    """Verb and subject of a row that stands for several that only looked at something."""
    reads = [row.subject for row in rows if row.look == "read"]
    searches = sum(row.look == "search" for row in rows)
    files = len(set(reads))
    parts: list[str] = []
    if files == 1:
        parts.append(reads[0] or "1 file")
    elif files:
        parts.append(f"{files} files")
    if searches:
        parts.append(f"{searches} search{'' if searches == 1 else 'es'}")
    return "Looked at" if reads else "Searched", ", ".join(parts) if reads else f"{searches} times"


def diff_counts(diff: str) -> tuple[int, int]:
    """Lines that a unified diff adds and removes."""
    lines = diff.split("\n") if diff else []
    added = sum(line.startswith("+") and not line.startswith("+++") for line in lines)
    removed = sum(line.startswith("-") and not line.startswith("---") for line in lines)
    return added, removed


def duration(seconds: float) -> str:
    """A time for people: 50 ms, 0.9 s, 48 s, 1 min 12 s, 2 h 5 min."""
    if seconds < 0.1:
        return f"{max(1, round(seconds * 1000))} ms"
    if seconds < 9.95:
        return f"{seconds:.1f} s".replace(".0 s", " s")
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"


def count_text(count: float) -> str:
    """A count for people: 950, 9.1k, 18.4k, 1.2M."""
    if count < 1000:
        return str(int(count))
    if count < 999_950:
        return f"{count / 1000:.1f}k".replace(".0k", "k")
    return f"{count / 1_000_000:.1f}M".replace(".0M", "M")


def one_line(text: str) -> str:
    """A text as one line of at most 300 characters."""
    return " ".join(text[:600].split())[:300]


def _subject(step: Step, names: tuple[str, ...]) -> str:
    args = step.args or {}
    for name in names:
        value: object = args.get(name)
        if isinstance(value, list) and value:
            value = cast("list[object]", value)[0]
        if isinstance(value, str) and value.strip():
            return one_line(value)
    if step.context:
        return one_line(_LEADING.sub("", step.context))
    return "" if names or step.name in _VERBS else one_line(next((v for v in args.values() if isinstance(v, str)), ""))


def _outcome(step: Step) -> str:
    """The fact of a result that a row has room for."""
    result = mapping(step.result)
    code = result.get("exit_code")
    if result.get("status") == "blocked":
        return "not answered" if "timed out" in text_of(result, "error") else "denied"
    if isinstance(code, int) and code != 0:
        return f"exit {code}"
    for name, noun in (("total_count", "match"), ("match_count", "match"), ("total_lines", "line")):
        count = number(result, name)
        if count is not None:
            plural = "es" if noun == "match" else "s"
            return f"{int(count)} {noun}{'' if count == 1 else plural}"
    if step.state == "failed":
        return one_line(text_of(result, "error") or result_text(step.result))[:60] or "failed"
    return ""


def _meta(outcome: str, seconds: float | None) -> str:
    return " · ".join(filter(None, (outcome, duration(seconds) if seconds is not None and seconds >= 0 else "")))
