from __future__ import annotations

import pytest

from hermes_shell.core.shell import Shell
from hermes_shell.core.window_verbs import show_route
from hermes_shell.errors import ProtocolError
from tests.shell_parts import connect


class FakeDesktop:
    """Native windows that only remember."""

    engine: str | None = "gtk"

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    def open_window(self, route: str | None = None) -> bool:
        self.calls.append(("open", route))
        return True

    def focus(self, key: str | None = None) -> bool:
        self.calls.append(("focus", key))
        return True

    def front(self) -> str | None:
        return "w1"

    def hide(self) -> bool:
        return True

    def is_shown(self) -> bool:
        return True

    def quit(self) -> bool:
        return True

    def set_title(self, key: str, title: str) -> None:
        self.calls.append(("title", key, title))


async def test_page_titles_its_native_window_and_opens_another(shell: Shell) -> None:
    desktop = shell.desktop = FakeDesktop()
    window, _, _ = connect(shell)
    # A tab opens tabs by itself.
    assert await window.call("window.open", {"route": "/capabilities"}) is False
    assert await window.call("window.title", {"key": "w1", "title": "Plugins – Hermes"}) is True
    assert window.native == "w1"
    assert await window.call("window.open", {"route": "/capabilities"}) is True
    assert await window.call("window.open", {}) is True
    assert desktop.calls == [("title", "w1", "Plugins – Hermes"), ("open", "/capabilities"), ("open", None)]


async def test_route_reaches_the_page_of_the_window_in_front_also_when_it_is_still_loading(shell: Shell) -> None:
    shell.desktop = FakeDesktop()
    window, channel, _ = connect(shell)
    _, other, _ = connect(shell, "w2")
    show_route(shell, "/capabilities")
    show_route(shell, "/settings")
    assert (channel.sent, other.sent) == ([], [])
    await window.call("window.title", {"key": "w1", "title": "Home"})
    assert channel.sent == [{"t": "navigate", "route": "/settings"}]
    await window.call("window.title", {"key": "w1", "title": "Settings"})
    show_route(shell, "/")
    assert [message["route"] for message in channel.sent] == ["/settings", "/"]
    assert other.sent == []


async def test_title_stays_one_line_in_one_direction(shell: Shell) -> None:
    desktop = shell.desktop = FakeDesktop()
    window, _, _ = connect(shell)
    await window.call("window.title", {"key": "w1", "title": "a\nb\u202ec\x00" + "x" * 1000})
    assert desktop.calls == [("title", "w1", ("a b c " + "x" * 1000)[:300])]


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("window.open", {"route": "capabilities"}),
        ("window.open", {"route": 7}),
        ("window.title", {"title": "x"}),
        ("window.title", {"key": "w1", "title": ""}),
        ("window.title", {"key": "w1"}),
    ],
)
async def test_what_does_not_fit_is_refused(shell: Shell, verb: str, args: dict[str, object]) -> None:
    shell.desktop = FakeDesktop()
    window, _, _ = connect(shell)
    window.native = "w1"
    with pytest.raises(ProtocolError):
        await window.call(verb, args)


async def test_without_native_windows_nothing_is_opened(shell: Shell) -> None:
    window, _, _ = connect(shell)
    window.native = "w1"
    assert shell.desktop.engine is None
    assert await window.call("window.open", {}) is False
    assert not any((shell.desktop.focus(), shell.desktop.hide(), shell.desktop.quit(), shell.desktop.is_shown()))
    assert shell.desktop.front() is None
