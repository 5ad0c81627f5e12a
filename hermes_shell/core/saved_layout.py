"""Where the layout is kept between starts: one record a home; the window that changed it last wins."""

from __future__ import annotations

import json
import logging

from hermes_shell.layout import LayoutState, from_json, is_readable, is_whole, to_json
from hermes_shell.storage import Storage

SCOPE = "shell"
KEY = "layout"

log = logging.getLogger(__name__)


def load(storage: Storage) -> LayoutState:
    """The saved layout.

    A record that cannot be used, or is of a later version, is kept aside and the default is shown. Of a damaged one all
    that is whole is shown; before a change is written over it, it is kept aside too.
    """
    text = storage.text(SCOPE, KEY)
    if text is None:
        return LayoutState()
    try:
        saved: object = json.loads(text)
    except (ValueError, RecursionError):
        saved = None
    if not is_readable(saved):
        storage.set_aside(SCOPE, KEY, text)
        return LayoutState()
    state = from_json(saved)
    if not is_whole(saved, state):
        storage.set_aside(SCOPE, KEY, text)
    return state


def save(storage: Storage, state: LayoutState) -> None:
    """Queue the layout for writing; a write that fails is logged and the layout stays as it is on screen."""
    future = storage.submit(SCOPE, KEY, to_json(state))

    def done(outcome: object) -> None:
        del outcome
        error = future.exception()
        if error is not None:
            log.warning("the layout was not saved: %s", error)

    future.add_done_callback(done)
