"""Methods that read and set preferences, and tell about models and the setup."""

from __future__ import annotations

import shlex
from typing import Any

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded.call import BAD_VALUE, Call
from hermes_shell.gateway.embedded.preferences import CHOICES, EFFORTS, LONGEST
from hermes_shell.gateway.embedded.session_info import PROFILE

_ON = ("1", "on", "true", "yes")
_OFF = ("0", "off", "false", "no")
_PLAIN = ("skin", "indicator", "personality", "fast", "busy", "approval_mode", "details_mode", "thinking_mode",
          "compact", "statusbar", "mouse", "verbose")  # fmt: skip


async def get(call: Call) -> dict[str, Any]:
    """`config.get`: one key."""
    key, preferences, choice = call.text("key"), call.gateway.preferences, call.gateway.choice
    session = call.session_or_none()
    if key in _PLAIN:
        return {"value": preferences[key]}
    match key:
        case "reasoning":
            own = session.effort if session is not None else None
            return {"value": own or preferences.effort or "medium", "display": preferences["display"]}
        case "provider":
            return {
                "model": choice.name(*_chosen(call)),
                "provider": choice.provider(_chosen(call)[1]),
                "providers": [
                    {"id": one["slug"], "label": one["name"], "aliases": [], "authenticated": True}
                    for one in await _providers(call)
                ],
            }
        case "profile":
            return {"home": str(call.gateway.folder.parent), "display": PROFILE}
        case "project":
            return {"cwd": session.cwd if session is not None else preferences["cwd"], "branch": ""}
        case "prompt":
            return {"prompt": preferences["prompt"]}
        case "full":
            return {"config": full_config(call)}
        case "mtime":
            return {"mtime": call.gateway.started_at}
        case _:
            raise GatewayError(BAD_VALUE, f"unknown config key: {key[:100]}")


async def set_(call: Call) -> dict[str, Any]:
    """`config.set`: one key, for a session or for all."""
    key, preferences = call.text("key"), call.gateway.preferences
    value = _as_text(call.params.get("value"))
    session = call.session_or_none()
    if len(value) > LONGEST:
        raise GatewayError(BAD_VALUE, f"{key[:100]} is too long")
    match key:
        case "model":
            return await _set_model(call, value)
        case "yolo":
            if session is None:
                await preferences.set("yolo", "on" if value.lower() in _ON else "off")
                return {"key": key, "value": preferences["yolo"], "scope": "global"}
            toggled = not session.yolo if value.lower() not in (*_ON, *_OFF) else value.lower() in _ON
            session.yolo = toggled
            call.gateway.announce(session)
            return {"key": key, "value": "1" if toggled else "0", "scope": "session"}
        case "reasoning":
            return await _set_reasoning(call, value.strip().lower())
        case "skin":
            await preferences.set("skin", value)
            call.gateway.tell_all("skin.changed", {"name": value or "default", "colors": {}, "branding": {}})
            return {"key": key, "value": value}
        case "personality":
            await preferences.set("personality", value)
            info = call.gateway.info(session) if session is not None else {}
            return {"key": key, "value": value, "info": info, "history_reset": False}
        case "prompt" | "cwd":
            await preferences.set(key, value)
            return {"key": key, "value": value}
        case _ if key in CHOICES:
            chosen = _normal(key, value.strip().lower())
            if chosen not in CHOICES[key]:
                raise GatewayError(BAD_VALUE, f"unknown {key}: {value[:100]}; use {', '.join(CHOICES[key])}")
            await preferences.set(key, chosen)
            if key == "approval_mode":
                for live in tuple(call.gateway.live.values()):
                    call.gateway.announce(live)
            return {"key": key, "value": chosen}
        case _:
            raise GatewayError(BAD_VALUE, f"unknown config key: {key[:100]}")


async def model_options(call: Call) -> object:
    """`model.options`: what can be chosen."""
    chosen = _chosen(call)
    choice = call.gateway.choice
    return {
        "providers": await _providers(call),
        "model": choice.name(*chosen),
        "provider": choice.provider(chosen[1]),
    }


async def setup_status(call: Call) -> object:
    """`setup.status`: the demo model always answers, so there is always a provider."""
    return {"provider_configured": call.gateway.choice.fault is None, "demo": not call.gateway.choice.settings.base_url}


async def runtime_check(call: Call) -> object:
    """`setup.runtime_check`."""
    choice = call.gateway.choice
    if choice.fault:
        return {"ok": False, "error": choice.fault}
    return {"ok": True, "provider": choice.provider(), "model": choice.name(), "source": "settings"}


def full_config(call: Call) -> dict[str, Any]:
    """What is set, as the config file of a gateway has it; never a key."""
    choice, settings = call.gateway.choice, call.gateway.choice.settings
    model = {"provider": choice.provider(), "default": choice.name(), "base_url": settings.base_url}
    return {"model": model, **call.gateway.preferences.file()}


async def _set_model(call: Call, value: str) -> dict[str, Any]:
    """The value is a command line: `name --provider custom`."""
    session = call.session_or_none()
    if session is None:
        raise GatewayError(BAD_VALUE, "The model of all sessions is chosen in Settings → Gateway.")
    if session.running:
        raise GatewayError(4009, "session busy — interrupt the current turn before switching models")
    try:
        words = shlex.split(value)
    except ValueError as error:
        raise GatewayError(BAD_VALUE, f"invalid model: {error}") from error
    provider, names, warning = "", list[str](), ""
    rest = iter(words)
    for word in rest:
        if word == "--provider":
            provider = next(rest, "")
        elif word == "--global":
            warning = "The model of all sessions is chosen in Settings → Gateway; this changed one session."
        elif not word.startswith("--"):
            names.append(word)
    if len(names) != 1 or len(names[0]) > 200:
        raise GatewayError(BAD_VALUE, "model value required")
    choice = call.gateway.choice
    if provider and choice.provider(provider) != provider:
        raise GatewayError(BAD_VALUE, f"unknown provider: {provider[:100]}")
    if choice.provider(provider) == "demo" and names[0] != "demo":
        raise GatewayError(BAD_VALUE, "Only the demo model is here. Connect a model server in Settings → Gateway.")
    session.model, session.provider = names[0], provider
    call.gateway.announce(session)
    return {
        "key": "model",
        "value": names[0],
        "warning": warning,
        "confirm_required": False,
        "confirm_message": "",
        "scope": "session",
    }


async def _set_reasoning(call: Call, value: str) -> dict[str, Any]:
    preferences, session = call.gateway.preferences, call.session_or_none()
    if value in ("show", "hide", *_ON, *_OFF):
        shown = "show" if value == "show" or value in _ON else "hide"
        await preferences.set("display", shown)
        return {"key": "reasoning", "value": shown}
    if value not in EFFORTS:
        raise GatewayError(BAD_VALUE, f"unknown reasoning value: {value[:100]}")
    if session is None:
        await preferences.set("reasoning", value)
    else:
        session.effort = value
        call.gateway.announce(session)
    return {"key": "reasoning", "value": value}


async def _providers(call: Call) -> list[dict[str, Any]]:
    choice, settings = call.gateway.choice, call.gateway.choice.settings
    current = choice.provider(_chosen(call)[1])
    demo = _provider("demo", "Built-in demo", current, ["demo"], reasoning=False)
    if not settings.base_url:
        return [demo]
    names, warning = await choice.names()
    custom = _provider("custom", "Model server", current, names, reasoning=True)
    custom["api_url"], custom["is_user_defined"] = settings.base_url, True
    if warning:
        custom["warning"] = warning
    return [custom, demo]


def _provider(slug: str, name: str, current: str, models: list[str], *, reasoning: bool) -> dict[str, Any]:
    return {
        "slug": slug,
        "name": name,
        "is_current": slug == current,
        "is_user_defined": False,
        "models": models,
        "total_models": len(models),
        "source": "settings",
        "authenticated": True,
        "capabilities": {model: {"fast": False, "reasoning": reasoning} for model in models},
    }


def _chosen(call: Call) -> tuple[str, str]:
    session = call.session_or_none()
    return (session.model, session.provider) if session is not None else ("", "")


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (int, float)):
        return str(value)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise GatewayError(BAD_VALUE, "value must be text")
    return value.encode("utf-8", "replace").decode()


def _normal(key: str, value: str) -> str:
    allowed = CHOICES[key]
    if value not in allowed and {"on", "off"} <= set(allowed):
        return "on" if value in _ON else "off" if value in _OFF else value
    return value
