"""The verb `layout`: what a user or a plugin does to panes and zones.

The frame of a change leaves before the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hermes_shell import layout
from hermes_shell.areas.panes import PaneView
from hermes_shell.core.shell import CoreContext
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.core.window import Window
from hermes_shell.errors import ProtocolError
from hermes_shell.layout import LayoutState

Change = Callable[[LayoutState, Sequence[PaneView]], LayoutState]


def register(ctx: CoreContext) -> None:
    """Offer the verb."""
    ctx.verb("layout", operate)


async def operate(window: Window, args: Mapping[str, Any]) -> object:
    """Change the layout: `{op, pane?, zone?, size?}`.

    Operations: `activate`, `close`, `reveal`, `undismiss` a pane; `resize` or `minimise` a zone;
    `toggle_sidebar`; `reset`. Closing the only pane of a plugin turns the plugin off (contract, PA8).
    """
    op = text_arg(args, "op", "layout")
    if op == "close":
        await _close(window, text_arg(args, "pane", "layout"))
        return True
    window.operate(_change(op, args))
    return True


def _change(op: str, args: Mapping[str, Any]) -> Change:
    match op:
        case "activate" | "reveal" | "undismiss":
            pane = text_arg(args, "pane", "layout")
            if op == "activate":
                return lambda state, panes: layout.activate(state, pane)
            run = layout.reveal if op == "reveal" else layout.undismiss
            return lambda state, panes: run(state, pane, panes)
        case "resize":
            zone, size = text_arg(args, "zone", "layout"), args.get("size")
            if isinstance(size, bool) or not isinstance(size, (int, float)) or not abs(size) < 1e9:
                raise ProtocolError("layout: size is a number of pixels")
            return lambda state, panes: layout.resize(state, zone, size)
        case "minimise":
            zone = text_arg(args, "zone", "layout")
            return lambda state, panes: layout.minimise(state, zone)
        case "toggle_sidebar":
            return lambda state, panes: layout.toggle_sidebar(state)
        case "reset":
            return lambda state, panes: layout.reset(panes)
        case _:
            raise ProtocolError(f"layout: there is no operation {op}")


async def _close(window: Window, pane: str) -> None:
    panes = window.panes()
    view = next((entry for entry in panes if entry.id == pane), None)
    if view is None or not view.closable:
        return
    siblings = [entry for entry in panes if entry.plugin == view.plugin]
    if view.plugin != "core" and len(siblings) == 1 and not view.dismiss_only:
        await window.shell.decide(view.plugin, enabled=False)
        return
    window.operate(lambda state, panes: layout.close(state, pane))
