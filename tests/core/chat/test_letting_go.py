"""What is kept of chats that nobody looks at: what has room, the ones used last; and always one that is shown."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from hermes_shell.core.chat import letting_go
from hermes_shell.core.chat.chat import Chat
from tests.core.chat.hub_parts import Desk, users

WORDS = "word " * 2_000


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[Desk]:
    made = Desk(tmp_path)
    yield made
    await made.close()


@pytest.fixture
def chats(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[Chat]:
    """Four chats, the one used last at the end; there is room for two of them."""
    made = [desk.hub.ensure(f"20261130_00000{at}_00000{at}") for at in range(4)]
    for at, chat in enumerate(made):
        chat.transcript.load([{"role": "user", "text": WORDS}, {"role": "assistant", "text": f"Answer {at}"}])
        chat.loaded, chat.last_active = True, at
    monkeypatch.setattr(letting_go, "ROOM", made[0].transcript.size * 5 // 2)
    return made


async def test_oldest_go_when_there_is_no_room(desk: Desk, chats: list[Chat]) -> None:
    assert set(map(id, desk.hub.letting_go.unload(()))) == set(map(id, chats[:2]))
    assert [chat.loaded for chat in chats] == [False, False, True, True]
    assert [len(users(chat)) for chat in chats] == [0, 0, 1, 1]


async def test_chats_that_windows_put_aside_go_last_but_go(desk: Desk, chats: list[Chat]) -> None:
    desk.hub.letting_go.unload(chats[:3])
    assert [chat.loaded for chat in chats] == [False, True, True, False]


async def test_chat_that_is_shown_or_runs_stays(desk: Desk, chats: list[Chat], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letting_go, "ROOM", 0)
    desk.hub.set_shown(chats[0], "w", shown=True)
    chats[1].turn = "running"
    desk.hub.letting_go.unload(())
    assert [chat.loaded for chat in chats] == [True, True, False, False]


async def test_one_that_has_no_room_leaves_it_to_smaller_ones(desk: Desk, chats: list[Chat]) -> None:
    chats[3].transcript.load([{"role": "user", "text": WORDS * 9}])
    desk.hub.letting_go.unload(())
    assert [chat.loaded for chat in chats] == [False, True, True, False]
