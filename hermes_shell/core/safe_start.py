"""Safe start: pages tell how evaluation goes, and the user chooses what happens after bad starts.

What a bad start is stands in `hermes_shell.starts`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hermes_shell.contribution import Contribution, Dispose
from hermes_shell.core.shell import CoreContext, Shell
from hermes_shell.core.verb_arguments import text_arg
from hermes_shell.core.window import Window
from hermes_shell.errors import ProtocolError
from hermes_shell.plugins.record import Meta
from hermes_shell.plugins.row import key_of

CHOICES = ("off", "safe", "usual")

_Folder = Annotated[str, Field(min_length=1, max_length=1000)]


class Evaluation(BaseModel):
    """What a page tells of its evaluations; the fields are those of `Starts.hear`."""

    model_config = ConfigDict(extra="ignore", defer_build=True)
    begun: Annotated[list[_Folder], Field(max_length=2000)] = []
    entered: _Folder | None = None
    ended: Annotated[list[_Folder], Field(max_length=2000)] = []
    settled: bool = False
    left: bool = False


def register(ctx: CoreContext) -> None:
    """Hear the pages, take the user's choice, and say in the status bar that no plugin runs."""
    ctx.topic("evaluation", hear)
    ctx.on_window_gone(ctx.shell.starts.page_gone)
    item = _SafeModeItem(ctx)
    item.refresh()
    ctx.shell.starts.on_mode(item.refresh)
    ctx.verb("starts.choose", choose)


def hear(window: Window, args: Mapping[str, Any]) -> None:
    """Take what a page tells of its evaluations."""
    try:
        told = Evaluation.model_validate(args)
    except ValidationError as error:
        raise ProtocolError(f"evaluation: {error.errors(include_url=False, include_input=False)[0]['msg']}") from error
    window.shell.starts.hear(
        window.id,
        begun=told.begun,
        entered=told.entered,
        ended=told.ended,
        settled=told.settled,
        left=told.left,
    )


def bad_starts(shell: Shell) -> dict[str, object] | None:
    """Why plugins are held back, for the page's question; None while nothing is to be asked.

    Returns:
        `{"count", "plugins": [{"id", "name"}]}`: bad starts in a row, and the plugins that may have caused them. One
        that has never settled goes by its folder. Plugins that are gone are not among them.
    """
    if shell.starts.mode != "held":
        return None
    rows = {row["folder"]: row for row in shell.loader.rows()}
    plugins = [
        {"id": key_of(rows[folder]), "name": rows[folder]["name"]} if folder in rows else {"id": folder, "name": folder}
        for folder in shell.starts.suspects()
        if folder in rows or not shell.loader.scanned
    ]
    return {"count": shell.starts.bad, "plugins": plugins}


async def choose(window: Window, args: Mapping[str, Any]) -> object:
    """Take the user's choice: `{choice, id?}`.

    `off` turns the plugin `id` off (a text, or a list of several) and lets the others run, `safe` goes on without any,
    `usual` lets all run. The pages load again by themselves.
    """
    shell, choice = window.shell, args.get("choice")
    if choice not in CHOICES:
        raise ProtocolError("starts.choose: the choice is off, safe or usual")
    if choice == "off":
        for plugin in _ids(args):
            await _turn_off(shell, plugin)
    shell.starts.choose("safe" if choice == "safe" else "usual")
    shell.announce("start-mode", mode=shell.starts.mode)
    return True


def _ids(args: Mapping[str, Any]) -> list[str]:
    given = args.get("id")
    if not isinstance(given, list):
        return [text_arg(args, "id", "starts.choose")]
    return [text_arg({"id": one}, "id", "starts.choose") for one in given]  # pyright: ignore[reportUnknownVariableType]


async def _turn_off(shell: Shell, plugin: str) -> None:
    """Turn a plugin off. One that was never evaluated goes by the id in its source, else by its folder's name."""
    row = next((row for row in shell.loader.rows() if key_of(row) == plugin), None)
    record = shell.loader.record(row["folder"]) if row is not None and row["id"] is None else None
    if record is not None and record.meta is None:
        await shell.loader.name_unknown()
        if record.meta is None:
            record.meta = Meta(id=plugin, name=plugin, description="", version=None, default_enabled=None)
        plugin = record.meta["id"]
        remembered = shell.decisions.remember(record.folder, record.meta)
        if remembered is not None:
            await asyncio.wrap_future(remembered)
    await shell.decide(plugin, False)


class _SafeModeItem:
    """The status bar's item while plugins are off: a click leads back."""

    def __init__(self, ctx: CoreContext) -> None:
        self._ctx = ctx
        self._dispose: Dispose | None = None

    def refresh(self) -> None:
        """Show it or take it away."""
        if self._dispose is not None:
            self._dispose()
            self._dispose = None
        if not self._ctx.shell.safe_mode:
            return
        self._dispose = self._ctx.register_many(
            [
                Contribution(
                    area="statusBar.left",
                    id="safe-mode",
                    title="Safe mode",
                    order=1_000,
                    data={
                        "id": "safe-mode",
                        "label": "Safe mode",
                        "tone": "warn",
                        "title": "Safe mode: no plugin runs. Leave it…",
                        "command": "starts.leaveSafeMode",
                    },
                ),
                Contribution(
                    area="palette",
                    id="starts.leaveSafeMode",
                    title="Leave safe mode",
                    data={
                        "id": "starts.leaveSafeMode",
                        "label": "Leave safe mode",
                        "command": "starts.leaveSafeMode",
                        "keywords": ["plugins", "start", "usual"],
                    },
                ),
            ]
        )
