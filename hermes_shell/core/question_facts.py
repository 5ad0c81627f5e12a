"""What the gateway tells that questions depend on: which sessions wait, and for how long."""

from __future__ import annotations

from typing import cast

from hermes_shell.transcript.payload import mapping
from hermes_shell.transcript.questions import TIMEOUTS


def busy_sessions(listed: object) -> set[str]:
    """Live ids of sessions in which something runs or waits."""
    rows = mapping(listed).get("sessions")
    found = [mapping(row) for row in cast("list[object]", rows if isinstance(rows, list) else [])]
    return {str(row.get("id")) for row in found if row.get("status") != "idle"}


def approval_seconds(told: object) -> float:
    """How long an approval waits by the gateway's configuration, else by its default."""
    seconds = mapping(mapping(mapping(told).get("config")).get("approvals")).get("timeout")
    usable = isinstance(seconds, (int, float)) and not isinstance(seconds, bool) and seconds > 0
    return float(cast("float", seconds)) if usable else TIMEOUTS["approval"]
