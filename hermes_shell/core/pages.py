"""Core pages: what the workspace shows for an address that no plugin answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from markupsafe import Markup

from hermes_shell.areas.rendering import render
from hermes_shell.areas.routes import Resolution, chat_key
from hermes_shell.core.home_page import ChatPlace
from hermes_shell.core.live_page import LivePage
from hermes_shell.plugins.row import Row, is_on, key_of

if TYPE_CHECKING:
    from hermes_shell.contribution import Contribution
    from hermes_shell.core.shell import Shell
    from hermes_shell.core.window import Window

_LIKE_A_CHAT = re.compile(r"/\d{8}_\d{6}_")
"""How the addresses of chats begin."""
_TITLES = {
    "/command-center": "Command center",
    "/skills": "Skills",
    "/messaging": "Messaging",
    "/webhooks": "Webhooks",
    "/artifacts": "Artifacts",
    "/cron": "Scheduled",
    "/profiles": "Profiles",
    "/agents": "Agents",
    "/starmap": "Starmap",
    "/session-import": "Import sessions",
}


@dataclass(frozen=True, slots=True)
class Page:
    """One page as the workspace shows it: title of the tab, and HTML of the workspace.

    `live` holds its pieces when it is a page that changes in places.
    """

    title: str
    html: str
    live: LivePage | None = None

    def changes(self, old: Page) -> list[dict[str, object]]:
        """The parts of a frame that turn `old`, as the window shows it, into this page."""
        found = None if self.live is None or old.live is None else self.live.changes(old.live)
        return [{"target": "#workspace", "html": self.html}] if found is None else found


@dataclass(frozen=True, slots=True)
class Notice:
    """A page that can only say something."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Absent:
    """A page that is away: whose it is, why, and what helps.

    Attributes:
        reason: what follows "This page belongs to …,".
        turn_on: id of a plugin that can be turned on; None = that does not help.
        show: address of what explains it; None = nothing does.
    """

    title: str
    plugin: str
    reason: str
    turn_on: str | None = None
    show: str | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """What the element around a page says about it."""

    path: str
    kind: str


def page_of(window: Window, resolution: Resolution, title: str | None) -> Page:
    """Render the page of a resolved address.

    Args:
        window: the window that shows it.
        resolution: what the address means.
        title: title of the contribution, where the address has one.
    """
    body, heading = _body(window, resolution, title)
    frame = Frame(resolution.path, resolution.kind)
    if isinstance(body, LivePage):
        live = body.within(render("core/workspace.html", view=frame, body=Markup(body.frame)))
        return Page(heading, live.html, live)
    return Page(heading, render("core/workspace.html", view=frame, body=Markup(body)))


def overlay_of(window: Window, entry: Contribution) -> Page:
    """Render a core page that lies over the window.

    Args:
        window: the window that shows it.
        entry: the page's contribution.
    """
    assert entry.render is not None, f"the core page {entry.id} cannot render"
    return Page(entry.title or "Hermes", str(entry.render(window)))


def _body(window: Window, resolution: Resolution, title: str | None) -> tuple[str | LivePage, str]:
    match resolution.kind:
        case "core":
            entry = window.shell.registry.get("routes", resolution.id or "")
            assert entry is not None, f"the core page {resolution.path} is not registered"
            assert entry.render is not None, f"the core page {resolution.path} cannot render"
            rendered = entry.render(window)
            return rendered if isinstance(rendered, LivePage) else str(rendered), entry.title or "Hermes"
        case "extension":
            return render("core/route.html", view=resolution), title or resolution.path.strip("/")
        case "waiting":
            return render("core/waiting.html"), title or "Loading"
        case "reserved":
            name = _TITLES.get(resolution.path, resolution.path.strip("/").capitalize())
            return _notice(name, f"{name} is not part of this version.")
        case "absent":
            return _absent(window, resolution.path, title)
        case "chat":
            return _chat(window, chat_key(resolution.path))
        case "session" if _LIKE_A_CHAT.match(resolution.path):
            text = "It may be deleted, or belong to another home. The sidebar lists the chats that are here."
            return _notice("This chat is not here", text)
        case "session" | "unknown":
            return _notice("No such page", f"Nothing answers to {resolution.path}.")


def is_chat(shell: Shell, path: str) -> bool:
    """Whether a chat is known by this address; ids of other parts of the agent look different from those of chats."""
    key = chat_key(path)
    return shell.chats.chat(key) is not None or shell.sessions.row(key) is not None


def _chat(window: Window, key: str) -> tuple[str, str]:
    chat = window.shell.chats.chat(key)
    row = window.shell.sessions.row(key)
    title = (chat.title if chat is not None else "") or (row.label if row is not None else "") or "Chat"
    return render("core/chat.html", view=ChatPlace(title, key)), title


def _absent(window: Window, path: str, title: str | None) -> tuple[str, str]:
    page = window.shell.known_pages.get(path)
    assert page is not None, f"nobody is known to have had {path}"
    row = next((row for row in window.shell.loader.rows() if key_of(row) == page.plugin), None)
    if row is None:
        return _notice("No such page", f"Nothing answers to {path}. It was a page of {page.plugin}, which is gone.")
    heading = title or page.title
    reason, turn_on, show = _why_absent(row, safe=window.shell.safe_mode)
    view = Absent(heading, row["name"] or page.plugin, reason, turn_on, show)
    return render("core/absent.html", view=view), heading


def _why_absent(row: Row, *, safe: bool) -> tuple[str, str | None, str | None]:
    """Why a plugin does not show its page, the id to turn on, and the address that explains it."""
    on_its_row = f"/capabilities?{urlencode({'open': row['folder']})}"
    if not is_on(row):
        return "which is off.", key_of(row), None
    if safe:
        return "which does not run, because this start is without plugins.", None, "/capabilities"
    if row["error"] is not None:
        return "which has an error.", None, on_its_row
    return "which is on and does not show it now.", None, on_its_row


def _notice(title: str, text: str) -> tuple[str, str]:
    return render("core/notice.html", view=Notice(title, text)), title
