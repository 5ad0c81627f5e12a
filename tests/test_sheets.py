"""The sheets of the page as one text."""

from __future__ import annotations

from pathlib import Path

import pytest

from hermes_shell import sheets
from hermes_shell.page import SHEET, SHEETS, STATIC, made_file


def site(root: Path) -> Path:
    files = {
        "vendor/tailwind/preflight.css": "p { margin: 0 }",
        "vendor/icons/icons.css": "@font-face { src: url('./icons.ttf?1') }",
        "css/first.css": '@import url("../vendor/icons/icons.css") layer(base);\na { color: red }',
        "css/second.css": "b { background: url(picture.svg), url(data:image/png;base64,AA==) }",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def test_imports_stand_in_their_layer_and_addresses_lead_on(tmp_path: Path) -> None:
    text = sheets.joined(site(tmp_path), ("css/first.css", "css/second.css"), "/w/s/")
    assert " ".join(text.split()) == (
        "@layer theme, base, kit, utilities; @layer base { p { margin: 0 } } "
        '@layer base { @font-face { src: url("/w/s/vendor/icons/icons.ttf?1") } } a { color: red } '
        'b { background: url("/w/s/css/picture.svg"), url(data:image/png;base64,AA==) }'
    )


def test_sheet_reaches_no_other_folder(tmp_path: Path) -> None:
    root = site(tmp_path / "static")
    (root / "css/first.css").write_text("a { background: url(../../secret) }")
    with pytest.raises(ValueError, match="secret"):
        sheets.joined(root, ("css/first.css",), "../")


def test_joined_sheet_of_the_page_is_whole() -> None:
    content = made_file(SHEET, "")
    assert content is not None
    text = content.decode()
    assert "@import" not in text
    assert text.count("{") == text.count("}")
    assert text.startswith(sheets.LAYERS)
    for sheet in SHEETS:
        last = (STATIC / sheet).read_text("utf-8").rstrip().splitlines()[-2]
        assert last in text
    assert "../vendor/codicons/codicon.ttf?" in text


def test_comments_go_and_rules_stay() -> None:
    assert sheets.without_comments("/* a\n b */\n  p {\n    margin: 0; /* c */\n  }\n") == "\np {\nmargin: 0;\n}\n"
    whole = sheets.joined(STATIC, SHEETS, "../")
    less = sheets.without_comments(whole)
    assert "/*" not in less
    assert less.count("{") == less.count("}")
    assert len(less) < len(whole) * 0.9
