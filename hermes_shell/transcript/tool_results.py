"""What a tool's result says: whether it failed, what came of a question, and its text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, cast

from hermes_shell.transcript.payload import mapping, text_of

_ESCAPES = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]"  # control sequences: colours, cursor
    r"|\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # titles and links
    r"|[PX^_][^\x1b]*(?:\x1b\\)?"  # strings for devices
    r"|[ -/]*[0-~])"
)
_TEXTS = ("output", "text", "content", "stdout", "result", "summary", "message")


def without_escapes(text: str) -> str:
    """A text without the codes that colour it in a terminal."""
    return _ESCAPES.sub("", text) if "\x1b" in text else text


def failed(result: object) -> bool:
    """Whether a result tells of a failure: an error, an exit status other than 0, `success: false`, or a refusal."""
    found = _parsed(result)
    if not isinstance(found, Mapping):
        return False
    answer = cast("Mapping[str, Any]", found)
    code = answer.get("exit_code")
    return (
        bool(answer.get("error"))
        or (isinstance(code, int) and code != 0)
        or answer.get("success") is False
        or answer.get("status") in ("blocked", "error", "failed")
    )


def approval_outcome(kind: str, result: object) -> tuple[str, bool]:
    """What came of a question, read from the result of the call that asked it, and whether it was refused."""
    answer = mapping(_parsed(result))
    if kind == "clarify":
        said = text_of(answer, "user_response")
        return (f"Answered: {said}", False) if said else ("No answer", True)
    if answer.get("status") == "blocked" or text_of(answer, "error").startswith("BLOCKED"):
        late = "timed out" in text_of(answer, "error")
        return ("Not answered in time" if late else "Denied", True)
    return ("Allowed" if kind == "approval" else "Answered"), False


def result_text(result: object) -> str:
    """A result as text for people: its output with its error, else the whole of it as JSON."""
    found = _parsed(result)
    if found is None:
        return ""
    if isinstance(found, str):
        return found
    if isinstance(found, Mapping):
        answer = cast("Mapping[str, Any]", found)
        said = next((value for name in _TEXTS if isinstance(value := answer.get(name), str) and value), "")
        error = text_of(answer, "error")
        if said or error:
            return "\n".join(filter(None, (said.rstrip("\n"), error if error not in said else "")))
    return json.dumps(found, indent=2, ensure_ascii=False, default=str)


def _parsed(result: object) -> object:
    """Results of plugins are JSON as text."""
    if isinstance(result, str) and result[:1] in "{[" and len(result) < 2_000_000:
        try:
            return json.loads(result)
        except (ValueError, RecursionError):
            return result
    return result
