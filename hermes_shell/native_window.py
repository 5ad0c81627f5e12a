"""One native window: its place, its page, and what happens when the page's process ends."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Protocol
from urllib.parse import quote, urlsplit

from hermes_shell.geometry import Geometry, KeptGeometry
from hermes_shell.renderer_watch import RendererWatch
from hermes_shell.toolkits import Toolkit, View

if TYPE_CHECKING:
    import webview

TITLE = "Hermes"

_QUIET_SECONDS = 0.25
"""How long a window stays where it is until that place counts: one that is being maximized is resized first."""
_TELL_KEY = "window.hermesNativeWindow = '{key}'; dispatchEvent(new Event('hermes-native-window'))"

_log = logging.getLogger(__name__)


class Owner(Protocol):
    """Whom a window belongs to."""

    def stays(self, window: NativeWindow) -> bool:
        """Whether a window that the user closes is hidden instead."""
        ...

    def came_to_front(self, window: NativeWindow) -> None:
        """The window is the one in front now."""
        ...

    def page_shown(self) -> None:
        """A page has been loaded."""
        ...

    def gone(self, window: NativeWindow) -> None:
        """The window is closed."""
        ...


class NativeWindow:
    """A window; `hermes_shell.toolkits.Watcher` of its view.

    Args:
        key: its name among the windows of the process.
        owner: knows all windows.
        toolkit: of the engine.
        geometry: where it starts, before the screens are known.
        kept: where its place is kept; None = it is not.

    Attributes:
        key: its name.
        shown: it is not hidden.
    """

    def __init__(self, key: str, owner: Owner, toolkit: Toolkit, geometry: Geometry, kept: KeptGeometry | None) -> None:
        self.key = key
        self.shown = True
        self._owner = owner
        self._toolkit = toolkit
        self._start = geometry
        self._kept = kept
        self._made: webview.Window | None = None
        self._view: View | None = None
        self._watch = RendererWatch()
        self._timer: threading.Timer | None = None

    def adopt(self, made: webview.Window, *, being_made: bool, hidden: bool) -> None:
        """Take the window that pywebview made.

        Args:
            made: it.
            being_made: the toolkit runs and makes it now; else it will.
            hidden: it is not shown yet.
        """
        self._made = made
        self.shown = not hidden
        made.events.closing += self._closing
        made.events.closed += self._closed
        if being_made:
            self._toolkit.post(self._attach)  # behind the making, which pywebview has posted
        else:
            made.events.before_show += self._attach

    def present(self) -> None:
        """Show it, in front. A window that is still being made comes up in front by itself."""
        self._post(self._present)

    def hide(self) -> None:
        """Hide it."""
        self._post(self._hide)

    def set_title(self, title: str) -> None:
        """Title it."""
        self._post(lambda: self._view.set_title(title) if self._view else None)

    def close(self) -> None:
        """Close it for good. pywebview waits until it has been shown: closing earlier hangs the toolkit."""
        if self._made is not None:
            threading.Thread(target=self._made.destroy, name="close window", daemon=True).start()

    # What the view tells, on the toolkit's thread

    def placed(self) -> None:
        """Note the place as soon as it has not changed for a moment."""
        if self._kept is None:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(_QUIET_SECONDS, self._post, [self._note_place])
        self._timer.daemon = True
        self._timer.start()

    def focused(self) -> None:
        """It came to the front."""
        self._owner.came_to_front(self)

    def loaded(self) -> None:
        """Tell the page which window it is in."""
        self._owner.page_shown()
        if self._view is not None:
            self._view.run(_TELL_KEY.format(key=self.key))

    def died(self, reason: str) -> None:
        """Load the page again where it was, or say that it does not help."""
        view = self._view
        if view is None:
            return
        address = view.address()
        if self._watch.died():
            _log.warning("The page's process ended (%s); the page is loaded again", reason)
            view.load(address)
            return
        _log.error("The page's process ended again (%s); the page is not loaded again by itself", reason)
        parts = urlsplit(address)
        base = parts.path.rpartition("/")[0]
        view.set_title(TITLE)  # that page has no channel to tell another one
        view.load(f"{parts.scheme}://{parts.netloc}{base}/stopped?reason={quote(reason)}#{parts.fragment}")

    # On the toolkit's thread

    def _attach(self) -> None:
        assert self._made is not None, "it has been adopted"
        try:
            self._view = self._toolkit.attach(self._made, self)
            self._view.place(self._start.fitted(self._toolkit.screens()))
        except Exception:  # the window works without; pywebview would only log it too
            _log.exception("The window cannot be followed")

    def _present(self) -> None:
        if self._view is not None:
            self._view.present()
            self.shown = True
            self._owner.came_to_front(self)

    def _hide(self) -> None:
        if self._view is not None:
            self._view.hide()
            self.shown = False

    def _note_place(self) -> None:
        place = self._view.geometry() if self._view is not None else None
        if place is None or self._kept is None:
            return
        if place.maximized:
            before = self._kept.geometry
            place = Geometry(before.width, before.height, before.x, before.y, maximized=True)
        self._kept.remember(place)
        self._kept.save()

    def _closing(self) -> bool:
        """Asked before it closes; False keeps it."""
        if self._owner.stays(self):
            self._hide()
            return False
        if self._timer is not None:
            self._timer.cancel()
        self._note_place()
        self._owner.gone(self)
        self._view = None
        return True

    def _closed(self) -> None:
        self._owner.gone(self)  # also when it was never asked

    def _post(self, call: object) -> None:
        if self._view is not None:
            self._toolkit.post(call)
