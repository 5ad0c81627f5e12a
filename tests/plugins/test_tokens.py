"""What the scan takes for a class name."""

from __future__ import annotations

import time

import pytest

from hermes_shell.plugins.tokens import made_rules, scan


def test_scan_finds_classes_of_every_form_in_strings_and_templates() -> None:
    text = (
        "flex -mt-2 p-1.5 text-(--ui-text-tertiary) hover:bg-(--x)/50 text-[0.6875rem] w-[calc(100%-1rem)] !p-2 p-2! "
        "*:p-2 [&_svg]:size-4 data-[state=open]:flex group-hover/name:flex grid-cols-[1fr_auto] 2xl:p-2 w-1/2 @md:p-1 "
        "[mask-type:luminance] bg-red-500/50 in-data-[x]:p-1 @container supports-[display:grid]:grid"
    )
    wanted = text.split(" ")
    source = "a('" + " ".join(wanted[:9]) + "', \"" + " ".join(wanted[9:]) + '", `w-9 ${b}`) 9px'
    found = scan(source.encode())
    assert set(wanted) <= found
    assert "9px" not in found
    assert "w-9" in found


def test_scan_finds_quotes_in_brackets_and_theme_variables() -> None:
    found = scan(b"\"before:content-['x']\", { color: 'var(--color-red-500)' }")
    assert {"before:content-['x']", "--color-red-500"} <= found


@pytest.mark.parametrize("word", ["x", "-", "[", "x[", "[(", "--a"])
def test_scan_reads_a_word_of_a_million_characters_once(word: str) -> None:
    started = time.process_time()
    found = scan(f"flex {word * (1_000_000 // len(word))} before:content-['x'] ".encode())
    assert time.process_time() - started < 2.0
    assert {"flex", "before:content-['x']"} <= found


def test_rules_are_recognised_behind_css_escapes() -> None:
    sheet = ".p-1\\.5 {}\n.text-\\(--x\\) {}\n.\\32 xl\\:p-2 {}\n    --color-red-500: red"
    tokens = {"p-1.5", "text-(--x)", "2xl:p-2", "--color-red-500", "const"}
    assert made_rules(sheet, tokens) == tokens - {"const"}
