from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from hermes_shell import notifications
from hermes_shell.notifications import Notification, Notifications
from tests.session_bus import NotificationService, session_bus


@pytest.fixture
async def bus(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[str]:
    with tempfile.TemporaryDirectory() as folder:
        async with session_bus(folder) as address:
            monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
            yield address


@pytest.fixture
async def service(bus: str) -> AsyncGenerator[NotificationService]:
    service, connection = await NotificationService.start(bus)
    yield service
    connection.disconnect()


@pytest.fixture
async def posted() -> AsyncGenerator[Notifications]:
    posted = Notifications()
    yield posted
    await posted.close()


class Clicks:
    def __init__(self) -> None:
        self._heard: asyncio.Queue[str | None] = asyncio.Queue()

    def __call__(self, action: str | None) -> None:
        self._heard.put_nowait(action)

    async def next(self) -> str | None:
        async with asyncio.timeout(10):
            return await self._heard.get()


async def test_a_notification_reaches_the_desktop_with_text_that_is_no_markup(
    service: NotificationService, posted: Notifications
) -> None:
    assert await posted.post(Notification("New <match>", "a & <b>bold</b>", silent=True), Clicks())
    assert service.shown == [
        {
            "app": "Hermes",
            "icon": "hermes-shell",
            "title": "New <match>",
            "body": "a &amp; &lt;b&gt;bold&lt;/b&gt;",
            "actions": ["default", ""],
            "sound": None,
        }
    ]


async def test_a_text_that_the_bus_cannot_carry_costs_neither_it_nor_the_others(
    service: NotificationService, posted: Notifications
) -> None:
    clicks = Clicks()
    assert await posted.post(Notification("Earlier"), clicks)
    assert await posted.post(Notification("a\0b", "c\0d", buttons=[("x", "e\0f")]), Clicks())
    assert (service.shown[1]["title"], service.shown[1]["body"]) == ("ab", "cd")
    service.click(1)
    assert await clicks.next() is None


async def test_clicks_on_body_and_buttons_are_told_apart(service: NotificationService, posted: Notifications) -> None:
    clicks = Clicks()
    notification = Notification("One", buttons=[("default", "Open"), ("dismiss", "Dismiss")])
    for _ in range(3):
        assert await posted.post(notification, clicks)
    service.click(1)
    assert await clicks.next() is None
    service.click(2, "Open")
    assert await clicks.next() == "default"
    service.click(3, "Dismiss")
    assert await clicks.next() == "dismiss"
    assert service.shown[0]["sound"] == "default"


async def test_a_picture_that_is_there_is_the_icon(
    service: NotificationService, posted: Notifications, tmp_path: Path
) -> None:
    picture = tmp_path / "a b.png"
    picture.touch()
    for icon in (str(picture), picture.as_uri(), "relative.png", "/not/there.png", "a\0b"):
        assert await posted.post(Notification("One", icon=icon), Clicks())
    found = [shown["icon"] for shown in service.shown]
    assert found == [picture.as_uri()] * 2 + ["hermes-shell"] * 3


async def test_the_oldest_is_taken_back_when_very_many_wait(
    service: NotificationService, posted: Notifications, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "MOST_SHOWN", 2)
    clicks = Clicks()
    for number in range(3):
        assert await posted.post(Notification(f"Number {number}"), clicks)
    assert service.taken_back == [1]
    service.click(2)
    assert await clicks.next() is None
    assert await posted.post(Notification("One more"), clicks)
    assert service.taken_back == [1]


async def test_without_a_service_nothing_is_posted_and_a_later_one_is_found(bus: str, posted: Notifications) -> None:
    assert not await posted.post(Notification("Lost"), Clicks())
    service, connection = await NotificationService.start(bus)
    assert await posted.post(Notification("Found"), Clicks())
    assert [shown["title"] for shown in service.shown] == ["Found"]
    connection.disconnect()


async def test_without_a_bus_nothing_is_posted(monkeypatch: pytest.MonkeyPatch, posted: Notifications) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/not/there")
    assert not await posted.post(Notification("Lost"), Clicks())
