from __future__ import annotations

import asyncio
import random
import re
from concurrent.futures import Future
from itertools import pairwise
from typing import Any

import pytest

from hermes_shell.channel_messages import Store
from hermes_shell.core import address as address_module
from hermes_shell.core import saved_layout
from hermes_shell.core.boot_snapshot import boot_snapshot
from hermes_shell.core.shell import Shell
from hermes_shell.core.window import Window
from hermes_shell.errors import ProtocolError, QuotaError, ShellError, StorageError
from hermes_shell.layout.tree import group_of
from tests.shell_parts import FakeChannel, FakeLoader, connect, delta, descriptor, parts_by_place, row


async def test_welcome_brings_every_area_and_the_page(shell: Shell) -> None:
    _, _, welcome = connect(shell, realm=[descriptor("statusBar.right", "chip")])
    parts = parts_by_place(welcome["parts"])
    assert 'cid="p:chip"' in parts['[data-area="statusBar.right"]']["html"]
    assert 'href="#/capabilities"' in parts['[data-area="sidebar.nav"]']["html"]
    assert 'data-page-kind="core"' in parts["#workspace"]["html"]
    assert parts["layout"]["layout"]["sides"] == {"left": "empty", "right": "empty"}
    assert welcome["snapshot"]["scanned"] is True
    assert welcome["epoch"] == shell.announcements.epoch


async def test_delta_sends_only_what_it_changed(shell: Shell) -> None:
    window, _, _ = connect(shell, realm=[descriptor("statusBar.right", "a"), descriptor("sidebar.nav", "x")])
    frame = delta(window, [descriptor("statusBar.right", "b", seq=1001)])
    (part,) = frame["parts"]
    assert frame["seq"] == 7
    assert part["area"] == "statusBar.right"
    assert [put["id"] for put in part["put"]] == ["p:b"]
    assert delta(window, [descriptor("statusBar.right", "b", seq=1001)])["parts"] == []
    removed = delta(window, [], [("statusBar.right", "p:b")])["parts"]
    assert removed == [{"area": "statusBar.right", "remove": ["p:b"], "put": []}]


async def test_frame_carries_warnings_of_descriptors_and_arrangements(shell: Shell) -> None:
    window, _, _ = connect(shell)
    frame = delta(
        window,
        [
            descriptor("panes", "bad", fields={"placement": "here"}),
            descriptor("routes", "page", fields={"path": "/settings"}),
            descriptor("panes", "float", fields={"placement": "floating", "width": "-5px"}),
        ],
    )
    assert [(warning["id"], warning["field"]) for warning in frame["warnings"]] == [
        ("p:bad", "placement"),
        ("p:page", "path"),
        ("p:float", "width"),
    ]


async def test_preferences_reorder_the_navigation(shell: Shell) -> None:
    window, _, _ = connect(shell)
    frame = delta(window, [descriptor("sidebarNav.prefs", "prefs", fields={"order": ["capabilities"]})])
    (part,) = frame["parts"]
    assert part["area"] == "sidebar.nav"
    assert [put["before"] for put in part["put"]] in (["new-session"], [None])


async def test_route_shows_a_page_that_was_just_registered(shell: Shell, loader: FakeLoader) -> None:
    loader.inventory = [row("p")]
    window, _, _ = connect(shell, route="/board")
    page = descriptor("routes", "board", title="Board", fields={"path": "/board"})
    parts = parts_by_place(delta(window, [page])["parts"])
    assert 'area="routes" cid="p:board"' in parts["#workspace"]["html"]
    assert ">Board</span>" in parts['[data-zone="main"]']["html"]
    away = parts_by_place(window.route("/")["parts"])  # type: ignore[arg-type]
    assert 'data-page-kind="core"' in away["#workspace"]["html"]


async def test_page_without_a_title_is_titled_by_its_navigation_row_then_by_its_path(
    shell: Shell, loader: FakeLoader
) -> None:
    loader.inventory = [row("p")]
    window, _, _ = connect(shell, route="/team/board")

    def tab(parts: list[object]) -> str:
        return parts_by_place(parts)['[data-zone="main"]']["html"]  # type: ignore[arg-type]

    assert ">team/board</span>" in tab(
        delta(window, [descriptor("routes", "board", fields={"path": "/team/board"})])["parts"]
    )
    nav = descriptor("sidebar.nav", "nav", fields={"path": "/team/board", "label": "The board"})
    assert ">The board</span>" in tab(delta(window, [nav])["parts"])
    titled = descriptor("routes", "board", title="Board", fields={"path": "/team/board"})
    assert ">Board</span>" in tab(delta(window, [titled])["parts"])


async def test_what_a_plugin_contributes_from_a_component_counts_as_a_plugins(shell: Shell) -> None:
    """`<Contribute>` stamps no plugin (contract, section 3): its source reads `core`, in every area."""
    window, _, _ = connect(shell, route="/board")
    areas = ("routes", "sidebar.nav", "statusBar.left", "panes")
    loose = [descriptor(area, "loose", source="core") for area in areas]
    page = descriptor("routes", "page", source="core", fields={"path": "/board"})
    frame = delta(window, [*loose, page])
    assert [(warning["area"], warning["field"]) for warning in frame["warnings"]] == [
        ("routes", "path"),
        ("sidebar.nav", "label"),
    ]
    parts = parts_by_place(frame["parts"])
    assert [put["before"] for put in parts["statusBar.left"]["put"]] == [None]
    assert 'area="routes" cid="p:page"' in parts["#workspace"]["html"]


async def test_unknown_address_waits_for_plugins_and_then_says_so(
    shell: Shell, loader: FakeLoader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address_module, "SETTLE_SECONDS", 0.0)
    loader.inventory = [row("p")]
    window, channel, welcome = connect(shell, route="/soon")
    assert 'data-page-kind="waiting"' in parts_by_place(welcome["parts"])["#workspace"]["html"]
    window.report([{"folder": "p", "status": "loaded", "rev": "r1"}])
    frame = await channel.frame()
    assert 'data-page-kind="session"' in parts_by_place(frame["parts"])["#workspace"]["html"]


async def test_patience_with_unknown_addresses_ends(
    shell: Shell, loader: FakeLoader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address_module, "WAIT_SECONDS", 0.0)
    loader.inventory = [row("p")]
    _, channel, _ = connect(shell, route="/never")
    assert 'data-page-kind="session"' in (await channel.frame())["parts"][-1]["html"]


async def test_page_header_is_kept_for_pages(shell: Shell) -> None:
    window, _, welcome = connect(shell, route="/capabilities", realm=[descriptor("workspace.pageHeader", "x")])
    assert "p:x" in parts_by_place(welcome["parts"])['[data-area="workspace.pageHeader"]']["html"]
    for elsewhere in ("/20260101_120000_abcdef", "/", "/nowhere", "/cron"):
        parts = parts_by_place(window.route(elsewhere)["parts"])  # type: ignore[arg-type]
        assert parts["workspace.pageHeader"]["remove"] == ["p:x"]
        window.route("/capabilities")


async def test_reports_reach_the_loader_and_bad_ones_are_refused_alone(shell: Shell, loader: FakeLoader) -> None:
    window, _, _ = connect(shell)
    window.report([{"folder": "p", "status": "loaded"}, {"status": "wrong"}, 5])
    ((name, reports),) = loader.reports
    assert (name, [report.folder for report in reports]) == ("w1", ["p"])


async def test_storage_write_is_kept_and_told_to_other_windows(shell: Shell) -> None:
    window, own, _ = connect(shell)
    _, other, _ = connect(shell, "w2")
    await window.store(Store(t="store", n=1, plugin="p", key="k", value={"a": None}))
    assert shell.storage.get("plugin:p", "k") == {"a": None}
    message = {"t": "storage", "plugin": "p", "key": "k", "value": {"a": None}}
    assert other.sent == [message]
    assert own.sent == []
    await window.store(Store(t="store", n=2, plugin="p", key="k"))
    assert other.sent[-1] == {"t": "storage", "plugin": "p", "key": "k", "remove": True}
    assert shell.storage.get("plugin:p", "k") is None


async def test_storage_write_of_a_page_that_leaves_is_told_to_the_others(shell: Shell) -> None:
    window, _, _ = connect(shell)
    _, other, _ = connect(shell, "w2")
    write = asyncio.create_task(window.store(Store(t="store", n=1, plugin="p", key="k", value=1)))
    await asyncio.sleep(0)
    write.cancel()
    await asyncio.gather(write, return_exceptions=True)
    message = await other.hear("storage")
    assert (message["key"], message["value"]) == ("k", 1)
    assert shell.storage.get("plugin:p", "k") == 1


async def test_receipt_comes_before_the_write_of_another_window_that_followed(shell: Shell) -> None:
    windows = [connect(shell, name)[:2] for name in ("w1", "w2")]

    async def write(window: Window, channel: FakeChannel) -> None:
        await window.store(Store(t="store", n=1, plugin="p", key="k", value=window.id))
        channel.send({"t": "stored", "n": 1})

    with shell.storage._write_lock:  # pyright: ignore[reportPrivateUsage] - both writes are in one commit
        shell.storage.submit("shell", "other", 0)
        writes = [asyncio.create_task(write(*one)) for one in windows]
        await asyncio.sleep(0)
    await asyncio.gather(*writes)
    await windows[0][1].hear("storage")
    assert [message["t"] for message in windows[0][1].sent] == ["stored", "storage"]
    assert [message["t"] for message in windows[1][1].sent] == ["storage", "stored"]


async def test_refused_storage_write_is_told_to_nobody(shell: Shell) -> None:
    window, _, _ = connect(shell)
    _, other, _ = connect(shell, "w2")
    with pytest.raises(QuotaError):
        await window.store(Store(t="store", n=1, plugin="p", key="k", value="x" * (6 * 1024 * 1024)))
    assert other.sent == []


async def test_stored_value_that_cannot_be_used_is_told_to_the_next_window_once(shell: Shell) -> None:
    _, _, first = connect(shell)
    assert first["incidents"] == []
    shell.storage.set_aside("plugin:p", "k", "{oops")
    _, _, second = connect(shell, "w2")
    _, _, third = connect(shell, "w3")
    assert ["'k' of plugin:p" in incident for incident in second["incidents"]] == [True]
    assert third["incidents"] == []


async def test_closed_window_is_forgotten(shell: Shell, loader: FakeLoader) -> None:
    window, channel, _ = connect(shell)
    window.closed()
    assert shell.windows == {}
    assert loader.gone == ["w1"]
    window.push([{"target": "#x", "html": ""}])
    assert channel.sent == []


async def test_old_connection_that_closes_late_leaves_the_new_one(shell: Shell, loader: FakeLoader) -> None:
    old, _, _ = connect(shell)
    new, _, _ = connect(shell)
    old.closed()
    assert shell.windows == {"w1": new}
    assert loader.gone == []


async def test_layout_verb_sends_the_frame_and_keeps_the_layout(shell: Shell) -> None:
    realm = [descriptor("panes", name, title=name, seq=seq) for seq, name in enumerate("ab")]
    window, channel, _ = connect(shell, realm=realm)
    await window.call("layout", {"op": "activate", "pane": "p:b"})
    (frame,) = channel.frames()
    html = parts_by_place(frame["parts"])['[data-zone="right"]']["html"]
    assert 'id="slot:panes:p:b"' in html
    await window.call("layout", {"op": "resize", "zone": "right", "size": 400})
    (part,) = channel.frames()[-1]["parts"]
    assert part["layout"]["root"]["children"][1]["size"] == "400px"
    await asyncio.to_thread(shell.storage.set, "shell", "barrier", 1)
    saved = saved_layout.load(shell.storage)
    right = group_of(saved.root, "p:b")
    assert right is not None
    assert (right.active, right.basis) == ("p:b", 400)


async def test_pane_that_was_opened_is_kept_though_revealing_it_changed_nothing(shell: Shell) -> None:
    window, _, _ = connect(shell, realm=[descriptor("panes", "a", title="a")])
    await asyncio.to_thread(shell.storage.set, "shell", "barrier", 1)
    assert group_of(saved_layout.load(shell.storage).root, "p:a") is None
    await window.call("layout", {"op": "reveal", "pane": "p:a"})
    await asyncio.to_thread(shell.storage.set, "shell", "barrier", 2)
    assert group_of(saved_layout.load(shell.storage).root, "p:a") is not None


async def test_closing_one_of_two_panes_dismisses_it(shell: Shell) -> None:
    realm = [descriptor("panes", name, title=name, seq=seq) for seq, name in enumerate("ab")]
    window, _, _ = connect(shell, realm=realm)
    await window.call("layout", {"op": "close", "pane": "p:a"})
    assert window.layout.dismissed == ("p:a",)
    assert shell.decisions.all() == {}
    await window.call("layout", {"op": "reset"})
    assert window.layout.dismissed == ()


async def test_closing_the_only_pane_turns_the_plugin_off(shell: Shell) -> None:
    window, _, _ = connect(shell, realm=[descriptor("panes", "a", title="A")])
    await window.call("layout", {"op": "close", "pane": "p:a"})
    assert shell.decisions.all() == {"p": False}
    assert window.layout.dismissed == ()


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"op": "fly"},
        {"op": "activate"},
        {"op": "resize", "zone": "right", "size": "big"},
        {"op": "resize", "size": 1},
    ],
)
async def test_layout_verb_refuses_what_it_does_not_know(shell: Shell, args: dict[str, Any]) -> None:
    window, _, _ = connect(shell)
    with pytest.raises(ProtocolError):
        await window.call("layout", args)


async def test_unknown_verb_is_an_error(shell: Shell) -> None:
    window, _, _ = connect(shell)
    with pytest.raises(ProtocolError, match="no verb"):
        await window.call("rm", {})


async def test_gateway_call_without_gateway_is_the_documented_error(shell: Shell) -> None:
    window, _, _ = connect(shell)
    with pytest.raises(ShellError, match="Hermes gateway unavailable"):
        await window.call("gateway.request", {"method": "x"})


async def test_inventory_change_refreshes_windows_once(shell: Shell, loader: FakeLoader) -> None:
    _, channel, _ = connect(shell, route="/capabilities")
    error = {"message": "boom", "phase": "evaluate", "line": 3, "column": 5, "source_line": "x("}
    loader.inventory = [row("p", status="error", error=error, stale=True)]
    for _ in range(3):
        shell.announce("plugin-report", plugin={})
    await channel.frame()
    (frame,) = channel.frames()
    parts = parts_by_place(frame["parts"])
    assert 'data-plugin-row="p" data-status="error" data-stale="true"' in parts["#workspace"]["html"]
    assert "p/plugin.js:3:5" in parts["#workspace"]["html"]
    assert [put["id"] for put in parts["statusBar.right"]["put"]] == ["plugin-errors"]
    assert [put["id"] for put in parts["sidebar.nav"]["put"]] == ["capabilities"]
    loader.inventory = []
    shell.announce("plugin-removed", folder="p")
    assert parts_by_place((await channel.frame(2))["parts"])["statusBar.right"]["remove"] == ["plugin-errors"]


async def test_core_change_is_announced(shell: Shell, loader: FakeLoader) -> None:
    before = shell.announcements.number
    published: list[tuple[str, dict[str, Any]]] = []
    original = shell.announcements.publish

    def publish(kind: str, **data: Any) -> int:
        published.append((kind, data))
        return original(kind, **data)

    shell.announcements.publish = publish  # type: ignore[method-assign]
    loader.inventory = [row("p", status="error", error={"message": "x", "phase": "read", "line": None, "column": None})]
    for listener in shell.inventory_listeners:
        listener()
    ((kind, data),) = published
    assert kind == "core"
    assert data["put"][0]["data"]["label"] == "1 plugin error"
    assert data["remove"] == []
    assert shell.announcements.number == before + 1


async def test_stop_says_goodbye_to_every_window(shell: Shell) -> None:
    _, first, _ = connect(shell)
    _, second, _ = connect(shell, "w2")
    await shell.stop_channels()
    assert first.stopped
    assert second.stopped


@pytest.mark.parametrize("seed", range(12))
async def test_frames_of_deltas_lead_to_the_whole_area(shell: Shell, seed: int) -> None:
    """Whatever comes, goes, moves and hides: the items a page was told are those of a fresh fragment."""
    chance = random.Random(seed)
    areas = ("sidebar.nav", "statusBar.left", "titleBar.right", "titleBar.tools.right", "workspace.pageHeader")
    window, _, welcome = connect(shell)
    page: dict[str, list[tuple[str, str]]] = {area: items_of(window.fragment(area)) for area in areas}
    assert welcome["parts"]
    for _ in range(40):
        put: list[dict[str, Any]] = []
        remove: list[tuple[str, str]] = []
        for area in chance.sample(areas, 3):
            for name in chance.sample("abcdefgh", chance.randint(0, 3)):
                if chance.random() < 0.2:
                    remove.append((area, f"p:{name}"))
                    continue
                label = chance.choice(["one", "two", None])
                place: dict[str, Any] = {"order": chance.choice([0, 0, 5, -5, 100]), "seq": chance.randint(0, 9)}
                fields = {"label": label, "path": "/x"} if area == "sidebar.nav" else {}
                put.append(descriptor(area, name, **place, enabled=chance.random() < 0.8, fields=fields))
        if chance.random() < 0.1:
            wish = {"order": chance.sample(["capabilities", "new-session"], 2)}
            put.append(descriptor("sidebarNav.prefs", "wish", fields=wish))
        for part in delta(window, put, remove)["parts"]:
            if part.get("area") in page:
                page[part["area"]] = taken_over(page[part["area"]], part)
        for area in areas:
            assert page[area] == items_of(window.fragment(area)), area


def items_of(html: str) -> list[tuple[str, str]]:
    """The items of a printed area: id and HTML."""
    starts = [found.start() for found in re.finditer(r"<(?:li|hermes-slot)\b", html)]
    pieces = [html[start:end].strip() for start, end in pairwise([*starts, len(html)])]
    return [(re.findall(r'data-item="([^"]+)"', piece)[0], piece) for piece in pieces]


def taken_over(items: list[tuple[str, str]], part: dict[str, Any]) -> list[tuple[str, str]]:
    """What a page makes of a part."""
    found = [item for item in items if item[0] not in part["remove"]]
    for put in part["put"]:
        found = [item for item in found if item[0] != put["id"]]
        at = len(found) if put["before"] is None else [name for name, _ in found].index(put["before"])
        found.insert(at, (put["id"], put["html"].strip()))
    return found


async def test_page_made_before_a_value_was_stored_is_told_at_its_first_hello(shell: Shell) -> None:
    made = boot_snapshot(shell)["stored"]
    write = {"t": "store", "n": 1, "plugin": "notes", "key": "notes", "value": ["typed last"]}
    await Window(shell).store(Store.model_validate(write))

    seen: dict[str, Any] = {"epoch": shell.announcements.epoch, "number": shell.announcements.number}
    assert connect(shell, "late", **seen, stored=made)[2]["storage"] == {"notes": {"notes": ["typed last"]}}
    assert connect(shell, "made-after", **seen, stored=shell.stored)[2]["storage"] is None
    assert connect(shell, "welcomed-before", **seen)[2]["storage"] is None


async def test_page_is_told_what_is_on_its_way_to_the_disk(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    disk: Future[None] = Future()
    disk.set_running_or_notify_cancel()

    def submit(scope: str, key: str, value: object) -> Future[None]:
        return disk

    monkeypatch.setattr(shell.storage, "submit", submit)
    made = boot_snapshot(shell)["stored"]
    write = {"t": "store", "n": 1, "plugin": "notes", "key": "notes", "value": ["typed last"]}
    storing = asyncio.create_task(Window(shell).store(Store.model_validate(write)))
    await asyncio.sleep(0)

    seen: dict[str, Any] = {"epoch": shell.announcements.epoch, "number": shell.announcements.number}
    assert connect(shell, "late", **seen, stored=made)[2]["storage"] == {"notes": {"notes": ["typed last"]}}
    assert boot_snapshot(shell)["storage"] == {"notes": {"notes": ["typed last"]}}

    disk.set_exception(StorageError("The disk is full."))
    with pytest.raises(StorageError):
        await storing
    for _ in range(3):
        await asyncio.sleep(0)
    assert boot_snapshot(shell)["storage"] == {}
