"""The windows of the desktop as the core sees them; a server without a window of its own has none."""

from __future__ import annotations

from typing import Protocol


class Desktop(Protocol):
    """The native windows of this process. Every method may be called from any thread and returns at once.

    A window is named by its key, which it tells its page, and the page the server (`window.title`).

    Attributes:
        engine: `gtk`, `qt` or `native`; None when there are no windows.
    """

    engine: str | None

    def open_window(self, route: str | None = None) -> bool:
        """Open a further window; False when there is none to open here.

        Args:
            route: such as `/capabilities`; None = where a new window starts.
        """
        ...

    def focus(self, key: str | None = None) -> bool:
        """Show a window and bring it to the front; False when there is none.

        Args:
            key: of the window; None = the one that was in front last.
        """
        ...

    def front(self) -> str | None:
        """The key of the window that was in front last; None when there is none."""
        ...

    def hide(self) -> bool:
        """Hide every window; the process goes on. False when there is none."""
        ...

    def is_shown(self) -> bool:
        """Whether a window is shown, also behind others."""
        ...

    def quit(self) -> bool:
        """Close every window for good, which ends the process; False when there is none."""
        ...

    def set_title(self, key: str, title: str) -> None:
        """Give a window the title of its page; nothing happens when it is gone."""
        ...


class NoDesktop:
    """A server without windows of its own."""

    engine: str | None = None

    def open_window(self, route: str | None = None) -> bool:
        """Nothing can be opened here."""
        del route
        return False

    def focus(self, key: str | None = None) -> bool:
        """There is nothing to bring to the front."""
        del key
        return False

    def front(self) -> str | None:
        """There is no window."""
        return None

    def hide(self) -> bool:
        """There is nothing to hide."""
        return False

    def is_shown(self) -> bool:
        """There is no window."""
        return False

    def quit(self) -> bool:
        """There is no window whose end ends the process."""
        return False

    def set_title(self, key: str, title: str) -> None:
        """There is no window to title."""
