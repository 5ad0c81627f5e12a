"""Plugins for the tests of the loader, and the line that starts a window."""

from __future__ import annotations

START = "await startWindow();\n"
AREA = "statusBar.right"


def plugin(plugin_id: str, body: str = "", head: str = "", fields: str = "") -> str:
    """A plugin source that registers one chip named after `body`'s local ids."""
    return f"{head}\nexport default {{ id: {plugin_id!r}, {fields} register(ctx) {{ {body} }} }}"


def chip(local: str = "chip") -> str:
    """A register call for a chip."""
    return f"ctx.register({{ id: {local!r}, area: {AREA!r}, render: () => null }});"
