"""Qt 6 and QtWebEngine, through PySide6."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hermes_shell.desktop_entry import NAME as PROGRAM
from hermes_shell.geometry import Geometry, Screen
from hermes_shell.toolkits import ICON

if TYPE_CHECKING:
    from webview import Window

    from hermes_shell.toolkits import Watcher

_profiles: list[Any] = []
_pages: list[Any] = []
_ended_by_itself = 0
"""`RenderProcessTerminationStatus.NormalTerminationStatus`: the page was closed."""


def _module(name: str) -> Any:
    return importlib.import_module(f"PySide6.{name}")


def _application() -> Any:
    """Qt's application, which pywebview takes when it is there."""
    application = _module("QtWidgets").QApplication
    return application.instance() or application([PROGRAM])


def introduce() -> None:
    """Set the class and the icon of windows."""
    application = _application()
    application.setApplicationName(PROGRAM)
    application.setDesktopFileName(PROGRAM)
    application.setWindowIcon(_module("QtGui").QIcon(str(ICON)))


def prefers_dark() -> bool:
    """What QtWebEngine tells its pages."""
    return _application().styleHints().colorScheme() == _module("QtCore").Qt.ColorScheme.Dark


def share() -> None:
    """One profile: with two of one name the process never ends."""
    platform: Any = importlib.import_module("webview.platforms.qt")
    make = platform.QWebEngineProfile

    @cache
    def shared(name: str) -> Any:
        profile = make(name)
        profile.downloadRequested.connect(_save)
        _profiles.append(profile)
        return profile

    platform.QWebEngineProfile = shared


def _save(download: Any) -> None:
    """Ask where to and save a file; pywebview's own way is Qt 5's."""
    proposed = str(Path(download.downloadDirectory(), download.downloadFileName()))
    path, _ = _module("QtWidgets").QFileDialog.getSaveFileName(None, "Save file", proposed)
    if path:
        download.setDownloadDirectory(str(Path(path).parent))
        download.setDownloadFileName(Path(path).name)
        download.accept()


def finish() -> None:
    """End pages, then the profile: that writes cookies and local storage to the disk."""
    shiboken: Any = importlib.import_module("shiboken6")
    for ended in (_pages, _profiles):
        while ended:
            thing = ended.pop()
            if shiboken.isValid(thing):
                shiboken.delete(thing)


def screens() -> list[Screen]:
    """The work areas, that of the primary screen first."""
    primary = _application().primaryScreen()
    found = [primary, *(screen for screen in _application().screens() if screen is not primary)]
    areas = [screen.availableGeometry() for screen in found]
    return [Screen(area.x(), area.y(), area.width(), area.height()) for area in areas]


def post(call: Callable[[], object]) -> None:
    """Call something on the toolkit's thread."""
    _poster().posted.emit(call)


@cache
def _poster() -> Any:
    """An object that lives in the toolkit's thread: a signal that comes from another one waits in its queue."""
    core = _module("QtCore")

    class Poster(core.QObject):
        posted = core.Signal(object)

        def __init__(self) -> None:
            super().__init__()  # pyright: ignore[reportUnknownMemberType] - Qt's
            self.posted.connect(self.run, core.Qt.ConnectionType.QueuedConnection)

        def run(self, call: Callable[[], object]) -> None:
            call()

    return Poster()


def attach(window: Window, watcher: Watcher) -> QtView:
    """Follow a window."""
    _poster()  # made here, so that it lives in the toolkit's thread
    return QtView(window.native, watcher)


class QtView:
    """A window of Qt; see `hermes_shell.toolkits.View`."""

    def __init__(self, window: Any, watcher: Watcher) -> None:
        self._core = _module("QtCore")
        self._window, self._watcher = window, watcher
        self._page = window.webview.page()
        _pages[:] = filter(importlib.import_module("shiboken6").isValid, _pages)  # closed windows' are gone
        _pages.extend((self._page, self._page.nav_handler))  # pywebview's handler is a page too, and nobody ends it
        self._page.loadFinished.connect(self._on_load)
        self._page.renderProcessTerminated.connect(self._on_death)
        self._chooses_place = _application().platformName() not in ("wayland", "wayland-egl")
        self._filter = _make_filter(watcher, window)

    def place(self, geometry: Geometry) -> None:
        """Give it a place and a size."""
        self._window.setMinimumSize(
            min(self._window.minimumWidth(), geometry.width), min(self._window.minimumHeight(), geometry.height)
        )
        self._window.resize(geometry.width, geometry.height)
        if self._chooses_place and geometry.x is not None:
            self._window.move(geometry.x, geometry.y)

    def geometry(self) -> Geometry | None:
        """Where it is."""
        if self._window.isMinimized() or self._window.isFullScreen() or not self._window.isVisible():
            return None
        x, y = (self._window.x(), self._window.y()) if self._chooses_place else (None, None)
        return Geometry(self._window.width(), self._window.height(), x, y, bool(self._window.isMaximized()))

    def present(self) -> None:
        """Show it in front."""
        if self._window.isMinimized():
            self._window.setWindowState(self._window.windowState() & ~self._core.Qt.WindowState.WindowMinimized)
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()

    def hide(self) -> None:
        """Hide it."""
        self._window.hide()

    def set_title(self, title: str) -> None:
        """Title the window."""
        self._window.setWindowTitle(title)

    def address(self) -> str:
        """The address of its page."""
        return self._window.webview.url().toString()

    def load(self, address: str) -> None:
        """Load a page."""
        self._window.webview.setUrl(self._core.QUrl(address))

    def run(self, script: str) -> None:
        """Run a script."""
        self._page.runJavaScript(script)

    def _on_load(self, _: bool) -> None:
        self._watcher.loaded()

    def _on_death(self, status: Any, code: int) -> None:
        if status.value != _ended_by_itself:
            self._watcher.died(f"exit code {code}")


def _make_filter(watcher: Watcher, window: Any) -> Any:
    core = _module("QtCore")
    kinds = core.QEvent.Type
    placed = (kinds.Move, kinds.Resize, kinds.WindowStateChange)

    class Filter(core.QObject):
        def eventFilter(self, _: Any, event: Any) -> bool:  # noqa: N802 - Qt's name
            if event.type() in placed:
                watcher.placed()
            elif event.type() == kinds.WindowActivate:
                watcher.focused()
            return False

    made = Filter(window)
    window.installEventFilter(made)
    return made
