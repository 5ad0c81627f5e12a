"""Addresses inside the shell: what stands behind the `#`, and links that lead there."""

from __future__ import annotations

from urllib.parse import quote

from hermes_shell.errors import ProtocolError

ROUTE_LIMIT = 2048


def checked_route(value: object) -> str:
    """An address such as `/settings?tab=keyboard`, percent-encoded. What it opens is up to the page; nothing runs.

    Raises:
        ProtocolError: it is not one.
    """
    if not isinstance(value, str) or not value.startswith("/") or not value.isprintable() or len(value) > ROUTE_LIMIT:
        raise ProtocolError(f"A route starts with / and is plain text of at most {ROUTE_LIMIT} characters.")
    return quote(value, safe="/?=&%:@!$'()*+,;~-._")


def with_route(link: str, route: str | None) -> str:
    """A boot link that leads to a route: what stands behind the `#` survives the redirect."""
    return f"{link}#{route}" if route else link
