from __future__ import annotations

from hermes_shell.areas import AREAS, AreaContext
from hermes_shell.contribution import Contribution


def shown(area: str, entries: list[Contribution], context: AreaContext | None = None) -> list[str]:
    return [item.id for item in AREAS[area].arrange(entries, context or AreaContext()).items]


def test_core_status_items_come_first_and_the_pinned_one_last() -> None:
    entries = [
        Contribution(area="statusBar.right", id="p:chip", order=-5, source="plugin:p"),
        Contribution(area="statusBar.right", id="errors", data={"pin": "end"}),
        Contribution(area="statusBar.right", id="meter"),
    ]
    assert shown("statusBar.right", entries) == ["meter", "p:chip", "errors"]


def test_page_header_is_shown_on_pages_only() -> None:
    entries = [Contribution(area="workspace.pageHeader", id="p:x", source="plugin:p")]
    assert shown("workspace.pageHeader", entries) == ["p:x"]
    assert shown("workspace.pageHeader", entries, AreaContext(on_page=False)) == []
