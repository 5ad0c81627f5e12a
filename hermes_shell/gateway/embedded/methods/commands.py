"""Slash commands: the list, completion, and what they do."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded.call import Call
from hermes_shell.gateway.embedded.methods import prompts, session_lists, sessions, settings
from hermes_shell.gateway.embedded.preferences import CHOICES, EFFORTS

SHOWN = 30
"""Completions that are offered at once."""

ENTRIES = 5000
"""Entries of one folder that are looked at."""


@dataclass(frozen=True)
class Command:
    """One slash command.

    Attributes:
        about: one line for people.
        run: gets the call and the text behind the command.
        values: what may stand behind it, for completion.
    """

    about: str
    run: Callable[[Call, str], Awaitable[dict[str, Any]]]
    values: tuple[str, ...] = ()


async def catalog(call: Call) -> object:
    """`commands.catalog`."""
    pairs = [[f"/{name}", command.about] for name, command in COMMANDS.items()]
    return {
        "pairs": pairs,
        "sub": {f"/{name}": list(command.values) for name, command in COMMANDS.items() if command.values},
        "canon": {f"/{alias}": f"/{name}" for alias, name in ALIASES.items()},
        "categories": [{"name": "Chat", "pairs": pairs}],
        "skill_count": 0,
        "warning": "",
    }


async def complete_slash(call: Call) -> object:
    """`complete.slash`: commands, or the values of one."""
    text = call.text("text")
    if not text.startswith("/") or "\n" in text:
        return {"items": []}
    name, space, rest = text[1:].partition(" ")
    if not space:
        found = [
            {"text": one, "display": f"/{one}", "meta": command.about}
            for one, command in COMMANDS.items()
            if one.startswith(name.lower())
        ]
        return {"items": found[:SHOWN], "replace_from": 1}
    command = COMMANDS.get(_canonical(name))
    values = command.values if command is not None else ()
    found = [{"text": one, "display": one, "meta": ""} for one in values if one.startswith(rest.lower())]
    return {"items": found[:SHOWN], "replace_from": len(name) + 2}


async def complete_path(call: Call) -> object:
    """`complete.path`: files and folders for a reference or a path."""
    session = call.session_or_none()
    cwd = call.text("cwd") or (session.cwd if session is not None else "") or "~"
    return {"items": await asyncio.to_thread(_paths, call.text("word")[:4096], cwd)}


async def execute(call: Call) -> object:
    """`slash.exec`: run a command line; an unknown command is told as output."""
    line = call.text("command").strip()
    name, _, argument = line.removeprefix("/").partition(" ")
    if not name:
        raise GatewayError(4004, "empty command")
    command = COMMANDS.get(_canonical(name))
    if command is None:
        return {"output": f"Unknown command: /{name[:100]}. /help lists those of the built-in gateway."}
    call.session()
    done = await command.run(call, argument.strip())
    return {"output": done["output"]} if done.get("type") == "exec" else done


async def dispatch(call: Call) -> object:
    """`command.dispatch`: run a command by its name; for `send` the client submits `message`."""
    name = call.text("name").removeprefix("/")
    command = COMMANDS.get(_canonical(name))
    if command is None:
        raise GatewayError(4018, f"unknown command: {name[:100]}")
    call.session()
    return await command.run(call, call.text("arg").strip())


async def resolve(call: Call) -> object:
    """`command.resolve`: the command that a name or alias means."""
    name = call.text("name").removeprefix("/")
    if _canonical(name) not in COMMANDS:
        raise GatewayError(4011, f"unknown command: {name[:100]}")
    return {"canonical": f"/{_canonical(name)}", "description": COMMANDS[_canonical(name)].about}


def _canonical(name: str) -> str:
    return ALIASES.get(name.lower(), name.lower())


def _with(call: Call, **params: Any) -> Call:
    return replace(call, params={**call.params, **params})


def _said(output: str) -> dict[str, Any]:
    return {"type": "exec", "output": output}


async def _help(call: Call, argument: str) -> dict[str, Any]:
    lines = [f"/{name:<10} {command.about}" for name, command in COMMANDS.items()]
    return _said("\n".join(("The built-in gateway has no tools. Its commands:", "", *lines)))


async def _title(call: Call, argument: str) -> dict[str, Any]:
    if not argument:
        return _said(call.session().title or "This chat has no title yet.")
    await sessions.title(_with(call, title=argument))
    return _said(f"Title: {call.session().title}")


async def _undo(call: Call, argument: str) -> dict[str, Any]:
    await sessions.undo(call)
    return _said("The last prompt and its answer are undone.")


async def _retry(call: Call, argument: str) -> dict[str, Any]:
    store, session = call.gateway.store, call.session()
    found = [
        message for message in await store.run(lambda: store.messages.of(session.stored)) if message.role == "user"
    ]
    if not found:
        return _said("There is no prompt to send again.")
    await sessions.undo(call)
    return {"type": "send", "message": found[-1].content}


async def _queue(call: Call, argument: str) -> dict[str, Any]:
    return {"type": "send", "message": argument} if argument else _said("Usage: /queue <prompt>")


async def _steer(call: Call, argument: str) -> dict[str, Any]:
    if not argument:
        return _said("Usage: /steer <note>")
    if call.gateway.turns.steer(call.session(), argument):
        return _said("The note is given to the running turn.")
    return {"type": "send", "message": argument, "notice": "Nothing runs, so this is sent as a prompt."}


async def _stop(call: Call, argument: str) -> dict[str, Any]:
    await prompts.interrupt(call)
    return _said("Interrupted.")


async def _busy(call: Call, argument: str) -> dict[str, Any]:
    return await _preference(call, "busy", argument)


async def _reasoning(call: Call, argument: str) -> dict[str, Any]:
    return await _preference(call, "reasoning", argument)


async def _preference(call: Call, key: str, value: str) -> dict[str, Any]:
    if not value:
        got: Any = await settings.get(_with(call, key=key))
        return _said(f"{key}: {got['value']}")
    done: Any = await settings.set_(_with(call, key=key, value=value))
    return _said(f"{key}: {done['value']}")


async def _model(call: Call, argument: str) -> dict[str, Any]:
    if not argument:
        session = call.session()
        return _said(f"Model: {call.gateway.choice.name(session.model, session.provider)}")
    done: Any = await settings.set_(_with(call, key="model", value=argument))
    return _said(f"Model: {done['value']}")


async def _status(call: Call, argument: str) -> dict[str, Any]:
    told: Any = await session_lists.status(call)
    return _said(told["output"])


ALIASES = {"name": "title", "usage": "status", "effort": "reasoning", "interrupt": "stop", "q": "queue"}

COMMANDS: dict[str, Command] = {
    "help": Command("List the commands", _help),
    "title": Command("Show or set the title of this chat", _title),
    "undo": Command("Take back the last prompt and its answer", _undo),
    "retry": Command("Send the last prompt again", _retry),
    "queue": Command("Send a prompt when the running turn has ended", _queue),
    "steer": Command("Give a note to the running turn", _steer),
    "stop": Command("Interrupt the running turn", _stop),
    "busy": Command("What a prompt does while a turn runs", _busy, CHOICES["busy"]),
    "model": Command("Show or choose the model of this chat", _model),
    "reasoning": Command("How much the model reasons", _reasoning, (*EFFORTS, "show", "hide")),
    "status": Command("Tokens and state of this chat", _status),
}


def _paths(word: str, cwd: str) -> list[dict[str, str]]:
    """What a word may become; in a thread."""
    prefix = "@file:" if word.startswith("@") else ""
    typed = word.removeprefix("@file:").removeprefix("@").strip('"')
    folder, _, begun = typed.rpartition("/")
    shown = f"{folder}/" if folder or typed.startswith("/") else ""
    place = os.path.join(os.path.expanduser(cwd), os.path.expanduser(shown or "."))
    found: list[tuple[bool, str]] = []
    try:
        with os.scandir(place) as entries:
            for count, entry in enumerate(entries):
                if count >= ENTRIES:
                    break
                hidden = entry.name.startswith(".") and not begun.startswith(".")
                if not hidden and entry.name.lower().startswith(begun.lower()):
                    found.append((not entry.is_dir(), entry.name))
    except (OSError, ValueError):
        return []
    items: list[dict[str, str]] = []
    for is_file, name in sorted(found)[:SHOWN]:
        path = f"{shown}{name}{'' if is_file else '/'}"
        if not path.isprintable():  # a name that no prompt can hold
            continue
        quoted = f'"{path}"' if prefix and any(character.isspace() for character in path) else path
        items.append({"text": f"{prefix}{quoted}", "display": path, "meta": "" if is_file else "folder"})
    return items
