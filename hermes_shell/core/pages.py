"""Core pages: what the workspace shows for an address that no plugin answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from hermes_shell.areas.rendering import render
from hermes_shell.areas.routes import Resolution
from hermes_shell.core.live_page import LivePage

if TYPE_CHECKING:
    from hermes_shell.contribution import Contribution
    from hermes_shell.core.window import Window

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
            return render("core/waiting.html"), "Loading"
        case "reserved":
            name = _TITLES.get(resolution.path, resolution.path.strip("/").capitalize())
            return _notice(name, f"{name} is not part of this version.")
        case "session":
            text = "This address is a chat session, or the page of a plugin that is not loaded. Sessions need a Hermes "
            return _notice("No such page", text + "gateway, and this version has none.")
        case "unknown":
            return _notice("No such page", f"Nothing answers to {resolution.path}.")


def _notice(title: str, text: str) -> tuple[str, str]:
    return render("core/notice.html", view=Notice(title, text)), title
