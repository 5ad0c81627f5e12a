"""What a page may say on its channel, and how it is read.

One JSON object a message, told apart by `t`. A message that does not fit is refused alone: the page hears one error and
the connection goes on.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from hermes_shell.errors import ProtocolError

MESSAGE_LIMIT = 8 * 1024 * 1024
"""The longest message in characters, either way."""

_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)"
)
"""An escape of JSON; its group holds half a character."""

_Text = Annotated[str, Field(max_length=2000)]
_Number = Annotated[int, Field(ge=0)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, defer_build=True)


class Hello(_Message):
    """The first message of every connection: who the window is, what it saw last, and its whole realm.

    `below` is the workspace's address while the route is a page that lies over the window. `stored` says how many
    values plugins had stored when the page was made; None from a page that was welcomed before.
    """

    t: Literal["hello"]
    window: Annotated[str, Field(min_length=1, max_length=100)]
    epoch: _Text = ""
    number: _Number = 0
    route: _Text = "/"
    below: _Text | None = None
    stored: _Number | None = None
    realm: list[Any] = []
    reports: list[Any] = []


class Delta(_Message):
    """The net change of the realm since the last one; its frame carries the same `seq`."""

    t: Literal["delta"]
    seq: _Number
    put: list[Any] = []
    remove: list[tuple[str, str]] = []


class Reports(_Message):
    """How plugins fare in this window."""

    t: Literal["report"]
    plugins: list[Any] = []


class Store(_Message):
    """One write to a plugin's storage. Without a value, or with `remove`, the key is removed."""

    t: Literal["store"]
    n: _Number
    plugin: Annotated[str, Field(min_length=1, max_length=1000)]
    key: Annotated[str, Field(max_length=10_000)]
    value: Any = None
    remove: bool = False

    @property
    def removes(self) -> bool:
        """The key is to be removed; a stored null is a value."""
        return self.remove or "value" not in self.model_fields_set


class Call(_Message):
    """A call of a verb; its answer carries the same `n`."""

    t: Literal["call"]
    n: _Number
    verb: _Text
    args: dict[str, Any] = {}


class Tell(_Message):
    """Something that the page tells and wants no answer to, for example which window has the focus."""

    t: Literal["tell"]
    topic: _Text
    args: dict[str, Any] = {}


class Route(_Message):
    """The window's address changed."""

    t: Literal["route"]
    path: _Text


Message = Hello | Delta | Reports | Store | Call | Tell | Route


@cache
def message_reader() -> TypeAdapter[Message]:
    """The validator of messages. Made on first use: the start has a budget, and no message comes before it."""
    return TypeAdapter(Annotated[Message, Field(discriminator="t")])


class MessageError(ProtocolError):
    """A message that does not fit, with what its sender waits for where that could be read.

    Attributes:
        kind: its `t`, or an empty text.
        n: the number of a call or a write.
        seq: the number of a delta.
    """

    def __init__(self, message: str, kind: str = "", n: int | None = None, seq: int | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.n = n
        self.seq = seq


def read_message(text: str) -> Message:
    """Read one message of a page.

    Args:
        text: as received.

    Raises:
        MessageError: it is too long, not JSON, of an unknown kind, or has a field of the wrong type.
    """
    if len(text) > MESSAGE_LIMIT:
        raise MessageError(f"a message holds at most {MESSAGE_LIMIT} characters, this one has {len(text)}")
    try:
        raw: object = _parsed(text)
    except (ValueError, RecursionError) as error:
        raise MessageError(f"the message is not JSON: {error}") from error
    if not isinstance(raw, dict):
        raise MessageError("a message is a JSON object")
    given = cast("dict[str, object]", raw)
    try:
        return message_reader().validate_python(given)
    except (ValidationError, RecursionError) as error:
        raise MessageError(
            _reason(error), _text(given.get("t")), _whole(given.get("n")), _whole(given.get("seq"))
        ) from error


def _parsed(text: str) -> object:
    """The JSON of a message. Half a character, as slice() leaves it within an emoji, becomes U+FFFD, as pages show it.

    What a plugin stores stays as it is.

    Raises:
        ValueError: it is not JSON.
        RecursionError: it is nested too deeply.
    """
    found: object = json.loads(text)
    if "\\ud" not in text and "\\uD" not in text:
        return found
    match found:
        case {"t": "store"}:
            return found
        case _:
            return json.loads(_ESCAPE.sub(lambda escape: "\\ufffd" if escape[1] else escape[0], text))


def _reason(error: ValidationError | RecursionError) -> str:
    if isinstance(error, RecursionError):
        return "the message is nested too deeply"
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else first["msg"]


def _text(value: object) -> str:
    return value[:100] if isinstance(value, str) else ""


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
