"""The Hermes backend: JSON-RPC over WebSocket and REST, at a process of ours, at a URL, or inside this process."""

from hermes_shell.gateway.backend import Backend, Hear, Link, Lost, ModelSettings
from hermes_shell.gateway.client import GatewayClient
from hermes_shell.gateway.no_gateway import UNAVAILABLE, NoGateway
from hermes_shell.gateway.protocol import Dispose, Event, Gateway, Kind, State

__all__ = [
    "UNAVAILABLE",
    "Backend",
    "Dispose",
    "Event",
    "Gateway",
    "GatewayClient",
    "Hear",
    "Kind",
    "Link",
    "Lost",
    "ModelSettings",
    "NoGateway",
    "State",
]
