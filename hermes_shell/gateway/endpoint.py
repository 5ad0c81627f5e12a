"""Where a gateway listens, and what opens it."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from hermes_shell.errors import GatewayUnusable

_NO_URL = "The gateway's URL is not one. It looks like http://host:9119 or https://host."
_SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}


@dataclass(frozen=True)
class Endpoint:
    """One gateway's address and token.

    Attributes:
        url: its root, `http://127.0.0.1:9119`, with no slash at the end.
        token: the session token.
        place: where it is, for people: `local` or a host.
    """

    url: str
    token: str = field(repr=False)
    place: str

    @property
    def socket_url(self) -> str:
        """The WebSocket's address without the token."""
        return f"ws{self.url.removeprefix('http')}/api/ws"

    @property
    def loopback(self) -> bool:
        """Whether it is on this machine, where no proxy is asked."""
        host = urlsplit(self.url).hostname or ""
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"

    @classmethod
    def of(cls, url: str, token: str) -> Endpoint:
        """Read an address as people write it: `host:9119`, `https://host/path/`, `ws://host/api/ws`.

        Raises:
            GatewayUnusable: it is none.
        """
        text = url.strip()
        try:
            parts = urlsplit(text if "://" in text else f"http://{text}")
            host, port, scheme = parts.hostname, parts.port, _SCHEMES.get(parts.scheme.lower())
        except ValueError:
            raise GatewayUnusable(_NO_URL) from None
        if not host or scheme is None or any(not letter.isprintable() or letter.isspace() for letter in text):
            raise GatewayUnusable(_NO_URL)
        if not (token.isascii() and (token.isprintable())):
            raise GatewayUnusable("The gateway's token is not one: it has characters that no token has.")
        if parts.query or parts.fragment:  # a token behind a question mark would be kept and shown as a part of the URL
            raise GatewayUnusable(
                "The gateway's URL must not hold anything behind ? or #; the token has its own place."
            )
        if parts.username is not None or parts.password is not None:
            raise GatewayUnusable("The gateway's URL must not hold a name or password; the token has its own place.")
        shown = f"[{host}]" if ":" in host else host
        place = shown if port is None else f"{shown}:{port}"
        path = parts.path.rstrip("/").removesuffix("/api/ws")
        return cls(f"{scheme}://{place}{path}", token, shown)


def same_origin(one: str, other: str) -> bool:
    """Whether two addresses lead to the same server, so that a secret for one may go to the other."""
    try:
        first, second = Endpoint.of(one, ""), Endpoint.of(other, "")
    except GatewayUnusable:
        return False
    return urlsplit(first.url)[:2] == urlsplit(second.url)[:2]
