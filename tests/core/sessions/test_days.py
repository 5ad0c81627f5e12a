"""The list is arranged anew when another day begins, also when the machine slept over midnight."""

from __future__ import annotations

from datetime import date

import pytest

from hermes_shell.core.sessions import days
from hermes_shell.core.sessions.days import DayWatch
from tests.core.sessions.conftest import Sidebar


async def test_another_day_is_told_once_and_nothing_while_it_is_the_same() -> None:
    told: list[str] = []
    today = [date(2026, 12, 31)]
    watch = DayWatch(lambda: told.append("changed"), lambda: today[0])
    watch.look()
    watch.look()
    assert told == []
    today[0] = date(2027, 1, 3)  # slept over a weekend
    watch.look()
    watch.look()
    assert told == ["changed"]
    watch.close()


async def test_somebody_looks_again_and_again(sidebar: Sidebar, monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = sidebar.shell.sessions
    await sidebar.show()
    revision = sessions.revision
    monkeypatch.setattr(days, "LOOK_SECONDS", 0)
    watch = sessions._days  # pyright: ignore[reportPrivateUsage]
    watch._day = date(2000, 1, 1)  # pyright: ignore[reportPrivateUsage]
    watch.look()
    await sidebar.settle()
    assert sessions.revision == revision + 1
    assert watch._timer is not None  # pyright: ignore[reportPrivateUsage]
