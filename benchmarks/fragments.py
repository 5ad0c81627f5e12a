"""What the server does for an area, and for one plugin that changes among many; in process, without a page."""

from __future__ import annotations

import asyncio
import json
import statistics
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from benchmarks.budgets import names_of
from benchmarks.environment import DEADLINE, home_with
from benchmarks.measurement import Measurement, Options, attempt, measured
from hermes_shell.app import create_app
from hermes_shell.channel_messages import Delta, Hello, read_message
from hermes_shell.core.window import Window
from hermes_shell.paths import Home
from hermes_shell.settings import Settings

Descriptor = dict[str, Any]
COUNTS = (10, 100, 1_000)
SILENT = "export default {{ id: 'plugin-{0}', register() {{}} }}\n"


class NoChannel:
    """The end of the wire: a window sends into nothing."""

    def send(self, message: object) -> None:
        """Drop the message."""


def run(options: Options) -> list[Measurement]:
    """Areas of 20 and 200 items, then 10, 100 and 1,000 plugins without and with a pane each."""
    rows = attempt(names_of("fragments")[:2], lambda: asyncio.run(_areas(options)))
    for kind in ("lists", "panes"):
        names = [name for name in names_of("fragments") if name.startswith(f"fragments.{kind}")]
        rows += attempt(names, lambda k=kind: asyncio.run(_changes(options, k)))
    return rows


async def _areas(options: Options) -> list[Measurement]:
    rows: list[Measurement] = []
    for count in (20, 200):

        async def measure(window: Window, count: int = count) -> list[float]:
            realm = [_nav(number, 0, "label") for number in range(count)]
            realm += [_chip(number, 0, "statusBar.left") for number in range(count)]
            window.hello(_no_channel(), _hello(realm))
            samples: list[float] = []
            for _ in range(options.times(200, 50)):
                for area in ("sidebar.nav", "statusBar.left"):
                    started = time.perf_counter()
                    window.fragment(area)
                    samples.append((time.perf_counter() - started) * 1000)
            return samples

        samples = await _with_window(options.directory / f"areas-{count}", 0, measure)
        rows.append(measured(f"fragments.items_{count}", samples, "navigation rows and status items in turn"))
    return rows


async def _changes(options: Options, kind: str) -> list[Measurement]:
    medians: dict[int, float] = {}
    rows: list[Measurement] = []
    for count in COUNTS:

        async def measure(window: Window, count: int = count) -> list[float]:
            return _change_one(window, count, panes=kind == "panes", times=options.times(60, 20))

        samples = await _with_window(options.directory / f"{kind}-{count}", count, measure)
        medians[count] = statistics.median(samples)
        rows.append(measured(f"fragments.{kind}_{count}", samples, "delta as text to frame as text"))
    rows.append(measured(f"fragments.{kind}_ratio", [medians[100] / medians[10]]))
    return rows


def _change_one(window: Window, count: int, *, panes: bool, times: int) -> list[float]:
    """Let a plugin in the middle save with other texts and places; milliseconds of each delta."""
    realm = [descriptor for number in range(count) for descriptor in _plugin(number, "label", panes=panes)]
    window.hello(_no_channel(), _hello(realm))
    samples: list[float] = []
    for turn in range(times + 3):
        put = _plugin(count // 2, f"label {turn}", panes=panes, order=100 + turn % 2)
        text = json.dumps({"t": "delta", "seq": turn, "put": put, "remove": []})
        started = time.perf_counter()
        delta = read_message(text)
        assert isinstance(delta, Delta)
        frame = json.dumps(window.delta(delta), separators=(",", ":"))
        samples.append((time.perf_counter() - started) * 1000)
        assert f"label {turn}" in frame, "the change is not in its frame"
    return samples[3:]


async def _with_window(
    directory: Path, plugins: int, measure: Callable[[Window], Awaitable[list[float]]]
) -> list[float]:
    """Run `measure` with a window of an app whose loader knows so many plugins."""
    home = Home(home_with(directory, {f"plugin-{number}": SILENT.format(number) for number in range(plugins)}))
    home.prepare()
    app = create_app(Settings(home=home, port=0))
    async with app.router.lifespan_context(app):
        shell = app.state.shell
        async with asyncio.timeout(DEADLINE * 2):
            while not shell.loader.scanned or len(shell.loader.rows()) < plugins:  # noqa: ASYNC110 - no event says so
                await asyncio.sleep(0.05)
        window = Window(shell)
        try:
            return await measure(window)
        finally:
            window.closed()


def _plugin(number: int, label: str, *, panes: bool, order: int = 100) -> list[Descriptor]:
    """The ten contributions of one plugin as the page describes them."""
    found = [_chip(number, k, area, order) for k, area in enumerate(("statusBar.left", "statusBar.right"))]
    found += [_nav(number, k, label) for k in range(2)]
    found += [
        _record(number, "palette", k, {"id": f"row-{k}", "label": f"{label} {k}", "group": "Bench"}) for k in range(3)
    ]
    found += [
        _record(number, "keybinds", k, {"id": f"key-{k}", "label": f"{label} {k}", "category": "Bench"})
        for k in range(2)
    ]
    if panes:
        found.append(_record(number, "panes", 0, {"placement": "right", "width": "260px"}, title=label))
    else:
        found.append(_chip(number, 2, "titleBar.right", order))
    return found


def _chip(number: int, k: int, area: str, order: int = 100) -> Descriptor:
    return {**_record(number, area, k, {}), "order": order}


def _nav(number: int, k: int, label: str) -> Descriptor:
    path = f"/plugin-{number}-{k}"
    return _record(number, "sidebar.nav", k, {"path": path, "label": f"{label} {k}", "codicon": "beaker"})


def _record(number: int, area: str, k: int, fields: dict[str, Any], title: str = "title") -> Descriptor:
    return {
        "area": area,
        "id": f"plugin-{number}:{area}-{k}",
        "title": title,
        "order": 0,
        "seq": (number + 1) * 1_000_000 + k,
        "enabled": True,
        "source": f"plugin:plugin-{number}",
        "fields": fields,
    }


def _hello(realm: list[Descriptor]) -> Hello:
    return Hello(t="hello", window="bench", realm=realm)


def _no_channel() -> Any:
    return NoChannel()
