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
    assert (view.placement, view.title, view.closable, view.dock_pane) == ("right", "pane", True, None)
    assert warnings == []


def test_a_floating_pane_has_an_anchor() -> None:
    assert arranged("Card", placement="floating")[0].anchor == "top-right"
    view, warnings = arranged("Card", placement="floating", anchor="bottom-left")
    assert (view.placement, view.anchor) == ("floating", "bottom-left")
    assert warnings == []


def test_size_that_could_leave_its_style_is_ignored() -> None:
    view, warnings = arranged(
        minWidth=" 10rem ", maxHeight="1px;background:url(x)", width="min(20rem, 50%)", height="-5px"
    )
    assert (view.min_width, view.max_height, view.width, view.height) == ("10rem", None, "min(20rem, 50%)", None)
    assert warnings == ["height", "maxHeight"]


def test_dock_and_chrome_flags_are_read() -> None:
    data = {"dock.pane": "workspace", "dock.pos": "left", "dock.enforce": True, "uncloseable": True}
    view, _ = arranged("Dock", **data, closeBehavior="dismiss", revealAliases=["board", 5])
    assert (view.dock_pane, view.dock_pos, view.enforce, view.closable) == ("workspace", "left", True, False)
    assert view.dismiss_only
    assert view.aliases == ("board",)


def test_flags_that_are_on_unless_a_plugin_turns_them_off() -> None:
    view, _ = arranged("Plain")
    assert (view.collapsible, view.draggable, view.keep_alive) == (True, True, True)
    view, _ = arranged("Fixed", collapsible=False, tabDrag=False, lifecycleKeepAlive=False)
    assert (view.collapsible, view.draggable, view.keep_alive) == (False, False, False)


def test_nodes_of_tab_and_strip_are_told_by_their_type_and_a_plus_needs_a_function() -> None:
    view, warnings = arranged(tabLead="function", tabTitle="object", tabWrap="string", newTab="function")
    assert view.fields == {"tabLead", "tabTitle", "tabWrap", "newTab"}
    assert warnings == []
    view, warnings = arranged(headerContent="object", newTab="string")
    assert (view.fields, warnings) == ({"headerContent"}, ["newTab"])


def test_a_pane_is_placed_by_its_placement_or_by_having_no_dock() -> None:
    dock = {"dock.pane": "workspace", "dock.pos": "bottom"}
    placed = [arranged("Pane", **data)[0].placed for data in ({}, dock, {**dock, "placement": "right"})]
    assert placed == [True, False, True]
