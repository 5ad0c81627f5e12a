"""The row of a step, as it is written."""

from __future__ import annotations

import json

from hermes_shell.transcript.view import TranscriptView
from tests.transcript.rich import Teller


def test_a_row_counts_only_what_there_is_of_added_and_removed_lines() -> None:
    say = Teller()
    say.transcript.said("Write it", "c1")
    say("message.start")
    say.tool("1", "write_file", {"success": True}, diff="+one\n+two", path="new.js")
    html = json.dumps(TranscriptView(say.transcript, "k", 30).everything(), ensure_ascii=False)
    assert "+2" in html
    assert "−0" not in html
