"""Whether a program that somebody names is the agent: looked at before it is run, and asked before it is kept.

Any code in a page can name a program, so what is named must be a file that only its user or root can change, that is
called after the agent, and that says so itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

from hermes_shell.errors import GatewayUnusable

VERSION_SECONDS = 20.0
"""How long it may take to tell its version; it looks for updates then."""
ANSWER_BYTES = 4096
DRAIN_SECONDS = 1.0
_SAYS = re.compile(rb"^Hermes Agent v?\d+\.\d+", re.MULTILINE)
_NAME = "hermes"
_WINDOWS = sys.platform == "win32"


async def checked_program(command: str, environ: Mapping[str, str], home: Path) -> str:
    """The path of the agent's program that `command` names, links followed, after it said that it is one.

    Args:
        command: a path, or a name on the path.
        environ: the variables that it inherits.
        home: the home it is asked about.

    Raises:
        GatewayUnusable: there is no such program, anybody could change it, or it is no agent.
    """
    program = await asyncio.to_thread(_looked_at, command, environ)
    if not _SAYS.search(await _version(program, {**environ, "HERMES_HOME": str(home)})):
        raise GatewayUnusable(f"{program} is not the Hermes agent: asked for its version, it said something else.")
    return str(program)


def _looked_at(command: str, environ: Mapping[str, str]) -> Path:
    found = shutil.which(os.path.expanduser(command), path=environ.get("PATH"))
    if found is None:
        raise GatewayUnusable(f"There is no program {command}.")
    program = Path(os.path.abspath(found))
    if _NAME not in program.name.lower():
        raise GatewayUnusable(f"The agent's program is called hermes, and {program.name} is not.")
    if _WINDOWS:
        return program
    try:
        real = program.resolve(strict=True)
        places = [place.stat() for place in (real, *real.parents)]
    except (OSError, RuntimeError) as error:
        raise GatewayUnusable(f"{program} cannot be looked at: {error}.") from error
    if _NAME not in real.name.lower():
        raise GatewayUnusable(f"{program} leads to {real.name}, and the agent's program is called hermes.")
    if not stat.S_ISREG(places[0].st_mode) or not all(_is_yours(place) for place in places):
        raise GatewayUnusable(f"{program} can be changed by others than you, so it is not started as the agent.")
    return real  # and not the link to it, which may lead elsewhere tomorrow


def _is_yours(place: os.stat_result) -> bool:
    """Whether only its user and root may change a file, or what lies in a folder."""
    if place.st_uid not in (0, os.getuid()):
        return False
    if stat.S_ISDIR(place.st_mode) and place.st_mode & stat.S_ISVTX:
        return True  # where everybody may put something, and nobody may change what others have put there
    by_group = place.st_mode & stat.S_IWGRP and place.st_gid not in (0, os.getgid())
    return not (by_group or place.st_mode & stat.S_IWOTH)


async def _version(program: Path, environment: Mapping[str, str]) -> bytes:
    """What it says when it is asked for its version; it is ended when that takes too long."""
    try:
        process = await asyncio.create_subprocess_exec(
            str(program),
            "--version",
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=dict(environment),
            start_new_session=not _WINDOWS,
        )
    except OSError as error:
        raise GatewayUnusable(f"{program} cannot be started: {error.strerror}.") from error
    assert process.stdout is not None
    said = b""
    try:
        async with asyncio.timeout(VERSION_SECONDS):
            while len(said) < ANSWER_BYTES and (more := await process.stdout.read(ANSWER_BYTES)):
                said += more
    except TimeoutError:
        raise GatewayUnusable(f"{program} did not tell its version within {VERSION_SECONDS:g} seconds.") from None
    finally:
        with contextlib.suppress(ProcessLookupError):
            if _WINDOWS:
                process.kill()
            elif process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)  # it leads a group of its own
        with contextlib.suppress(TimeoutError):  # what it said too much keeps its pipe open
            async with asyncio.timeout(DRAIN_SECONDS):
                while await process.stdout.read(ANSWER_BYTES):
                    pass
        await process.wait()
    return said
