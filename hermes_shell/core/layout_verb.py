"""The verb `layout`: what a user or a plugin does to panes, groups and cards.

The frame of a change leaves before the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast, get_args

from hermes_shell import layout
from hermes_shell.areas.panes import Anchor, PaneView, Position
from hermes_shell.core.shell import CoreContext
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.core.window import Window
from hermes_shell.errors import ProtocolError
from hermes_shell.layout import Group, LayoutState
from hermes_shell.layout.state import Side
from hermes_shell.layout.tree import Strip, Tint, find, group_of

Change = Callable[[LayoutState, Sequence[PaneView]], LayoutState]
Args = Mapping[str, Any]


def register(ctx: CoreContext) -> None:
    """Offer the verb."""
    ctx.verb("layout", operate)


async def operate(window: Window, args: Args) -> object:
    """Change the layout: `{op, …}`; an id that is not known changes nothing.

    Panes: `activate`, `reveal`, `undismiss`, `close`, `dismiss`, `unfloat` `{pane}`;
    `move` `{pane, zone, pos, before?, size?, sizes?, tracks?}`; `reopen`;
    `float` `{pane, anchor?, x?, y?, width?, height?}`. Closing the only pane of a plugin turns the plugin off
    (contract, PA8), dismissing never does.
    Groups: `minimise`, `maximise`, `reset_size` `{zone}`; `resize` `{zone, size, beside?, sizes?}`;
    `move_group` `{zone, to, pos, size?, sizes?, tracks?}`; `strip` `{zone, show}`; `tint` `{zone, colour}`.
    All: `toggle_side` `{side}`, `toggle_sidebar`, `flip`, `reset`, `undo_reset`.
    `size`: px of what is moved or resized; `sizes`: px by node id of what stands beside it, as measured or wanted;
    `tracks`: px by node id of everything in the tree before a move, each along its split.

    Returns:
        True; for `close` the id of the plugin that it turned off; for `undo_reset` whether there was anything to bring
        back; for `reopen` the id of the pane that came back, True for a plugin that was turned on for it, False when
        nothing was closed.

    Raises:
        ProtocolError: no such operation, or an argument that does not fit.
    """
    op = text_arg(args, "op", "layout")
    match op:
        case "close" | "dismiss":
            return await _close(window, text_arg(args, "pane", "layout"), may_turn_off=op == "close") or True
        case "reopen":
            return await _reopen(window)
        case "reset":
            window.before_reset = window.layout
            window.operate(lambda _, panes: layout.reset(panes))
        case "undo_reset":
            return _undo_reset(window)
        case _:
            window.operate((_PANES.get(op) or _GROUPS.get(op) or _unknown(op))(args))
    return True


def _activate(args: Args) -> Change:
    pane = text_arg(args, "pane", "layout")
    return lambda state, panes: layout.activate(state, pane)


def _reveal(args: Args) -> Change:
    pane = text_arg(args, "pane", "layout")
    return lambda state, panes: layout.reveal(state, pane, panes)


def _undismiss(args: Args) -> Change:
    pane = text_arg(args, "pane", "layout")
    return lambda state, panes: layout.undismiss(state, pane, panes)


def _move(args: Args) -> Change:
    pane, zone, pos = text_arg(args, "pane", "layout"), text_arg(args, "zone", "layout"), _position(args)
    before = None if args.get("before") is None else text_arg(args, "before", "layout")
    size, sizes, tracks = _number(args, "size"), _sizes(args, "sizes"), _sizes(args, "tracks")

    def change(state: LayoutState, panes: Sequence[PaneView]) -> LayoutState:
        moved = layout.move(state, pane, zone, pos, before)
        if moved is state:
            return state
        group = group_of(moved.root, pane)
        if size is not None and pos != "center" and group is not None and group.panes == (pane,):
            moved = layout.kept(state, moved, zone, tracks, panes)
            moved = layout.dropped(moved, group.id, zone, size, sizes, panes)
        return layout.in_sight(moved, pane, panes)

    return change


def _float(args: Args) -> Change:
    pane = text_arg(args, "pane", "layout")
    anchor = cast("Anchor | None", _choice(args, "anchor", get_args(Anchor)))
    x, y, width, height = (_number(args, name) for name in ("x", "y", "width", "height"))
    return lambda state, panes: layout.float_pane(state, pane, panes, anchor, x, y, width, height)


def _unfloat(args: Args) -> Change:
    pane = text_arg(args, "pane", "layout")
    return lambda state, panes: layout.unfloat(state, pane, panes)


def _resize(args: Args) -> Change:
    zone, size, beside = text_arg(args, "zone", "layout"), _number(args, "size"), _number(args, "beside")
    if size is None:
        raise ProtocolError("layout: size is a number of pixels")
    sizes = _sizes(args, "sizes")
    if sizes and zone != "sidebar":
        return lambda state, panes: layout.sized(state, zone, {**sizes, zone: size}, panes)
    return lambda state, panes: layout.resize(state, zone, size, panes, beside)


def _reset_size(args: Args) -> Change:
    zone = text_arg(args, "zone", "layout")
    return lambda state, panes: layout.reset_size(state, zone, panes)


def _minimise(args: Args) -> Change:
    zone = text_arg(args, "zone", "layout")
    return lambda state, panes: layout.minimise(state, zone, panes)


def _maximise(args: Args) -> Change:
    zone = None if args.get("zone") is None else text_arg(args, "zone", "layout")
    return lambda state, panes: layout.maximise(state, zone, panes)


def _move_group(args: Args) -> Change:
    zone, to, pos = text_arg(args, "zone", "layout"), text_arg(args, "to", "layout"), _position(args)
    size, sizes, tracks = _number(args, "size"), _sizes(args, "sizes"), _sizes(args, "tracks")

    def change(state: LayoutState, panes: Sequence[PaneView]) -> LayoutState:
        group, moved = find(state.root, zone), layout.move_group(state, zone, to, pos)
        if moved is state or not isinstance(group, Group) or group.active is None:
            return moved
        if size is not None and pos != "center":
            moved = layout.kept(state, moved, to, tracks, panes)
            moved = layout.dropped(moved, zone, to, size, sizes, panes)
        return layout.in_sight(moved, group.active, panes)

    return change


def _strip(args: Args) -> Change:
    zone, show = text_arg(args, "zone", "layout"), cast("Strip | None", _choice(args, "show", get_args(Strip)))
    return lambda state, panes: layout.set_strip(state, zone, show)


def _tint(args: Args) -> Change:
    zone, colour = text_arg(args, "zone", "layout"), cast("Tint | None", _choice(args, "colour", get_args(Tint)))
    return lambda state, panes: layout.set_tint(state, zone, colour)


def _toggle_side(args: Args) -> Change:
    side = cast("Side | None", _choice(args, "side", get_args(Side)))
    if side is None:
        raise ProtocolError("layout: side is left or right")
    return lambda state, panes: layout.toggle_side(state, side)


def _toggle_sidebar(args: Args) -> Change:
    del args
    return lambda state, panes: layout.toggle_side(state, "left")


def _flip(args: Args) -> Change:
    del args
    return lambda state, panes: layout.flip(state)


_PANES: Mapping[str, Callable[[Args], Change]] = {
    "activate": _activate,
    "reveal": _reveal,
    "undismiss": _undismiss,
    "move": _move,
    "float": _float,
    "unfloat": _unfloat,
}
_GROUPS: Mapping[str, Callable[[Args], Change]] = {
    "resize": _resize,
    "reset_size": _reset_size,
    "minimise": _minimise,
    "maximise": _maximise,
    "move_group": _move_group,
    "strip": _strip,
    "tint": _tint,
    "toggle_side": _toggle_side,
    "toggle_sidebar": _toggle_sidebar,
    "flip": _flip,
}


def _unknown(op: str) -> Callable[[Args], Change]:
    raise ProtocolError(f"layout: there is no operation {op}")


def _position(args: Args) -> Position:
    pos = _choice(args, "pos", get_args(Position))
    if pos is None:
        raise ProtocolError(f"layout: pos is one of {', '.join(get_args(Position))}")
    return cast("Position", pos)


def _choice(args: Args, name: str, known: Sequence[str]) -> str | None:
    value = args.get(name)
    if value is not None and (not isinstance(value, str) or value not in known):
        raise ProtocolError(f"layout: {name} is one of {', '.join(known)}")
    return value


def _number(args: Args, name: str) -> float | None:
    value = args.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 1e9:
        raise ProtocolError(f"layout: {name} is a number of pixels")
    return value


def _sizes(args: Args, name: str) -> Mapping[str, float]:
    """Px by node id; empty when there are none."""
    given = args.get(name)
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise ProtocolError(f"layout: {name} is a record of pixels by node")
    sizes = cast("dict[str, Any]", given)
    return {node: size for node in sizes if (size := _number(sizes, node)) is not None}


async def _close(window: Window, pane: str, *, may_turn_off: bool) -> str | None:
    panes = window.panes()
    view = next((entry for entry in panes if entry.id == pane), None)
    if view is None or not view.closable:
        return None
    siblings = [entry for entry in panes if entry.plugin == view.plugin]
    if may_turn_off and view.plugin != "core" and len(siblings) == 1 and not view.dismiss_only:
        window.closed_panes.plugin(view.plugin)
        await window.shell.decide(view.plugin, enabled=False)
        return view.plugin
    window.closed_panes.pane(pane)
    window.operate(lambda state, panes: layout.close(state, pane))
    return None


async def _reopen(window: Window) -> str | bool:
    off = {plugin for plugin, enabled in window.shell.decisions.all().items() if not enabled}
    registered = {pane.id for pane in window.panes()}
    found = window.closed_panes.last(window.layout.dismissed, registered, off)
    if found is None:
        return False
    name, is_plugin = found
    if is_plugin:
        await window.shell.decide(name, enabled=True)
        return True
    window.operate(lambda state, panes: layout.reveal(state, name, panes))
    return name


def _undo_reset(window: Window) -> bool:
    before, window.before_reset = window.before_reset, None
    if before is None:
        return False
    window.operate(lambda _, panes: layout.adopt(before, panes))
    return True
