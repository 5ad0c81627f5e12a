"""The bytes of a plugin.js: read completely or not at all, and served with only its specifiers replaced."""

from __future__ import annotations

import codecs
import hashlib
import json
import os
import stat
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from hermes_shell.errors import SourceError
from hermes_shell.plugins.discover import Signature, signature

LIMIT_BYTES = 16 * 1024 * 1024

# An editor that empties the file before it writes is caught in the middle by a fast watch.
_SETTLE_SECONDS = 0.005
_SETTLE_TRIES = 10


@dataclass(frozen=True)
class Source:
    """One revision of a plugin.js.

    Attributes:
        data: all of its bytes.
        rev: their sha256 in hex.
        signature: of the file when it was read.
    """

    data: bytes
    rev: str
    signature: Signature


@dataclass(frozen=True)
class Specifier:
    """One import specifier in the source.

    Attributes:
        start: byte offset of its opening quote.
        end: byte offset behind its closing quote.
        name: what it names, escapes decoded.
    """

    start: int
    end: int
    name: str


@dataclass(frozen=True)
class SpecifierUrls:
    """Where the allowed specifiers lead.

    Attributes:
        base: the window's base path, with a slash at the end.
        static: the versioned path of the static files, with a slash at the end.
    """

    base: str
    static: str

    def facade(self, folder: str, load: int) -> str:
        """The SDK facade of one incarnation; the folder's name is percent-encoded completely."""
        return f"{self.base}plugins/{quote(folder, safe='')}/sdk.js?load={load}"

    def specifier(self, name: str, folder: str, load: int) -> str:
        """The URL for an allowed specifier."""
        if name == "@hermes/plugin-sdk":
            return self.facade(folder, load)
        return f"{self.static}vendor/{name.replace('/', '-')}.js"


def read_source(file: Path) -> Source:
    """Read a plugin.js as a whole. Blocks: call it in a thread.

    Raises:
        FileNotFoundError: it is gone.
        SourceError: it cannot be read, or is empty, too large or not a regular file.
    """
    try:
        for _ in range(_SETTLE_TRIES):
            data, before, after = _read(file)
            if data and before == after:
                return Source(data, hashlib.sha256(data).hexdigest(), after)
            time.sleep(_SETTLE_SECONDS)
        data, before, after = _read(file)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise FileNotFoundError(str(file)) from error
    except OSError as error:
        raise SourceError(f"plugin.js cannot be read: {error.strerror}.", file=file) from error
    if before != after:
        raise SourceError("plugin.js changes while it is read. Save it once more.", file=file)
    return Source(data, hashlib.sha256(data).hexdigest(), after)


def decode(data: bytes, file: Path | None = None) -> str:
    """The text of a plugin.js; a byte order mark becomes a space, so that offsets stay what they are.

    Raises:
        SourceError: it is not UTF-8 text, or there is nothing in it.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise SourceError("plugin.js is UTF-16 text. Save it as UTF-8.", file=file)
    at = data.find(b"\0")
    if at >= 0:
        raise SourceError(f"plugin.js is not text: it holds a NUL byte at offset {at}.", file=file)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SourceError(f"plugin.js is not valid UTF-8 (line {line}). Save it as UTF-8.", file=file) from error
    if text.startswith("\ufeff"):
        text = f" {text[1:]}"
    if not text.strip():
        raise SourceError("plugin.js is empty.", file=file)
    return text


def rewrite(data: bytes, specifiers: Iterable[Specifier], urls: SpecifierUrls, folder: str, load: int) -> bytes:
    """Replace the specifiers by their URLs; every other byte stays.

    Args:
        data: the source the specifiers were found in.
        specifiers: sorted by position, allowed names only.
        urls: where they lead.
        folder: the plugin's folder.
        load: the number of the incarnation that imports the result.
    """
    parts: list[bytes] = []
    done = 0
    for one in specifiers:
        parts += (data[done : one.start], literal(one, urls, folder, load))
        done = one.end
    parts.append(data[done:])
    return b"".join(parts)


def literal(one: Specifier, urls: SpecifierUrls, folder: str, load: int) -> bytes:
    """The string literal that stands in the served source in place of a specifier."""
    return json.dumps(urls.specifier(one.name, folder, load)).encode("ascii")


def facade_text(folder: str, load: int, urls: SpecifierUrls) -> str:
    """The SDK as one incarnation sees it: everything of the shared SDK, and its own `host`.

    The default export is the facade's own namespace, so that a default import has the incarnation's host too.
    """
    return (
        f'import {{ hostFor }} from "{urls.static}host/incarnation.js"\n'
        f'import * as self from "{urls.facade(folder, load)}"\n'
        f'export * from "{urls.static}sdk/index.js"\n'
        f"export const host = hostFor({json.dumps(folder)}, {load})\n"
        "export default self\n"
    )


def _read(file: Path) -> tuple[bytes, Signature, Signature]:
    with open(file, "rb", opener=_open) as stream:
        before = os.fstat(stream.fileno())
        if not stat.S_ISREG(before.st_mode):
            raise SourceError("plugin.js is not a regular file.", file=file)
        data = stream.read(LIMIT_BYTES + 1)
        after = os.fstat(stream.fileno())
    if len(data) > LIMIT_BYTES or before.st_size > LIMIT_BYTES:
        raise SourceError(
            f"plugin.js is larger than {LIMIT_BYTES // 1024 // 1024} MiB ({before.st_size:,} bytes). Make it smaller.",
            file=file,
        )
    return data, signature(before), signature(after)


def _open(path: str, flags: int) -> int:
    # Without O_NONBLOCK a pipe that took the file's place would hold the thread for ever.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
