"""Pages that plugins add, and what an address means (contract, areas 4.2 and RO1)."""

from __future__ import annotations

import re
import unicodedata
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal
from urllib.parse import unquote_to_bytes

from pydantic import Field

from hermes_shell.areas.kinds import Area, AreaContext, Arrangement, Item, Payload, Text, text_of
from hermes_shell.contribution import Contribution, FieldWarning

ROUTES = "routes"
RESERVED = (
    "/",
    "/settings",
    "/command-center",
    "/skills",
    "/capabilities",
    "/messaging",
    "/webhooks",
    "/artifacts",
    "/cron",
    "/profiles",
    "/agents",
    "/starmap",
    "/session-import",
)
"""Paths that plugins cannot take, in whatever case they are written."""

LONGEST_PATH = 300
"""The most characters of a page's path; an address is shown, stored and sent."""

Kind = Literal["core", "extension", "reserved", "absent", "chat", "session", "unknown", "waiting"]
"""`absent`: no page answers now, and a plugin is known that once had one there. `chat`: a chat, as far as the address
tells; `session`: an address of one segment that nothing is known of."""

_SESSION = re.compile(r"/(?:\d{8}_\d{6}_[0-9a-f]+|~[A-Za-z0-9_-]+)")
"""The address of a chat: `#/<stored id>`, for example `20261130_095928_6ede65`, or `#/~<stored id as base64>`."""
_PLAIN_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
"""Stored ids that are an address as they are, unless a page of the shell has it."""

_BROKEN_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_SEPARATORS = frozenset("/?#\\")


class RoutePayload(Payload):
    """The address of a page; its body is the contribution's `render`."""

    path: Annotated[Text, Field(description="Starts with '/', no parameters, not reserved")]


@dataclass(frozen=True, slots=True)
class Resolution:
    """What an address means: which kind of page, and the id of its contribution where it has one."""

    kind: Kind
    path: str
    id: str | None = None


def arrange(contributions: Sequence[Contribution], context: AreaContext) -> Arrangement:
    """The routes that count, each with its path, as `path_of` writes it, as the view.

    Ignored with a warning: a path that `refusal` refuses, and the second route of one path. Several segments are
    accepted and shown on an exact match.
    """
    del context
    taken: dict[str, str] = {}
    warnings: list[FieldWarning] = []
    items: list[Item] = []
    for entry in contributions:
        given = str(entry.data["path"]) if entry.is_core else text_of(entry, "path")
        reason = None if entry.is_core else refusal(given)
        path = path_of(given or "")
        if reason is None and path in taken:
            reason = f"{path} is already the page of {taken[path]}, so {entry.id} has no address"
        if reason is not None:
            message = f"path: {reason}; the page is ignored"
            warnings.append(FieldWarning(entry.plugin, ROUTES, entry.id, "path", message))
            continue
        taken[path] = entry.id
        items.append(Item(entry.id, path))
    return Arrangement(tuple(items), tuple(warnings))


def refusal(path: str | None) -> str | None:
    """Why a path cannot be a plugin's page; None when it can.

    Upper and lower case are told apart, except that no case of a reserved path can be taken. A slash at the end and
    percent-encoding do not matter: `/caf%C3%A9/` and `/café` are one path.
    """
    if path is None:
        return "a text that starts with '/' is needed"
    if not path.startswith("/"):
        return f"{path!r} does not start with '/'"
    if len(path) > LONGEST_PATH:
        return f"a path has at most {LONGEST_PATH} characters, this one has {len(path)}"
    if set(path) & set("?#"):
        return f"{path!r} has a query or a fragment; the page gets them with the address"
    whole = path.removesuffix("/") if len(path) > 1 else path
    segments = [_decoded(segment) for segment in whole[1:].split("/")]
    first = f"/{segments[0]}".casefold()
    if first in RESERVED:
        return f"{first} belongs to the shell"
    if any(not segment or segment in {".", ".."} for segment in segments):
        return f"{path!r} has an empty segment"
    if any(segment.startswith((":", "*")) or set(segment) & set("{}[]*\\ ") for segment in segments):
        return f"{path!r} has a parameter or a character that an address cannot hold"
    if any(not segment.isprintable() or _ESCAPE.search(segment) for segment in segments):
        return f"{path!r} has a character that an address cannot hold"
    if is_session(f"/{'/'.join(segments)}"):
        return f"{path!r} looks like the address of a chat, which could not be opened any more"
    return None


def path_of(route: str) -> str:
    """The path of an address: without a leading '#', without query, at least '/', decoded and composed (NFC).

    Engines write what stands behind the # with percent signs. An escape that is broken or stands for a separator
    stays as it is. `pathOf` of `static/host/route_path.js` does the same.
    """
    path = route.removeprefix("#").partition("?")[0]
    if len(path) > 1:
        path = path.rstrip("/") or "/"
    path = path if path.startswith("/") else f"/{path}"
    return "/".join(_decoded(segment) for segment in path.split("/"))


def chat_path(key: str) -> str:
    """The path of a chat; `chatPath` of `static/host/route_path.js` does the same.

    A stored id that an address cannot hold, or that names a page, is written in base64 (RFC 4648, section 5).
    """
    if _PLAIN_KEY.fullmatch(key) and f"/{key}".casefold() not in RESERVED:
        return f"/{key}"
    return "/~" + urlsafe_b64encode(key.encode()).decode().rstrip("=")


def chat_key(path: str) -> str:
    """The key of the chat at a path, as `path_of` gives it; `chatKey` of `static/host/route_path.js` does the same."""
    written = path.removeprefix("/~")
    if written in ("", path):
        return path.removeprefix("/")
    try:
        return b64decode(written + "=" * (-len(written) % 4), b"-_", validate=True).decode()
    except ValueError:
        return path.removeprefix("/")


def is_session(path: str) -> bool:
    """Whether a path looks like the address of a chat."""
    return _SESSION.fullmatch(path) is not None


def resolve(
    path: str,
    contributed: Mapping[str, str],
    core: Mapping[str, str],
    *,
    waiting: bool,
    known: bool = False,
    chat: bool = False,
) -> Resolution:
    """Decide what an address shows.

    Args:
        path: as `path_of` gives it.
        contributed: path -> contribution id of the plugins' pages.
        core: path -> contribution id of the core's pages.
        waiting: plugins may still be loading, so an unknown address is not settled.
        known: a plugin once had a page there.
        chat: a chat is known by this address.
    """
    if path in core:
        return Resolution("core", path, core[path])
    if path in contributed:
        return Resolution("extension", path, contributed[path])
    if path in RESERVED:
        return Resolution("reserved", path)
    if chat or is_session(path):
        return Resolution("chat", path)
    if waiting:
        return Resolution("waiting", path)
    if known:
        return Resolution("absent", path)
    return Resolution("session" if path.count("/") == 1 else "unknown", path)


def _decoded(segment: str) -> str:
    if _BROKEN_ESCAPE.search(segment):
        return unicodedata.normalize("NFC", segment)
    try:
        text = unquote_to_bytes(segment).decode()
    except UnicodeError:
        return unicodedata.normalize("NFC", segment)
    return unicodedata.normalize("NFC", segment if set(text) & _SEPARATORS else text)


AREAS = (
    Area(
        id=ROUTES,
        constant="ROUTES_AREA",
        shape="record",
        description="Pages in the workspace pane, each at its own address; the body is `render`.",
        noun="page",
        payload=RoutePayload,
        arrange=arrange,
    ),
)
