"""What a page may know of the gateway: never its address, its token or another field of the connection."""

from __future__ import annotations

from dataclasses import asdict

from hermes_shell.gateway import Gateway
from hermes_shell.gateway.attachment_limits import attachment_limits


def gateway_facts(gateway: Gateway) -> dict[str, object]:
    """State, kind, label and fault; `attachments` are the most bytes of a file and of an image."""
    return {
        "state": gateway.state,
        "kind": gateway.kind,
        "label": gateway.label,
        "fault": gateway.fault,
        "attachments": asdict(attachment_limits(gateway.kind)),
    }


def connection_id(gateway: Gateway) -> str | None:
    """The one connection's name for plugins: `local`, `remote`, or None without a gateway."""
    return {"none": None, "remote": "remote"}.get(gateway.kind, "local")


def connections(gateway: Gateway) -> dict[str, object]:
    """The connections that there are, and which one is in use."""
    name = connection_id(gateway)
    if name is None:
        return {"connections": [], "primary": None}
    row = {"id": name, "label": gateway.label or "Hermes", "mode": name, "state": gateway.state}
    return {"connections": [row], "primary": name}
