"""What a command prints: colour only for a person who wants it, and nothing that speaks to the terminal."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from hermes_shell.commands.output import Terminal, columns, plain
from hermes_shell.paths import Home


class Screen(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "colour"),
    [
        (Screen(), {}, True),
        (Screen(), {"NO_COLOR": ""}, True),
        (Screen(), {"NO_COLOR": "1"}, False),
        (Screen(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
    ],
)
def test_colour_is_for_a_person_who_wants_it(stream: io.StringIO, environment: dict[str, str], colour: bool) -> None:
    terminal = Terminal.of(stream, environment)
    assert terminal.colour is colour
    assert ("\x1b[" in terminal.paint("x", "bad")) is colour


def test_columns_line_up_with_wide_letters_and_the_last_is_cut_to_the_screen() -> None:
    stream = io.StringIO()
    Terminal(stream, width=40).table([["on", "日本", "x" * 80], ["error", "a", "y"]], [[None, None, None]] * 2)
    first, second = stream.getvalue().splitlines()
    assert columns(first) == 40
    assert first.endswith("…")
    assert columns(first.split("x")[0]) == columns(second.split("y")[0])


def test_without_a_screen_nothing_is_cut() -> None:
    stream = io.StringIO()
    Terminal(stream).table([["on", "x" * 300]], [[None, None]])
    assert len(stream.getvalue()) > 300


def test_control_and_direction_characters_do_not_reach_the_terminal() -> None:
    assert plain("a\x1b[31mb\u202ec\nd\te") == "a\ufffd[31mb\ufffdc d e"


def test_a_stream_that_cannot_say_a_letter_gets_an_escape() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    Terminal(stream).line("ü")
    stream.flush()
    assert raw.getvalue() == b"\\xfc\n"


@pytest.mark.parametrize(("variable", "coloured"), [("OTHER", True), ("NO_COLOR", False)])
def test_a_terminal_is_coloured_unless_the_user_says_no(home: Home, variable: str, coloured: bool) -> None:
    ours, theirs = pty.openpty()
    plain_environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    command = [sys.executable, "-m", "hermes_shell", "plugins", "list", "--home", str(home.root)]
    root = Path(__file__).resolve().parents[2]
    environment = {**plain_environment, "TERM": "xterm", variable: "1"}
    subprocess.run(command, stdout=theirs, check=True, timeout=60, cwd=root, env=environment)
    os.close(theirs)
    printed = os.read(ours, 65536).decode()
    os.close(ours)
    assert "alpha" in printed
    assert ("\x1b[" in printed) is coloured
