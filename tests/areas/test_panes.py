from __future__ import annotations

from typing import cast

from hermes_shell.areas.kinds import AreaContext
from hermes_shell.areas.panes import PaneView, arrange
from hermes_shell.contribution import Contribution


def arranged(title: str | None = None, **data: object) -> tuple[PaneView, list[str]]:
    entry = Contribution(area="panes", id="p:pane", title=title, data=data, source="plugin:p")
    arrangement = arrange([entry], AreaContext())
    return cast("PaneView", arrangement.items[0].view), [warning.field for warning in arrangement.warnings]


def test_missing_placement_is_right_and_missing_title_is_the_local_id() -> None:
    view, warnings = arranged()
    assert (view.placement, view.title, view.closable, view.docked) == ("right", "pane", True, False)
    assert warnings == []


def test_floating_is_shown_with_a_warning() -> None:
    view, warnings = arranged("Card", placement="floating")
    assert view.placement == "floating"
    assert warnings == ["placement"]


def test_size_that_could_leave_its_style_is_ignored() -> None:
    view, warnings = arranged(minWidth="10rem", maxHeight="1px;background:url(x)", width="min(20rem, 50%)")
    assert view.limits == (("min-width", "10rem"),)
    assert view.width == "min(20rem, 50%)"
    assert warnings == ["maxHeight"]


def test_dock_and_chrome_flags_are_read() -> None:
    data = {"dock.pane": "workspace", "dock.pos": "left", "dock.enforce": True, "uncloseable": True}
    view, _ = arranged("Dock", **data, closeBehavior="dismiss", revealAliases=["board", 5])
    assert (view.dock_pane, view.dock_pos, view.enforce, view.closable) == ("workspace", "left", True, False)
    assert view.dismiss_only
    assert view.aliases == ("board",)
