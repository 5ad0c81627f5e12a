"""A page of the list that cannot be read is read again, a few times, and the failure is to be seen until one worked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

import pytest

from hermes_shell.core.sessions.session_list import RETRY_SECONDS
from hermes_shell.errors import GatewayError
from tests.core.sessions.conftest import Sidebar
from tests.session_gateway import SessionGateway, session

PAGE_3 = 200


@pytest.fixture
def failing(gateway: SessionGateway) -> Callable[[int, int], list[int]]:
    """Make looks at the page of an offset fail so many times; returns the offsets that are asked for."""

    def fail(offset: int, times: int) -> list[int]:
        listed = cast("Callable[[Mapping[str, Any]], object]", gateway.answers["GET /api/sessions"])
        asked: list[int] = []

        def answer(given: Mapping[str, Any]) -> object:
            asked.append(given["query"]["offset"])
            if asked[-1] == offset and asked.count(offset) <= times:
                raise GatewayError(None, "no answer within 20 seconds")
            return listed(given)

        gateway.answers["GET /api/sessions"] = answer
        return asked

    return fail


def many(gateway: SessionGateway) -> None:
    gateway.sessions = {f"s{at}": session(f"s{at}", 24 * 30 + at) for at in range(450)}


async def test_page_that_failed_is_read_again(
    sidebar: Sidebar, gateway: SessionGateway, failing: Callable[[int, int], list[int]]
) -> None:
    many(gateway)
    failing(PAGE_3, 2)
    await sidebar.call("retry")
    await sidebar.settle()

    assert (sidebar.shell.sessions.status, sidebar.shell.sessions.complete) == ("ok", True)
    assert len(sidebar.shell.sessions.rows()) == 450
    assert "note:failed" not in sidebar.ids


async def test_retries_end_and_what_was_read_stays_usable(
    sidebar: Sidebar, gateway: SessionGateway, failing: Callable[[int, int], list[int]]
) -> None:
    many(gateway)
    asked = failing(PAGE_3, 99)
    await sidebar.call("retry")
    await sidebar.settle()

    sessions = sidebar.shell.sessions
    assert asked.count(PAGE_3) == 1 + len(RETRY_SECONDS)
    assert (sessions.status, sessions.complete) == ("failed", False)
    assert sidebar.ids[0] == "note:failed"
    assert "no answer within 20 seconds" in sidebar.html("note:failed")
    assert "row:s0" in sidebar.ids
    assert len(sessions.rows()) >= PAGE_3


async def test_failure_is_seen_while_a_retry_waits_and_runs(sidebar: Sidebar, gateway: SessionGateway) -> None:
    seen: list[str] = []
    sidebar.shell.sessions.subscribe(lambda: seen.append(sidebar.shell.sessions.status))
    gateway.failure = GatewayError(500, "no database")
    sidebar.shell.sessions.refresh_soon()
    await sidebar.settle()

    assert set(seen[seen.index("failed") :]) == {"failed"}


async def test_retry_by_hand_begins_the_count_anew(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.failure = GatewayError(500, "no database")
    await sidebar.call("retry")
    await sidebar.settle()
    before = gateway.count("GET /api/sessions")
    await sidebar.call("retry")
    await sidebar.settle()

    assert gateway.count("GET /api/sessions") - before == 1 + len(RETRY_SECONDS)


async def test_nothing_is_retried_without_a_gateway(sidebar: Sidebar, gateway: SessionGateway) -> None:
    gateway.turn("closed")
    await sidebar.settle()
    gateway.failure = GatewayError(None, "The gateway is closed.")
    seen: list[str] = []
    sidebar.shell.sessions.subscribe(lambda: seen.append(sidebar.shell.sessions.status))
    sidebar.shell.sessions.reload()
    await sidebar.settle()

    assert seen.count("failed") == 1


async def test_list_of_a_new_connection_is_read_whole_though_a_look_was_under_way(
    sidebar: Sidebar, gateway: SessionGateway
) -> None:
    many(gateway)
    listed = cast("Callable[[Mapping[str, Any]], object]", gateway.answers["GET /api/sessions"])
    asked: list[int] = []

    def answer(given: Mapping[str, Any]) -> object:
        asked.append(given["query"]["offset"])
        if len(asked) == 3:
            sidebar.shell.sessions.reload()
        return listed(given)

    gateway.answers["GET /api/sessions"] = answer
    sidebar.shell.sessions.reload()
    await sidebar.settle()

    assert asked == [0, 100, 200, 300, 400] * 2
    assert sidebar.shell.sessions.complete
