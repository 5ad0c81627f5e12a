"""Which sessions of a gateway are listed."""

from __future__ import annotations

import logging

import pytest

from hermes_shell.core.sessions.row import LONGEST_ID, row_of


@pytest.mark.parametrize("stored", ["../../etc", "__proto__", "settings", "a/b", "x" * LONGEST_ID])
def test_odd_ids_are_listed(stored: str) -> None:
    row = row_of({"id": stored})
    assert row is not None
    assert row.id == stored


@pytest.mark.parametrize("stored", ["new:abc", "y" * (LONGEST_ID + 1), "half \ud800"])
def test_an_id_that_cannot_be_called_is_told_once_and_not_listed(stored: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert row_of({"id": stored}) is None
        assert row_of({"id": stored}) is None
    assert len(caplog.records) == 1
    assert "is not listed" in caplog.text
