"""Output of tools as HTML: what a terminal would obey is shown or left out."""

from __future__ import annotations

from hermes_shell.transcript.ansi import terminal_html
from hermes_shell.transcript.diffs import diff_html
from hermes_shell.transcript.plain_text import cut_lines, cut_text, safe, visible


def test_control_characters_are_shown() -> None:
    assert visible("a\x00\x07\x1b\x7f\x85\u202e\u2066z\r\nb\rc\t") == "a␀␇␛␡[U+0085][U+202E][U+2066]z\nb\nc\t"
    assert visible("עברית \u200f") == "עברית \u200f", "marks of a language are no trick"
    assert safe("<b a='\"'>") == "&lt;b a=&#x27;&quot;&#x27;&gt;"


def test_colours_become_classes_and_everything_else_goes() -> None:
    text = "\x1b[1;31mE\x1b[0m ok \x1b[38;5;200mx\x1b[39m\x1b[2J\x1b]0;title\x07\x1b[92mgood\x1b[m"
    assert terminal_html(text) == (
        '<span class="hs-ansi-bold hs-ansi-red">E</span> ok x<span class="hs-ansi-green">good</span>'
    )
    assert terminal_html("\x1b[31m<script>") == '<span class="hs-ansi-red">&lt;script&gt;</span>'


def test_a_progress_bar_is_its_last_state() -> None:
    assert terminal_html("10 %\r50 %\r100 %\ndone\r\n") == "100 %\ndone\n"


def test_long_lines_and_long_texts_are_cut() -> None:
    html = cut_lines("short\n" + "x" * 30_000)
    assert html.startswith("short\n")
    assert "<span hidden>" + "x" * 10_000 + "</span>" in html
    assert "Show all 30,000 characters" in terminal_html("\x1b[31m" + "x" * 30_000)
    assert cut_text("x" * 1_000_000)[1] == 750_000 or cut_text("x" * 1_000_000)[1] > 0


def test_a_diff_shows_eight_lines_and_folds_the_rest() -> None:
    diff = "--- a\n+++ b\n@@ -1 +1 @@\n-<old>\n" + "".join(f"+new {number}\n" for number in range(20))
    html = diff_html(diff)
    first = html.partition("<span hidden>")[0]
    assert first.count("hs-diff-line") == 8
    assert "&lt;old&gt;" in first
    assert "@@" not in html
    assert "Show all 21 lines" in html
    assert diff_html("") == ""
