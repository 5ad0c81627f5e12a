"""What a window gets of a transcript: the newest turns, older ones on demand, and then what changed."""

from __future__ import annotations

from typing import Any

from hermes_shell.transcript.questions import Question
from hermes_shell.transcript.transcript import Transcript
from hermes_shell.transcript.turns import Prose
from hermes_shell.transcript.view import Part, TranscriptView
from tests.transcript.rich import Teller


def card(question: Question) -> str:
    return f"<b>{question.id}</b>"


def view_of(transcript: Transcript, key: str = "k", **options: Any) -> TranscriptView:
    return TranscriptView(transcript, key, card=card, **options)


def summary(parts: list[Part]) -> list[tuple[str, list[str], list[tuple[str, str | None]]]]:
    return [(part["list"], part["remove"], [(put["id"], put["before"]) for put in part["put"]]) for part in parts]


def history(turns: int) -> list[dict[str, str]]:
    return [{"role": role, "text": f"{role} {n}"} for n in range(turns) for role in ("user", "assistant")]


def shown(parts: list[Part]) -> list[str]:
    """Turns that a list part puts, in their order."""
    return [put["id"] for part in parts if part["list"].startswith("chat:") for put in reversed(part["put"])]


def test_a_delta_sends_its_open_block_only() -> None:
    say = Teller()
    say.transcript.said("q", "c1")
    view = view_of(say.transcript)
    view.everything()
    say("message.start")
    say("message.delta", text="one\n\ntwo")
    view.changes()
    say("message.delta", text=" more")
    (part,) = view.changes()
    assert len(part["put"]) == 1
    assert part["put"][0]["html"].count("<p>two more</p>") == 1
    assert "one" not in part["put"][0]["html"]
    say("message.delta", text="\n\nthree")
    ((_, removed, put),) = summary(view.changes())
    assert (removed, len(put)) == ([], 1), "the closed block is the same, only a new one stands behind it"
    assert view.changes() == []


def test_a_block_closes_without_being_sent_when_it_looks_the_same() -> None:
    say = Teller()
    say("message.start")
    view = view_of(say.transcript)
    say("message.delta", text="text")
    view.everything()
    say("message.complete", text="text", status="complete")
    (part,) = view.changes()
    assert [put["id"] for put in part["put"]] == [f"{say.transcript.turns[0].id}s"], "only the line under the turn"


def test_the_final_text_takes_the_place_of_the_streamed_one() -> None:
    say = Teller()
    say("message.start")
    view = view_of(say.transcript)
    say("message.delta", text="a\n\nb\n\nc")
    view.everything()
    say("message.complete", text="other", status="complete")
    (part,) = view.changes()
    assert len(part["remove"]) == 3
    assert sum("<p>other</p>" in put["html"] for put in part["put"]) == 1


def test_steps_share_a_rail_and_looks_fold() -> None:
    say = Teller()
    say("message.start")
    view = view_of(say.transcript)
    say.tool("1", "read_file", "x", path="a.py")
    rail = next(put["html"] for part in view.everything() for put in part["put"])
    assert rail.count('class="hs-step"') == 1
    say.tool("2", "read_file", "x", path="b.py")
    say.tool("3", "search_files", {"total_count": 3}, pattern="z")
    parts = view.changes()
    assert [part["list"].partition(":")[0] for part in parts] == ["rail"]
    (put,) = parts[0]["put"]
    assert "Looked at" in put["html"]
    assert "2 files, 1 search" in put["html"]
    assert "3 matches" in put["html"]
    say.tool("4", "terminal", {"exit_code": 2, "output": "no"}, command="make")
    (put,) = view.changes()[0]["put"]
    assert 'data-step="failed"' in put["html"]
    assert "<details" in put["html"] and " open>" in put["html"]  # noqa: PT018


def test_a_question_stands_at_its_place_and_collapses_into_the_rail() -> None:
    say = Teller()
    say("message.start")
    view = view_of(say.transcript)
    say("tool.start", tool_id="1", name="terminal", context="Running rm x")
    say("approval.request", command="rm x", description="d", choices=["once", "deny"], request_id="q1")
    html = view.everything()[0]["put"][0]["html"]
    assert "<b>q1</b>" in html
    assert "Waiting for you" in html
    say.transcript.answered("q1", "Allowed once")
    parts = view.changes()
    assert len(parts[0]["remove"]) == 1
    assert "Allowed once" in parts[1]["put"][0]["html"]


def test_opening_gives_the_newest_and_older_ones_come_on_demand() -> None:
    transcript = Transcript("k")
    transcript.load(history(100))
    view = view_of(transcript, newest=10)
    first = shown(view.everything())
    assert first == ["older", *[turn.id for turn in transcript.turns[-5:]]]
    assert view.has_older
    older = view.older(20)
    assert shown(older)[-10:] == [turn.id for turn in transcript.turns[-15:-5]]
    assert older[0]["put"][0]["before"] == transcript.turns[-5].id
    while view.has_older:
        view.older(60)
    assert view.changes() == []
    removed = [item for part in view.older(60) for item in part["remove"]]
    assert removed == []


def test_107_a_long_stay_keeps_no_more_than_it_may() -> None:
    say = Teller()
    view = view_of(say.transcript)
    view.everything()
    alive: set[str] = set()
    for number in range(600):
        say.transcript.said(f"q{number}", f"c{number}")
        say("message.start")
        say("message.delta", text="**answer**")
        say("message.complete", text="**answer**", status="complete")
        for part in view.changes():
            if part["list"] == "chat:k":
                alive |= {put["id"] for put in part["put"]}
                alive -= set(part["remove"])
    assert view.has_older
    assert len(alive) <= 121
    rendered = [
        part for turn in say.transcript.turns for part in turn.parts if isinstance(part, Prose) and part.blocks.closed
    ]
    assert len(rendered) <= 121, "what nobody shows is kept as text only"


def test_a_chat_without_messages_is_the_plugins_and_a_new_one_is_not() -> None:
    (part,) = view_of(Transcript("k")).everything()
    assert 'area="chat.empty"' in part["put"][0]["html"]
    assert view_of(Transcript("new:1"), "new:1").everything() == [{"list": "chat:new:1", "remove": [], "put": []}]


def test_prompts_that_wait_say_why_and_stay_last() -> None:
    say = Teller()
    view = view_of(say.transcript)
    view.everything()
    say.transcript.said("later", "c1", ["a.txt"], status="waiting")
    html = view.changes()[0]["put"][0]["html"]
    assert "Waiting for the connection" in html
    assert 'data-chat-action="unqueue" data-client="c1"' in html
    assert 'data-verb="gateway.restart"' in html
    assert "a.txt" in html
    say("status.update", kind="process", text="[IMPORTANT: Background process x completed]")
    say("message.start")
    (part, *_) = view.changes()
    assert [(put["id"], put["before"]) for put in part["put"]] == [
        (say.transcript.turns[0].id, say.transcript.turns[1].id)
    ]
    say.transcript.status("c1", "failed", "<the reason>")
    (part,) = view.changes()
    assert part["list"].startswith("user:")
    assert "Not sent: &lt;the reason&gt;" in part["put"][0]["html"]
    say.transcript.status("c1", "gone")
    (part,) = view.changes()
    assert (len(part["remove"]), part["put"]) == (1, [])


def test_a_reload_and_another_key_leave_what_is_the_same() -> None:
    transcript = Transcript("k")
    transcript.load(history(3))
    view = view_of(transcript)
    view.everything()
    transcript.load(history(3))
    assert view.changes() == []
    view.rekey("other")
    transcript.load(history(4))
    (part,) = view.changes()
    assert (part["list"], len(part["put"])) == ("chat:other", 1)


def test_a_prompt_of_a_megabyte_is_shown_in_part_and_not_offered_to_be_sent_in_part() -> None:
    say = Teller()
    say.transcript.said("x y " * 250_000, "c1")
    say("error", message="too long")
    html = "".join(put["html"] for part in view_of(say.transcript).everything() for put in part["put"])
    assert len(html) < 400_000
    assert "more characters" in html
    assert 'data-chat-action="copy"' in html
    assert "data-ordinal" not in html
    assert 'data-chat-action="edit"' not in html


def test_markup_of_others_is_text_everywhere() -> None:
    say = Teller()
    bad = '<img src=x onerror="alert(1)">'
    say.transcript.said(bad, "c1", [bad])
    say("message.start")
    say("reasoning.delta", text=bad)
    say.tool(bad, bad, {"output": bad}, diff=f"+{bad}", path=bad)
    say.tool("args", bad, bad, other=bad)
    say("tool.start", tool_id="2", name="terminal", context=f"Running {bad}")
    say("status.update", kind="lifecycle", text=bad)
    say("subagent.start", subagent_id=bad, goal=bad, text=bad)
    say("agent.terminal.output", process_id=bad, chunk=bad)
    say("approval.request", command=bad, description=bad, request_id="q")
    say.transcript.answered("q", bad)
    say("message.complete", text=bad, status="error")
    html = "".join(put["html"] for part in view_of(say.transcript).everything() for put in part["put"])
    assert "<img" not in html
    assert html.count("&lt;img") > 10
