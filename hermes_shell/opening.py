"""What a start opens: a window, else a browser tab, else a link on the terminal; or what the running shell opens."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from hermes_shell.addresses import checked_route, with_route
from hermes_shell.errors import ControlError, HomeTaken, ServerError
from hermes_shell.settings import Settings

if TYPE_CHECKING:
    from hermes_shell.running_shell import RunningShell
    from hermes_shell.signals import StopSignals
    from hermes_shell.start import Start
    from hermes_shell.window import Windows

ENDING_SECONDS = 5.0
"""How long a shell whose last window is closed may take to end."""
_ATTEMPTS = 5
"""How often a start tries when the shell that runs ends, or starts, at the same moment."""


@dataclass(frozen=True)
class Wish:
    """What the user wants to see.

    Attributes:
        route: such as `/settings?tab=keyboard`; None = where a window starts.
        new_window: a further window, also when there is one.
        browser: a browser tab instead of a window.
        print_link: a link on the terminal instead.
    """

    route: str | None = None
    new_window: bool = False
    browser: bool = False
    print_link: bool = False


def serve(settings: Settings) -> None:
    """Serve until a signal; on a terminal the link is printed.

    Raises:
        ShellError: it cannot start, or another process serves the home.
    """
    for _ in range(_ATTEMPTS):
        try:
            _serve(settings)
        except HomeTaken:
            running = _running(settings)
            if running is None:
                continue  # a command held the home for a moment
            message = f"The home {settings.home.root} is already served by pid {running.pid} at port {running.port}."
            raise ServerError(message) from None
        return
    raise _restless(settings)


def open_shell(settings: Settings, wish: Wish) -> None:
    """Open a window and return when it is closed; else open a browser tab, else print the link, and serve on.

    When a shell runs on the home already, that one opens what is wished for, and this returns.

    Raises:
        ShellError: it cannot start, or the running shell refuses.
    """
    from hermes_shell import home_lock
    from hermes_shell.start import starting

    if wish.route is not None:
        checked_route(wish.route)
    for _ in range(_ATTEMPTS):
        running = _running(settings)
        if running is not None:
            if _hand_over(running, settings, wish):
                return
            home_lock.wait_until_free(settings.home.lock, ENDING_SECONDS)
            continue
        try:
            with starting(settings) as start:
                shown = _open(start, wish)
        except HomeTaken:
            continue  # another start was faster
        if shown:
            _leave()
        return
    raise _restless(settings)


def _serve(settings: Settings) -> None:
    from hermes_shell.start import starting

    with starting(settings) as start:
        start.finish()
        if sys.stdout.isatty():
            print(f"Open {start.boot_url()} (once, within 60 seconds). Stop with Ctrl+C.", flush=True)
        start.wait()


def _restless(settings: Settings) -> ControlError:
    return ControlError(f"Other starts on the home {settings.home.root} come and go. Try again.")


def _running(settings: Settings) -> RunningShell | None:
    from hermes_shell import home_lock

    try:
        if not home_lock.is_held(settings.home.lock):
            return None  # without loading the client
    except OSError:
        return None  # a home that cannot be written is not locked
    from hermes_shell.running_shell import RunningShell

    return RunningShell.find(settings.home)


# The first start on a home


def _open(start: Start, wish: Wish) -> bool:
    """Whether windows were shown, and are closed now."""
    if not wish.browser and not wish.print_link and _open_window(start, wish):
        start.finish()
        return True
    start.finish()
    _open_elsewhere(lambda: with_route(start.boot_url(), _encoded(wish)), wish)
    start.wait()
    return False


def _open_window(start: Start, wish: Wish) -> bool:
    """Show windows until they are closed, and start the server beside them; False when there are none to show."""
    windows = _make_windows(start.settings, start.boot_url, start.background)
    if windows is None:
        return False
    start.desktop = windows
    start.show_early()
    from hermes_shell.tray.glue import using_tray

    with using_tray(windows, start.is_on, partial(start.go, "/")) as tray:
        start.tray_fault = tray.fault

        def beside() -> None:
            start.begin_behind_frame()
            tray.begin()

        return _run(windows, wish, start.signals, alive=lambda: start.alive, beside=beside, hidden=tray.hidden)


# A further start


def _hand_over(running: RunningShell, settings: Settings, wish: Wish) -> bool:
    """Let the running shell open what is wished for; what it cannot open is opened here, on its server.

    Returns:
        False when it is about to end.

    Raises:
        ShellError: it refuses, or this start asks for what only a first one can have.
    """
    for asked, flag in ((settings.safe_mode, "--safe-mode"), (settings.developer, "--developer")):
        if asked:
            raise ControlError(
                f"hermes-shell already runs on this home (pid {running.pid}). Quit it first to start with {flag}."
            )
    if settings.gateway_named:
        what = f"--gateway {settings.gateway} has no effect"
        told = f"hermes-shell: it runs on this home already (pid {running.pid}), with its own gateway: {what}."
        print(told, file=sys.stderr, flush=True)
    elsewhere = wish.browser or wish.print_link
    body = {"route": wish.route, "new_window": wish.new_window, "browser": elsewhere}
    answer = cast("dict[str, Any]", running.post("api/shell/open", body))
    if answer["opened"] is not None:
        return True
    if answer["url"] is None:
        return False
    links = _Links(running, str(answer["url"]), wish.route)
    if not elsewhere:
        from hermes_shell.signals import StopSignals

        windows = _make_windows(settings, links.next, _background(running))
        # The link leads to the route already.
        if windows is not None and _run(windows, Wish(), StopSignals()):
            _leave()
            return True
    _open_elsewhere(links.next, wish)
    return True


class _Links:
    """Boot links of the running shell, the first of which is here already."""

    def __init__(self, running: RunningShell, first: str, route: str | None) -> None:
        self._running = running
        self._first: str | None = first
        self._route = route

    def next(self) -> str:
        """A link to the route that has not been used."""
        link, self._first = self._first, None
        if link is not None:
            return link
        body = {"route": self._route, "browser": True}
        return str(cast("dict[str, Any]", self._running.post("api/shell/open", body))["url"])


def _background(running: RunningShell) -> Callable[[bool], str]:
    """The colour of a window until its page paints, by the theme that the running shell has."""
    from hermes_shell.start import window_background

    snapshot = cast("dict[str, Any]", running.get("api/shell/snapshot"))
    return window_background(cast("dict[str, str]", snapshot["theme"]))


# Both


def _leave() -> None:
    """End the process now: everything is written, and taking a window engine apart takes seconds."""
    import logging

    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _encoded(wish: Wish) -> str | None:
    return None if wish.route is None else checked_route(wish.route)


def _make_windows(settings: Settings, link: Callable[[], str], background: Callable[[bool], str]) -> Windows | None:
    """The windows of this machine; None, after saying why, when it shows none."""
    from hermes_shell import engines
    from hermes_shell.engine_trial import EngineTrial

    failed = EngineTrial(settings.home.engine_trial).take_failed()
    engine = engines.choose_engine(without=failed)
    if engine is None:
        wish = engines.wished_engine()
        if wish != "none" and engines.has_display():
            why = f"The {failed} engine ended the last start." if failed else engines.missing_engine(wish=wish)
            _tell(f"{why} Opening the browser instead.")
        return None
    if failed:
        _tell(f"The {failed} engine ended the last start. Using {engine} this time.")
    fault = engines.display_fault() if engine != "native" else None
    if fault is not None:
        _tell(f"{fault} Opening the browser instead.")
        return None
    from hermes_shell.window import Windows

    return Windows(engine, settings.home, link, background=background, developer=settings.developer)


def _run(
    windows: Windows,
    wish: Wish,
    signals: StopSignals,
    alive: Callable[[], bool] = lambda: True,
    beside: Callable[[], None] | None = None,
    hidden: bool = False,
) -> bool:
    from hermes_shell.errors import WindowError

    try:
        windows.run(_encoded(wish), signals, alive=alive, beside=beside, hidden=hidden)
    except WindowError as error:
        _tell(f"{error} Opening the browser instead.")
        return False
    return True


def _open_elsewhere(link: Callable[[], str], wish: Wish) -> None:
    """Open a browser tab, or print the link.

    Args:
        link: makes one that has not been used.
        wish: whether to print it.
    """
    if wish.print_link:
        print(link(), flush=True)
        return
    from hermes_shell.bridge import open_url

    if not open_url(link()):
        print(f"No browser could be opened. Open {link()} (once, within 60 seconds).", flush=True)


def _tell(message: str) -> None:
    print(f"hermes-shell: {message}", file=sys.stderr)
