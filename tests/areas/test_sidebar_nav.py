from __future__ import annotations

from typing import Any, cast

from hermes_shell.areas.kinds import AreaContext
from hermes_shell.areas.rendering import macro
from hermes_shell.areas.sidebar_nav import CORE_ROWS, NavRowView, arrange, ordered_rows
from hermes_shell.contribution import Contribution


def prefs(**data: object) -> Contribution:
    return Contribution(area="sidebarNav.prefs", id="p:prefs", data=data, source="plugin:p")


def row(name: str, source: str = "core", **data: object) -> Contribution:
    return Contribution(area="sidebar.nav", id=name, data=data, source=source)


def views(contributions: list[Contribution], context: AreaContext) -> list[NavRowView]:
    return [cast("NavRowView", item.view) for item in arrange(contributions, context).items]


def context(*wishes: Contribution, **more: Any) -> AreaContext:
    return AreaContext(contributions=lambda area: wishes if area == "sidebarNav.prefs" else (), **more)


ROWS = [
    *(row(name, path=f"/{name}", label=name) for name in CORE_ROWS),
    row("kanban:kanban-nav", "plugin:kanban", path="/kanban", label="Kanban"),
    row("notes:nav", "plugin:notes", path="/notes", label="Notes"),
]


def ids(*wishes: Contribution, hidden: frozenset[str] = frozenset()) -> list[str]:
    return [item.id for item in arrange(ROWS, context(*wishes, nav_hidden=hidden)).items]


def test_N1_hide_is_a_union_without_capabilities() -> None:
    shown = ordered_rows(CORE_ROWS, [prefs(hide=["cron", "capabilities"]), prefs(hide=["artifacts", 5, " "])])
    assert shown == ["new-session", "capabilities", "messaging"]


def test_N1_first_mention_orders_and_unknown_ids_are_inert() -> None:
    wishes = [prefs(order=["cron", "nothing"], hide=["nobody"]), prefs(order=["messaging", "cron"])]
    assert ordered_rows(CORE_ROWS, wishes) == ["cron", "messaging", "new-session", "capabilities", "artifacts"]


def test_N1_blank_and_other_ids_are_dropped_and_the_rest_counts() -> None:
    wishes = [prefs(hide=[None, "", "  ", 7, {"id": "cron"}, ["cron"], " artifacts "], order=[1, "\t", " cron "])]
    assert ordered_rows(CORE_ROWS, wishes) == ["cron", "new-session", "capabilities", "messaging"]


def test_N1_hiding_beats_ordering_of_whoever_asked() -> None:
    shown = ordered_rows(CORE_ROWS, [prefs(order=["cron", "messaging"]), prefs(hide=["cron"])])
    assert shown == ["messaging", "new-session", "capabilities", "artifacts"]


def test_N1_rows_of_plugins_are_hidden_and_ordered_by_their_full_ids() -> None:
    assert ids(prefs(hide=["kanban:kanban-nav"])) == [*CORE_ROWS, "notes:nav"]
    assert ids(prefs(hide=["kanban-nav"])) == [*CORE_ROWS, "kanban:kanban-nav", "notes:nav"]
    first = ids(prefs(order=["notes:nav", "cron"]), prefs(order=["kanban:kanban-nav", "notes:nav"]))
    assert first[:3] == ["notes:nav", "cron", "kanban:kanban-nav"]
    assert first[3:] == ["new-session", "capabilities", "messaging", "artifacts"]


def test_N1_capabilities_can_be_moved() -> None:
    assert ids(prefs(order=["capabilities"]))[0] == "capabilities"


def test_N2_the_user_may_hide_any_row() -> None:
    hidden = frozenset({"capabilities", "notes:nav"})
    shown = ordered_rows(CORE_ROWS, [prefs(order=["cron"], hide=["cron"])], hidden)
    assert shown == ["new-session", "messaging", "artifacts"]
    assert ids(prefs(order=["notes:nav", "capabilities"]), hidden=hidden) == [
        "new-session",
        "messaging",
        "artifacts",
        "cron",
        "kanban:kanban-nav",
    ]


def test_a_contributed_row_does_not_take_the_place_of_a_core_one() -> None:
    foreign = Contribution(
        area="sidebar.nav", id="capabilities", data={"label": "Mine", "path": "/mine"}, mirrored=True
    )
    assert [view.label for view in views([foreign, *ROWS], AreaContext())].count("Mine") == 0


def test_a_long_label_is_cut_with_one_warning_and_markup_stays_text() -> None:
    rows = [
        row("p:a", "plugin:p", path="/a", label="x" * 1_000_000),
        row("p:b", "plugin:p", path="/b", label="<b>a</b>\n b"),
    ]
    arrangement = arrange(rows, AreaContext())
    long, markup = (cast("NavRowView", item.view) for item in arrangement.items)
    assert (len(long.label), long.label[-1], markup.label) == (200, "…", "<b>a</b> b")
    assert [(one.id, one.field) for one in arrangement.warnings] == [("p:a", "label")]
    assert "&lt;b&gt;a&lt;/b&gt; b" in str(macro("areas/sidebar_nav.html", "item")(markup))


def test_an_icon_that_is_no_name_is_the_default_one() -> None:
    (view,) = views([row("p:a", "plugin:p", label="A", codicon='x" onload="y')], AreaContext())
    assert view.codicon == "extensions"


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


def test_path_that_is_no_address_is_not_linked_and_told() -> None:
    for path in ("javascript:alert(1)", "board", "/a\nb", "/" + "x" * 3_000):
        arrangement = arrange([row("p:a", "plugin:p", label="Run", path=path)], AreaContext())
        assert cast("NavRowView", arrangement.items[0].view).path is None
        assert [warning.field for warning in arrangement.warnings] == ["path"]


def test_a_row_is_current_whatever_its_query() -> None:
    (view,) = views([row("p:a", "plugin:p", label="A", path="#/board?tab=1")], AreaContext(path="/board"))
    assert (view.path, view.current) == ("/board?tab=1", True)
