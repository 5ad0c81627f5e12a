"""Chats and their two ids: making, opening, listing, naming, branching, closing, deleting."""

from __future__ import annotations

import pytest

from tests.gateway.contract.connection import Connection, Session, completion, connected, types
from tests.gateway.contract.gateway_process import GatewayProcess, only_the_agent, work_folder
from tests.model_server.server import MODEL


async def test_a_new_chat_has_two_ids_and_leaves_no_row(connection: Connection, gateway: GatewayProcess) -> None:
    session = await connection.create()
    assert session.opened["message_count"] == 0
    assert session.opened["messages"] == []
    info = session.opened["info"]
    assert (info["model"], info["lazy"], info["desktop_contract"]) == (MODEL, True, 4)
    assert info["cwd"] == str(work_folder(gateway.home))
    assert session.live != session.stored
    assert session.stored not in await listed(connection)
    await session.close()
    assert await connection.refusal("session.resume", session_id=session.stored) == 4007


async def listed(connection: Connection) -> list[str]:
    return [row["id"] for row in (await connection.call("session.list", limit=200))["sessions"]]


async def test_the_first_prompt_makes_the_row(connection: Connection, session: Session) -> None:
    await session.turn("«say hello»")
    rows = (await connection.call("session.list", limit=200))["sessions"]
    row = next(row for row in rows if row["id"] == session.stored)
    assert row["message_count"] == 2
    assert row["source"] == "desktop"
    assert "«say hello»" in row["preview"]
    assert {"title", "started_at"} <= set(row)
    recent = await connection.call("session.most_recent")
    assert recent["session_id"] == session.stored
    assert {"title", "started_at", "source"} <= set(recent)


async def test_a_closed_chat_comes_back_whole_under_a_new_live_id(connection: Connection, session: Session) -> None:
    await session.turn("«think hm»«say **first**»")
    await session.close()
    again = await connection.resume(session.stored)
    assert again.live != session.live
    assert again.opened["resumed"] == session.stored
    assert again.stored == session.stored
    said = [(message["role"], message["text"]) for message in again.opened["messages"]]
    assert said == [("user", "«think hm»«say **first**»"), ("assistant", "**first**")]
    assert (again.opened["running"], again.opened["status"]) == (False, "idle")
    assert not again.opened.get("inflight")
    assert not again.opened.get("queued")
    assert completion(await again.turn("«say second»"))["text"] == "second"
    history = await again.call("session.history")
    assert [message["text"] for message in history["messages"]][1::2] == ["**first**", "second"]
    assert history["count"] >= 4
    await again.close()


async def test_a_live_chat_is_resumed_under_the_same_live_id(connection: Connection, session: Session) -> None:
    await session.turn("«say hello»")
    assert (await connection.resume(session.stored)).live == session.live
    activated = await session.call("session.activate")
    assert activated["session_id"] == session.live
    assert [message["text"] for message in activated["messages"]] == ["«say hello»", "hello"]


async def test_live_chats_are_listed_with_their_state(connection: Connection, session: Session) -> None:
    active = (await connection.call("session.active_list", current_session_id=session.live))["sessions"]
    row = next(row for row in active if row["id"] == session.live)
    assert row["session_key"] == session.stored
    assert row["status"] in ("idle", "starting")
    assert {"title", "preview", "model", "message_count", "current", "started_at", "last_active"} <= set(row)
    await session.close()
    active = (await connection.call("session.active_list"))["sessions"]
    assert session.live not in [row["id"] for row in active]


async def test_the_wrong_kind_of_id_is_not_found(connection: Connection, session: Session) -> None:
    await session.turn("«say hello»")
    for method in ("session.history", "session.title", "session.usage", "session.interrupt", "session.undo"):
        assert await connection.refusal(method, session_id=session.stored) == 4001, method
    assert await connection.refusal("prompt.submit", session_id=session.stored, text="a") == 4001
    assert await connection.refusal("session.resume", session_id=session.live) == 4007
    assert await connection.refusal("session.resume", session_id="never was") == 4007


async def test_titles_are_unique(connection: Connection, session: Session) -> None:
    other = await connection.create()
    title = f"Title of {session.stored}"
    assert (await session.call("session.title", title=title))["title"] == title
    read = await session.call("session.title")
    assert (read["title"], read["session_key"]) == (title, session.stored)
    assert await other.refusal("session.title", title=title) == 4022
    assert session.stored in await listed(connection), "a title makes the row of an unused chat"
    await other.close()


async def test_a_chat_without_a_name_gets_one_after_its_first_turn(connection: Connection, session: Session) -> None:
    await session.submit("«say hello»")
    titled = (await session.until("session.title"))[-1]["payload"]
    assert titled["session_id"] == session.stored
    assert titled["title"]
    assert (await session.call("session.title"))["title"] == titled["title"]


async def test_a_live_chat_is_not_deleted_and_a_closed_one_is(connection: Connection, session: Session) -> None:
    await session.turn("«say hello»")
    assert await connection.refusal("session.delete", session_id=session.stored) == 4023
    assert await session.call("session.close") == {"closed": True}
    assert await session.call("session.close") == {"closed": False}
    assert await connection.call("session.delete", session_id=session.stored) == {"deleted": session.stored}
    assert await connection.refusal("session.delete", session_id=session.stored) == 4007
    assert await connection.refusal("session.delete") == 4006
    assert await connection.refusal("session.resume", session_id=session.stored) == 4007


async def test_a_branch_has_the_history_and_goes_its_own_way(
    connection: Connection, session: Session, gateway: GatewayProcess
) -> None:
    await session.turn("«say shared»")
    answer = await session.call("session.branch", name=f"Branch of {session.stored}")
    assert answer["parent"] == session.stored
    assert answer["title"] == f"Branch of {session.stored}"
    live = answer["session_id"]
    history = await connection.call("session.history", session_id=live)
    # Hermes 0.19.0 tells the shared part twice (the parent's rows, then its own copies); its REST interface does not.
    times = 2 if gateway.name == "hermes" else 1
    assert [message["text"] for message in history["messages"]] == ["«say shared»", "shared"] * times
    key = (await connection.call("session.title", session_id=live))["session_key"]
    rows = (await connection.rest.get(f"/api/sessions/{key}/messages")).json()["messages"]
    assert [row["content"] for row in rows] == ["«say shared»", "shared"]
    assert (await connection.rest.get(f"/api/sessions/{key}")).json()["parent_session_id"] == session.stored
    branch = Session(connection, {"session_id": live, "session_key": key})
    assert completion(await branch.turn("«say own»"))["text"] == "own"
    assert (await session.call("session.history"))["count"] == 2, "the parent is as it was"
    await branch.close()


async def test_a_branch_can_end_before_a_message_with_its_first_prompt(
    connection: Connection, session: Session
) -> None:
    await session.turn("«say first»")
    await session.turn("«say second»")
    live = (await session.call("session.branch"))["session_id"]
    key = (await connection.call("session.title", session_id=live))["session_key"]
    branch = Session(connection, {"session_id": live, "session_key": key})
    assert completion(await branch.turn("«say other»", truncate_before_user_ordinal=1))["text"] == "other"
    rows = (await connection.rest.get(f"/api/sessions/{key}/messages")).json()["messages"]
    assert [row["content"] for row in rows if row["role"] == "user"] == ["«say first»", "«say other»"]
    assert (await session.call("session.history"))["count"] == 4, "the parent is as it was"
    await branch.close()


async def test_nothing_to_branch_is_refused(session: Session) -> None:
    assert await session.refusal("session.branch", name="x") == 4008


async def test_undo_takes_the_last_turn_from_the_model(session: Session) -> None:
    await session.turn("«say keep»")
    await session.turn("«say drop»")
    assert (await session.call("session.undo"))["removed"] == 2


async def test_usage_counts_tokens(session: Session, gateway: GatewayProcess) -> None:
    empty = await session.call("session.usage")
    assert (empty["calls"], empty["input"], empty["output"], empty["total"]) == (0, 0, 0, 0)
    await session.turn("«say hello»")
    used = await session.call("session.usage")
    assert used["calls"] >= 1
    assert used["total"] > 0
    assert used["model"] == MODEL
    # How much fits into a model is in the agent's configuration; the embedded gateway has no such setting.
    assert ({"context_used", "context_max", "context_percent"} <= set(used)) == (gateway.name == "hermes")


async def test_a_chat_can_be_made_with_a_folder_and_a_history(connection: Connection, gateway: GatewayProcess) -> None:
    messages = [{"role": "user", "content": "earlier"}, {"role": "assistant", "content": "indeed"}]
    session = await connection.create(messages=messages, cwd=str(gateway.home))
    assert session.opened["message_count"] == 2
    assert [message["text"] for message in session.opened["messages"]] == ["earlier", "indeed"]
    assert session.opened["info"]["cwd"] == str(gateway.home)
    await session.close()


async def test_events_go_to_the_connection_that_came_last(connection: Connection, gateway: GatewayProcess) -> None:
    session = await connection.create()
    await session.turn("«say hello»")
    async with connected(gateway) as other:
        taken = await other.resume(session.stored)
        assert taken.live == session.live
        seen = len(connection.events)
        await taken.turn("«say to the other one»")
        late = [event for event in connection.events[seen:] if event.get("session_id") == session.live]
        assert [kind for kind in types(late) if kind.startswith("message.")] == []
        assert completion(await session.turn("«say back again»"))["text"] == "back again"
    await session.close()


@only_the_agent  # chats of the embedded gateway cost nothing while they are open, so it keeps them
async def test_a_chat_may_end_with_its_connection(connection: Connection, gateway: GatewayProcess) -> None:
    async with connected(gateway) as other:
        session = await other.create(close_on_disconnect=True)
        await session.turn("«say hello»")
    again = await connection.resume(session.stored)
    assert again.live != session.live
    await again.close()


async def test_columns_can_be_told(session: Session) -> None:
    assert await session.call("terminal.resize", cols=120) == {"cols": 120}


@pytest.mark.parametrize("method", ["session.activate", "session.close"])
async def test_a_live_id_that_never_was(connection: Connection, method: str) -> None:
    if method == "session.close":
        assert await connection.call(method, session_id="00000000") == {"closed": False}
    else:
        assert await connection.refusal(method, session_id="00000000") == 4001
