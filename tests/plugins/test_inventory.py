"""Rows: ranks, and what of several windows a row shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from hermes_shell.plugins.inventory import Inventory
from hermes_shell.plugins.lint import Lint
from hermes_shell.plugins.record import Record, Revision
from hermes_shell.plugins.report import Report
from hermes_shell.plugins.row import row_error
from tests.plugins.doubles import MemoryDecisions


def add(inventory: Inventory, folder: str, rev: str = "r1") -> Record:
    record = inventory.add(folder, Path("/root") / folder / "plugin.js")
    record.current = Revision(rev, b"data", Lint())
    return record


def report(folder: str, status: str = "loaded", **more: Any) -> Report:
    return Report.model_validate({"folder": folder, "id": folder, "rev": "r1", "status": status, **more})


def test_ranks_are_counted_and_never_given_to_another_folder() -> None:
    inventory = Inventory(MemoryDecisions())
    for folder in ("a", "b"):
        add(inventory, folder)
    inventory.remove("b")
    add(inventory, "c")
    add(inventory, "b")
    assert [(record.folder, record.rank) for record in inventory.records()] == [("a", 0), ("b", 1), ("c", 2)]


def test_unreported_plugin_is_pending_and_goes_by_its_folder(decisions: MemoryDecisions) -> None:
    inventory = Inventory(decisions)
    row = inventory.row(add(inventory, "a"))
    assert (row["status"], row["id"], row["name"], row["enabled"], row["windows"]) == ("pending", None, "a", None, 0)
    assert row["file"] == str(Path("/root/a/plugin.js"))


def test_L24_folder_whose_remembered_id_is_decided_off_is_disabled(decisions: MemoryDecisions) -> None:
    decisions.folders["a"] = {"id": "board", "name": "Board", "description": "d", "default_enabled": False}
    decisions.choices["board"] = False
    inventory = Inventory(decisions)
    row = inventory.row(add(inventory, "a"))
    assert (row["id"], row["name"], row["status"], row["enabled"]) == ("board", "Board", "disabled", False)
    assert row["default_enabled"] is False


def test_L24_plugin_that_is_off_by_default_is_inventoried(decisions: MemoryDecisions) -> None:
    inventory = Inventory(decisions)
    record = add(inventory, "a")
    inventory.report("w", report("a", "disabled", default_enabled=False, name="A"))
    row = inventory.row(record)
    assert (row["status"], row["name"], row["enabled"], row["default_enabled"]) == ("disabled", "A", None, False)


def test_row_shows_the_worst_of_its_windows_and_counts_those_that_run() -> None:
    inventory = Inventory(MemoryDecisions())
    record = add(inventory, "a")
    inventory.report("w1", report("a", load_ms=3.0))
    inventory.report("w2", report("a", load_ms=8.0))
    assert (inventory.row(record)["status"], inventory.row(record)["windows"]) == ("loaded", 2)
    assert inventory.row(record)["load_ms"] == 8.0
    inventory.report("w2", report("a", "error", error={"message": "no", "phase": "register"}))
    row = inventory.row(record)
    assert (row["status"], row["error"], row["windows"]) == ("error", row_error("no", "register"), 1)
    inventory.window_gone("w2")
    assert inventory.row(record)["status"] == "loaded"


def test_report_of_an_older_revision_says_nothing_about_the_new_one() -> None:
    inventory = Inventory(MemoryDecisions())
    record = add(inventory, "a")
    inventory.report("w", report("a"))
    record.current = Revision("r2", b"two", Lint())
    assert inventory.row(record)["status"] == "pending"
    inventory.report("w", report("a", name="Old"))
    assert record.good is not None
    assert (inventory.row(record)["status"], record.good.rev) == ("pending", "r1")


def test_good_revision_is_one_that_a_window_loaded() -> None:
    inventory = Inventory(MemoryDecisions())
    record = add(inventory, "a")
    inventory.report("w", report("a", "disabled"))
    assert record.good is None
    inventory.report("w", report("a"))
    record.current = Revision("r2", b"two", Lint())
    inventory.report("w", report("a", "error", rev="r2", stale=True, error={"message": "no", "phase": "evaluate"}))
    row = inventory.row(record)
    assert (row["good_rev"], row["rev"], row["stale"], row["status"]) == ("r1", "r2", True, "error")
    assert record.revision("r1") is not None
    assert record.revision("r0") is None


def test_L20_revision_whose_register_is_rejected_later_leaves_the_one_before_as_the_good_one() -> None:
    inventory = Inventory(MemoryDecisions())
    record = add(inventory, "a")
    inventory.report("w", report("a"))
    record.current = Revision("r2", b"two", Lint())
    inventory.report("w", report("a", rev="r2"))
    assert inventory.row(record)["good_rev"] == "r2"
    served = record.revision("r1")
    assert served is not None, "the page may ask before its report is read"
    assert served.data == b"data"
    rejected = report("a", "error", rev="r2", error={"message": "later", "phase": "register"})
    inventory.report("w", rejected)
    assert inventory.row(record)["good_rev"] == "r1"
    inventory.report("w", report("a", rev="r2"))
    inventory.report("w2", rejected)
    assert inventory.row(record)["good_rev"] == "r2", "one window still runs it"


def test_refused_revision_is_not_served_and_the_last_good_one_is() -> None:
    inventory = Inventory(MemoryDecisions())
    record = add(inventory, "a")
    inventory.report("w", report("a"))
    record.current = Revision("r2", b"two", Lint())
    record.problem = row_error("unsupported import", "lint")
    row = inventory.row(record)
    assert (row["status"], row["stale"], row["good_rev"]) == ("error", True, "r1")
    assert record.revision("r2") is None
    assert record.revision("r1") is not None


def test_L18_second_of_two_folders_with_one_id_goes_by_its_folder(decisions: MemoryDecisions) -> None:
    inventory = Inventory(decisions)
    first, second = add(inventory, "a"), add(inventory, "b")
    inventory.report("w", report("a", id="same"))
    inventory.report("w", report("b", "error", id="same", error={"message": "duplicate id", "phase": "duplicate"}))
    assert inventory.row(first)["id"] == "same"
    assert (inventory.row(second)["id"], inventory.row(second)["status"]) == (None, "error")


def test_L18_remembered_owner_has_the_id_before_anything_was_evaluated(decisions: MemoryDecisions) -> None:
    decisions.folders = {"a": {"id": "same"}, "b": {"id": "same"}}
    decisions.choices["same"] = False
    inventory = Inventory(decisions)
    first, second = add(inventory, "a"), add(inventory, "b")
    assert [inventory.row(one)["id"] for one in (first, second)] == ["same", None]
    assert [inventory.row(one)["status"] for one in (first, second)] == ["disabled", "pending"]
    inventory.remove("a")
    assert inventory.row(second)["id"] == "same"


def test_L23_error_row_goes_when_the_file_is_fixed_and_another_plugin_of_that_id_stays(
    decisions: MemoryDecisions,
) -> None:
    inventory = Inventory(decisions)
    broken, other = add(inventory, "a"), add(inventory, "b")
    inventory.report("w", report("b", id="a"))
    inventory.report("w", report("a", "error", id=None, error={"message": "no", "phase": "evaluate"}))
    broken.current = Revision("r2", b"", Lint())
    inventory.report("w", report("a", id="fixed", rev="r2"))
    assert (inventory.row(broken)["status"], inventory.row(broken)["error"]) == ("loaded", None)
    assert (inventory.row(other)["id"], inventory.row(other)["status"]) == ("a", "loaded")


def test_folder_name_that_differs_from_the_id_is_a_warning() -> None:
    inventory = Inventory(MemoryDecisions())
    record = inventory.add("a", Path("plugin.js"))
    record.current = Revision("r1", b"", Lint(warnings=("line 1: w",)))
    inventory.report("w", report("a", id="b", warnings=["own", "line 1: w"]))
    first, second, third = inventory.row(record)["warnings"]
    assert (first, third) == ("line 1: w", "own")
    assert second == 'the folder is named "a" but the plugin\'s id is "b"'


def test_last_known_name_stays_when_the_plugin_breaks_or_the_windows_close() -> None:
    inventory = Inventory(MemoryDecisions())
    record = add(inventory, "a")
    inventory.report("w", report("a", name="Board", description="text"))
    inventory.report("w", report("a", "error", id=None, error={"message": "no", "phase": "evaluate"}))
    inventory.window_gone("w")
    row = inventory.row(record)
    assert (row["name"], row["description"], row["status"]) == ("Board", "text", "pending")


def test_report_for_an_unknown_folder_is_nothing() -> None:
    assert Inventory(MemoryDecisions()).report("w", report("gone")) is None


@pytest.mark.parametrize(
    "change", [{"status": "great"}, {"folder": None}, {"warnings": "x"}, {"error": {"phase": "?"}}]
)
def test_report_of_another_shape_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Report.model_validate({"folder": "a", "status": "loaded", **change})


def test_damaged_memory_of_a_folder_counts_as_none(decisions: MemoryDecisions) -> None:
    decisions.folders["a"] = {"id": 3, "name": None}
    inventory = Inventory(decisions)
    assert inventory.row(add(inventory, "a"))["id"] is None
