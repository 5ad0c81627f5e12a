"""The seeds of the themes and the text that paints the first frame."""

import logging
import re

import pytest

from hermes_shell import themes
from tests import css_values

COLOUR = re.compile(r"#[0-9a-f]{6}")


def test_resolve_returns_the_theme_of_that_name() -> None:
    assert themes.resolve("harbour") is themes.HARBOUR


def test_resolve_reports_an_unknown_name_and_paints_the_default(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="hermes_shell.themes"):
        theme = themes.resolve("night-harbour")

    assert theme is themes.DEFAULT
    assert "night-harbour" in caplog.text


@pytest.mark.parametrize("theme", themes.BUILT_IN.values(), ids=lambda theme: theme.name)
def test_every_seed_is_an_opaque_colour(theme: themes.Theme) -> None:
    for palette in (theme.light, theme.dark):
        for name, value in palette.declarations().items():
            assert COLOUR.fullmatch(value), name


@pytest.mark.parametrize("mode", ["light", "dark", "system"])
def test_root_style_always_carries_both_palettes(mode: themes.Mode) -> None:
    style = themes.root_style("harbour", mode)

    assert f"--theme-background-seed:{themes.HARBOUR.light.background}" in style
    assert f"--theme-background-seed:{themes.HARBOUR.dark.background}" in style
    assert style.index(":root{") < style.index(":root.dark{")


def test_root_style_asks_the_desktop_only_in_mode_system() -> None:
    assert "prefers-color-scheme" in themes.root_style("harbour", "system")
    assert "prefers-color-scheme" not in themes.root_style("harbour", "light")
    assert "prefers-color-scheme" not in themes.root_style("harbour", "dark")


def test_inline_texts_cannot_close_their_element() -> None:
    assert "<" not in themes.boot_script()
    assert "<" not in themes.root_style("harbour", "system")


def test_contrast_of_known_pairs() -> None:
    assert css_values.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert css_values.contrast("#ffffff", "#000000") == pytest.approx(21)
    assert css_values.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("colour", ["red", "#fff", "#12345678", "rgb(0 0 0)"])
def test_luminance_refuses_other_notations(colour: str) -> None:
    with pytest.raises(ValueError, match="#rrggbb"):
        css_values.luminance(colour)
