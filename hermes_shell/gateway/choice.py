"""Which backend the shell uses: as the start says, else as the user chose, else what is there."""

from __future__ import annotations

import logging
import os
import threading
from pathlib import Path

from hermes_shell.errors import GatewayUnusable
from hermes_shell.gateway.agent_program import find_agent
from hermes_shell.gateway.backend import Backend, ModelSettings
from hermes_shell.gateway.connection_settings import FILE_NAME, ConnectionSettings, load_settings
from hermes_shell.gateway.leftover import FILE_NAME as NOTE_NAME
from hermes_shell.gateway.leftover import end_leftover
from hermes_shell.paths import Home
from hermes_shell.settings import GatewayOption

log = logging.getLogger(__name__)


def settings_file(home: Home) -> Path:
    """Where a home's connection settings lie."""
    return home.state / FILE_NAME


def choose_backend(option: GatewayOption, home: Home) -> Backend | None:
    """Make the backend that is wanted now; where that is no agent of this machine, one that was left over is ended.

    Args:
        option: of the start.
        home: whose settings count.

    Returns:
        The backend; None when no gateway is wanted.

    Raises:
        GatewayUnusable: what is wanted cannot be had; nothing else is taken instead.
    """
    backend = _backend(option, home)
    if (backend is None or backend.kind != "child") and (home.state / NOTE_NAME).exists():
        threading.Thread(target=_end_leftover, args=(home.state / NOTE_NAME,), name="leftover", daemon=True).start()
    return backend


def _end_leftover(note: Path) -> None:
    ended = end_leftover(note)
    if ended is not None:
        log.warning("An agent that outlived an earlier shell was ended: process %d.", ended)


def _backend(option: GatewayOption, home: Home) -> Backend | None:
    if option == "none":
        return None
    if option == "demo":
        return _embedded(home, demo=True)
    settings = load_settings(settings_file(home))
    wanted = settings.mode if option == "auto" else option
    if wanted == "remote":
        return _remote(settings)
    if wanted == "embedded":
        return _embedded(home)
    agent = find_agent(settings.command, os.environ, Path.home())
    if agent is not None:
        from hermes_shell.gateway.child import ChildBackend

        return ChildBackend(agent, home.root, home.state, os.environ)
    if wanted == "child":
        raise GatewayUnusable("There is no Hermes agent on this machine. Install it, or choose another gateway.")
    return _embedded(home)


def _remote(settings: ConnectionSettings) -> Backend:
    if not settings.url:
        raise GatewayUnusable("No URL of a gateway is set.")
    from hermes_shell.gateway.remote import RemoteBackend

    return RemoteBackend(settings.url, settings.token)


def _embedded(home: Home, *, demo: bool = False) -> Backend:
    from hermes_shell.gateway.embedded.backend import EmbeddedBackend

    def model() -> ModelSettings:
        return ModelSettings() if demo else load_settings(settings_file(home)).model

    return EmbeddedBackend(home.state, model)
