"""Files below static/, under an address that changes with their content and may be cached for ever.

A page asks for some 180 of them at once, so they are answered from memory and in front of the router: 1.3 MB for what a
page needs, and a file that no page asks for is never read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from starlette.types import ASGIApp, Receive, Scope, Send

_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ttf": "font/ttf",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".ts": "text/plain; charset=utf-8",
}
_FOR_EVER = (b"cache-control", b"public, max-age=31536000, immutable")
_ASK_AGAIN = (b"cache-control", b"no-cache")
_TEXT = (b"content-type", b"text/plain; charset=utf-8")

Headers = list[tuple[bytes, bytes]]


class Folder:
    """The files below one directory as they were when this was made; each is read when it is first asked for.

    Args:
        root: the directory.
        made: asked by name first: the content of what is not served as it is on disk, else None. What it makes changes
            only with the files and `salt`.
        salt: goes into the version.
    """

    def __init__(self, root: Path, made: Callable[[str], bytes | None] | None = None, salt: str = "") -> None:
        self._files: dict[str, Path] = {}
        self._make = made
        self._read: dict[str, tuple[bytes, bytes, bytes]] = {}
        digest = hashlib.sha256(salt.encode())
        for file in sorted(root.rglob("*")):
            if file.is_file():
                info = file.stat()
                name = file.relative_to(root).as_posix()
                self._files[name] = file
                digest.update(f"{name}\0{info.st_size}\0{info.st_mtime_ns}\n".encode())
        self.version = digest.hexdigest()[:16]
        """A text that is another one when any file has another path, size or time of change."""

    def get(self, name: str) -> tuple[bytes, bytes, bytes] | None:
        """Content, media type and entity tag of a file; None for every name that is not one of the files.

        Args:
            name: the path below the directory, with slashes.
        """
        found = self._read.get(name)
        if found is None and (content := self._content(name)) is not None:
            media_type = _TYPES.get(PurePosixPath(name).suffix, "application/octet-stream")
            tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
            found = self._read[name] = (content, media_type.encode(), tag.encode())
        return found

    def _content(self, name: str) -> bytes | None:
        try:
            content = None if self._make is None else self._make(name)
            if content is None and (file := self._files.get(name)) is not None:
                content = file.read_bytes()
        except OSError:
            return None
        return content


class StaticFiles:
    """Answers `{base}static/{version}/{name}` and passes everything else on. Stands behind the guard.

    Args:
        app: what answers everything else.
        base: the path that `static/` stands below, with a slash at the end.
        folder: the files.
    """

    def __init__(self, app: ASGIApp, base: str, folder: Folder) -> None:
        self._app = app
        self._prefix = f"{base}static/"
        self._folder = folder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(self._prefix):
            await self._app(scope, receive, send)
            return
        status, headers, content = self._answer(scope)
        if status != 304:  # whose length would be that of the whole file
            headers.append((b"content-length", str(len(content)).encode()))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else content})

    def _answer(self, scope: Scope) -> tuple[int, Headers, bytes]:
        if scope["method"] not in ("GET", "HEAD"):
            return 405, [_TEXT, (b"allow", b"GET, HEAD")], b"Method Not Allowed"
        version, _, name = scope["path"].removeprefix(self._prefix).partition("/")
        found = self._folder.get(name)
        if found is None:
            return 404, [_TEXT], b"No such file"
        content, media_type, tag = found
        # Another version in the address is a page of before an update: it gets what there is, and must not keep it.
        headers = [(b"etag", tag), _FOR_EVER if version == self._folder.version else _ASK_AGAIN]
        if any(name == b"if-none-match" and _names(value, tag) for name, value in scope["headers"]):
            return 304, headers, b""
        return 200, [(b"content-type", media_type), *headers], content


def _names(header: bytes, tag: bytes) -> bool:
    return header.strip() == b"*" or tag in (part.strip().removeprefix(b"W/") for part in header.split(b","))
