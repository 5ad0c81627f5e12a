"""From the options of a start to its settings."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import cast, get_args

from hermes_shell.commands.options import home_of
from hermes_shell.errors import HomeError
from hermes_shell.settings import GatewayOption, Settings


def settings_of(options: argparse.Namespace) -> Settings:
    """The settings of a window or of `serve`.

    Raises:
        HomeError: wrong usage that the parser cannot see.
    """
    token: str | None = None
    if options.token_file is not None:
        try:
            token = Path(options.token_file).read_text("utf-8").strip()
        except (OSError, ValueError) as error:
            raise HomeError(f"the token file {options.token_file} cannot be read: {error}") from error
    return Settings(
        home=home_of(options),
        host=options.host,
        port=options.port,
        token=token,
        allow_remote=options.allow_remote,
        developer=options.developer,
        safe_mode=options.safe_mode,
        ready_file=options.ready_file,
        gateway=_gateway_of(options),
        gateway_named=options.gateway is not None,
    )


def _gateway_of(options: argparse.Namespace) -> GatewayOption:
    choice = options.gateway or os.environ.get("HERMES_SHELL_GATEWAY") or "auto"
    if choice not in get_args(GatewayOption):
        raise HomeError(f"$HERMES_SHELL_GATEWAY is {choice!r}, and must be one of {', '.join(get_args(GatewayOption))}")
    return cast("GatewayOption", choice)
