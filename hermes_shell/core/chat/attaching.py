"""Handing files to the gateway before the prompt that they go with."""

from __future__ import annotations

import asyncio
import base64
import mimetypes
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from hermes_shell.errors import GatewayError

if TYPE_CHECKING:
    from hermes_shell.gateway import Gateway


async def attach(gateway: Gateway, live: str, kind: str, name: str, path: str) -> str:
    """Hand over one file.

    Args:
        gateway: where the session lives.
        live: the session.
        kind: `image` or `file`.
        name: what the file is called.
        path: where it lies on this machine; the gateway may be on another one.

    Returns:
        What stands for it in the text of the prompt; empty for a picture.

    Raises:
        GatewayError: it is not there any more, or was refused.
    """
    content = await asyncio.to_thread(_encoded, path, name)
    if kind == "image":
        params: dict[str, Any] = {"session_id": live, "content_base64": content, "filename": name}
        await gateway.request("image.attach_bytes", params)
        return ""
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    params = {"session_id": live, "name": name, "data_url": f"data:{media};base64,{content}"}
    answer = await gateway.request("file.attach", params)
    reference = cast("dict[str, Any]", answer).get("ref_text") if isinstance(answer, dict) else None
    return reference if isinstance(reference, str) else ""


def _encoded(path: str, name: str) -> str:
    try:
        return base64.b64encode(Path(path).read_bytes()).decode()
    except OSError as error:
        raise GatewayError(0, f"{name} cannot be read any more: {error.strerror}.") from error
