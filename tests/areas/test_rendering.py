from __future__ import annotations

from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from hermes_shell.areas import AREAS, Item
from hermes_shell.areas.rendering import RenderedList, render_item
from hermes_shell.areas.sidebar_nav import NavRowView

SLOTS = AREAS["statusBar.right"]
NAV = AREAS["sidebar.nav"]


def slots(*names: str) -> list[Item]:
    return [Item(name, name) for name in names]


def applied(list_: list[str], part: dict[str, object] | None) -> list[str]:
    """What a page makes of a part: removals, then puts, each before a successor that already stands."""
    if part is None:
        return list_
    page = [name for name in list_ if name not in cast("list[str]", part["remove"])]
    for put in cast("list[dict[str, Any]]", part["put"]):
        if put["id"] in page:
            page.remove(put["id"])
        before = put["before"]
        assert before is None or before in page
        page.insert(len(page) if before is None else page.index(before), put["id"])
    return page


def test_names_of_plugins_are_escaped() -> None:
    html = render_item(SLOTS, Item('p:"><script>', None))
    assert "<script>" not in html
    assert "&#34;&gt;&lt;script&gt;" in html


def test_nav_row_prints_link_or_call() -> None:
    link = render_item(NAV, Item("n", NavRowView("n", "Board & more", "/board", "kanban", current=True)))
    assert 'href="#/board" aria-current="page"' in link
    assert "Board &amp; more" in link
    call = render_item(
        NAV, Item("n", NavRowView("n", "Run", None, "play", current=False, call="sidebar.nav|n|onSelect"))
    )
    assert "<button" in call
    assert 'data-call="sidebar.nav|n|onSelect"' in call


def test_unchanged_arrangement_is_no_part() -> None:
    rendered = RenderedList(SLOTS)
    rendered.replace(slots("a", "b"))
    assert rendered.update(slots("a", "b")) is None


def test_moved_item_is_put_alone() -> None:
    rendered = RenderedList(SLOTS)
    rendered.replace(slots("a", "b", "c", "d"))
    part = rendered.update(slots("d", "a", "b", "c"))
    assert part is not None
    assert [put["id"] for put in cast("list[dict[str, Any]]", part["put"])] == ["d"]
    assert part["remove"] == []


def test_changed_view_is_put_in_place() -> None:
    rendered = RenderedList(NAV)
    views = [NavRowView(name, name, f"/{name}", "x", current=False) for name in "abc"]
    rendered.replace([Item(view.id, view) for view in views])
    views[1] = NavRowView("b", "b", "/b", "x", current=True)
    part = rendered.update([Item(view.id, view) for view in views])
    assert part is not None
    (put,) = cast("list[dict[str, Any]]", part["put"])
    assert (put["id"], put["before"]) == ("b", "c")


names = st.lists(st.sampled_from("abcdefgh"), unique=True)


@given(st.lists(names, min_size=1, max_size=6))
def test_parts_lead_a_page_to_the_same_order(orders: list[list[str]]) -> None:
    rendered = RenderedList(SLOTS)
    rendered.replace(slots(*orders[0]))
    page = orders[0]
    for order in orders[1:]:
        page = applied(page, rendered.update(slots(*order)))
        assert page == order
        assert rendered.html == "".join(render_item(SLOTS, item) for item in slots(*order))
