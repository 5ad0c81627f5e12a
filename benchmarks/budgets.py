"""The limits, as the architecture's section "Budgets" states them. A number is changed there first, never only here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Judged = Literal["median", "p95", "max", "only"]


@dataclass(frozen=True)
class Budget:
    """What one measurement may be.

    Attributes:
        name: `script.measurement`.
        claim: the claim in words, for the table.
        unit: unit of the limit and of the measured values.
        limit: the most that meets the claim; None = measured for the record.
        judged: which statistic of the samples is compared with the limit.
    """

    name: str
    claim: str
    unit: str
    limit: float | None = None
    judged: Judged = "median"


def _table(budgets: Iterable[Budget]) -> dict[str, Budget]:
    return {budget.name: budget for budget in budgets}


BUDGETS = _table(
    [
        # "`hermes-shell --version` | 120 ms, imports neither Starlette nor pywebview"
        Budget("version.time", "hermes-shell --version", "ms", 120),
        Budget("version.imports", "… imports of Starlette and pywebview", "count", 0, "only"),
        # "start to server ready, 20 plugins | 300 ms"
        Budget("startup.ready", "start to server ready, 20 plugins", "ms", 300),
        # "start to first contentful paint, GTK | bare pywebview hello window + 150 ms"
        Budget("startup.bare_window", "bare pywebview window to first paint", "ms"),
        Budget("startup.window", "start to first paint, GTK, 20 plugins", "ms"),
        Budget("startup.over_bare", "… over the bare window", "ms", 150, "only"),
        # "save to changed DOM in hot gear, small plugin / 40 kB plugin | p95 25 ms / 40 ms
        # (… Vite's React update beside it …)"
        Budget("hot_reload.small", "save to DOM, plugin of 1 kB, hot gear", "ms", 25, "p95"),
        Budget("hot_reload.large", "save to DOM, plugin of 40 kB, hot gear", "ms", 40, "p95"),
        Budget("hot_reload.vite_small", "Vite + React beside it, 1 kB", "ms", None, "p95"),
        Budget("hot_reload.vite_large", "Vite + React beside it, 40 kB", "ms", None, "p95"),
        Budget("hot_reload.ratio_small", "shell / Vite (medians), 1 kB", "×", None, "only"),
        Budget("hot_reload.ratio_large", "shell / Vite (medians), 40 kB", "×", None, "only"),
        # "first save after idle | p95 140 ms"
        Budget("hot_reload.after_idle", "first save after idle", "ms", 140, "p95"),
        # "one new utility class in a 40 kB plugin, 50 enabled | styled p95 80 ms, off the import path"
        Budget("hot_reload.utility", "new utility class styled, 50 plugins of 40 kB", "ms", 80, "p95"),
        Budget("hot_reload.utility_dom", "… its text in the DOM meanwhile", "ms", 40, "p95"),
        # "enable or disable | p95 50 ms, no residue"
        Budget("toggle.disable", "disable: switch to everything gone", "ms", 50, "p95"),
        Budget("toggle.enable", "enable: switch to everything shown", "ms", 50, "p95"),
        Budget("toggle.residue", "… nodes left of a disabled plugin", "count", 0, "max"),
        # "area fragment, 20 items / 200 items | p95 3 ms / 10 ms on the server"
        Budget("fragments.items_20", "area fragment, 20 items", "ms", 3, "p95"),
        Budget("fragments.items_200", "area fragment, 200 items", "ms", 10, "p95"),
        # "one plugin of 100 changes (10 contributions each) | the same as one of 10, within 1.5× for lists
        # (2.5× with a pane each); one of 1,000: 50 ms for lists, 100 ms with panes"
        Budget("fragments.lists_10", "one of 10 plugins changes, lists", "ms"),
        Budget("fragments.lists_100", "one of 100 plugins changes, lists", "ms"),
        Budget("fragments.lists_1000", "one of 1,000 plugins changes, lists", "ms", 50),
        Budget("fragments.lists_ratio", "… of 100 / of 10, lists", "×", 1.5, "only"),
        Budget("fragments.panes_10", "one of 10 plugins changes, a pane each", "ms"),
        Budget("fragments.panes_100", "one of 100 plugins changes, a pane each", "ms"),
        Budget("fragments.panes_1000", "one of 1,000 plugins changes, a pane each", "ms", 100),
        Budget("fragments.panes_ratio", "… of 100 / of 10, a pane each", "×", 2.5, "only"),
        # "1,000 session rows, 2 row slots | first 60 rows 35 ms, the rest in later frames; a registration 15 ms and
        # no frame; one changed row 5 ms"
        Budget("slots.mount_2000", "2,000 slots mounted", "ms"),
        Budget("slots.first_rows", "1,000 rows with 2 row slots: first 60 rows", "ms", 35),
        Budget("slots.rows_at_once", "… rows asked in the first frame", "count"),
        Budget("slots.registration", "… one more contribution to every row", "ms", 15),
        Budget("slots.registration_parts", "… parts that the server sent for it", "count", 0, "max"),
        Budget("slots.changed_row", "… one row with other args", "ms", 5),
        # "200 panes | a frame of a drag or of a sash p95 8 ms of script, no request on the way; ready 600 ms; one
        # activation p95 50 ms"
        Budget("drag.frame", "drag over 200 panes: script of a frame", "ms", 8, "p95"),
        Budget("drag.frame_work", "… with style, layout and paint", "ms", None, "p95"),
        Budget("drag.frame_interval", "… from frame to frame", "ms", None, "p95"),
        Budget("drag.frame_requests", "… requests on the way", "count", 0, "max"),
        Budget("drag.sash", "sash beside 200 panes: script of a frame", "ms", 8, "p95"),
        Budget("drag.sash_work", "… with style, layout and paint", "ms", None, "p95"),
        Budget("drag.sash_interval", "… from frame to frame", "ms", None, "p95"),
        Budget("drag.drop", "one of 200 panes dropped into another zone", "ms", None, "p95"),
        Budget("drag.activate", "one of 200 panes activated", "ms", 50, "p95"),
        Budget("drag.start", "window with 200 panes: ready", "ms", 600),
        # "palette with 5,000 rows | open 50 ms, each key p95 16 ms; find in page, 100,000 nodes | no task over 50 ms"
        Budget("palette.open", "palette with 5,000 rows: key to painted", "ms", 50),
        Budget("palette.key", "… each key of a query", "ms", 16, "p95"),
        Budget("palette.find", "find in page, 100,000 nodes: counted", "ms", None, "only"),
        Budget("palette.find_block", "… longest task meanwhile", "ms", 50, "only"),
        # "keystroke to paint p95 8 ms on a 600 kB transcript"
        Budget("composer.key", "key under a conversation of 600 kB", "ms", 8, "p95"),
        Budget("composer.key_script", "… of that, scripts", "ms", None, "p95"),
        Budget("composer.large_key", "key beside a pasted megabyte", "ms", 8, "p95"),
        Budget("composer.large_key_script", "… of that, scripts", "ms", None, "p95"),
        # "gateway delta to DOM p95 25 ms, one coalescing tick included; 2,000 deltas without a task above 50 ms; a
        # session of 5,000 messages p95 300 ms to its newest screen"
        Budget("transcript.delta", "gateway delta to DOM, one tick included", "ms", 25, "p95"),
        Budget("transcript.delta_server", "… on the server", "ms", None, "p95"),
        Budget("transcript.delta_page", "… in the page", "ms", None, "p95"),
        Budget("transcript.stream_block", "2,000 deltas: longest task of the page", "ms", 50, "only"),
        Budget("transcript.open", "session of 5,000 messages: its newest screen", "ms", 300, "p95"),
        Budget("transcript.open_python", "… of that, history to frame", "ms", None, "only"),
        # "two open chats | a switch p95 60 ms"
        Budget("switching.chats", "switch between two open chats", "ms", 60, "p95"),
        Budget("switching.work", "… of that, work of the page", "ms", None, "p95"),
        # "5,000 sessions | scroll and search p95 16 ms a frame on the page's side"
        Budget("sessions.first_rows", "5,000 sessions: first rows of the list", "ms"),
        Budget("sessions.scroll", "… scrolled: work of a frame", "ms", 16, "p95"),
        Budget("sessions.scroll_script", "… of that, scripts", "ms", None, "p95"),
        Budget("sessions.scroll_interval", "… from frame to frame", "ms", None, "p95"),
        Budget("sessions.scroll_gaps", "… frames without a row", "%"),
        Budget("sessions.search", "… searched: work of a frame", "ms", 16, "p95"),
        Budget("sessions.search_key", "… each key until the list follows", "ms", None, "p95"),
        # "50 plugins at start (3.7 MB), cold Chromium / warm | registered 650 / 370 ms, painted 900 / 510 ms"
        Budget("many_plugins.cold_registered", "50 plugins, 3.7 MB, cold profile: registered", "ms", 650),
        Budget("many_plugins.cold_painted", "… painted", "ms", 900),
        Budget("many_plugins.warm_registered", "50 plugins, 3.7 MB, warm profile: registered", "ms", 370),
        Budget("many_plugins.warm_painted", "… painted", "ms", 510),
        # "first start with 80 unknown plugins | ready 300 ms, lint afterwards"
        Budget("many_plugins.first_start", "first start with 80 unknown plugins: ready", "ms", 300),
        Budget("many_plugins.scan_end", "… until every row has settled", "ms"),
        # "announcement to 50 windows | p95 10 ms"
        Budget("announcements.delivery", "announcement to 50 streams", "ms", 10, "p95"),
        Budget("announcements.lost", "… announcements lost", "count", 0, "only"),
        # section 1: "elected, 12 tabs load in 0.4 s each with one stream"
        Budget("tabs.ready", "12 tabs opened at once: each ready", "ms", None, "p95"),
        Budget("tabs.not_ready", "… tabs that never were", "count", 0, "only"),
        Budget("tabs.streams", "… announcement streams open", "count", 1, "only"),
        # "idle, 20 plugins | server 0.4 % of one core (uvicorn's own tick is 0.2–0.3), page without plugin
        # timers 0.3 %"
        Budget("idle.server", "idle, 20 plugins: server", "% of a core", 0.4, "only"),
        Budget("idle.page", "idle, 20 plugins: page process", "% of a core", 0.3, "only"),
        # "Python side | 90 MB RSS with 50 plugins … 120 MB with chats"
        Budget("memory.server", "server with 50 plugins, RSS", "MB", 90, "only"),
        Budget("memory.chats", "… with 5,000 sessions and 7 open chats of 5,000 messages", "MB", 120, "only"),
        Budget("memory.chromium_page", "page process of a Chromium tab, PSS", "MB", None, "only"),
        Budget("memory.window", "GTK window and its processes, PSS", "MB", None, "only"),
        # "last window closed to process ended | p95 500 ms"
        *(
            budget
            for engine, name in (("gtk", "GTK"), ("qt", "Qt"))
            for budget in (
                Budget(f"window.close_{engine}", f"last window closed to process ended, {name}", "ms", 500, "p95"),
                Budget(f"window.python_{engine}", "… Python process, PSS", "MB", None, "only"),
                Budget(f"window.tree_{engine}", "… all processes, PSS", "MB", None, "only"),
                Budget(f"window.second_{engine}", "… a further window, PSS", "MB", None, "only"),
            )
        ),
    ]
)
"""Every measurement by name, in the order of the table."""


def names_of(script: str) -> list[str]:
    """Names of the measurements that `script` has to deliver."""
    return [name for name in BUDGETS if name.startswith(f"{script}.")]
