"""The listening socket and its address: there before the server is, so that a window can connect and wait.

Connections that come before the server accepts them wait in the socket's backlog.
"""

from __future__ import annotations

import ipaddress
import logging
import os
import socket
from dataclasses import dataclass, field

from hermes_shell.boot_links import BootLinks
from hermes_shell.errors import BindError
from hermes_shell.instance import Instance
from hermes_shell.settings import Settings

TOKEN_LENGTH = 16

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Listening:
    """A bound socket, and the links that lead to it."""

    socket: socket.socket
    host: str
    port: int
    links: BootLinks = field(default_factory=BootLinks)

    @classmethod
    def open(cls, settings: Settings, instance: Instance) -> Listening:
        """Bind.

        Raises:
            BindError: see `bind`.
        """
        bound = bind(settings, instance)
        return cls(bound, settings.host, bound.getsockname()[1])

    @property
    def origin(self) -> str:
        """The origin that pages have, such as `http://127.0.0.1:8123`."""
        host = "127.0.0.1" if self.host == "localhost" else self.host
        return f"http://{host_header(host, self.port)}"

    def boot_url(self) -> str:
        """A new link that opens the shell once, within 60 s. Safe to call from any thread."""
        return f"{self.origin}/boot/{self.links.mint()}"

    def hosts(self) -> list[str]:
        """Every Host header that means this socket."""
        hosts = {self.host}
        if self.host in ("127.0.0.1", "localhost"):
            hosts = {"127.0.0.1", "localhost"}
        elif self.host == "::1":
            hosts = {"::1", "localhost"}
        headers = {host_header(host, self.port) for host in hosts}
        if self.port == 80:  # browsers leave the default port out
            headers |= {header.removesuffix(":80") for header in headers}
        return sorted(headers)


def bind(settings: Settings, instance: Instance) -> socket.socket:
    """Open the listening socket.

    The port is the one asked for, else the remembered one when it is free, else any; then that one is remembered.

    Args:
        settings: host, port, and what allows a host that is not loopback.
        instance: remembers the port.

    Raises:
        BindError: the address is not allowed, does not exist, or its port is in use.
    """
    family, address = _checked_address(settings)
    if settings.port is not None:
        return _listen(family, address, settings.port)
    if instance.port is not None:
        try:
            return _listen(family, address, instance.port)
        except BindError:
            _log.info("Port %d of the last start is in use; taking another", instance.port)
    bound = _listen(family, address, 0)
    instance.remember_port(bound.getsockname()[1])
    return bound


def _listen(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    # asyncio sets TCP_NODELAY only on sockets made with IPPROTO_TCP; without it every request takes 44 ms instead of 2.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "nt":
            listening.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", -5), 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address, port))
        listening.listen(2048)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise BindError(f"Cannot listen on {address} port {port}: {reason}. Choose another with --port.") from error
    return listening


def _checked_address(settings: Settings) -> tuple[socket.AddressFamily, str]:
    """The address to bind; one that other machines can reach only with the remote flags.

    Raises:
        BindError: see `bind`.
    """
    host = settings.host
    if host == "localhost":
        return socket.AF_INET, "127.0.0.1"
    try:
        kind, *_, target = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        raise BindError(f"{host!r} is not an address of this machine.") from error
    address = ipaddress.ip_address(str(target[0]).partition("%")[0])
    if address.is_unspecified:
        raise BindError(
            f"{host} means every address. Name the one that browsers will use, so that the Host header can be checked."
        )
    if not address.is_loopback and not (settings.allow_remote and len(settings.token or "") >= TOKEN_LENGTH):
        raise BindError(
            f"{host} can be reached from other machines, and a page there can do all that you can do here. "
            f"Use --allow-remote and --token-file with a token of at least {TOKEN_LENGTH} characters, or an SSH tunnel."
        )
    return kind, str(target[0])


def host_header(host: str, port: int) -> str:
    """The Host header of an address; IPv6 stands in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
