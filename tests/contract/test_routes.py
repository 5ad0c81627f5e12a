"""Pages of plugins through the wire: what a plugin registers, what its window shows (contract, areas 4.2 and 4.7)."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from hermes_shell.areas.routes import RESERVED
from hermes_shell.core.shell import Shell
from tests.shell_parts import connect, delta, descriptor, open_app, parts_by_place, row


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncGenerator[Shell]:
    async with open_app(tmp_path) as (_, parts, loader):
        loader.inventory = [row("p"), row("q")]
        yield parts


def route(name: str, path: object, plugin: str = "p", **more: Any) -> dict[str, Any]:
    return descriptor("routes", name, plugin, fields={"path": path}, **more)


def shown(parts: list[dict[str, Any]]) -> str:
    return parts_by_place(parts)["#workspace"]["html"]


REPORTS = [{"folder": folder, "status": "loaded", "rev": "r1"} for folder in ("p", "q")]


@pytest.mark.parametrize("path", [path for path in RESERVED if path != "/"])
async def test_RO1_reserved_path_stays_the_shells(shell: Shell, path: str) -> None:
    window, _, welcome = connect(shell, route=path, below=path, reports=REPORTS)
    before = shown(welcome["parts"])
    frame = delta(window, [route("page", path), route("deeper", f"{path}/deeper", seq=1001)])
    assert [(warning["plugin"], warning["area"], warning["id"], warning["field"]) for warning in frame["warnings"]] == [
        ("p", "routes", "p:page", "path"),
        ("p", "routes", "p:deeper", "path"),
    ]
    assert all("belongs to the shell" in warning["message"] for warning in frame["warnings"])
    assert "#workspace" not in parts_by_place(frame["parts"])
    assert "hermes-slot" not in before


async def test_RO1_first_of_two_equal_paths_wins_and_the_warning_names_both(shell: Shell) -> None:
    window, _, _ = connect(shell, route="/board", reports=REPORTS)
    frame = delta(window, [route("late", "/board/", "q", seq=2000), route("early", "/board", seq=1000)])
    assert 'cid="p:early"' in shown(frame["parts"])
    (warning,) = frame["warnings"]
    assert (warning["plugin"], warning["id"]) == ("q", "q:late")
    assert "p:early" in warning["message"]
    assert "q:late" in warning["message"]
    # The first one goes: the second has the address.
    after = delta(window, [], [("routes", "p:early")])
    assert 'cid="q:late"' in shown(after["parts"])


async def test_RO1_path_of_another_type_is_refused_alone(shell: Shell) -> None:
    window, _, _ = connect(shell, route="/board", reports=REPORTS)
    frame = delta(window, [route("bad", {"a": 1}), route("worse", None), route("fine", "/board")])
    assert 'cid="p:fine"' in shown(frame["parts"])
    assert {warning["id"] for warning in frame["warnings"]} == {"p:bad", "p:worse"}


async def test_RO1_address_of_a_chat_is_never_a_page(shell: Shell) -> None:
    window, _, welcome = connect(shell, route="/20261130_095928_6ede65", reports=REPORTS)
    assert 'data-page-kind="chat"' in shown(welcome["parts"])
    frame = delta(window, [route("page", "/20261130_095928_6ede65")])
    assert "#workspace" not in parts_by_place(frame["parts"])
    assert "looks like the address of a chat" in frame["warnings"][0]["message"]


async def test_RO1_contributed_path_is_an_extension_page_with_its_query_left_to_it(shell: Shell) -> None:
    _, _, welcome = connect(shell, route="/board?card=7#x", realm=[route("page", "/board")], reports=REPORTS)
    assert 'data-route="/board" data-page-kind="extension"' in shown(welcome["parts"])


async def test_header_of_a_page_follows_the_page(shell: Shell) -> None:
    realm = [route("page", "/board"), descriptor("workspace.pageHeader", "tool")]
    window, _, welcome = connect(shell, route="/board", realm=realm, reports=REPORTS)
    place = '[data-area="workspace.pageHeader"]'
    assert "p:tool" in parts_by_place(welcome["parts"])[place]["html"]
    home = parts_by_place(window.route("/")["parts"])  # type: ignore[arg-type]
    assert home["workspace.pageHeader"]["remove"] == ["p:tool"]
    back = parts_by_place(window.route("/board")["parts"])  # type: ignore[arg-type]
    assert [put["id"] for put in back["workspace.pageHeader"]["put"]] == ["p:tool"]
    gone = parts_by_place(delta(window, [], [("routes", "p:page")])["parts"])
    assert gone["workspace.pageHeader"]["remove"] == ["p:tool"]
