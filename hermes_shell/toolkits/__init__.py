"""What the shell needs of a window toolkit beside pywebview: one module an engine, loaded only for its engine."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from webview import Window

    from hermes_shell.engines import Engine
    from hermes_shell.geometry import Geometry, Screen


ICON = Path(__file__).resolve().parents[1] / "static" / "icons" / "hermes-shell.svg"


class Watcher(Protocol):
    """Who wants to know what happens to a window. Called on the toolkit's thread; every call returns at once."""

    def placed(self) -> None:
        """It was moved, resized, maximized or restored."""
        ...

    def focused(self) -> None:
        """It came to the front."""
        ...

    def loaded(self) -> None:
        """A page has been loaded."""
        ...

    def died(self, reason: str) -> None:
        """The process that renders its page ended."""
        ...


class View(Protocol):
    """A native window with its page. Every method is called on the toolkit's thread."""

    def place(self, geometry: Geometry) -> None:
        """Give it a place and a size before it is shown. The place is ignored where windows cannot choose it."""
        ...

    def geometry(self) -> Geometry | None:
        """Where it is now; None while it is minimized or full screen, or has no place of its own yet."""
        ...

    def present(self) -> None:
        """Show it, in front of the others."""
        ...

    def hide(self) -> None:
        """Hide it; the page goes on."""
        ...

    def set_title(self, title: str) -> None:
        """Title the window."""
        ...

    def address(self) -> str:
        """The address of its page."""
        ...

    def load(self, address: str) -> None:
        """Load a page."""
        ...

    def run(self, script: str) -> None:
        """Run a script in its page, and do not wait for it."""
        ...


class Toolkit(Protocol):
    """One engine's toolkit; a module of this package."""

    def introduce(self) -> None:
        """Tell the desktop whose windows these are: by that it finds their entry and icon. Before everything else."""
        ...

    def prefers_dark(self) -> bool:
        """What a page will see as the desktop's preference. Before the first window, on the main thread."""
        ...

    def share(self) -> None:
        """Let all windows share one store of cookies and data: pywebview makes one each. Before the first window."""
        ...

    def finish(self) -> None:
        """Write what the engine has not written yet. After the last window, on the main thread."""
        ...

    def screens(self) -> list[Screen]:
        """The screens, the main one first. On the toolkit's thread."""
        ...

    def attach(self, window: Window, watcher: Watcher) -> View:
        """Follow a window that pywebview has just made; before it is shown, on the toolkit's thread."""
        ...

    def post(self, call: object) -> None:
        """Call something without arguments on the toolkit's thread, soon. From any thread."""
        ...


def load_toolkit(engine: Engine) -> Toolkit:
    """The toolkit of an engine."""
    return cast("Toolkit", importlib.import_module(f"hermes_shell.toolkits.{engine}"))
