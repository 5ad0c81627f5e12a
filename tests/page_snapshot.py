"""The boot snapshot of a page without a shell server, before a test says more."""

from __future__ import annotations

from hermes_shell.core.shell_settings import SHELL_SETTINGS

PAGE_SNAPSHOT: dict[str, object] = {
    "epoch": "e",
    "number": 0,
    "csrf": "",
    "version": "0",
    "platform": "linux",
    "developer": False,
    "safe_mode": False,
    "start_mode": "usual",
    "bad_starts": None,
    "plugins_root": "/home/someone/.hermes/desktop-plugins",
    "areas": [],
    "core": [],
    "inventory": [],
    "decisions": {},
    "owners": {},
    "scanned": True,
    "stored": 0,
    "storage": {},
    "settings": {},
    "preferences": {key: setting.default for key, setting in SHELL_SETTINGS.items()},
    "keybinds": {},
    "palette_recent": [],
    "locale": "en",
    "layout": {},
}
