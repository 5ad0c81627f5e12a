"""How the user wants the gateway to be reached: `desktop-shell/gateway.json`, mode 0600, for it holds secrets."""

from __future__ import annotations

import json
import os
import stat
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast, get_args

from hermes_shell.damaged_file import set_aside
from hermes_shell.errors import GatewayError, GatewayUnusable
from hermes_shell.gateway.backend import ModelSettings

Mode = Literal["auto", "child", "remote", "embedded"]
"""`auto` = the agent of this machine when there is one, else the embedded gateway."""

FILE_NAME = "gateway.json"
_SIZE_LIMIT = 64 * 1024


@dataclass(frozen=True)
class ConnectionSettings:
    """The user's choice.

    Attributes:
        mode: how to reach the gateway.
        chosen: whether the user ever chose.
        url: of a remote gateway.
        token: its session token.
        command: the agent's program; empty = the one that is found.
        model: what the embedded gateway asks.
    """

    mode: Mode = "auto"
    chosen: bool = False
    url: str = ""
    token: str = field(default="", repr=False)
    command: str = ""
    model: ModelSettings = field(default_factory=ModelSettings)


def load_settings(file: Path) -> ConnectionSettings:
    """Read the file; a missing one is nobody's choice.

    Raises:
        GatewayUnusable: it cannot be read, or is damaged. It is left as it is.
    """
    try:
        with file.open("rb") as stream:
            if stat.S_IMODE(os.fstat(stream.fileno()).st_mode) & 0o077 and os.name == "posix":
                os.chmod(file, 0o600)  # somebody copied it; it holds secrets
            raw = stream.read(_SIZE_LIMIT + 1)
    except FileNotFoundError:
        return ConnectionSettings()
    except OSError as error:
        raise GatewayUnusable(f"The connection settings {file} cannot be read: {error.strerror}.") from error
    try:
        found: object = json.loads(raw) if len(raw) <= _SIZE_LIMIT else None
        return _settings(found)
    except (ValueError, RecursionError):
        text = f"The connection settings {file} are damaged. They are kept; choose a gateway in the settings anew."
        raise GatewayUnusable(text) from None


def save_settings(file: Path, settings: ConnectionSettings) -> None:
    """Write the file in one step, readable by its owner alone. A damaged one is kept under another name.

    Raises:
        GatewayError: it cannot be written; the old one is as it was.
    """
    model = settings.model
    content = {
        "mode": settings.mode,
        "url": settings.url,
        "token": settings.token,
        "command": settings.command,
        "model": {"base_url": model.base_url, "api_key": model.api_key, "model": model.model},
    }
    try:
        try:
            load_settings(file)
        except GatewayUnusable:
            set_aside(file)
        handle, fresh = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)  # mode 0600
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                json.dump(content, stream, indent=2)
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(fresh, file)
        except BaseException:
            os.unlink(fresh)
            raise
    except OSError as error:
        raise GatewayError(None, f"The connection settings {file} cannot be written: {error.strerror}.") from error


def _settings(found: object) -> ConnectionSettings:
    """What the file says.

    Raises:
        ValueError: it says something else.
    """
    if not isinstance(found, dict):
        raise ValueError
    given = cast("dict[str, object]", found)
    mode, model = given.get("mode", "auto"), given.get("model", {})
    if mode not in get_args(Mode) or not isinstance(model, dict):
        raise ValueError
    asked = cast("dict[str, object]", model)
    return ConnectionSettings(
        mode=cast("Mode", mode),
        chosen=True,
        url=_text(given, "url"),
        token=_text(given, "token"),
        command=_text(given, "command"),
        model=ModelSettings(_text(asked, "base_url"), _text(asked, "api_key"), _text(asked, "model")),
    )


def _text(given: dict[str, object], name: str) -> str:
    value = given.get(name, "")
    if not isinstance(value, str):
        raise ValueError
    return value
