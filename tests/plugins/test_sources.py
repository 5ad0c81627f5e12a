"""Reading a plugin.js as a whole, and what of it the page gets."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hermes_shell.errors import SourceError
from hermes_shell.plugins.sources import (
    LIMIT_BYTES,
    Specifier,
    SpecifierUrls,
    decode,
    facade_text,
    read_source,
    rewrite,
)

URLS = SpecifierUrls("/w/secret/", "/w/secret/static/1/")


def test_L8_file_is_read_whole_up_to_the_limit(tmp_path: Path) -> None:
    file = tmp_path / "plugin.js"
    file.write_bytes(b"//" + b"x" * (LIMIT_BYTES - 2))
    assert len(read_source(file).data) == LIMIT_BYTES


def test_L8_file_above_the_limit_is_refused_and_never_cut(tmp_path: Path) -> None:
    file = tmp_path / "plugin.js"
    with file.open("wb") as stream:
        stream.truncate(LIMIT_BYTES + 1)
    with pytest.raises(SourceError, match="larger than 16 MiB"):
        read_source(file)


def test_missing_file_is_told_from_an_unreadable_one(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_source(tmp_path / "plugin.js")
    (tmp_path / "plugin.js").mkdir()
    with pytest.raises(SourceError, match="cannot be read"):
        read_source(tmp_path / "plugin.js")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
def test_pipe_in_the_place_of_the_file_does_not_hold_the_reader(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "plugin.js")
    with pytest.raises(SourceError, match="regular file"):
        read_source(tmp_path / "plugin.js")


def test_revision_is_the_hash_of_all_bytes(tmp_path: Path) -> None:
    file = tmp_path / "plugin.js"
    file.write_bytes(b"let a\n")
    first = read_source(file)
    file.write_bytes(b"let b\n")
    assert len(first.rev) == 64
    assert read_source(file).rev != first.rev


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b" \r\n\t", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"let a\nlet b = '\xe9'", r"not valid UTF-8 \(line 2\)"),
        (b"\x7fELF\0\0", "NUL byte at offset 4"),
        ("let a".encode("utf-16"), "UTF-16"),
    ],
)
def test_bytes_that_are_no_source_get_a_clear_error(data: bytes, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        decode(data)


def test_only_the_specifiers_change() -> None:
    data = "\ufeff// é\r\nimport a from 'react'\r\nimport b from \"@hermes/plugin-sdk\";\r\nf('react')".encode()
    first = data.index(b"'react'")
    second = data.index(b'"@hermes')
    found = (Specifier(first, first + 7, "react"), Specifier(second, second + 20, "@hermes/plugin-sdk"))
    served = rewrite(data, found, URLS, "it's", 7)
    assert (
        served
        == (
            '\ufeff// é\r\nimport a from "/w/secret/static/1/vendor/react.js"\r\n'
            "import b from \"/w/secret/plugins/it%27s/sdk.js?load=7\";\r\nf('react')"
        ).encode()
    )


@pytest.mark.parametrize(
    "folder", ['qu"ote', "apos'trophe", "back\\slash", "a/../b", "é😀", "%2e%2e", "a?b#c", "`${x}`"]
)
def test_any_folder_name_is_safe_in_urls_and_in_the_facade(folder: str) -> None:
    url = URLS.facade(folder, 3)
    assert url.isascii()
    assert not set("\"'`\\ <>") & set(url)
    assert url.count("/") == 5
    assert url.count("?") == 1
    text = facade_text(folder, 3, URLS)
    assert text.isascii()
    assert len(text.splitlines()) == 5


def test_facade_is_the_shared_sdk_with_its_own_host() -> None:
    assert facade_text("board", 4, URLS) == (
        'import { hostFor } from "/w/secret/static/1/host/incarnation.js"\n'
        'import * as self from "/w/secret/plugins/board/sdk.js?load=4"\n'
        'export * from "/w/secret/static/1/sdk/index.js"\n'
        'export const host = hostFor("board", 4)\n'
        "export default self\n"
    )


def test_vendored_modules_behind_the_specifiers_exist() -> None:
    static = Path(__file__).parents[2] / "hermes_shell" / "static"
    for name in ("react", "react/jsx-runtime", "react/jsx-dev-runtime"):
        path = URLS.specifier(name, "x", 1).removeprefix(URLS.static)
        assert (static / path).is_file()
