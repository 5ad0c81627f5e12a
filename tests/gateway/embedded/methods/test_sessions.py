from __future__ import annotations

from pathlib import Path

import pytest

from tests.gateway.embedded.chatting import Client, chatting


async def stored_id(client: Client, live: str) -> str:
    """The stored id of a live session."""
    return (await client.call("session.title", session_id=live))["session_key"]


async def test_a_new_session_leaves_no_trace(client: Client) -> None:
    created = await client.create(title="Later", model="", cwd="/tmp")
    assert (created["message_count"], created["messages"]) == (0, [])
    assert (created["info"]["cwd"], created["info"]["title"], created["info"]["lazy"]) == ("/tmp", "Later", True)
    assert (await client.call("session.list"))["sessions"] == []
    assert await client.refusal("session.resume", session_id=created["stored_session_id"]) == 4007
    await client.turn(created["session_id"], "hello")
    (row,) = (await client.call("session.list"))["sessions"]
    assert (row["id"], row["title"], row["message_count"]) == (created["stored_session_id"], "Later", 2)


async def test_a_session_may_begin_with_messages(client: Client) -> None:
    seed = [
        {"role": "user", "content": "before"},
        {"role": "assistant", "text": "yes"},
        {"role": "tool", "content": "x"},
        {"role": "user", "content": " "},
        "nonsense",
    ]
    created = await client.create(messages=seed)
    assert created["message_count"] == 2
    live = created["session_id"]
    assert (await client.call("session.history", session_id=live))["count"] == 2
    await client.turn(live, "table")
    history = await client.call("session.history", session_id=live)
    assert [message["text"] for message in history["messages"]][:3] == ["before", "yes", "table"]


async def test_titles(client: Client, live: str) -> None:
    assert await client.call("session.title", session_id=live, title=" A  trip ") == {
        "pending": False,
        "title": "A trip",
    }
    assert (await client.event("session.title"))["title"] == "A trip"
    assert len((await client.call("session.list"))["sessions"]) == 1, "a title stores an unused session"
    other = (await client.create())["session_id"]
    assert await client.refusal("session.title", session_id=other, title="A trip") == 4022
    assert await client.refusal("session.title", session_id=other, title="x" * 101) == 4022
    assert await client.refusal("session.title", session_id=other, title=" ") == 4002
    assert await client.refusal("session.create", title="A trip") == 4022
    assert (await client.call("session.resume", session_id="A trip"))["session_id"] == live


async def test_an_automatic_title_is_free(client: Client) -> None:
    for _ in range(2):
        await client.turn((await client.create())["session_id"], "## table")
    rows = (await client.call("session.list"))["sessions"]
    assert [row["title"] for row in rows] == ["table #2", "table"]


async def test_a_cold_resume(tmp_path: Path) -> None:
    async with chatting(tmp_path) as client:
        created = await client.create()
        await client.turn(created["session_id"], "table")
        await client.backend.close()
        await client.open()
        assert await client.refusal("session.usage", session_id=created["session_id"]) == 4001
        resumed = await client.call("session.resume", session_id=created["stored_session_id"])
        assert resumed["session_id"] != created["session_id"]
        assert resumed["resumed"] == created["stored_session_id"]
        assert [message["role"] for message in resumed["messages"]] == ["user", "assistant"]
        assert (resumed["running"], resumed["status"]) == (False, "idle")
        assert "inflight" not in resumed
        assert "queued" not in resumed
        assert resumed["info"]["usage"]["calls"] == 1
        assert (await client.turn(resumed["session_id"], "code"))["usage"]["calls"] == 2


async def test_ids_of_the_wrong_kind(client: Client, live: str) -> None:
    await client.turn(live, "table")
    assert await client.refusal("session.resume", session_id=live) == 4007
    assert await client.refusal("session.history", session_id=await stored_id(client, live)) == 4001
    assert await client.refusal("session.resume") == 4006
    assert await client.refusal("session.delete") == 4006
    assert await client.refusal("session.delete", session_id="nobody") == 4007
    assert await client.refusal("prompt.submit", session_id="nobody", text="x") == 4001
    assert await client.refusal("prompt.submit", session_id=7, text="x") == 4002


async def test_activate_is_like_a_resume_of_a_live_session(client: Client, live: str) -> None:
    await client.turn(live, "table")
    assert (await client.call("session.activate", session_id=live))["message_count"] == 2


async def test_the_most_recent_session(client: Client, live: str) -> None:
    assert await client.call("session.most_recent") == {"session_id": None}
    await client.turn(live, "table")
    assert (await client.call("session.most_recent"))["title"] == "table"


async def test_active_sessions(client: Client, live: str) -> None:
    await client.turn(live, "table")
    (row,) = (await client.call("session.active_list", current_session_id=live))["sessions"]
    assert (row["id"], row["status"], row["current"], row["message_count"]) == (live, "idle", True, 2)
    assert (row["title"], row["preview"], row["model"]) == ("table", "table", "demo")


async def test_undo_takes_back_the_last_prompt(client: Client, live: str) -> None:
    assert await client.call("session.undo", session_id=live) == {"removed": 0}
    await client.turn(live, "table")
    await client.turn(live, "code")
    assert await client.call("session.undo", session_id=live) == {"removed": 2}
    assert (await client.call("session.history", session_id=live))["count"] == 2
    resumed = await client.call("session.resume", session_id=await stored_id(client, live))
    assert resumed["message_count"] == 2, "it is still undone when it is taken up"


async def test_nothing_is_undone_while_a_turn_runs(client: Client, live: str) -> None:
    await client.call("prompt.submit", session_id=live, text="ask")
    await client.event("clarify.request")
    assert await client.refusal("session.undo", session_id=live) == 4009
    assert await client.refusal("prompt.submit", session_id=live, text="x", truncate_before_user_ordinal=0) == 4009
    await client.call("session.interrupt", session_id=live)
    await client.end()


async def test_a_branch_has_the_same_history_and_a_life_of_its_own(client: Client, live: str) -> None:
    assert await client.refusal("session.branch", session_id=live) == 4008
    await client.turn(live, "table")
    branch = await client.call("session.branch", session_id=live)
    assert (branch["title"], branch["parent"]) == ("table #2", await stored_id(client, live))
    await client.turn(branch["session_id"], "code")
    assert (await client.call("session.history", session_id=branch["session_id"]))["count"] == 4
    assert (await client.call("session.history", session_id=live))["count"] == 2
    named = await client.call("session.branch", session_id=live, name="Another")
    assert named["title"] == "Another"
    assert await client.refusal("session.branch", session_id=live, name="Another") == 4022


async def test_a_branch_may_end_before_a_message_of_the_user(client: Client, live: str) -> None:
    for text in ("table", "code", "list"):
        await client.turn(live, text)
    branch = await client.call("session.branch", session_id=live, before_user_ordinal=2)
    assert branch["before_user_ordinal"] == 2
    history = await client.call("session.history", session_id=branch["session_id"])
    assert [message["text"] for message in history["messages"] if message["role"] == "user"] == ["table", "code"]
    assert (await client.call("session.history", session_id=live))["count"] == 6
    for outside in (0, 3):
        assert await client.refusal("session.branch", session_id=live, before_user_ordinal=outside) == 4018
    assert await client.refusal("session.branch", session_id=live, before_user_ordinal="2") == 4002


async def test_an_edited_prompt_replaces_the_rest(client: Client, live: str) -> None:
    for text in ("table", "code", "long"):
        await client.turn(live, text)
    await client.turn(live, "think", truncate_before_user_ordinal=1)
    history = await client.call("session.history", session_id=live)
    assert [one["text"] for one in history["messages"] if one["role"] == "user"] == ["table", "think"]
    for ordinal, code in ((2, 4018), (-1, 4018), ("1", 4004), (True, 4004), (2**70, 4018)):
        given = {"text": "x", "truncate_before_user_ordinal": ordinal}
        assert await client.refusal("prompt.submit", session_id=live, **given) == code
    assert (await client.call("session.history", session_id=live))["count"] == 4


async def test_closing_and_deleting(client: Client, live: str) -> None:
    await client.turn(live, "table")
    stored = await stored_id(client, live)
    assert await client.refusal("session.delete", session_id=stored) == 4023
    assert await client.call("session.close", session_id=live) == {"closed": True}
    assert await client.call("session.close", session_id=live) == {"closed": False}
    assert await client.call("session.delete", session_id=stored) == {"deleted": stored}
    assert (await client.call("session.list"))["sessions"] == []


async def test_closing_ends_a_turn_without_a_word(client: Client, live: str) -> None:
    await client.call("prompt.submit", session_id=live, text="ask")
    await client.event("clarify.request")
    start = len(client.events)
    assert await client.call("session.close", session_id=live) == {"closed": True}
    assert client.events[start:] == []


async def test_a_working_directory(client: Client, live: str, tmp_path: Path) -> None:
    assert (await client.call("session.cwd.set", session_id=live, cwd=str(tmp_path)))["cwd"] == str(tmp_path)
    for wrong in ("", str(tmp_path / "no"), "\0", __file__):
        assert await client.refusal("session.cwd.set", session_id=live, cwd=wrong) == 4002


async def test_usage_status_and_size(client: Client, live: str) -> None:
    assert (await client.call("session.usage", session_id=live))["calls"] == 0
    assert "Tools:    none" in (await client.call("session.status", session_id=live))["output"]
    assert await client.call("terminal.resize", session_id=live, cols=120) == {"cols": 120}
    assert await client.refusal("terminal.resize", session_id=live, cols="wide") == 4002


@pytest.mark.parametrize("text", ["\ud800 half", "a\0b", "\u202e rtl", "x" * 1_000_000])
async def test_any_text_is_kept(client: Client, live: str, text: str) -> None:
    await client.turn(live, text)
    history = await client.call("session.history", session_id=live)
    assert history["messages"][0]["text"] == text.replace("\ud800", "?")


async def test_an_empty_or_a_huge_prompt_is_refused(client: Client, live: str) -> None:
    assert await client.refusal("prompt.submit", session_id=live, text=" ") == 4004
    assert await client.refusal("prompt.submit", session_id=live, text="x" * (8 * 1024 * 1024 + 1)) == 4002
