"""What a start opens: a window, else a browser tab, else a link on the terminal."""

from __future__ import annotations

import sys

from hermes_shell.start import Start


def serve(start: Start) -> None:
    """Serve until a signal; on a terminal the link is printed."""
    start.finish()
    if sys.stdout.isatty():
        print(f"Open {start.boot_url()} (once, within 60 seconds). Stop with Ctrl+C.", flush=True)
    start.wait()


def open_shell(start: Start, *, browser: bool, print_link: bool) -> None:
    """Open a window and return when it is closed; else open a browser tab, else print the link, and serve on."""
    if not browser and not print_link and _open_window(start):
        start.finish()
        return
    start.finish()
    if print_link:
        print(start.boot_url(), flush=True)
    else:
        from hermes_shell.bridge import open_url

        if not open_url(start.boot_url()):
            link = start.boot_url()
            print(f"Nothing here opens a page. Open {link} (once, within 60 seconds).", flush=True)
    start.wait()


def _open_window(start: Start) -> bool:
    """Show a window until it is closed, and start the server beside it; False when there is none to show."""
    from hermes_shell.errors import WindowError
    from hermes_shell.window import choose_engine, run_window

    engine = choose_engine()
    if engine is None:
        return False
    try:
        run_window(
            start.boot_url(),
            start.settings.home,
            engine,
            start.signals,
            background=start.background,
            alive=lambda: start.alive,
            developer=start.settings.developer,
            beside=start.begin,
        )
    except WindowError as error:
        print(f"hermes-shell: {error} Opening the browser instead.", file=sys.stderr)
        return False
    return True
