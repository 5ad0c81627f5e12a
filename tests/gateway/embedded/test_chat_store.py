from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from hermes_shell.database import backup_path
from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded.chat_store import FILE, ChatStore
from hermes_shell.gateway.embedded.session_rows import NewSession, Usage


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[ChatStore]:
    store = await ChatStore.open(tmp_path)
    yield store
    await store.close()


def add(
    store: ChatStore, stored: str, *texts: str, title: str | None = None, at: float = 1, source: str = "desktop"
) -> None:
    store.sessions.add(NewSession(stored, source, "demo", "demo", "/home/me/work", None, title), at)
    for number, text in enumerate(texts):
        store.messages.add(stored, "assistant" if number % 2 else "user", text, at=at)


async def test_a_failed_work_changes_nothing(store: ChatStore) -> None:
    def half() -> None:
        add(store, "a")
        raise GatewayError(4001, "no")

    with pytest.raises(GatewayError, match="no"):
        await store.run(half)
    assert not await store.run(lambda: store.sessions.has("a"))


async def test_a_failure_of_the_database_is_an_error_of_the_gateway(
    store: ChatStore, caplog: pytest.LogCaptureFixture
) -> None:
    def wrong() -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with pytest.raises(GatewayError, match="disk I/O error") as failed:
        await store.run(wrong)
    assert failed.value.code == 5006
    assert "database" in caplog.text


async def test_a_damage_that_shows_later_is_told(store: ChatStore, caplog: pytest.LogCaptureFixture) -> None:
    def damaged() -> None:
        error = sqlite3.DatabaseError("malformed")
        error.sqlite_errorname = "SQLITE_CORRUPT"
        raise error

    with pytest.raises(GatewayError, match="damaged; the next start"):
        await store.run(damaged)


async def test_a_backup_is_made_at_the_first_start(tmp_path: Path) -> None:
    store = await ChatStore.open(tmp_path)
    await store.close()
    assert backup_path(tmp_path / FILE).is_file()
    await store.close()  # harmless
    with pytest.raises(GatewayError, match="closed"):
        await store.run(store.sessions.counts)


async def test_titles_are_unique(store: ChatStore) -> None:
    def work() -> None:
        add(store, "a", title="Trip")
        add(store, "b")
        assert store.sessions.free_title("Trip") == "Trip #2"
        store.sessions.set_title("b", "Trip")

    with pytest.raises(GatewayError, match="already in use by session a") as refused:
        await store.run(work)
    assert refused.value.code == 4022


async def test_a_session_keeps_its_own_title(store: ChatStore) -> None:
    await store.run(lambda: add(store, "a", title="Trip"))
    await store.run(lambda: store.sessions.set_title("a", "Trip"))
    await store.run(lambda: store.sessions.set_title("a", None))
    assert await store.run(lambda: store.sessions.title("a")) == ""


async def test_pages_and_filters(store: ChatStore) -> None:
    def fill() -> None:
        for number in range(30):
            add(store, f"s{number:02}", "hello", at=number)
        add(store, "cron", source="cron", at=100)
        store.sessions.set_archived("s05", True)
        store.sessions.touch("s01", 200)

    await store.run(fill)
    rows, total = await store.run(lambda: store.sessions.list(limit=3, offset=1))
    assert ([row["id"] for row in rows], total) == (["cron", "s29", "s28"], 30)
    rows, _ = await store.run(lambda: store.sessions.list(limit=3, order="created"))
    assert [row["id"] for row in rows] == ["cron", "s29", "s28"]
    rows, total = await store.run(lambda: store.sessions.list(limit=9, archived="only"))
    assert ([row["id"] for row in rows], total) == (["s05"], 1)
    _, total = await store.run(lambda: store.sessions.list(limit=9, excluded_sources=["cron"], archived="include"))
    assert total == 30
    _, total = await store.run(lambda: store.sessions.list(limit=9, source="cron", least_messages=1))
    assert total == 0
    _, total = await store.run(lambda: store.sessions.list(limit=9, cwd_prefix="/home/me"))
    assert total == 30
    _, total = await store.run(lambda: store.sessions.list(limit=9, cwd_prefix="/home/m"))
    assert total == 0


async def test_deleting_a_session_deletes_its_messages_and_what_search_finds(store: ChatStore) -> None:
    await store.run(lambda: add(store, "a", "a quixotic question", "an answer"))
    assert await store.run(lambda: store.sessions.delete("a"))
    assert not await store.run(lambda: store.sessions.delete("a"))
    assert await store.run(lambda: store.messages.of("a")) == []
    assert await store.run(lambda: store.search.find("quixotic", 5)) == []


async def test_cut_messages_are_out_of_history_and_search(store: ChatStore) -> None:
    await store.run(lambda: add(store, "a", "first", "one", "second", "two"))
    second = await store.run(lambda: store.messages.user_message("a", 1))
    assert second is not None
    assert await store.run(lambda: store.messages.cut("a", second)) == 2
    assert [message.content for message in await store.run(lambda: store.messages.of("a"))] == ["first", "one"]
    assert await store.run(lambda: store.search.find("second", 5)) == []
    assert await store.run(lambda: store.messages.user_message("a", 1)) is None
    assert await store.run(lambda: store.messages.user_message("a", -1)) is None


async def test_an_answer_is_found_when_it_is_finished(store: ChatStore) -> None:
    await store.run(lambda: add(store, "a", "q"))
    row = await store.run(lambda: store.messages.add("a", "assistant", "some words", at=1, status="streaming"))
    assert await store.run(lambda: store.search.find("words", 5)) == []
    await store.run(lambda: store.messages.save(row, "some more words", None, "streaming"))
    await store.run(lambda: store.messages.save(row, "some more words yet", None, "complete"))
    (hit,) = await store.run(lambda: store.search.find("yet", 5))
    assert (hit["snippet"], hit["role"]) == ("some more words >>>yet<<<", "assistant")


@pytest.mark.parametrize(
    "text", ['"', "AND", "a OR", "NEAR(", "col:x", "*", "-x", "(", "\0", "{}", '"a b" c', "x" * 3000]
)
async def test_nothing_that_is_searched_for_is_an_operator(store: ChatStore, text: str) -> None:
    await store.run(lambda: add(store, "a", "some text"))
    await store.run(lambda: store.search.find(text, 5))


async def test_search_knows_beginnings_accents_phrases_titles_and_ids(store: ChatStore) -> None:
    def fill() -> None:
        add(store, "20261130_1", "The café is closed today", title="A trip to Rome")
        add(store, "20261130_2", "today is closed", "nothing", "café")

    await store.run(fill)

    async def ids(text: str) -> set[str]:
        return {hit["session_id"] for hit in await store.run(lambda: store.search.find(text, 10))}

    assert await ids("caf") == {"20261130_1", "20261130_2"}
    assert await ids("CAFE") == {"20261130_1", "20261130_2"}
    assert await ids('"is closed today"') == {"20261130_1"}
    assert await ids("rome") == {"20261130_1"}
    assert await ids("20261130_2") == {"20261130_2"}
    assert await ids("%") == set()
    assert await ids("  ") == set()


async def test_each_session_is_found_once(store: ChatStore) -> None:
    await store.run(lambda: add(store, "a", *["word"] * 20))
    await store.run(lambda: add(store, "b", "word"))
    hits = await store.run(lambda: store.search.find("word", 10))
    assert sorted(hit["session_id"] for hit in hits) == ["a", "b"]


async def test_usage_adds_up(store: ChatStore) -> None:
    await store.run(lambda: add(store, "a"))
    await store.run(lambda: store.sessions.add_usage("a", Usage(10, 5, 1, 1, 15)))
    await store.run(lambda: store.sessions.add_usage("a", Usage(20, 5, 0, 2, 40)))
    assert await store.run(lambda: store.sessions.usage("a")) == Usage(30, 10, 1, 3, 40)
    assert await store.run(lambda: store.sessions.usage("nobody")) == Usage()


async def test_a_turn_that_a_killed_process_left_is_kept_and_marked(tmp_path: Path) -> None:
    store = await ChatStore.open(tmp_path)

    def half_a_turn() -> None:
        add(store, "a")
        store.messages.add("a", "user", "the question", at=1, status="waiting")
        store.messages.add("a", "assistant", "half an ans", at=1, status="streaming")
        store.messages.add_queued("a", "typed meanwhile", None, (), 2)

    await store.run(half_a_turn)
    assert len(await store.run(lambda: store.messages.of("a"))) == 2, "what waits is not history"
    await store.close()
    again = await ChatStore.open(tmp_path)
    kept = await again.run(lambda: again.messages.of("a"))
    assert [(message.content, message.status) for message in kept] == [
        ("the question", "lost"),
        ("half an ans", "lost"),
        ("typed meanwhile", "lost"),
    ]
    assert await again.run(lambda: again.search.find("half", 5))
    await again.close()


async def test_one_long_chat_does_not_hide_the_others(store: ChatStore) -> None:
    await store.run(lambda: add(store, "long", *["word"] * 300))
    await store.run(lambda: add(store, "short", "a word among some others that are none"))
    hits = await store.run(lambda: store.search.find("word", 5))
    assert {hit["session_id"] for hit in hits} == {"long", "short"}
