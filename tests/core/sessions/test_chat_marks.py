from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from hermes_shell.core.chat.hub import ChatHub
from hermes_shell.core.sessions.marks import QUIET, Marks


@dataclass
class Chat:
    """What a row looks at in a chat."""

    key: str
    title: str = ""
    busy: bool = False
    asks: bool = False
    unread: bool = False
    fault: str | None = None
    live: str | None = None


class Hub:
    """Chats whose changes a test tells."""

    def __init__(self, *chats: Chat) -> None:
        self.all = chats

    def chats(self) -> tuple[Chat, ...]:
        return self.all

    def chat(self, key: str) -> Chat | None:
        return next((chat for chat in self.all if chat.key == key), None)

    def subscribe(self, listener: Callable[[Chat, str], None]) -> Callable[[], None]:
        self.tell = listener
        return lambda: None


def made() -> tuple[Marks, Hub, Chat, list[str]]:
    told: list[str] = []
    marks = Marks(lambda: told.append("changed"), lambda: told.append("refresh"))
    chat = Chat("a")
    hub = Hub(chat)
    marks.follow(cast("ChatHub", hub))
    return marks, hub, chat, told


def tell(hub: Hub, chat: Chat, what: str = "state") -> None:
    hub.tell(chat, what)


def test_shape_says_working_waiting_new_and_failed() -> None:
    marks, hub, chat, _ = made()
    assert marks.of("a") == QUIET
    chat.busy = True
    tell(hub, chat)
    assert (marks.of("a").tone, marks.of("a").since > 0) == ("busy", True)
    chat.asks = True
    tell(hub, chat)
    assert marks.of("other", "a").tone == "ask"
    chat.busy, chat.asks, chat.unread = False, False, True
    tell(hub, chat)
    assert (marks.of("a").tone, marks.of("a").unread) == ("good", True)
    chat.fault = "It broke."
    tell(hub, chat)
    assert marks.of("a").tone == "bad"


def test_turn_that_ends_looks_at_the_list_and_text_does_not() -> None:
    _, hub, chat, told = made()
    chat.busy = True
    tell(hub, chat)
    told.clear()
    tell(hub, chat, "transcript")
    assert told == []
    chat.busy = False
    tell(hub, chat)
    assert told == ["changed", "refresh"]
