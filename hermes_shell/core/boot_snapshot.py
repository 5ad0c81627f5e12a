"""The boot snapshot: what the page must know before the first plugin is imported."""

from __future__ import annotations

import sys

from hermes_shell import __version__
from hermes_shell.areas import AREAS
from hermes_shell.contribution import Contribution
from hermes_shell.core import saved_layout
from hermes_shell.core.address import overlay_paths
from hermes_shell.core.gateway_facts import connection_id, gateway_facts
from hermes_shell.core.palette_recent import recent_rows
from hermes_shell.core.safe_start import bad_starts
from hermes_shell.core.shell import Shell
from hermes_shell.core.stored_values import plugin_storage
from hermes_shell.layout import to_json


def boot_snapshot(shell: Shell) -> dict[str, object]:
    """Everything that the page's synchronous APIs read; JSON values."""
    news = shell.announcements
    return {
        **hello_snapshot(shell),
        "epoch": news.epoch,
        "number": news.number,
        "base": shell.base,
        "static": shell.static,
        "csrf": shell.instance.csrf,
        "version": __version__,
        "platform": platform(),
        "developer": shell.settings.developer,
        "safe_mode": shell.safe_mode,
        "bad_starts": bad_starts(shell),
        "plugins_root": str(shell.settings.home.plugins),
        "areas": [area.as_json() for area in AREAS.values()],
        "core": core_rows(shell),
        "overlay_pages": sorted(overlay_paths(shell)),
        "stored": shell.stored,
        "storage": plugin_storage(shell),
        "state": {
            "gateway": shell.gateway.state,
            "profile": "default",
            "model": "",
            "cwd": "",
            "connectionId": connection_id(shell.gateway),
            "activeSessionId": None,
        },
        "gateway": gateway_facts(shell.gateway),
        "locale": "en",
        "known_pages": shell.known_pages.within(shell.storage.text(saved_layout.SCOPE, saved_layout.KEY) or ""),
        "layout": to_json(saved_layout.load(shell.storage)),
    }


def hello_snapshot(shell: Shell) -> dict[str, object]:
    """What every `hello` of the announcements carries: all that may have changed while nobody listened."""
    return {
        "inventory": shell.loader.rows(),
        "decisions": shell.decisions.all(),
        "owners": shell.decisions.owners(),
        "scanned": shell.loader.scanned,
        "styles": shell.styles.as_json(),
        "theme": shell.preferences.theme(),
        "settings": shell.preferences.all(),
        "preferences": shell.preferences.preferences(),
        "keybinds": shell.preferences.keybinds(),
        "palette_recent": recent_rows(shell),
        "start_mode": shell.starts.mode,
    }


def core_rows(shell: Shell) -> list[dict[str, object]]:
    """The core's contributions as the page registers them; core pages stay on the server."""
    areas = [area for area in shell.registry.areas() if area != "routes"]
    return [core_row(entry) for area in areas for entry in shell.registry.get_area(area)]


def core_row(entry: Contribution) -> dict[str, object]:
    """One core contribution as JSON."""
    return {
        "area": entry.area,
        "id": entry.id,
        "title": entry.title,
        "order": entry.order,
        "seq": entry.seq,
        "enabled": entry.enabled,
        "data": dict(entry.data),
    }


def platform() -> str:
    """`linux`, `darwin` or `windows`."""
    return {"darwin": "darwin", "win32": "windows"}.get(sys.platform, "linux")
