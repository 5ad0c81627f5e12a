from __future__ import annotations

from pathlib import Path

import pytest

from hermes_shell.areas import AREAS, Area, Kind, sdk_constants
from hermes_shell.areas.kinds import PRIMITIVE, declared
from hermes_shell.areas.rendering import TEMPLATES

SDK_FILE = TEMPLATES.parent / "static" / "sdk" / "areas.js"

KNOWN = {
    "panes",
    "routes",
    "sidebar.nav",
    "sidebarNav.prefs",
    "sidebar.profileGroup.header",
    "sidebar.profileGroupHeader",
    "statusBar.left",
    "statusBar.right",
    "titleBar.left",
    "titleBar.center",
    "titleBar.right",
    "titleBar.tools.left",
    "titleBar.tools.right",
    "workspace.pageHeader",
    "palette",
    "keybinds",
    "themes",
    "composer.top",
    "composer.bottom",
    "composer.underside",
    "composer.leading",
    "composer.actions",
    "composer.middleware",
    "composer.attachments",
    "composer.atCompletions",
    "composer.modelPill",
    "composer.microActions",
    "composer.slashCompletions",
    "sessionRow.leading",
    "sessionRow.trailing",
    "appearance.extra",
    "appearance.chatDisplay",
    "transcript.directives",
    "chat.empty",
    "settings.plugins",
    "modelMenu.row",
}


def test_every_area_of_the_contract_is_in_the_table() -> None:
    assert set(AREAS) == KNOWN


def test_sdk_constants_are_the_generated_ones() -> None:
    assert SDK_FILE.read_text("utf-8") == sdk_constants.source()


@pytest.mark.parametrize("area", AREAS.values(), ids=list(AREAS))
def test_area_is_complete(area: Area) -> None:
    assert area.description.endswith(".")
    assert all(description for _, _, _, description in declared(area.payload))
    if area.template is not None:
        assert Path(TEMPLATES / area.template).is_file()
    if area.shape != "record":
        assert area.fields == {}


def test_dotted_fields_are_paths_and_pages_keep_what_is_not_primitive() -> None:
    fields = AREAS["panes"].fields
    assert fields["dock.pos"] is Kind.CHOICE
    assert fields["headerContent"] is Kind.PRESENCE
    assert fields["tabMenuPrefix"] is Kind.NODE
    wire = set(AREAS["panes"].wire.model_fields)
    assert "dock__pos" in wire
    assert len(wire) == sum(kind in PRIMITIVE for kind in fields.values())


def test_numbers_become_texts_and_sizes() -> None:
    model = AREAS["panes"].wire.model_validate({"minWidth": 320, "closeBehavior": 5})
    assert model.model_dump(exclude_none=True) == {"minWidth": "320px", "closeBehavior": "5"}
