"""What belongs to the workspace pane (contract, areas 4.7)."""

from __future__ import annotations

from collections.abc import Sequence

from hermes_shell.areas.kinds import Area, AreaContext, Arrangement, in_order
from hermes_shell.contribution import Contribution


def arrange_page_header(contributions: Sequence[Contribution], context: AreaContext) -> Arrangement:
    """Controls of the page header, only while a page and not a chat is shown."""
    return in_order(contributions, context) if context.on_page else Arrangement(())


AREAS = (
    Area(
        id="workspace.pageHeader",
        constant="WORKSPACE_PAGE_HEADER_AREA",
        shape="slot",
        description="Controls in the tab row of the workspace while a page is shown.",
        noun="page tool",
        arrange=arrange_page_header,
        template="areas/slot.html",
        placed=True,
    ),
)
