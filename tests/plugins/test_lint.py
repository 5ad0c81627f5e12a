"""The import lint (contract, loader L12 to L15)."""

from __future__ import annotations

from pathlib import Path

import pytest

from hermes_shell.errors import LintError, SourceError
from hermes_shell.plugins.jsengine import JsEngine
from hermes_shell.plugins.lint import Lint, header_end, lint

FILE = Path("plugin.js")


def texts(data: bytes, result: Lint) -> list[bytes]:
    return [data[one.start : one.end] for one in result.specifiers]


async def refused(source: str, lexer: JsEngine) -> tuple[str, ...]:
    return (await lint(source.encode(), lexer)).refused


async def test_L12_unsupported_imports_are_all_named_once_in_source_order(lexer: JsEngine) -> None:
    source = (
        'import "lodash"; import x from "./x.js"; export { y } from "https://e.com/y.js"; import "lodash"; import "/z"'
    )
    result = await lint(source.encode(), lexer)
    with pytest.raises(LintError) as caught:
        result.check("board", FILE)
    assert caught.value.message == (
        'unsupported imports: "lodash", "./x.js", "https://e.com/y.js", "/z"'
        " — runtime plugins may only import @hermes/plugin-sdk and react"
    )
    assert (caught.value.plugin, caught.value.file) == ("board", FILE)


async def test_L12_one_unsupported_import_is_told_in_the_singular(lexer: JsEngine) -> None:
    result = await lint(b"import React from 'react-dom'", lexer)
    with pytest.raises(LintError, match=r'^unsupported import: "react-dom" — runtime plugins'):
        result.check("board", FILE)
    assert result.refused_at == 18


@pytest.mark.parametrize("name", ["@hermes/plugin-sdk", "react", "react/jsx-runtime", "react/jsx-dev-runtime"])
async def test_the_four_allowed_specifiers_pass(name: str, lexer: JsEngine) -> None:
    data = f"import * as a from '{name}'\nexport {{ b }} from \"{name}\"\nconst c = await import(`{name}`)".encode()
    result = await lint(data, lexer)
    assert result.refused == ()
    assert texts(data, result) == [f"'{name}'".encode(), f'"{name}"'.encode(), f"`{name}`".encode()]


@pytest.mark.parametrize(
    "source",
    [
        "// import x from 'lodash'",
        "/* import('lodash') */ /* from 'lodash' */",
        "const a = \"import x from 'lodash'\"",
        "const a = 'import(\"lodash\")'",
        "const a = `import('lodash') from 'lodash'`",
        "const a = /import('lodash')/g",
        "const a = o.import('lodash')",
    ],
)
async def test_L13_specifier_outside_of_code_is_ignored(source: str, lexer: JsEngine) -> None:
    assert await refused(source, lexer) == ()


async def test_L13_specifier_in_an_interpolation_counts(lexer: JsEngine) -> None:
    assert await refused("const a = `x ${`y ${import('lodash')}`} import('no')`", lexer) == ("lodash",)


@pytest.mark.parametrize(
    "before",
    [
        "const a = /['\"`]/;",
        "const a = x.replace(/`/g, '');",
        "if (a) /'/.test(b);",
        "const a = /[/'\"]/;",
    ],
)
async def test_L14_quote_in_a_regex_does_not_derail(before: str, lexer: JsEngine) -> None:
    assert await refused(f"{before}\nconst b = import('lodash')", lexer) == ("lodash",)


@pytest.mark.parametrize("before", ["const a = b / c / d;", "a = (1) / 2 /", "a = x[0] / 'g' /", "a++ / 2 /"])
async def test_L14_division_is_no_regex(before: str, lexer: JsEngine) -> None:
    assert await refused(f"{before} import('lodash')", lexer) == ("lodash",)


async def test_L15_dynamic_import_of_a_literal_is_refused(lexer: JsEngine) -> None:
    assert await refused("import(/* c */ 'lodash' /* d */)", lexer) == ("lodash",)
    assert await refused("import(`lodash`)", lexer) == ("lodash",)


async def test_computed_dynamic_import_is_a_warning_with_its_line(lexer: JsEngine) -> None:
    result = await lint(b"let a\nimport(a)\nimport('re' + 'act')\nimport(`./${a}`)", lexer)
    assert result.refused == ()
    assert [warning.split(":")[0] for warning in result.warnings] == ["line 2", "line 3", "line 4"]


async def test_positions_are_exact_behind_text_of_any_plane_bom_and_crlf(lexer: JsEngine) -> None:
    source = "\ufeff/* é😀𝒳 */\r\nimport a from 'react'\r\nlet é = '😀'; import b from '@hermes/plugin-sdk'\r\n"
    for data in (source.encode(), source[1:].encode()):
        assert texts(data, await lint(data, lexer)) == [b"'react'", b"'@hermes/plugin-sdk'"]


async def test_escapes_in_a_specifier_are_decoded(lexer: JsEngine) -> None:
    data = rb"import a from 'r\u0065act'"
    result = await lint(data, lexer)
    assert (result.specifiers[0].name, texts(data, result)) == ("react", [rb"'r\u0065act'"])


@pytest.mark.parametrize(
    ("source", "rest"),
    [
        ("import a from 'react'\n\nlet b", "let b"),
        ("#!/usr/bin/env node\n// c\n/* d */import'react';import{a as b,c}from\"react\";let x", "let x"),
        ("'use strict'\nimport * as s from '@hermes/plugin-sdk';\nconst { a } = s", "const { a } = s"),
        ("/* never closed import", "/* never closed import"),
        ("import a /* c */ from 'react'\nlet b", "import a /* c */ from 'react'\nlet b"),
        ("import('x')", "import('x')"),
        ("import.meta.url", "import.meta.url"),
    ],
)
def test_header_is_the_leading_run_of_plain_imports(source: str, rest: str) -> None:
    assert source[header_end(source) :] == rest


@pytest.mark.parametrize("unit", ["/*", "import a,", "//\n", "/* *", "import 'a';", "'a' ", "import{", "/**/ "])
def test_header_of_a_hostile_file_is_found_in_linear_time(unit: str) -> None:
    header_end(unit * (2_000_000 // len(unit)))


async def test_only_the_header_goes_to_the_lexer_when_nothing_later_can_import(
    lexer: JsEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    real = lexer.call

    async def call(function: str, *arguments: str) -> str:
        sent.extend(arguments)
        return await real(function, *arguments)

    monkeypatch.setattr(lexer, "call", call)
    await lint(b"import a from 'react'\nlet b = important('x')", lexer)
    await lint(b"import a from 'react'\nexport * from/**/'react'", lexer)
    await lint(b"import a from 'react'\nlet b; import('react')", lexer)
    assert sent[0] == "import a from 'react'\n"
    assert sent[1].endswith("/**/'react'")
    assert sent[2].endswith("import('react')")


async def test_source_that_the_lexer_cannot_read_is_served_with_what_was_found(lexer: JsEngine) -> None:
    data = b"import a from 'react'\nconst b = }}} import('lodash')"
    result = await lint(data, lexer)
    assert (texts(data, result), result.refused) == ([b"'react'"], ())
    assert await lint(b"import {", lexer) == Lint()


async def test_raw_jsx_passes_the_lint_and_is_left_to_the_engine(lexer: JsEngine) -> None:
    result = await lint(b"import React from 'react'\nexport default <div className='a'>it's</div>", lexer)
    assert result.refused == ()


async def test_bytes_that_are_no_text_are_refused(lexer: JsEngine) -> None:
    with pytest.raises(SourceError, match="UTF-8"):
        await lint(b"let a = '\xff'", lexer)


async def test_large_file_is_linted_whole(lexer: JsEngine) -> None:
    data = b"import a from 'react'\n" + b"f(1)\n" * 20_000 + b"import('react')"
    assert len((await lint(data, lexer)).specifiers) == 2
