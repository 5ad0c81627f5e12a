"""The boot snapshot of a page without a shell server, before a test says more."""

from __future__ import annotations

PAGE_SNAPSHOT: dict[str, object] = {
    "epoch": "e",
    "number": 0,
    "csrf": "",
    "version": "0",
    "platform": "linux",
    "developer": False,
    "safe_mode": False,
    "plugins_root": "/home/someone/.hermes/desktop-plugins",
    "areas": [],
    "core": [],
    "inventory": [],
    "decisions": {},
    "owners": {},
    "scanned": True,
    "storage": {},
    "settings": {},
    "keybinds": {},
    "locale": "en",
    "layout": {},
}
