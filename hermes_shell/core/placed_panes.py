"""The panes of one window where its layout puts them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from hermes_shell.areas import Arrangement
from hermes_shell.areas.panes import WORKSPACE, PaneArranger, PaneView
from hermes_shell.contribution import Contribution, FieldWarning
from hermes_shell.core import saved_layout
from hermes_shell.core.shown_areas import Part
from hermes_shell.core.zones import RenderedZones
from hermes_shell.layout import LayoutState, adopt, enforce
from hermes_shell.storage import Storage

Change = Callable[[LayoutState, Sequence[PaneView]], LayoutState]


class PlacedPanes:
    """The layout of a window, kept in the storage with each change that somebody makes, and the zones it fills.

    Args:
        storage: where the layout is kept between starts.

    Attributes:
        layout: where every pane stands.
        zones: the zones as they were last rendered.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.layout: LayoutState = saved_layout.load(storage)
        self.zones = RenderedZones()
        self._kept: LayoutState = self.layout
        self._enforced: frozenset[str] = frozenset()
        self._arrange = PaneArranger()

    def panes(self, contributions: Sequence[Contribution]) -> tuple[PaneView, ...]:
        """The registered panes beside the workspace, in registry order."""
        return _without_workspace(self._arrange(contributions))

    def operate(self, change: Change, contributions: Sequence[Contribution]) -> bool:
        """Change the layout and keep it.

        Args:
            change: a pure function of the layout and the registered panes.
            contributions: of the area `panes`.

        Returns:
            Whether anything changed.
        """
        changed = change(self.layout, self.panes(contributions))
        # What was adopted before is kept with the first thing that somebody does to it: a pane that they opened.
        if changed is self.layout and changed is self._kept:
            return False
        self.layout = self._kept = changed
        saved_layout.save(self._storage, changed)
        return True

    def parts(self, contributions: Sequence[Contribution], title: str, warnings: list[FieldWarning]) -> list[Part]:
        """Find a place for every registered pane; the parts of the page that this changes.

        Args:
            contributions: of the area `panes`.
            title: of the page in the workspace.
            warnings: gets what the arrangement leaves out.
        """
        arrangement = self._arrange(contributions)
        warnings.extend(arrangement.warnings)
        panes = _without_workspace(arrangement)
        self.layout, self._enforced = enforce(adopt(self.layout, panes), panes, self._enforced)
        return self.zones.update(self.layout, panes, title)

    def forget_rendered(self) -> None:
        """Render every zone anew the next time: the page has none of them."""
        self.zones = RenderedZones()


def _without_workspace(panes: Arrangement) -> tuple[PaneView, ...]:
    views = (cast("PaneView", item.view) for item in panes.items)
    return tuple(view for view in views if view.id != WORKSPACE)
