"""Real windows, GTK and Qt: opened, resized, restored, several at once, their renderers killed, closed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.native_windows import ENGINES, Desktop, desktop, kept_place, kill_renderers
from e2e.shell_process import DEADLINE, ShellProcess, wait_until, write_plugin

pytestmark = pytest.mark.parametrize("engine", ENGINES)

# Counts in its storage how often it was evaluated, and where.
WITNESS = """
export default {
  id: 'witness',
  register(ctx) {
    ctx.storage.set('count', ctx.storage.get('count', 0) + 1)
    ctx.storage.set('route', location.hash)
  }
}
"""


@pytest.fixture(scope="module")
def screen() -> Iterator[Desktop]:
    """A desktop of 1280 x 800."""
    with desktop() as found:
        yield found


def close(screen: Desktop, shell: ShellProcess, window: str) -> None:
    """Close the only window; the process must end by that, cleanly."""
    screen.close(window)
    assert shell.process.wait(DEADLINE) == 0


def test_window_comes_back_where_it_was(screen: Desktop, engine: str, home: Path) -> None:
    shell = screen.start(home, engine)
    try:
        window = screen.wait_for_title("New chat – Hermes")
        # Not larger than the screen, and wholly on it.
        _, _, width, height = screen.place(window)
        assert width <= 1280
        assert height <= 800

        screen.move(window, 200, 120, 800, 560)
        wait_until(lambda: (kept_place(home).get("width"), kept_place(home).get("height")) == (800, 560), "it is kept")
        wait_until(lambda: abs(kept_place(home)["x"] - 200) < 20, "its place is kept")
        kept, place = kept_place(home), screen.place(window)
        close(screen, shell, window)
        assert kept_place(home) == kept

        shell = screen.start(home, engine)
        window = screen.wait_for_title("New chat – Hermes")
        wait_until(lambda: screen.place(window) == place, "the window stands where it stood")

        screen.maximize(window)
        wait_until(lambda: kept_place(home)["maximized"], "it is kept that the window is maximized")
        assert kept_place(home) == {**kept, "maximized": True}
        close(screen, shell, window)

        shell = screen.start(home, engine)
        window = screen.wait_for_title("New chat – Hermes")
        wait_until(lambda: screen.place(window)[2] > 1200, "the window fills the screen again")
        close(screen, shell, window)
    finally:
        if shell.process.poll() is None:
            shell.kill()


def test_window_of_a_screen_that_is_gone_is_shown_on_one_that_is_there(engine: str, home: Path) -> None:
    state = home / "desktop-shell"
    state.mkdir()
    (state / "window.json").write_text(json.dumps({"width": 1900, "height": 1200, "x": 3000, "y": -900}))
    with desktop(1024, 700) as small:
        shell = small.start(home, engine)
        try:
            window = small.wait_for_title("New chat – Hermes")
            x, y, width, height = small.place(window)
            assert (width, height) <= (1024, 700)
            assert 0 <= x < 100
            assert 0 <= y < 100
            close(small, shell, window)
        finally:
            if shell.process.poll() is None:
                shell.kill()


def test_several_windows(screen: Desktop, engine: str, home: Path) -> None:
    shell = screen.start(home, engine)
    try:
        first = screen.wait_for_title("New chat – Hermes")
        done = screen.run(home, engine, "--new-window", "--open", "/capabilities")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        second = screen.wait_for_title("Plugins – Hermes")
        assert second != first
        # A window that is closed leaves the other one.
        screen.close(first)
        assert screen.wait_for_windows(1) == [second]
        assert shell.process.poll() is None
        close(screen, shell, second)
    finally:
        if shell.process.poll() is None:
            shell.kill()


def test_page_whose_renderer_dies_comes_back_where_it_was(screen: Desktop, engine: str, home: Path) -> None:
    write_plugin(home, "witness", WITNESS)
    shell = screen.start(home, engine, "--open", "/capabilities")
    try:
        screen.wait_for_title("Plugins – Hermes")
        log = home / "desktop-shell" / "logs" / "shell.log"
        with shell.client() as client:

            def seen() -> object:
                return client.snapshot()["storage"].get("witness")

            starts = home / "desktop-shell" / "starts.json"
            for life in (1, 2, 3, 4):
                # One that is killed while it starts is not noticed by its engine, and after two such starts plugins
                # are held back: its page must live, and its start must be over.
                page = {"count": life, "route": "#/capabilities"}
                wait_until(lambda page=page: seen() == page, "the page lives")
                wait_until(lambda: json.loads(starts.read_text())["pages"] == [], "its start is over")
                kill_renderers(shell)
                wait_until(lambda life=life: log.read_text().count("process ended") == life, "the death is noticed")
        assert log.read_text().count("is loaded again") == 3
        assert "is not loaded again by itself" in log.read_text()
        # A page without plugins says so.
        screen.wait_for_title("Hermes")
        close(screen, shell, screen.wait_for_windows(1)[0])
    finally:
        if shell.process.poll() is None:
            shell.kill()


def test_process_ends_with_its_last_window(screen: Desktop, engine: str, home: Path) -> None:
    shell = screen.start(home, engine)
    try:
        window = screen.wait_for_title("New chat – Hermes")
        close(screen, shell, window)
        assert not (home / "desktop-shell" / "running.json").exists()
    finally:
        if shell.process.poll() is None:
            shell.kill()
