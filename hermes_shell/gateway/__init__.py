"""The Hermes backend: JSON-RPC over WebSocket and REST. This version has the door only, and no client of one."""

from hermes_shell.gateway.protocol import Event, Gateway

__all__ = ["Event", "Gateway"]
