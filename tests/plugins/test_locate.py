"""Where errors are: by parsing once more, by a stack, by a name."""

from __future__ import annotations

import pytest

from hermes_shell.plugins.locate import locate_in_message, locate_syntax_error, place_of
from hermes_shell.plugins.sources import Specifier, SpecifierUrls, rewrite

URLS = SpecifierUrls("/w/secret/", "/w/secret/static/1/")


@pytest.mark.parametrize(
    ("source", "line", "column"),
    [
        ("import React from 'react'\nconst a = ;\n", 2, 11),
        ("export default {\n  render: () => <div/>,\n}", 2, 17),
        ("\ufeff#a\nlet b\n", 1, None),
        ("// é😀\r\nlet ok = 'é'; const c = @;\r\n", 2, 25),
        ("const a = 1\nf(1,\n  2, }", 3, 6),
        ("#!/bin/node\nlet a = 1 +* 2 * 3 * 4\n", 2, 12),
        ("let x = 1\nlet a = (b * c) * (d * ) * e\n", 2, 24),
    ],
)
async def test_syntax_error_has_line_column_and_source_line(source: str, line: int, column: int | None) -> None:
    place = await locate_syntax_error(source.encode())
    assert place is not None
    assert place["line"] == line
    assert column is None or place["column"] == column
    assert place["source_line"] == source.removeprefix("\ufeff").split("\n")[line - 1].rstrip("\r") or line == 1
    assert "SyntaxError" in place["message"]


async def test_source_that_parses_has_no_syntax_error_and_does_not_run() -> None:
    assert await locate_syntax_error(b"import 'react'; while (true);") is None
    assert await locate_syntax_error(b"\xff") is None


@pytest.mark.parametrize(
    "message",
    [
        "ReferenceError: x is not defined\n    at http://127.0.0.1:1/w/s/plugins/a/plugin.js?rev=ab&load=2:3:9",
        "x@http://127.0.0.1:1/w/s/plugins/a/plugin.js?rev=ab&load=2:3:9\nmodule code@http://127.0.0.1:1/a.js:1:1",
    ],
)
def test_stack_of_either_engine_gives_the_place(message: str) -> None:
    place = locate_in_message(b"one\ntwo\nlet a = x\n", message)
    assert place is not None
    assert (place["line"], place["column"], place["source_line"]) == (3, 9, "let a = x")


def test_column_of_a_minified_plugin_is_mapped_back() -> None:
    data = "import{a}from'react';import*as s from'@hermes/plugin-sdk';/*é*/let b=boom".encode()
    found = tuple(
        Specifier(data.index(f"'{name}'".encode()), data.index(f"'{name}'".encode()) + len(name) + 2, name)
        for name in ("react", "@hermes/plugin-sdk")
    )
    served = rewrite(data, found, URLS, "a", 12).decode()
    column = served.index("boom") + 1
    stack = f"ReferenceError: boom\n at http://h/plugins/a/plugin.js?rev=r&load=12:1:{column}"
    place = locate_in_message(data, stack, found, URLS, "a")
    assert place is not None
    assert place["column"] == data.decode().index("boom") + 1


def test_long_line_is_cut_around_the_column() -> None:
    data = b"x" * 5000 + b"HERE" + b"y" * 5000
    place = locate_in_message(data, "at plugin.js:1:5001")
    assert place is not None
    assert "HERE" in place["source_line"]
    assert len(place["source_line"]) == 240


@pytest.mark.parametrize(
    "message",
    [
        "The requested module '/w/s/sdk.js?load=1' does not provide an export named 'Nope'",
        "SyntaxError: Importing binding name 'Nope' is not found.",
        "the SDK has no export Nope",
    ],
)
def test_missing_export_is_found_in_the_imports(message: str) -> None:
    place = locate_in_message(b"import {\n  cn,\n  Nope,\n} from '@hermes/plugin-sdk'\n", message)
    assert place is not None
    assert (place["line"], place["column"]) == (3, 3)


def test_message_without_a_place_gives_none() -> None:
    assert locate_in_message(b"let a", "TypeError: a is not a function") is None
    assert locate_in_message(b"let a", "at plugin.js:99:1") is None


def test_offset_becomes_a_place() -> None:
    data = "let é\nimport 'x'".encode()
    place = place_of(data, data.index(b"'x'"), "m")
    assert place is not None
    assert (place["line"], place["column"], place["source_line"]) == (2, 8, "import 'x'")


async def test_columns_count_as_engines_do() -> None:
    place = await locate_syntax_error("let a = '🎉🎉'; const c = @;\n".encode())
    assert place is not None
    assert place["column"] == "let a = '🎉🎉'; const c = @".encode("utf-16-le").index("@".encode("utf-16-le")) // 2 + 1
    data = "let é = '🎉'; import 'x'".encode()
    found = place_of(data, data.index(b"'x'"), "m")
    assert found is not None
    assert found["column"] == 22
    missing = locate_in_message(
        "/*🎉*/ import { Nope } from '@hermes/plugin-sdk'".encode(), "the SDK has no export Nope"
    )
    assert missing is not None
    assert missing["column"] == 17


def test_column_of_a_plugin_with_emoji_is_mapped_back() -> None:
    data = "/*🎉*/import{a}from'react';let b='🎉'+boom".encode()
    start = data.index(b"'react'")
    found = (Specifier(start, start + 7, "react"),)
    served = rewrite(data, found, URLS, "a", 1).decode()
    column = len(served[: served.index("boom")].encode("utf-16-le")) // 2 + 1
    place = locate_in_message(data, f"at plugin.js?load=1:1:{column}", found, URLS, "a")
    assert place is not None
    text = data.decode()
    assert place["column"] == len(text[: text.index("boom")].encode("utf-16-le")) // 2 + 1
