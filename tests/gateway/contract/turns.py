"""What holds for every turn, whatever came in it."""

from __future__ import annotations

from hermes_shell.gateway.protocol import Event
from tests.gateway.contract.connection import payload_of, types


def check_turn(events: list[Event]) -> None:
    """Check the invariants of one whole turn.

    Args:
        events: of one chat, from the submit to session.info with running false.
    """
    kinds = types(events)
    assert kinds.count("message.start") in (1, 2), kinds
    assert kinds.count("message.complete") == 1, kinds
    start, end = kinds.index("message.start"), kinds.index("message.complete")
    assert start < end
    spoken = [at for at, kind in enumerate(kinds) if kind in ("message.delta", "reasoning.delta", "tool.start")]
    assert all(start < at < end for at in spoken), kinds
    assert (kinds[-1], events[-1]["payload"]["running"]) == ("session.info", False)
    started: set[str] = set()
    for event in events:
        payload = payload_of(event)
        if event["type"] == "tool.start":
            assert payload["tool_id"] not in started
            started.add(payload["tool_id"])
        elif event["type"] == "tool.complete":
            assert payload["tool_id"] in started
            assert payload["name"]
    assert events[kinds.index("message.complete")]["payload"]["status"] in ("complete", "interrupted", "error")
