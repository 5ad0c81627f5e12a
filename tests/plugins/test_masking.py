from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_shell.plugins.masking import mask


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("a // b\nc", "a     \nc"),
        ("a /* b\n c */ d", "a     \n      d"),
        ('x = "a // b"', 'x = "      "'),
        (r"x = 'it\'s' + y", "x = '     ' + y"),
        ("`a${b}c` + d", "` ${b} ` + d"),
        ("`a${{x: `b${c}`}.x}d`", "` ${{x: ` ${c}`}.x} `"),
        ("x = /[/'\"]/g.test(y)", "x = /       .test(y)"),
        ("return /'/.test(y)", "return /  .test(y)"),
        ("x = a / b / c // '", "x = a / b / c     "),
        ("(a) / 'b' / c", "(a) / ' ' / c"),
        ("/* c */ /'/", "        /  "),
        (f"a{' ' * 900}/ 'b' / c", f"a{' ' * 900}/ ' ' / c"),
        ("a / 2;" * 100_000 + "x = /'/;'y'", "a / 2;" * 100_000 + "x = /  ;' '"),
        ("'unclosed\nnext", "'unclosed\nnext"),
        ("`unclosed", "`        "),
    ],
)
def test_comments_and_literals_are_blanked(source: str, code: str) -> None:
    assert mask(source).code == code


def test_texts_keep_their_place_and_say_whether_they_end() -> None:
    source = "f('a', `b${c}d`)"
    texts = mask(source).texts
    assert [(text.value, text.closed) for text in texts] == [("a", True), ("b", False), ("d", True)]
    assert all(source[text.start : text.end] == text.value for text in texts)


@given(st.text(alphabet="ab/*'\"`${}\\\n =(", max_size=60))
def test_anything_is_masked_at_its_length(source: str) -> None:
    masked = mask(source)
    assert len(masked.code) == len(source)
    assert masked.code.count("\n") == source.count("\n")
    assert all(source[text.start : text.end] == text.value for text in masked.texts)


@pytest.mark.parametrize(
    ("piece", "end"), [("/* a */ ", "/'/"), ("x = /[a ", ""), ("[a / b]", "/"), ("a/", ""), ("\n/", "'")]
)
def test_a_source_that_nobody_wrote_is_masked_in_time(piece: str, end: str) -> None:
    source = piece * 100_000 + end
    assert len(mask(source).code) == len(source)  # the suite's deadline is the assertion
