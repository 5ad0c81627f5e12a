from __future__ import annotations

from typing import cast

from hermes_shell.areas.kinds import AreaContext
from hermes_shell.areas.sidebar_nav import CORE_ROWS, NavRowView, arrange, ordered_core_rows
from hermes_shell.contribution import Contribution


def prefs(**data: object) -> Contribution:
    return Contribution(area="sidebarNav.prefs", id="p:prefs", data=data, source="plugin:p")


def row(name: str, source: str = "core", **data: object) -> Contribution:
    return Contribution(area="sidebar.nav", id=name, data=data, source=source)


def views(contributions: list[Contribution], context: AreaContext) -> list[NavRowView]:
    return [cast("NavRowView", item.view) for item in arrange(contributions, context).items]


def test_hide_is_a_union_without_capabilities() -> None:
    shown = ordered_core_rows(CORE_ROWS, [prefs(hide=["cron", "capabilities"]), prefs(hide=["artifacts", 5, " "])])
    assert shown == ["new-session", "capabilities", "messaging"]


def test_first_mention_orders_and_unknown_ids_are_inert() -> None:
    wishes = [prefs(order=["cron", "nothing"]), prefs(order=["messaging", "cron"])]
    assert ordered_core_rows(CORE_ROWS, wishes) == ["cron", "messaging", "new-session", "capabilities", "artifacts"]


def test_user_may_hide_capabilities_and_hiding_beats_ordering() -> None:
    shown = ordered_core_rows(CORE_ROWS, [prefs(order=["cron"], hide=["cron"])], frozenset({"capabilities"}))
    assert shown == ["new-session", "messaging", "artifacts"]


def test_contributed_rows_follow_the_core_and_the_route_is_current() -> None:
    rows = [
        row("capabilities", path="/capabilities", label="Plugins"),
        row("p:nav", "plugin:p", path="/board", label="Board", codicon="codicon-kanban"),
    ]
    first, second = views(rows, AreaContext(path="/board", plugin_errors=2))
    assert (first.current, first.errors) == (False, 2)
    assert (second.current, second.codicon, second.errors, second.call) == (True, "kanban", 0, None)


def test_row_without_path_calls_its_plugin_and_row_without_label_is_refused() -> None:
    arrangement = arrange([row("p:a", "plugin:p", label="Run"), row("p:b", "plugin:p", path="/b")], AreaContext())
    view = cast("NavRowView", arrangement.items[0].view)
    assert view.call == "sidebar.nav|p:a|onSelect"
    assert [warning.field for warning in arrangement.warnings] == ["label"]


def test_path_that_is_no_address_is_not_linked() -> None:
    (view,) = views([row("p:a", "plugin:p", label="Run", path="javascript:alert(1)")], AreaContext())
    assert view.path is None
