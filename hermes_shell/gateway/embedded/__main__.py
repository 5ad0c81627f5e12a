"""`python -m hermes_shell.gateway.embedded`: the embedded gateway as a process of its own.

It is started like the agent's own backend: the token comes in `$HERMES_DASHBOARD_SESSION_TOKEN`, the port is written to
`$HERMES_DESKTOP_READY_FILE` and printed, and SIGTERM ends it. The model is taken from `$HERMES_MODEL_BASE_URL`,
`$HERMES_MODEL_API_KEY` and `$HERMES_MODEL_NAME`; without an address it is the demo model.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import signal
import socket
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from hermes_shell.errors import GatewayError, HomeError
from hermes_shell.gateway.backend import ModelSettings
from hermes_shell.paths import Home

IN_USE = 3
"""The exit status when the address cannot be bound."""

UNUSABLE = 1

FRAME_BYTES = 16 * 1024 * 1024
"""The longest WebSocket frame that is taken, the gateway's own limit."""

_LOOPBACK = ("127.0.0.1", "localhost")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until SIGTERM or SIGINT.

    Returns:
        The exit status: 0 after a stop, 3 when the port is in use, 1 when the chats cannot be used.
    """
    options = _options(arguments)
    if options.host not in _LOOPBACK:
        print(f"error: {options.host} is not a loopback address", file=sys.stderr)
        return 2
    try:
        listening = _bind(options.port)
    except (OSError, OverflowError) as error:
        print(f"error: 127.0.0.1 port {options.port}: {error}", file=sys.stderr)
        return IN_USE
    try:
        with listening:
            asyncio.run(_serve(listening, os.environ))
    except (GatewayError, HomeError) as error:
        print(f"error: {error.message}", file=sys.stderr)
        return UNUSABLE
    return 0


async def _serve(listening: socket.socket, environment: Mapping[str, str]) -> None:
    """Serve until told to stop.

    Raises:
        GatewayUnusable: the file of the chats cannot be used.
        HomeError: nor can the home.
    """
    from hermes_shell.gateway.embedded.app import create_app
    from hermes_shell.gateway.embedded.gateway import EmbeddedGateway
    from hermes_shell.gateway.embedded.listener import Listener

    settings = ModelSettings(
        environment.get("HERMES_MODEL_BASE_URL", ""),
        environment.get("HERMES_MODEL_API_KEY", ""),
        environment.get("HERMES_MODEL_NAME", ""),
    )
    token = environment.get("HERMES_DASHBOARD_SESSION_TOKEN") or secrets.token_urlsafe(32)
    gateway = await EmbeddedGateway.open(Home.resolve().state, lambda: settings)
    server = Listener(create_app(gateway, token), FRAME_BYTES)
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        if os.name == "posix":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
            loop.add_signal_handler(number, stopped.set)
    serving = loop.create_task(server.serve([listening]))
    port: int = listening.getsockname()[1]
    try:
        await server.listening.wait()
        _announce(port, environment.get("HERMES_DESKTOP_READY_FILE", ""))
        told = loop.create_task(stopped.wait())
        await asyncio.wait({serving, told}, return_when=asyncio.FIRST_COMPLETED)
        told.cancel()
    finally:
        server.should_exit = True
        await gateway.close()
        await asyncio.wait({serving}, timeout=0.2)
        serving.cancel()


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m hermes_shell.gateway.embedded", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="a loopback address")
    parser.add_argument("--port", type=int, default=0, help="0 = any free port")
    return parser.parse_args(arguments)


def _bind(port: int) -> socket.socket:
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "nt":
            bound.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", -5), 1)
        else:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(("127.0.0.1", port))
        bound.listen(128)
    except BaseException:
        bound.close()
        raise
    return bound


def _announce(port: int, ready_file: str) -> None:
    """Tell the parent where the gateway listens: in its file, all at once, and on standard output."""
    if ready_file:
        target = Path(ready_file)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".ready-")
        with os.fdopen(handle, "w", encoding="ascii") as file:
            json.dump({"port": port}, file)
        os.replace(name, target)
    print(f"HERMES_BACKEND_READY port={port}", flush=True)
    print(f"The built-in gateway listens on http://127.0.0.1:{port}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
