"""Who is let in: the checks of the guard as pure functions, without any framework, so that they can run before one is
loaded. See `hermes_shell.guard` for the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from hmac import compare_digest

from hermes_shell.instance import CSRF_HEADER, SESSION_COOKIE, Instance

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

_POLICY = (
    "default-src 'self'; script-src 'self' 'nonce-{nonce}' blob:; worker-src 'self' blob:; "
    "style-src 'self' 'unsafe-inline' https:; img-src 'self' data: blob: http: https:; "
    "media-src 'self' data: blob: http: https:; font-src 'self' data: https:; "
    "connect-src 'self' data: blob: http: https: ws: wss:; frame-src 'self' data: blob: http: https:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cache-control", b"no-store"),
)

RawHeaders = Iterable[tuple[bytes, bytes]]
"""Names in lower case and values, as ASGI has them."""


@dataclass(frozen=True)
class Refusal:
    """Why a request is not let in: an HTTP status and a sentence."""

    status: int
    message: str


@dataclass(frozen=True)
class Admission:
    """Judges requests to one server.

    Attributes:
        instance: the secrets to compare with.
        hosts: the exact Host headers that are ours, such as `127.0.0.1:8123`, in lower case.
    """

    instance: Instance
    hosts: Collection[str]

    def judge(self, kind: str, method: str, path: str, raw: RawHeaders) -> Refusal | None:
        """Decide about one request or WebSocket from its head alone; None lets it in.

        Args:
            kind: `http` or `websocket`.
            method: of the request; any for a WebSocket.
            path: without query, decoded.
            raw: its headers.
        """
        headers = _by_name(raw)
        host = _only(headers, "host")
        if host is None or host.lower() not in self.hosts:
            return Refusal(421, "This server does not answer for that host.")
        boot = kind == "http" and path.startswith("/boot/")
        health = kind == "http" and path == "/healthz"
        if not (boot or health or self._is_below_secret(path)):
            if path.startswith("/api/plugins/"):
                return Refusal(404, "use ctx.rest")
            return Refusal(404, "Not found")
        refusal = _foreign(headers, host, boot)
        if refusal is not None or boot or health:
            return refusal
        if not self._has_session(headers):
            return Refusal(401, "No session. Open the link that hermes-shell prints or opens.")
        if kind == "http" and method not in SAFE_METHODS and not self._has_csrf(headers):
            return Refusal(403, "The X-Hermes-CSRF header is missing or wrong.")
        return None

    def _is_below_secret(self, path: str) -> bool:
        if not path.startswith("/w/"):
            return False
        segment, separator, _ = path.removeprefix("/w/").partition("/")
        return bool(separator) and _equal(segment, self.instance.path_secret)

    def _has_session(self, headers: Mapping[str, list[str]]) -> bool:
        values = [value for header in headers.get("cookie", ()) for value in presented_cookies(header)]
        return any(_equal(value, self.instance.session) for value in values)

    def _has_csrf(self, headers: Mapping[str, list[str]]) -> bool:
        value = _only(headers, CSRF_HEADER)
        return value is not None and _equal(value, self.instance.csrf)


def protecting_headers(nonce: str, present: Collection[bytes] = ()) -> list[tuple[bytes, bytes]]:
    """What every answer carries: the Content-Security-Policy with its nonce, and what keeps other pages out.

    Args:
        nonce: of this answer alone.
        present: names in lower case that the answer sets itself.
    """
    policy = (b"content-security-policy", _POLICY.format(nonce=nonce).encode("ascii"))
    return [header for header in (*_HEADERS, policy) if header[0] not in present]


def session_cookie(instance: Instance) -> str:
    """The value of the Set-Cookie header that gives a browser its session."""
    return f"{SESSION_COOKIE}={instance.session}; HttpOnly; Path={instance.base}; SameSite=strict"


def presented_cookies(header: str) -> list[str]:
    """Every value of the session cookie in a Cookie header; other cookies of the host may be malformed."""
    values: list[str] = []
    for part in header.split(";"):
        name, separator, value = part.strip().partition("=")
        if separator and name == SESSION_COOKIE:
            values.append(value.strip('"'))
    return values


def _foreign(headers: Mapping[str, list[str]], host: str, boot: bool) -> Refusal | None:
    """Refuse what another page caused, by fetch metadata and Origin.

    A same-origin form or htmx post under `Referrer-Policy: no-referrer` carries the origin "null"; the browser then
    still says same-origin in Sec-Fetch-Site, which no page can set.
    """
    sites = headers.get("sec-fetch-site", [])
    own = sites == ["same-origin"]
    if any(site not in ("same-origin", "none") for site in sites):
        mode, target = headers.get("sec-fetch-mode", [""])[0], headers.get("sec-fetch-dest", [""])[0]
        if not (boot and mode == "navigate" and target == "document"):
            return Refusal(403, "Requests from other pages are refused.")
    for origin in headers.get("origin", ()):
        if origin.lower() != f"http://{host.lower()}" and not (origin == "null" and own):
            return Refusal(403, "Requests from other origins are refused.")
    return None


def _by_name(raw: RawHeaders) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in raw:
        found.setdefault(name.decode("latin-1"), []).append(value.decode("latin-1"))
    return found


def _only(headers: Mapping[str, list[str]], name: str) -> str | None:
    """The value of a header that must occur once; None when it is absent or repeated."""
    values = headers.get(name, ())
    return values[0] if len(values) == 1 else None


def _equal(offered: str, expected: str) -> bool:
    return compare_digest(offered.encode("utf-8", "replace"), expected.encode())
