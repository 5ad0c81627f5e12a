from __future__ import annotations

from typing import Any, cast

import pytest

from hermes_shell.core import notify as notify_module
from hermes_shell.core.desktop import NoDesktop
from hermes_shell.core.notify import Focus, Gate
from hermes_shell.core.shell import Shell
from hermes_shell.errors import ProtocolError
from hermes_shell.notifications import Activated, Notification, Notifications
from tests.shell_parts import connect


class FakeNotifications:
    def __init__(self) -> None:
        self.posted: list[tuple[Notification, Activated]] = []
        self.works = True

    async def post(self, notification: Notification, activated: Activated) -> bool:
        self.posted.append((notification, activated))
        return self.works

    async def close(self) -> None: ...


class FakeDesktop(NoDesktop):
    def __init__(self) -> None:
        self.focused: list[str | None] = []

    def focus(self, key: str | None = None) -> bool:
        self.focused.append(key)
        return True


@pytest.fixture
def desktop(shell: Shell) -> FakeDesktop:
    shell.desktop = desktop = FakeDesktop()
    return desktop


@pytest.fixture
def posted(shell: Shell) -> FakeNotifications:
    fake = FakeNotifications()
    shell.notifications = cast("Notifications", fake)
    return fake


def call(plugin: str = "p", **more: Any) -> dict[str, Any]:
    return {"plugin": plugin, "token": "1", "title": "New match", **more}


async def test_C3_a_notification_is_posted_as_given(shell: Shell, posted: FakeNotifications) -> None:
    window, _, _ = connect(shell)
    actions = [{"id": "open", "label": "Open"}]
    assert await window.call("os.notify", call(body="b", silent=True, icon="/a.png", actions=actions)) is True
    assert posted.posted[0][0] == Notification("New match", "b", True, "/a.png", [("open", "Open")])


async def test_nothing_is_posted_while_a_window_has_the_focus(shell: Shell, posted: FakeNotifications) -> None:
    sender, _, _ = connect(shell, "sender")
    other, _, _ = connect(shell, "other")
    other.tell("focus", {"focused": True})
    assert await sender.call("os.notify", call()) is False
    other.tell("focus", {"focused": False})
    assert await sender.call("os.notify", call()) is True
    other.tell("focus", {"focused": True})
    other.closed()
    assert await sender.call("os.notify", call("q")) is True
    assert len(posted.posted) == 2


@pytest.mark.parametrize("setting", ["notifications.enabled", "notifications.plugins"])
async def test_settings_silence_plugins(shell: Shell, posted: FakeNotifications, setting: str) -> None:
    window, _, _ = connect(shell)
    await window.call("settings.set", {"key": setting, "value": False})
    assert await window.call("os.notify", call()) is False
    await window.call("settings.set", {"key": setting, "value": True})
    assert await window.call("os.notify", call()) is True
    assert len(posted.posted) == 1


async def test_one_a_second_of_each_plugin_whichever_window_it_runs_in(
    shell: Shell, posted: FakeNotifications, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [10.0]
    gate = Gate(shell, Focus(), clock=lambda: now[0])
    first, _, _ = connect(shell, "first")
    second, _, _ = connect(shell, "second")
    assert await gate.notify(first, call("p")) is True
    assert await gate.notify(second, call("p")) is False
    assert await gate.notify(second, call("q")) is True
    now[0] += 0.99
    assert await gate.notify(second, call("p")) is False
    now[0] += 0.02
    posted.works = False
    assert await gate.notify(first, call("p")) is False
    posted.works = True
    assert await gate.notify(first, call("p")) is True
    monkeypatch.setattr(notify_module, "MOST_PLUGINS", 2)
    for name in "abc":
        assert await gate.notify(first, call(name)) is True


async def test_a_click_brings_the_sending_window_to_the_front_and_is_told_to_its_page(
    shell: Shell, posted: FakeNotifications, desktop: FakeDesktop
) -> None:
    sender, channel, _ = connect(shell, "sender")
    _, other, _ = connect(shell, "other")
    sender.native = "w2"
    await sender.call("os.notify", call(token="7"))
    posted.posted[0][1]("open")
    assert desktop.focused == ["w2"]
    assert channel.sent[-1] == {"t": "notification", "token": "7", "action": "open"}
    assert [message for message in other.sent if message["t"] == "notification"] == []


async def test_a_click_after_the_window_is_gone_brings_any_window_to_the_front(
    shell: Shell, posted: FakeNotifications, desktop: FakeDesktop
) -> None:
    sender, _, _ = connect(shell, "sender")
    await sender.call("os.notify", call())
    sender.closed()
    posted.posted[0][1](None)
    assert desktop.focused == [None]


@pytest.mark.parametrize("wrong", [{"title": ""}, {"title": 5}, {"plugin": ""}, {"actions": "x"}, {"body": "x" * 5001}])
async def test_arguments_that_do_not_fit_are_refused(
    shell: Shell, posted: FakeNotifications, wrong: dict[str, Any]
) -> None:
    window, _, _ = connect(shell)
    with pytest.raises(ProtocolError, match=r"os\.notify"):
        await window.call("os.notify", call(**wrong))
    with pytest.raises(ProtocolError, match="focus"):
        window.tell("focus", {"focused": "yes"})
    assert posted.posted == []
