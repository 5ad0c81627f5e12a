"""What a window sends of its groups and cards."""

from __future__ import annotations

from hermes_shell import layout
from hermes_shell.core.zones import RenderedZones
from hermes_shell.layout import LayoutState
from tests.layout.views import pane


def test_a_card_is_found_by_its_id_whatever_stands_in_it() -> None:
    panes = [pane('p:a"b\\c\nd é]', "floating")]
    parts = RenderedZones().update(layout.adopt(LayoutState(), panes), panes, "Home")
    assert [part["target"] for part in parts if "target" in part] == [
        '[data-zone="main"]',
        r'[data-zone="float:p:a\22 b\5c c\a d é]"]',
    ]
