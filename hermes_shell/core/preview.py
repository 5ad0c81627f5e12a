"""HTML files of a chat's folder as documents of their own, for the directive `::preview{file="…"}` (guide, directives).

A document is alone: its answer says so (CSP `sandbox`), so its origin is opaque, and it loads nothing, sends no form,
and reaches no page and no other file. It stands in a frame of a document of ours, whose `frame-src 'none'` keeps it
from going elsewhere; `static/host/preview_around.js` hands the messages on. What the shell gives a document stands in
its prelude, `static/host/preview_prelude.js`.
"""

from __future__ import annotations

import asyncio
import re
from functools import cache, partial
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

if TYPE_CHECKING:
    from hermes_shell.core.shell import Shell

SIZE_LIMIT = 2 * 1024 * 1024
ENDINGS = frozenset({".html", ".htm"})
_BLANK = r"(?:\s|<!--.*?-->)*+"
_REST = r"""(?:[^>"']|"[^"]*"|'[^']*')*+>"""
_HEAD = re.compile(
    rf"(?:{_BLANK}<!doctype{_REST})?(?:{_BLANK}<html(?=[\s>]){_REST})?(?:{_BLANK}<head(?=[\s>]){_REST})?",
    re.IGNORECASE | re.DOTALL,
)
"""What a document may begin with: the prelude comes behind it."""
HEADERS = {
    "content-security-policy": (
        "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
        "img-src data: blob:; font-src data:; media-src data: blob:; frame-src 'none'; form-action 'none'; "
        "base-uri 'none'; frame-ancestors 'self'"
    ),
    "x-frame-options": "SAMEORIGIN",
}
"""Of the answer: the document may run scripts and draw, and reach nothing."""


class PreviewError(Exception):
    """A file that is not shown; the text says why, for people."""


def preview_routes(shell: Shell) -> list[BaseRoute]:
    """The routes of one shell."""
    return [Route(f"{shell.base}api/chat/preview", partial(show, shell))]


async def show(shell: Shell, request: Request) -> Response:
    """`GET …/api/chat/preview?chat=<key>&file=<path>`: the document, or why it is not shown with status 404."""
    chat = shell.chats.chat(request.query_params.get("chat", ""))
    name = request.query_params.get("file", "")
    try:
        if shell.gateway.kind not in ("child", "embedded"):
            raise PreviewError("It is on the machine of the gateway.")
        if chat is None or not chat.cwd:
            raise PreviewError("The folder of this chat is not known.")
        text = await asyncio.to_thread(read_document, Path(chat.cwd), name)
    except PreviewError as error:
        return PlainTextResponse(str(error), 404)
    return HTMLResponse(wrapped(with_prelude(text)), headers=HEADERS)


def read_document(folder: Path, name: str) -> str:
    """The text of an HTML file in a folder.

    Raises:
        PreviewError: it is none, lies elsewhere, is too large, or cannot be read.
    """
    if not name or "\0" in name:
        raise PreviewError("No file is named.")
    try:
        root = folder.expanduser().resolve(strict=True)
        place = (root / name).resolve(strict=True)
        if not place.is_relative_to(root):
            raise PreviewError("It lies outside of the folder of this chat.")
        if place.suffix.lower() not in ENDINGS:
            raise PreviewError("Only HTML files are shown here.")
        if not place.is_file():
            raise PreviewError("It is not a file.")
        with place.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except FileNotFoundError:
        raise PreviewError("There is no such file.") from None
    except (OSError, RuntimeError, ValueError) as error:
        raise PreviewError(f"It cannot be read: {error}.") from error
    if len(data) > SIZE_LIMIT:
        raise PreviewError(f"It is larger than {SIZE_LIMIT // 1024 // 1024} MB.")
    return data.decode("utf-8-sig", "replace")


def with_prelude(text: str) -> str:
    """A document with what the shell gives it, before anything of its own but its head's beginning."""
    found = _HEAD.match(text, 0, 10_000)
    at = found.end() if found else 0
    return f"{text[:at] or '<!doctype html>'}{_prelude()}{text[at:]}"


def wrapped(text: str) -> str:
    """The document of ours with a document in its frame."""
    style = (
        "html,body{margin:0;height:100%;background:transparent}iframe{display:block;border:0;width:100%;height:100%}"
    )
    frame = f'<iframe sandbox="allow-scripts" srcdoc="{escape(text)}"></iframe>'
    return f"<!doctype html><style>{style}</style><script>{_script('preview_around.js')}</script>{frame}"


@cache
def _script(name: str) -> str:
    script = (files("hermes_shell") / "static/host" / name).read_text("utf-8")
    assert "</script" not in script.lower(), "it stands in a script element"
    return script


def _prelude() -> str:
    root = ":root{background:transparent;color:var(--foreground);font-family:var(--font-sans,sans-serif)}"
    body = "body{margin:0;font-size:14px}"
    return f"<style>{root}{body}</style><script>{_script('preview_prelude.js')}</script>"
