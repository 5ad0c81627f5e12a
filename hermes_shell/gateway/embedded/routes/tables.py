"""The paths that take no part of their own: status, profiles, configuration, and what this gateway does not have."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from hermes_shell import __version__
from hermes_shell.gateway.embedded.preferences import CHOICES
from hermes_shell.gateway.embedded.routes.request import Answer, Refusal, RestCall
from hermes_shell.gateway.embedded.session_info import CONTRACT, PROFILE
from hermes_shell.log import FILE_NAME as LOG_FILE

Route = Callable[[RestCall], Awaitable[Answer]]

LOG_BYTES = 256 * 1024
"""How much of the log is looked at, from its end."""

LOG_LINES = 1000

ENTRIES = 2000
"""Entries of a folder that are listed."""


def status(call: RestCall) -> dict[str, Any]:
    """The answer to `/api/status`, the only one that needs no token."""
    gateway = call.gateway
    running = sum(session.running for session in gateway.live.values())
    return {
        "version": __version__,
        "backend": "embedded",
        "demo": not gateway.choice.settings.base_url,
        "desktop_contract": CONTRACT,
        "auth_required": False,
        "auth_providers": [],
        "hermes_home": str(gateway.folder.parent),
        "config_path": str(gateway.folder / "gateway.json"),
        "active_sessions": len(gateway.live),
        "active_agents": running,
        "gateway_running": False,
        "gateway_state": None,
        "gateway_platforms": {},
        "gateway_busy": running > 0,
        "gateway_mode": "none",
        "gateway_pid": None,
        "gateways": [],
        "profiles": [PROFILE],
        "incidents": gateway.store.incidents,
    }


async def _status(call: RestCall) -> Answer:
    return 200, status(call)


async def _profiles(call: RestCall) -> Answer:
    choice = call.gateway.choice
    profile = {
        "name": PROFILE,
        "path": str(call.gateway.folder.parent),
        "is_default": True,
        "model": choice.name(),
        "provider": choice.provider(),
        "has_env": False,
        "skill_count": 0,
        "gateway_running": False,
        "description": "",
    }
    return 200, {"profiles": [profile]}


async def _active_profile(call: RestCall) -> Answer:
    return 200, {"active": PROFILE, "current": PROFILE}


async def _choose_profile(call: RestCall) -> Answer:
    if call.members.get("name") != PROFILE:
        raise Refusal(404, "The built-in gateway has one profile, named default.")
    return 200, {"active": PROFILE, "current": PROFILE}


async def _config(call: RestCall) -> Answer:
    return 200, {"model": call.gateway.choice.name(), "model_context_length": 0, **call.gateway.preferences.file()}


async def _config_schema(call: RestCall) -> Answer:
    fields = {
        key: {"type": "select", "options": list(values), "description": key.replace("_", " "), "category": "chat"}
        for key, values in CHOICES.items()
    }
    return 200, {"fields": fields}


async def _config_raw(call: RestCall) -> Answer:
    return 200, {"yaml": "", "path": str(call.gateway.folder / "gateway.json")}


async def _model_info(call: RestCall) -> Answer:
    choice = call.gateway.choice
    return 200, {
        "model": choice.name(),
        "provider": choice.provider(),
        "auto_context_length": 0,
        "config_context_length": 0,
        "effective_context_length": 0,
        "capabilities": {"tools": False, "reasoning": choice.provider() != "demo"},
    }


async def _model_options(call: RestCall) -> Answer:
    return 200, await call.gateway.call_inside("model.options", {})


async def _model_auxiliary(call: RestCall) -> Answer:
    choice = call.gateway.choice
    return 200, {"tasks": [], "main": {"provider": choice.provider(), "model": choice.name()}}


async def _endpoints(call: RestCall) -> Answer:
    settings = call.gateway.choice.settings
    current = {"provider": call.gateway.choice.provider(), "model": call.gateway.choice.name()}
    if not settings.base_url:
        return 200, {"endpoints": [], "current": current}
    endpoint = {
        "id": "custom",
        "name": "Model server",
        "base_url": settings.base_url,
        "model": settings.model,
        "models": [settings.model] if settings.model else [],
        "has_api_key": bool(settings.api_key),
        "is_current": True,
        "source": "settings",
    }
    return 200, {"endpoints": [endpoint], "current": current}


async def _logs(call: RestCall) -> Answer:
    name = call.text("file", "agent")
    if name not in ("agent", "errors", "gateway", "gui"):
        raise Refusal(400, f"Unknown log file: {name[:100]}")
    count = max(1, min(call.number("lines", 100), LOG_LINES))
    lines = await asyncio.to_thread(_tail, call.gateway.folder / "logs" / LOG_FILE, count, name == "errors")
    return 200, {"file": name, "lines": lines}


async def _fs_list(call: RestCall) -> Answer:
    path = call.text("path") or "~"
    try:
        return 200, {"entries": await asyncio.to_thread(_entries, path)}
    except (OSError, ValueError) as error:
        raise Refusal(400, f"{path} cannot be listed: {error}") from error


async def _fs_cwd(call: RestCall) -> Answer:
    return 200, {"cwd": call.gateway.preferences["cwd"] or call.gateway.home, "branch": ""}


def _entries(path: str) -> list[dict[str, Any]]:
    with os.scandir(os.path.expanduser(path)) as entries:
        found = [
            {"name": entry.name, "path": entry.path, "isDirectory": entry.is_dir()}
            for _, entry in zip(range(ENTRIES), entries, strict=False)
        ]
    return sorted(found, key=lambda entry: (not entry["isDirectory"], str(entry["name"]).lower()))


def _tail(file: Path, count: int, only_errors: bool) -> list[str]:
    """The last lines of the shell's log, in which secrets are masked already; none when there is no log."""
    try:
        with open(file, "rb") as log:
            log.seek(0, os.SEEK_END)
            log.seek(max(0, log.tell() - LOG_BYTES))
            lines = log.read().decode("utf-8", "replace").splitlines(keepends=True)
    except OSError:
        return []
    if only_errors:
        lines = [line for line in lines if " ERROR " in line or " CRITICAL " in line]
    return lines[-count:]


def _always(value: object) -> Route:
    async def answer(call: RestCall) -> Answer:
        return 200, value

    return answer


TABLE: Mapping[tuple[str, str], Route] = {
    ("GET", "status"): _status,
    ("GET", "profiles"): _profiles,
    ("GET", "profiles/active"): _active_profile,
    ("POST", "profiles/active"): _choose_profile,
    ("GET", "config"): _config,
    ("GET", "config/defaults"): _always({key: values[0] for key, values in CHOICES.items()}),
    ("GET", "config/schema"): _config_schema,
    ("GET", "config/raw"): _config_raw,
    ("GET", "env"): _always({}),
    ("GET", "model/info"): _model_info,
    ("GET", "model/options"): _model_options,
    ("GET", "model/auxiliary"): _model_auxiliary,
    ("GET", "providers/custom-endpoints"): _endpoints,
    ("GET", "skills"): _always([]),
    ("GET", "tools/toolsets"): _always([]),
    ("GET", "cron/jobs"): _always([]),
    ("GET", "logs"): _logs,
    ("GET", "dashboard/plugins"): _always([]),
    ("GET", "dashboard/plugins/hub"): _always({"plugins": [], "orphan_dashboard_plugins": [], "providers": {}}),
    ("GET", "dashboard/plugins/rescan"): _always({"ok": True, "count": 0}),
    ("GET", "dashboard/themes"): _always({"themes": [], "active": "default"}),
    ("GET", "mcp/servers"): _always({"servers": []}),
    ("GET", "fs/list"): _fs_list,
    ("GET", "fs/default-cwd"): _fs_cwd,
}
