from __future__ import annotations

import pytest

from hermes_shell.plugins.row import Status, key_of, listed
from tests.shell_parts import row


def test_a_plugin_without_an_id_goes_by_its_folder() -> None:
    assert key_of(row("board", id="hermes-board")) == "hermes-board"
    assert key_of(row("board", id=None)) == "board"
    assert listed(row("board", id=None), None)["id"] == "board"


def test_a_listed_row_has_its_error_as_a_sentence_and_the_decision() -> None:
    error = {"message": "boom", "phase": "evaluate"}
    shown = listed(row("a", status="error", error=error), True)
    assert (shown["error"], shown["status"], shown["enabled"]) == ("boom", "error", True)


@pytest.mark.parametrize(
    ("decision", "default", "status"),
    [(False, None, "disabled"), (None, False, "disabled"), (None, None, "pending"), (True, False, "pending")],
)
def test_a_listed_row_says_off_of_what_nobody_will_evaluate(
    decision: bool | None, default: bool | None, status: Status
) -> None:
    given = row("a", status="pending", default_enabled=default)
    assert listed(given, decision)["status"] == status
    assert given["status"] == "pending"
