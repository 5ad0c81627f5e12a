"""What the first window needs and the start does not: done in small steps between start and window."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

from hermes_shell.areas import PLACED, WIRE_MODELS
from hermes_shell.areas.rendering import environment
from hermes_shell.channel_messages import message_reader
from hermes_shell.descriptor import Descriptor
from hermes_shell.plugins.report import Report

_AFTER_SECONDS = 0.01
"""So much later than the app's start that the server accepts connections first."""
_TEMPLATES = ("page.html", "areas/zone.html", "core/chat.html", "core/workspace.html", "core/waiting.html")


async def warm_up() -> None:
    """Make templates and models. Steps on the loop, not in a thread: a request waits for one step at the most."""
    await asyncio.sleep(_AFTER_SECONDS)
    for step in _steps():
        await asyncio.sleep(0)
        step()


def _steps() -> Iterator[Callable[[], object]]:
    for name in dict.fromkeys((*_TEMPLATES, *(area.template for area in PLACED if area.template))):
        yield lambda name=name: environment().get_template(name)
    yield message_reader
    yield Descriptor.model_rebuild
    yield Report.model_rebuild
    for model in WIRE_MODELS.values():
        yield model.model_rebuild
