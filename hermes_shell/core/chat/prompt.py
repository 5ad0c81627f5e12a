"""What a user sends: text, attachments, and a name that makes sure it goes out once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, cast

from hermes_shell.errors import ProtocolError

Mode = Literal["queue", "interrupt"]
"""What a prompt does while a turn runs: wait for its end, or end it."""

TEXT_LIMIT = 4_000_000
"""Characters of one prompt; the channel carries 8 MiB."""
ATTACHMENT_LIMIT = 50

_CLIENT_ID = re.compile(r"[0-9A-Za-z_-]{8,64}")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a prompt, in the cache of the home.

    Attributes:
        id: names it, as the upload answered.
        name: what people call it; no path.
        kind: `image` is given to the model as a picture, `file` as a reference.
        path: where its bytes lie.
        size: bytes.
    """

    id: str
    name: str
    kind: Literal["image", "file"]
    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Prompt:
    """One message of the user.

    Attributes:
        text: what the agent gets.
        display_text: what the transcript shows, chips as text.
        attachments: in the order of the composer.
        client_id: made by the page, one a prompt; the same id is never sent twice.
        mode: what it does while a turn runs.
        ordinal: the message of the user, from 0, whose place it takes; what followed that is dropped. None = it is new.
        replaces: what that message said, where it is known; the gateway may count otherwise.
    """

    text: str
    display_text: str
    attachments: tuple[Attachment, ...]
    client_id: str
    mode: Mode = "queue"
    ordinal: int | None = None
    replaces: str | None = None

    def as_json(self) -> dict[str, object]:
        """For the outbox."""
        return asdict(self)


def prompt_of(given: object, attachment: Callable[[str], Attachment | None], verb: str) -> Prompt:
    """Read a prompt as a page sends it: `{text, display_text?, attachments?: [id], client_id, mode?}`.

    Args:
        given: JSON value.
        attachment: the attachment of an id; None when it is not there any more.
        verb: for the message of an error.

    Raises:
        ProtocolError: something is missing, too long, or names an attachment that is not there.
    """
    if not isinstance(given, Mapping):
        raise ProtocolError(f"{verb}: prompt is an object")
    fields = cast("Mapping[str, Any]", given)
    text, shown, client = fields.get("text"), fields.get("display_text"), fields.get("client_id")
    if not isinstance(text, str) or len(text) > TEXT_LIMIT:
        raise ProtocolError(f"{verb}: text is a text of at most {TEXT_LIMIT} characters")
    if not isinstance(client, str) or not _CLIENT_ID.fullmatch(client):
        raise ProtocolError(f"{verb}: client_id is a uuid")
    listed: object = fields.get("attachments") or []
    wanted = cast("list[object]", listed) if isinstance(listed, list) else None
    if wanted is None or len(wanted) > ATTACHMENT_LIMIT:
        raise ProtocolError(f"{verb}: attachments is a list of at most {ATTACHMENT_LIMIT} ids")
    found: list[Attachment] = []
    for name in wanted:
        there = attachment(name) if isinstance(name, str) else None
        if there is None:
            raise ProtocolError("An attachment is not there any more. Remove it and attach it again.")
        found.append(there)
    if not text.strip() and not found:
        raise ProtocolError("There is nothing to send.")
    mode: Mode = "interrupt" if fields.get("mode") == "interrupt" else "queue"
    return Prompt(text, shown if isinstance(shown, str) and shown else text, tuple(found), client, mode)


def kept_prompt(kept: Mapping[str, Any]) -> Prompt:
    """The prompt of what `as_json` gave.

    Raises:
        KeyError, TypeError: it is not such a thing.
    """
    attachments = tuple(Attachment(**entry) for entry in kept["attachments"])
    place = kept.get("ordinal"), kept.get("replaces")
    return Prompt(kept["text"], kept["display_text"], attachments, kept["client_id"], kept["mode"], *place)
