"""The REST paths of the embedded gateway, as (status, JSON)."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded.routes.request import Answer, Refusal, RestCall
from hermes_shell.gateway.embedded.routes.sessions import sessions
from hermes_shell.gateway.embedded.routes.tables import TABLE

if TYPE_CHECKING:
    from hermes_shell.gateway.embedded.gateway import EmbeddedGateway

_log = logging.getLogger(__name__)


async def answer(gateway: EmbeddedGateway, method: str, path: str, query: Mapping[str, Any], body: object) -> Answer:
    """Answer one REST call; every failure is an answer with `detail`."""
    parts = tuple(unquote(part) for part in path.partition("?")[0].strip("/").split("/"))
    call = RestCall(gateway, method.upper(), parts, query, body)
    try:
        if parts[:1] != ("api",):
            raise Refusal(404, "Not Found")
        if parts[1:2] == ("sessions",):
            return await sessions(call)
        if parts[1:2] == ("plugins",):
            raise Refusal(404, "Plugin not found")
        handler = TABLE.get((call.method, "/".join(parts[1:])))
        if handler is None:
            raise Refusal(404, "Not Found")
        return await handler(call)
    except Refusal as refusal:
        return refusal.status, {"detail": refusal.detail}
    except GatewayError as error:
        return 400 if error.code and 4000 <= error.code < 5000 else 500, {"detail": error.message}
    except Exception:
        _log.exception("%s %s failed", method, path)
        return 500, {"detail": "Internal Server Error"}
