"""Files below static/, under an address that changes with their content and may be cached for ever."""

from __future__ import annotations

import hashlib
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

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


def version_of(root: Path) -> str:
    """A text that is another one when any file below `root` changes its path, size or time of change."""
    digest = hashlib.sha256()
    for file in sorted(root.rglob("*")):
        if file.is_file():
            info = file.stat()
            digest.update(f"{file.relative_to(root).as_posix()}\0{info.st_size}\0{info.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:16]


class StaticFiles:
    """Answers for files below one directory, and for nothing outside of it.

    Args:
        root: the directory.
        version: the version in the address; another one in a request is served but not cached.
    """

    def __init__(self, root: Path, version: str) -> None:
        self._root = root.resolve()
        self._version = version

    async def answer(self, request: Request) -> Response:
        """The endpoint of `static/{version}/{path:path}`."""
        file = self._file(request.path_params["path"])
        if file is None:
            return PlainTextResponse("No such file", 404)
        current = request.path_params["version"] == self._version
        headers = {"Cache-Control": "public, max-age=31536000, immutable" if current else "no-cache"}
        return FileResponse(file, media_type=_TYPES.get(file.suffix, "application/octet-stream"), headers=headers)

    def _file(self, path: str) -> Path | None:
        if "\0" in path:
            return None
        try:
            file = (self._root / path).resolve()
            return file if file.is_relative_to(self._root) and file.is_file() else None
        except OSError:  # a name that is too long for the disk
            return None
