"""Pages that plugins add, and what an address means (contract, areas 4.2 and RO1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

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
"""Paths that plugins cannot take."""

Kind = Literal["core", "extension", "reserved", "session", "unknown", "waiting"]


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
    """The routes that count, each with its path as the view.

    Ignored with a warning: a path that is missing, does not start with '/', has an empty segment or a parameter, or is
    reserved; and the second route of one path. Several segments are accepted and shown on an exact match.
    """
    del context
    taken: dict[str, str] = {}
    warnings: list[FieldWarning] = []
    items: list[Item] = []
    for entry in contributions:
        path = str(entry.data["path"]) if entry.is_core else text_of(entry, "path")
        reason = None if entry.is_core else refusal(path)
        if reason is None and path in taken:
            reason = f"{path} is already the page of {taken[path]}"
        if reason is not None or path is None:
            message = f"path: {reason}; the page is ignored"
            warnings.append(FieldWarning(entry.plugin, ROUTES, entry.id, "path", message))
            continue
        taken[path] = entry.id
        items.append(Item(entry.id, path))
    return Arrangement(tuple(items), tuple(warnings))


def refusal(path: str | None) -> str | None:
    """Why a path cannot be a plugin's page; None when it can."""
    if path is None:
        return "a text that starts with '/' is needed"
    if not path.startswith("/"):
        return f"{path!r} does not start with '/'"
    segments = path[1:].split("/")
    if f"/{segments[0]}" in RESERVED:
        return f"/{segments[0]} belongs to the shell"
    if any(not segment or segment in {".", ".."} for segment in segments):
        return f"{path!r} has an empty segment"
    if any(segment.startswith((":", "*")) or set(segment) & set("?#{}[]*\\ ") for segment in segments):
        return f"{path!r} has a parameter or a character that an address cannot hold"
    return None


def path_of(route: str) -> str:
    """The path of an address: without a leading '#', without query, at least '/'."""
    path = route.removeprefix("#").partition("?")[0]
    if len(path) > 1:
        path = path.rstrip("/") or "/"
    return path if path.startswith("/") else f"/{path}"


def resolve(path: str, contributed: Mapping[str, str], core: Mapping[str, str], *, waiting: bool) -> Resolution:
    """Decide what an address shows.

    Args:
        path: as `path_of` gives it.
        contributed: path -> contribution id of the plugins' pages.
        core: path -> contribution id of the core's pages.
        waiting: plugins may still be loading, so an unknown address is not settled.
    """
    if path in core:
        return Resolution("core", path, core[path])
    if path in contributed:
        return Resolution("extension", path, contributed[path])
    if path in RESERVED:
        return Resolution("reserved", path)
    if waiting:
        return Resolution("waiting", path)
    return Resolution("session" if path.count("/") == 1 else "unknown", path)


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
