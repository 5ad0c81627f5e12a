"""One REST call: its parameters, checked as they are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from hermes_shell.gateway.embedded.gateway import EmbeddedGateway

Answer = tuple[int, object]


class Refusal(Exception):  # noqa: N818 - an answer, not a fault
    """The call is answered with an HTTP status and a reason."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


@dataclass(frozen=True)
class RestCall:
    """What a route gets.

    Attributes:
        gateway: where everything is.
        method: in capitals.
        parts: of the path, decoded.
        query: parameters, texts or JSON values.
        body: parsed JSON, None = there was none.
    """

    gateway: EmbeddedGateway
    method: str
    parts: tuple[str, ...]
    query: Mapping[str, Any]
    body: object

    def text(self, name: str, default: str = "") -> str:
        """A text of the query."""
        value: object = self.query.get(name)
        return default if value is None else str(value)[:4096].encode("utf-8", "replace").decode()

    def number(self, name: str, default: int) -> int:
        """A whole number of the query.

        Raises:
            Refusal: 422, it is none.
        """
        value: object = self.query.get(name)
        if value is None or value == "":
            return default
        try:
            return min(max(int(str(value)[:20]), -(2**53)), 2**53)
        except ValueError as error:
            raise Refusal(422, f"{name} must be a whole number") from error

    def choice(self, name: str, allowed: tuple[str, ...]) -> str:
        """One of some texts, the first by default.

        Raises:
            Refusal: 400, it is another.
        """
        value = self.text(name, allowed[0])
        if value not in allowed:
            raise Refusal(400, f"{name} must be one of: {', '.join(allowed)}")
        return value

    @property
    def members(self) -> Mapping[str, Any]:
        """The body, which has to be an object.

        Raises:
            Refusal: 422, it is none.
        """
        body = self.body
        if not isinstance(body, dict):
            raise Refusal(422, "The body must be a JSON object")
        return cast("Mapping[str, Any]", body)
