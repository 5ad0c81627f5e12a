"""How the gateway is reached, for the settings and the first run: look, try, choose.

Secrets go in and never out. A page gets the gateway's host, not its URL.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast, get_args
from urllib.parse import urlsplit

from hermes_shell.core.shell import CoreContext, Shell
from hermes_shell.core.window import Window
from hermes_shell.errors import GatewayError, GatewayUnusable, ProtocolError
from hermes_shell.gateway.agent_program import find_agent
from hermes_shell.gateway.backend import ModelSettings
from hermes_shell.gateway.choice import settings_file
from hermes_shell.gateway.connection_settings import ConnectionSettings, Mode, load_settings, save_settings
from hermes_shell.gateway.endpoint import Endpoint, same_origin
from hermes_shell.gateway.late_link import open_link

TEXT_LIMIT = 4096
"""The most letters that one field may have."""
TRY_SECONDS = 30.0
_NO_MODEL_URL = "The model server's URL is not one. It looks like https://host/v1."


def register(ctx: CoreContext) -> None:
    """Offer the verbs."""
    ctx.verb("gateway.settings", show)
    ctx.verb("gateway.configure", configure)
    ctx.verb("gateway.try", try_out)


async def show(window: Window, args: Mapping[str, Any]) -> object:
    """Everything but secrets and the gateway's URL.

    Returns:
        `{mode, chosen, option, host, url_set, token_set, command, agent_found, model: {base_url, model, api_key_set},
        fault}`; `option` is what the start asked for, `auto` as a rule; `fault` says why the settings cannot be read.
    """
    del args
    shell = window.shell
    return await asyncio.to_thread(_facts, shell)


async def configure(window: Window, args: Mapping[str, Any]) -> object:
    """Keep a choice and connect by it: `{mode?, url?, token?, command?, model?: {base_url?, api_key?, model?}}`.

    What is missing stays as it is. A secret does not go along to another server: with a new URL comes a new token, or
    none.

    Raises:
        GatewayUnusable: the URL is none, or the command is not the agent.
        GatewayError: the choice cannot be stored.
        ProtocolError: the arguments do not fit.
    """
    shell = window.shell
    file = settings_file(shell.settings.home)
    before, _ = await asyncio.to_thread(_stored, file)
    after = _changed(before, args)
    _check(after)
    program = await _program(after.command, shell) if after.command and after.command != before.command else None
    async with shell.configuring:
        # Another window may have changed something while the program was asked.
        now, _ = await asyncio.to_thread(_stored, file)
        after = _changed(now, args)
        _check(after)
        await asyncio.to_thread(save_settings, file, after if program is None else replace(after, command=program))
    if shell.settings.gateway != "none":
        await shell.gateway.restart()
    return await show(window, {})


async def try_out(window: Window, args: Mapping[str, Any]) -> object:
    """Find out whether a gateway answers: `{url?, token?}`. What is missing is the stored one.

    Returns:
        `{ok, fault, version}`.

    Raises:
        ProtocolError: the arguments do not fit.
    """
    before, _ = await asyncio.to_thread(_stored, settings_file(window.shell.settings.home))
    asked = _changed(before, {name: args[name] for name in ("url", "token") if name in args})
    if not asked.url:
        return {"ok": False, "fault": "No URL is given.", "version": None}
    try:
        async with asyncio.timeout(TRY_SECONDS):
            link = await open_link(Endpoint.of(asked.url, asked.token), lambda _: None, lambda _: None)
    except TimeoutError:
        return {"ok": False, "fault": "The gateway did not answer in time.", "version": None}
    except GatewayError as error:
        return {"ok": False, "fault": error.message, "version": None}
    await link.close()
    return {"ok": True, "fault": None, "version": link.version}


def _facts(shell: Shell) -> dict[str, object]:
    settings, fault = _stored(settings_file(shell.settings.home))
    try:
        agent = find_agent(settings.command, os.environ, Path.home())
    except GatewayUnusable:
        agent = None
    model = settings.model
    return {
        "mode": settings.mode,
        "chosen": settings.chosen,
        "option": shell.settings.gateway,
        "host": _host(settings.url),
        "url_set": bool(settings.url),
        "token_set": bool(settings.token),
        "command": settings.command,
        "agent_found": None if agent is None else str(agent),
        "model": {"base_url": model.base_url, "model": model.model, "api_key_set": bool(model.api_key)},
        "fault": fault,
    }


def _stored(file: Path) -> tuple[ConnectionSettings, str | None]:
    """The stored choice, or none with the reason."""
    try:
        return load_settings(file), None
    except GatewayUnusable as error:
        return ConnectionSettings(), error.message


def _changed(before: ConnectionSettings, args: Mapping[str, Any]) -> ConnectionSettings:
    mode = args.get("mode", before.mode)
    if mode not in get_args(Mode):
        raise ProtocolError(f"gateway.configure: mode is one of {', '.join(get_args(Mode))}")
    url, command = _text(args, "url", before.url), _text(args, "command", before.command)
    kept = before.token if url == before.url or same_origin(url, before.url) else ""
    given = args.get("model", {})
    if not isinstance(given, dict):
        raise ProtocolError("gateway.configure: model is an object")
    model, old = cast("dict[str, Any]", given), before.model
    base_url = _text(model, "base_url", old.base_url)
    key = old.api_key if base_url == old.base_url or same_origin(base_url, old.base_url) else ""
    return replace(
        before,
        mode=cast("Mode", mode),
        chosen=True,
        url=url,
        token=_text(args, "token", kept),
        command=command,
        model=ModelSettings(base_url, _text(model, "api_key", key), _text(model, "model", old.model)),
    )


async def _program(command: str, shell: Shell) -> str:
    """The agent's program: the one that is found by itself, or one that is looked at and asked before it is kept.

    Raises:
        GatewayUnusable: it is none.
    """
    if await asyncio.to_thread(_is_found, command):
        return command
    from hermes_shell.gateway.agent_check import checked_program  # late: few ever name one

    return await checked_program(command, os.environ, shell.settings.home.root)


def _is_found(command: str) -> bool:
    """Whether a command is what is taken where nobody names one."""
    try:
        found = find_agent("", os.environ, Path.home())
    except GatewayUnusable:
        return False
    return found is not None and os.path.abspath(found) == os.path.abspath(os.path.expanduser(command))


def _check(settings: ConnectionSettings) -> None:
    """Raises:
    GatewayUnusable: it cannot work, whatever answers.
    """
    if settings.mode == "remote" or settings.url:
        Endpoint.of(settings.url, settings.token)
    if settings.model.base_url:
        _check_model_url(settings.model.base_url)


def _check_model_url(url: str) -> None:
    try:
        parts = urlsplit(url)
    except ValueError:
        raise GatewayUnusable(_NO_MODEL_URL) from None
    if "@" in parts.netloc:  # pages are told this URL
        raise GatewayUnusable("The model server's URL must not hold a name or password; the key has its own place.")
    if parts.scheme not in ("http", "https") or not _host(url):
        raise GatewayUnusable(_NO_MODEL_URL)


def _host(url: str) -> str:
    try:
        return Endpoint.of(url, "").place if url else ""
    except GatewayUnusable:
        return ""


def _text(args: Mapping[str, Any], name: str, otherwise: str) -> str:
    value = args.get(name)
    if value is None:
        return otherwise
    if not isinstance(value, str) or len(value) > TEXT_LIMIT:
        raise ProtocolError(f"gateway.configure: {name} is a text of at most {TEXT_LIMIT} letters")
    return value.strip()
