"""Verbs about what the user says of sessions: pins, order, colours, groups. The doors of `host.sessions` too."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hermes_shell.core.chat.chat import is_new
from hermes_shell.core.sessions.arguments import flag_arg, ids_arg, is_whole
from hermes_shell.core.sessions.arrangement import PINNED, in_order
from hermes_shell.core.sessions.carrying import Carrying
from hermes_shell.core.sessions.ordering import moved, permuted, pinned_with, stepped
from hermes_shell.core.sessions.session_list import SessionList
from hermes_shell.core.sessions.source import update_session
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.errors import ProtocolError, ShellError

if TYPE_CHECKING:
    from hermes_shell.core.window import Window

LONGEST_TITLE = 100
_COLOR = re.compile(
    r"#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,30}|(?:rgb|rgba|hsl|hsla|oklch|oklab|hwb|lab|lch)\([0-9a-z.,%\s/+-]{1,60}\)"
)


class MarkVerbs:
    """Verbs about what the user says of sessions.

    Args:
        sessions: the list.
        carrying: sessions that take marks over later.
    """

    def __init__(self, sessions: SessionList, carrying: Carrying) -> None:
        self._sessions = sessions
        self._carrying = carrying
        self._marks = sessions.metadata

    async def pin(self, _: Window, args: Mapping[str, Any]) -> object:
        """Pin a session, or take the pin away: `{id, pinned?, index?}` (contract, rules H12 and H13)."""
        root = self._sessions.root(text_arg(args, "id", "sessions.pin"))
        pinned, index = flag_arg(args, "pinned", "sessions.pin", True), args.get("index")
        if not (index is None or is_whole(index)):
            raise ProtocolError("sessions.pin: index is a whole number")
        self._marks.pinned = pinned_with(self._marks.pinned, root, pinned, index)
        return await self._saved("pinned")

    async def reorder(self, _: Window, args: Mapping[str, Any]) -> object:
        """Give the sessions the user's own order: `{ids}`; none = back to the order of time (contract, rule H14)."""
        await self._set_order([self._live(stored) for stored in ids_arg(args, "sessions.reorder")])
        return True

    async def reorder_pinned(self, _: Window, args: Mapping[str, Any]) -> object:
        """Permute the pins: `{ids}`; a pin that is not named keeps its place."""
        roots = [self._sessions.root(stored) for stored in ids_arg(args, "sessions.reorderPinned")]
        self._marks.pinned = permuted(self._marks.pinned, roots)
        return await self._saved("pinned")

    async def move(self, _: Window, args: Mapping[str, Any]) -> object:
        """Put a session elsewhere: `{id, group, before?}`, before another session or at the end of the group."""
        stored, group = text_arg(args, "id", "sessions.move"), text_arg(args, "group", "sessions.move")
        before = args.get("before")
        if not isinstance(before, str | None):
            raise ProtocolError("sessions.move: before is a session's id or null")
        root = self._sessions.root(stored)
        if group == PINNED:
            at = None if before is None else self._sessions.root(before)
            self._marks.pinned = moved(self._marks.pinned, root, at)
            return await self._saved("pinned")
        if root in self._marks.pinned:
            self._marks.pinned = pinned_with(self._marks.pinned, root, False)
            await self._marks.save("pinned")
        order = self._shown_order()
        await self._set_order(moved(order, self._live(stored), None if before is None else self._live(before)))
        return True

    async def step(self, _: Window, args: Mapping[str, Any]) -> object:
        """Move a session up or down within its group: `{id, by}`."""
        stored, by = text_arg(args, "id", "sessions.step"), args.get("by")
        if not is_whole(by):
            raise ProtocolError("sessions.step: by is a whole number")
        root = self._sessions.root(stored)
        if root in self._marks.pinned:
            self._marks.pinned = stepped(self._marks.pinned, root, by)
            return await self._saved("pinned")
        await self._set_order(stepped(self._shown_order(), self._live(stored), by))
        return True

    async def set_color(self, _: Window, args: Mapping[str, Any]) -> object:
        """Give a session a colour: `{id, color}`; null takes it away."""
        root, color = self._sessions.root(text_arg(args, "id", "sessions.setColor")), args.get("color")
        if color is None:
            self._marks.colors.pop(root, None)
        elif isinstance(color, str) and _COLOR.fullmatch(color):
            self._marks.colors[root] = color
        else:
            raise ProtocolError("sessions.setColor: color is a CSS colour or null")
        return await self._saved("colors")

    async def fold(self, _: Window, args: Mapping[str, Any]) -> object:
        """Close a group of the list, or open it: `{group, folded}`."""
        group, folded = text_arg(args, "group", "sessions.fold"), flag_arg(args, "folded", "sessions.fold")
        self._marks.folded = [one for one in self._marks.folded if one != group] + ([group] if folded else [])
        return await self._saved("folded")

    async def facts(self, _: Window, args: Mapping[str, Any]) -> object:
        """What a menu needs of sessions: `{ids}` -> their marks, and every tag and folder there is."""
        marks = self._marks
        rows = [row for row in map(self._sessions.row, ids_arg(args, "sessions.facts")) if row is not None]
        return {
            "sessions": [
                {
                    "id": row.id,
                    "title": row.label,
                    "pinned": row.root in marks.pinned,
                    "archived": row.archived,
                    "color": marks.colors.get(row.root),
                    "tags": marks.tags.get(row.root, []),
                    "folder": marks.folders.get(row.root),
                }
                for row in rows
            ],
            "tags": marks.all_tags(),
            "folders": marks.all_folders(),
        }

    async def hide(self, _: Window, args: Mapping[str, Any]) -> object:
        """Take a session out of the list for a plugin, or bring it back: `{id, hidden}`."""
        stored, hidden = text_arg(args, "id", "sessions.hide"), flag_arg(args, "hidden", "sessions.hide")
        root = self._sessions.root(stored)
        others = [one for one in self._marks.hidden if one not in (root, stored)]
        self._marks.hidden = [*others, root] if hidden else others
        return await self._saved("hidden")

    async def carry(self, window: Window, args: Mapping[str, Any]) -> object:
        """Let another session go on with one's pin, colour, tags and folder: `{from, to, title?}` (known fault 69).

        A new chat gets them with its first prompt. Answers whether there is anything to go over.
        """
        old = self._sessions.row(text_arg(args, "from", "sessions.carry"))
        target = text_arg(args, "to", "sessions.carry")
        if old is None:
            raise ShellError("There is no such session.")
        if is_new(target):
            self._carrying.want(old.root, target)
            return self._marks.is_marked(old.root)
        saved = self._marks.carry(old.root, self._sessions.root(target))
        if args.get("title") is True and old.title:
            # Titles are unique: the old session has to lend it first.
            await update_session(window.shell.gateway, old.id, title=f"{old.title} (before reset)"[:LONGEST_TITLE])
            await update_session(window.shell.gateway, target, title=old.title)
            self._sessions.refresh_soon()
        return await self._saved(*saved)

    async def _saved(self, *names: str) -> bool:
        self._sessions.changed()
        await self._marks.save(*names)
        return True

    async def _set_order(self, order: Sequence[str]) -> None:
        self._marks.order = list(dict.fromkeys(order))
        self._marks.manual = bool(order)
        self._marks.ordered_at = time.time()
        await self._saved("order", "manual", "ordered_at")

    def _shown_order(self) -> list[str]:
        """The ids of the rows that are not pinned, as the list shows them."""
        marks = self._marks
        rows = [row for row in self._sessions.rows() if self._sessions.is_shown(row) and row.root not in marks.pinned]
        return [row.id for row in in_order(rows, marks)]

    def _live(self, stored: str) -> str:
        row = self._sessions.row(stored)
        return row.id if row is not None else stored
