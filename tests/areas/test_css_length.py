"""CSS lengths that plugins declare."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_shell.areas.css_length import is_length, largest, pixels, total


@pytest.mark.parametrize(
    "length",
    [
        *[
            "0px",
            "20rem",
            "12.5%",
            ".5em",
            "calc(100% - 20px)",
            "max(20rem, 30vw)",
            "min(20rem,50%)",
            "clamp(1px, 2vw, 3px)",
        ],
        *["calc((1px + 2px) * 2 / 3)", "min(calc(1px + 2px), var(--width))", "var(--sidebar-width)", " 5px ", "50DVH"],
    ],
)
def test_lengths(length: str) -> None:
    assert is_length(length)


@pytest.mark.parametrize(
    "text",
    [
        *["", "-5px", "calc(", "calc()", "100vw; }", "12", "auto", "20foo", "1px 2px", "calc(1px-2px)", "calc(1px + )"],
        *["calc(1px))", "max(,)", "max(1px,)", "(1px)", "url(x)", "1px;color:red", '1px"', "1px/*", "var(--a, url(x))"],
        *["env(x)", "calc(-1 * 20px)", "1e3px", "\u0661px", "calc(" * 20 + "1px" + ")" * 20, "1" * 119 + "px"],
    ],
)
def test_no_lengths(text: str) -> None:
    assert not is_length(text)


@given(st.text(alphabet="0123456789.px%rem()+-*/, calcminvar;{}<>\"'", max_size=40))
def test_nothing_that_could_end_a_style_passes(text: str) -> None:
    if is_length(text):
        assert not set(text) & set(";{}<>\"'")
        assert text.count("(") == text.count(")")


@pytest.mark.parametrize(
    ("length", "size"),
    [("336px", 336), ("20rem", 320), ("300", None), ("50%", None), (None, None), ("calc(1px)", None), ("1.4px", 1)],
)
def test_plain_lengths_are_pixels(length: str | None, size: int | None) -> None:
    assert pixels(length) == size


def test_the_largest_and_the_sum_of_lengths() -> None:
    assert largest([]) is None
    assert largest(["5px", "5px"]) == "5px"
    assert largest(["5px", "1rem", "12px"]) == "1rem"
    assert largest(["5px", "1%"]) == "max(5px, 1%)"
    assert total(["5px"]) == "5px"
    assert total(["5px", "1%"]) == "calc(5px + 1%)"
