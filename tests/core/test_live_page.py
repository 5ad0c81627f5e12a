"""A page in pieces: what is sent of it turns what the window shows into what it should show."""

from __future__ import annotations

from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from hermes_shell.core.live_page import LivePage, list_change, list_marker, part_marker

FRAME = f'<p id="a">{part_marker("a")}</p><ul data-list="l">{list_marker("l")}</ul>'


def page(inside: str = "x", items: dict[str, str] | None = None, frame: str = FRAME) -> LivePage:
    return LivePage(frame, {"a": inside}, {"l": items or {}})


def test_whole_page_has_every_piece_at_its_marker() -> None:
    assert page("1 here", {"b": "<li>b</li>", "c": "<li>c</li>"}).html == (
        '<p id="a">1 here</p><ul data-list="l"><li>b</li><li>c</li></ul>'
    )


def test_marker_in_the_text_of_a_plugin_is_text() -> None:
    escaped = "&lt;!--list:l--&gt;"
    assert page(escaped, {"b": "<li></li>"}).html == f'<p id="a">{escaped}</p><ul data-list="l"><li></li></ul>'


def test_only_what_changed_is_sent() -> None:
    old = page("1", {"b": "<b1>", "c": "<c1>"})
    assert page("1", {"b": "<b1>", "c": "<c1>"}).changes(old) == []
    assert page("2", {"b": "<b1>", "c": "<c1>"}).changes(old) == [{"target": "#a", "html": "2"}]
    assert page("1", {"b": "<b1>", "c": "<c2>"}).changes(old) == [
        {"list": "l", "remove": [], "put": [{"id": "c", "html": "<c2>", "before": None}]}
    ]


def test_another_frame_is_sent_as_a_whole() -> None:
    assert page().changes(page(frame="<p></p>")) is None
    assert page().changes(LivePage(FRAME, {"other": ""}, {"l": {}})) is None
    assert page().changes(LivePage(FRAME, {"a": ""}, {})) is None


lists = st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from(["1", "2"]))


@given(lists, lists)
def test_changes_of_a_list_lead_to_the_new_list(old: dict[str, str], new: dict[str, str]) -> None:
    shown = list(old.items())
    change = list_change(old, new)
    if change is not None:
        for gone in cast("list[str]", change["remove"]):
            shown = [item for item in shown if item[0] != gone]
        for put in cast("list[dict[str, str | None]]", change["put"]):
            name, before = cast("str", put["id"]), put["before"]
            shown = [item for item in shown if item[0] != name]
            at = len(shown) if before is None else [item[0] for item in shown].index(before)
            shown.insert(at, (name, cast("str", put["html"])))
    assert shown == list(new.items())
    assert (change is None) == (list(old.items()) == list(new.items()))
