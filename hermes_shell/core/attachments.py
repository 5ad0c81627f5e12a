"""The routes of the composer: files go up, their pictures come down, drafts of pages that have gone are kept."""

from __future__ import annotations

import asyncio
from functools import partial
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from hermes_shell.core.attachment_store import PICTURES, SIZE_LIMIT, AttachmentError
from hermes_shell.core.drafts import last_words
from hermes_shell.core.shell import Shell
from hermes_shell.json_answer import JsonAnswer


def composer_routes(shell: Shell) -> list[BaseRoute]:
    """The routes of one shell."""
    below = f"{shell.base}api/chat/"
    return [
        Route(f"{below}attachments", partial(receive, shell), methods=["POST"]),
        Route(f"{below}attachments/{{id}}", partial(show, shell)),
        Route(f"{below}drafts", partial(last_words, shell), methods=["POST"]),
    ]


async def receive(shell: Shell, request: Request) -> Response:
    """`POST …/api/chat/attachments`, the file as body, its name percent-encoded in `X-File-Name`.

    Answers `{id, name, kind, size}`, or `{error}`.
    """
    declared = request.headers.get("content-length", "")
    name = unquote(request.headers.get("x-file-name", ""))
    if declared.isdigit() and int(declared) > SIZE_LIMIT:
        return JsonAnswer({"error": f"{name or 'The file'} is larger than {SIZE_LIMIT // 1024 // 1024} MB."}, 413)
    if not shell.attachments.pruned:
        await asyncio.to_thread(shell.attachments.prune, shell.drafts.attachments() | shell.outbox.attachments())
    try:
        kept = await shell.attachments.receive(name, request.headers.get("content-type", ""), request.stream())
    except AttachmentError as error:
        return JsonAnswer({"error": str(error)}, 413 if "larger" in str(error) else 500)
    return JsonAnswer({"id": kept.id, "name": kept.name, "kind": kept.kind, "size": kept.size})


async def show(shell: Shell, request: Request) -> Response:
    """A picture for its chip; other files are never shown by the page's own origin."""
    identity = request.path_params["id"]
    found, media_type = shell.attachments.get(identity), shell.attachments.media_type(identity)
    if found is None or media_type not in PICTURES:
        return PlainTextResponse("There is no such picture.", 404)
    return FileResponse(found.path, media_type=media_type, headers={"Cache-Control": "private, max-age=86400"})
