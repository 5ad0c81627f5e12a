"""The style sheets: every promised variable exists, text is readable, and colours come from tokens only."""

import re
from pathlib import Path

import pytest

from hermes_shell import themes
from tests import css_values
from tests.css_values import Colour

STATIC = Path(themes.__file__).parent / "static"
PROMISED = (Path(__file__).parent / "theme_variables.txt").read_text("utf-8").split()
"""The variables that plugins may read on `:root` (contract, theme tokens)."""
SHEETS = {file.stem: file.read_text("utf-8") for file in sorted((STATIC / "css").glob("*.css"))}
PARTS = sorted(set(SHEETS) - {"tokens", "base"})
"""The sheets of the kit and of the shell's own surfaces; all of them stand in the layer `kit`."""
PLANES = ("--ui-bg-chrome", "--ui-bg-sidebar", "--ui-bg-editor", "--ui-bg-card", "--ui-bg-elevated", "--ui-bg-input")
LAYERS = ("--ui-row-hover-background", "--ui-row-active-background", "--ui-control-hover-background")
TEXT = ("--ui-text-primary", "--ui-text-secondary", "--ui-text-tertiary")
STATUS = ("--ui-status-success", "--ui-status-warning", "--ui-status-danger", "--ui-warm", "--ui-accent")
MODES = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])


def properties(dark: bool) -> dict[str, str]:
    seeds = css_values.root_properties(themes.root_style("harbour", "light"), dark=dark)
    return css_values.root_properties(SHEETS["tokens"], dark=dark) | seeds


def seen(tokens: dict[str, str], *painted: str) -> Colour:
    """Return the opaque colour of tokens that are painted over each other, the lowest first."""
    lowest, *above = (css_values.colour(tokens, f"var({name})") for name in painted)
    for layer in above:
        lowest = layer.over(lowest)
    return lowest


@MODES
def test_every_promised_variable_is_on_the_root(dark: bool) -> None:
    defined = properties(dark)
    assert [name for name in PROMISED if name not in defined] == []


@MODES
@pytest.mark.parametrize("name", SHEETS)
def test_every_used_variable_is_defined(name: str, dark: bool) -> None:
    defined = set(properties(dark))
    everywhere = "".join(SHEETS.values())
    local = set(re.findall(r"(--[\w-]+)\s*:", everywhere))
    used = set(re.findall(r"var\((--[\w-]+)\s*\)", css_values.without_comments(SHEETS[name])))
    assert sorted(used - defined - local) == []


@MODES
def test_surfaces_that_plugins_paint_dialogs_with_are_opaque(dark: bool) -> None:
    tokens = properties(dark)
    for name in ("--ui-chat-bubble-background", "--ui-chat-bubble-opaque-background", "--ui-bg-elevated"):
        assert css_values.colour(tokens, f"var({name})").alpha == 1, name


def test_zoom_changes_the_size_that_every_rem_counts_from() -> None:
    # Not the CSS property `zoom`: under it, floating layers and the viewport's units miss their place.
    assert "font-size: calc(var(--dt-base-size) * var(--hs-zoom, 1));" in SHEETS["base"]


@MODES
def test_the_fine_stroke_is_a_colour(dark: bool) -> None:
    assert css_values.colour(properties(dark), "var(--stroke-nous)").alpha > 0


def test_dialogs_lie_above_full_screen_layers_of_plugins() -> None:
    tokens = properties(dark=False)
    dialogs, menus = ["--z-modal-backdrop", "--z-modal"], ["--z-modal-popover", "--z-over-modal"]
    levels = [int(tokens[name]) for name in [*dialogs, "--hs-z-toast", *menus, "--z-over-modal-content"]]
    assert levels == sorted(set(levels))
    # Plugins know the backdrop of a dialog to be at 120 and put their own layers at or below it.
    assert levels[0] >= 120


def test_seeds_and_tokens_do_not_set_the_same_name() -> None:
    seeds = css_values.root_properties(themes.root_style("harbour", "light"), dark=True)
    tokens = css_values.root_properties(SHEETS["tokens"], dark=True)
    assert sorted(seeds.keys() & tokens.keys()) == []


@MODES
@pytest.mark.parametrize("plane", PLANES)
@pytest.mark.parametrize("text", TEXT)
def test_text_is_readable_on_every_plane_and_row(text: str, plane: str, dark: bool) -> None:
    tokens = properties(dark)
    for painted in [(plane,), *((plane, layer) for layer in LAYERS)]:
        ground = seen(tokens, *painted)
        ratio = css_values.contrast(seen(tokens, *painted, text).hex(), ground.hex())
        assert ratio >= 4.5, f"{text} on {' + '.join(painted)}: {ratio:.2f}"


@MODES
@pytest.mark.parametrize("plane", PLANES)
@pytest.mark.parametrize("status", STATUS)
def test_status_colours_are_readable_as_text(status: str, plane: str, dark: bool) -> None:
    tokens = properties(dark)
    ratio = css_values.contrast(seen(tokens, plane, status).hex(), seen(tokens, plane).hex())
    assert ratio >= 4.5, f"{status} on {plane}: {ratio:.2f}"


@MODES
@pytest.mark.parametrize("kind", ["success", "warning", "danger"])
def test_status_text_is_readable_on_its_soft_fill(kind: str, dark: bool) -> None:
    tokens = properties(dark)
    ground = seen(tokens, "--ui-bg-editor", f"--ui-status-{kind}-soft")
    for text in (f"--ui-status-{kind}", "--ui-text-secondary"):
        painted = seen(tokens, "--ui-bg-editor", f"--ui-status-{kind}-soft", text)
        ratio = css_values.contrast(painted.hex(), ground.hex())
        assert ratio >= 4.5, f"{text}: {ratio:.2f}"


@MODES
@pytest.mark.parametrize(
    ("fill", "text"),
    [
        ("--dt-primary", "--dt-primary-foreground"),
        ("--dt-destructive", "--dt-destructive-foreground"),
        ("--ui-warm", "--hs-on-warm"),
    ],
)
def test_text_on_a_fill_is_readable(fill: str, text: str, dark: bool) -> None:
    tokens = properties(dark)
    assert css_values.contrast(seen(tokens, fill, text).hex(), seen(tokens, fill).hex()) >= 4.5


@MODES
@pytest.mark.parametrize("plane", PLANES)
def test_outlines_of_switch_and_checkbox_are_visible(plane: str, dark: bool) -> None:
    tokens = properties(dark)
    assert css_values.contrast(seen(tokens, plane, "--ui-text-tertiary").hex(), seen(tokens, plane).hex()) >= 3
    assert css_values.contrast(seen(tokens, plane, "--dt-ring").hex(), seen(tokens, plane).hex()) >= 3


LITERAL = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\("
    r"|(?<![\w-])(?:black|white|red|green|blue|yellow|orange|purple|gr[ae]y|cyan|pink)(?![\w-])",
    re.IGNORECASE,
)


@pytest.mark.parametrize("name", ["base", *PARTS])
def test_sheets_use_tokens_and_no_colour_literal(name: str) -> None:
    values = re.findall(r":\s([^;{}]+);", css_values.without_comments(SHEETS[name]))
    assert [value for value in values if LITERAL.search(value)] == []


@pytest.mark.parametrize("name", SHEETS)
def test_sheet_states_the_order_of_layers_first(name: str) -> None:
    assert css_values.without_comments(SHEETS[name]).strip().startswith("@layer theme, base, kit, utilities;")


@pytest.mark.parametrize(("name", "layer"), [("base", "base"), *((part, "kit") for part in PARTS)])
def test_every_rule_stands_in_its_layer(name: str, layer: str) -> None:
    rules = re.sub(r"@(layer|import) [^;{]+;", "", css_values.without_comments(SHEETS[name])).strip()
    assert rules.startswith(f"@layer {layer} {{")
    assert _end_of_block(rules) == len(rules) - 1, "one block holds the whole sheet"


def test_unknown_parts_keep_no_important_flag_but_hidden_and_reduced_motion() -> None:
    # Tracks of the layout are inline styles, which nothing else can fold; no utility is ever put on a group.
    tracks = re.compile(r"(flex|(min|max)-(width|height)): [^;]+ !important;")
    for name in PARTS:
        sheet = tracks.sub("", SHEETS[name]) if name in {"zones", "narrow"} else SHEETS[name]
        assert "!important" not in sheet, "an important rule of a lower layer would beat the utilities"


def _end_of_block(css: str) -> int:
    depth = 0
    for at, character in enumerate(css):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth == 0 and character == "}":
            return at
    raise AssertionError("a block is not closed")


def test_every_class_of_the_sheets_is_used() -> None:
    """A rule that nothing can match is found by nobody else."""
    package = STATIC.parent
    users = [
        *package.rglob("*.py"),
        *package.rglob("*.html"),
        *(STATIC / "host").glob("*.js"),
        *(STATIC / "sdk").rglob("*.js"),
    ]
    written = {word for file in users for word in re.findall(r"[\w-]+", file.read_text("utf-8"))}
    sheets = re.sub(r"/\*.*?\*/|url\([^)]*\)", "", "\n".join(SHEETS.values()), flags=re.DOTALL)
    classes = set(re.findall(r"\.(-?[A-Za-z_][\w-]*)", sheets))
    assert len(classes) > 50
    assert sorted(classes - written) == []
