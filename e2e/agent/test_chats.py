"""Chats with the real agent, and the same with the embedded gateway where it applies: they go on through everything."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from e2e.agent.scene import (
    AGENT_DEADLINE,
    Scene,
    answers,
    composer,
    edit,
    expect_end,
    expect_open,
    only_the_agent,
    prompts,
    send,
    state,
)
from e2e.conftest import open_page
from e2e.shell_process import wait_until
from tests.model_server.gates import Gate
from tests.model_server.script import text_of


def test_a_new_chat_streams_its_answer_and_is_there_after_a_reload(page: Page, scene: Scene, gate: Gate) -> None:
    scene.model.queue(f"«think let me see»«say The first **half**»{gate.hold}«say and the second.»")
    send(page, "Tell me something")
    expect(prompts(page)).to_have_text(["Tell me something"])
    expect(answers(page).locator("strong")).to_have_text("half", timeout=AGENT_DEADLINE)
    expect(state(page)).to_have_attribute("data-state", "running")
    gate.release()
    expect_end(page)
    expect(answers(page)).to_contain_text("The first half")
    expect(answers(page)).to_contain_text("and the second.")
    expect(page).to_have_url(re.compile(r"#/\d{8}_\d{6}_[0-9a-f]+$"))
    page.reload()
    expect(prompts(page)).to_have_text(["Tell me something"])
    expect(answers(page)).to_contain_text("and the second.")
    assert scene.model.prompts == ["Tell me something"]


@only_the_agent
def test_an_agent_gets_ready_while_somebody_types(page: Page, scene: Scene) -> None:
    agent = scene.agent()
    assert agent is not None
    before = {child.pid for child in agent.children()}
    rows = page.locator("[data-session-row]").count()
    composer(page).click()
    page.keyboard.type("Not sent")
    wait_until(lambda: {child.pid for child in agent.children()} > before, "the agent works for this chat", 60)
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.reload()
    expect(composer(page)).to_have_text("")
    expect(page.locator("[data-session-row]")).to_have_count(rows)


def test_an_interrupt_keeps_what_was_said_and_the_chat_goes_on(page: Page, scene: Scene, gate: Gate) -> None:
    scene.model.queue(f"«say Only this much»{gate.hold}«say and never this.»")
    send(page, "Begin")
    expect(answers(page)).to_contain_text("Only this much", timeout=AGENT_DEADLINE)
    page.get_by_role("button", name=re.compile("^Stop the turn")).click()
    expect_end(page, "interrupted")
    gate.left()
    expect(answers(page)).to_contain_text("Only this much")
    scene.model.queue("«say Something else.»")
    send(page, "Begin again")
    expect(answers(page).last).to_contain_text("Something else.", timeout=AGENT_DEADLINE)
    expect_end(page)
    expect(answers(page)).to_have_count(2)
    expect(page.get_by_text("never this")).to_have_count(0)


def test_a_prompt_waits_for_the_end_of_the_turn(page: Page, scene: Scene, gate: Gate) -> None:
    scene.model.queue(f"«say The first»{gate.hold}«say answer.»«next»«say The second answer.»")
    send(page, "One")
    gate.reached()
    send(page, "Two", "Control+Enter")
    expect(page.get_by_text("Queued: it is sent when this turn ends")).to_be_visible()
    assert scene.model.prompts == ["One"]
    gate.release()
    expect(answers(page).last).to_contain_text("The second answer.", timeout=AGENT_DEADLINE)
    expect_end(page)
    expect(prompts(page)).to_have_text(["One", "Two"])
    expect(page.locator('.hs-turn-status[data-state="done"]:visible')).to_have_count(2)
    assert scene.model.prompts == ["One", "Two"]


def test_a_branch_shows_the_shared_part_once_and_goes_its_own_way(page: Page, scene: Scene) -> None:
    scene.model.queue("«say The shared answer.»«next»«say An answer of its own.»")
    send(page, "Shared")
    expect_end(page)
    before = page.url
    prompts(page).hover()
    page.get_by_role("button", name="Branch from here").click()
    expect(page).not_to_have_url(before)
    expect(prompts(page)).to_have_text(["Shared"])
    expect(answers(page)).to_contain_text(["The shared answer."])
    send(page, "Own")
    expect(answers(page).last).to_contain_text("An answer of its own.", timeout=AGENT_DEADLINE)
    expect_end(page)
    branch = page.url
    page.goto(before)
    expect(prompts(page)).to_have_text(["Shared"])
    scene.restart()
    page.goto(branch)
    page.reload()
    expect(prompts(page)).to_have_text(["Shared", "Own"], timeout=AGENT_DEADLINE)
    expect(answers(page)).to_contain_text(["The shared answer.", "An answer of its own."])
    scene.model.queue("«say Another one.»")
    edit(page, 1, "Changed")
    expect(answers(page).last).to_contain_text("Another one.", timeout=AGENT_DEADLINE)
    expect(prompts(page)).to_have_text(["Shared", "Changed"])
    asked = [request for request in scene.model.requests if request.get("stream")]
    said = [text_of(message) for message in asked[-1]["messages"] if message["role"] == "user"]
    assert said == ["Shared", "Changed"]


def test_a_refusal_of_the_model_is_an_error_that_can_be_tried_again(page: Page, scene: Scene) -> None:
    scene.model.queue("«error 401 The key is not welcome.»")
    send(page, "Try this")
    failure = page.get_by_role("group", name="Error")
    expect(failure).to_contain_text("The key is not welcome.", timeout=AGENT_DEADLINE)
    scene.model.queue("«say Welcome after all.»")
    failure.get_by_role("button", name="Try again").click()
    expect(answers(page)).to_contain_text(["Welcome after all."], timeout=AGENT_DEADLINE)
    expect_end(page)
    expect(prompts(page)).to_have_text(["Try this"])
    expect(failure).to_have_count(0)


@only_the_agent
def test_a_killed_agent_comes_back_and_the_chat_goes_on(page: Page, scene: Scene, gate: Gate) -> None:
    scene.model.queue(f"«say Kept.»«next»«say Half of it»{gate.hold}")
    send(page, "Before")
    expect_end(page)
    send(page, "Meanwhile")
    expect(answers(page).last).to_contain_text("Half of it", timeout=AGENT_DEADLINE)
    agent = scene.agent()
    assert agent is not None
    agent.kill()
    wait_until(lambda: (now := scene.agent()) is not None and now.pid != agent.pid, "another agent runs", 60)
    expect_open(page, scene)
    expect(prompts(page)).to_have_text(["Before", "Meanwhile"])
    expect(answers(page).first).to_contain_text("Kept.")
    expect(state(page)).not_to_have_attribute("data-state", re.compile("running|done"), timeout=AGENT_DEADLINE)
    scene.model.queue("«say Here again.»")
    send(page, "After")
    expect(answers(page).last).to_contain_text("Here again.", timeout=AGENT_DEADLINE)
    expect_end(page)
    expect(prompts(page)).to_have_text(["Before", "Meanwhile", "After"])


@only_the_agent
def test_a_prompt_for_an_agent_that_is_away_is_sent_once_it_is_back(page: Page, scene: Scene) -> None:
    scene.model.queue("«say Kept.»«next»«say Here again.»")
    send(page, "Before")
    expect_end(page)
    agent = scene.agent()
    assert agent is not None
    agent.kill()
    send(page, "After")
    expect(answers(page).last).to_contain_text("Here again.", timeout=AGENT_DEADLINE)
    expect_end(page)
    expect(prompts(page)).to_have_text(["Before", "After"])
    assert scene.model.prompts == ["Before", "After"]


def test_a_turn_goes_on_without_a_window(page: Page, scene: Scene, gate: Gate) -> None:
    scene.model.queue(f"«say The first»{gate.hold}«say and the last word.»")
    send(page, "Go on")
    expect(answers(page)).to_contain_text("The first", timeout=AGENT_DEADLINE)
    address = page.url
    page.close()
    gate.release()
    again = open_page(scene.context, address)
    expect_end(again)
    expect(answers(again)).to_have_count(1)
    assert answers(again).inner_text().count("The first") == 1
    expect(answers(again)).to_contain_text("and the last word.")
    again.close()


def test_a_chat_goes_on_after_the_shell_was_killed(page: Page, scene: Scene, gate: Gate) -> None:
    scene.model.queue(f"«say Kept.»«next»«say Half of it»{gate.hold}«say and the rest.»")
    send(page, "Before")
    expect_end(page)
    send(page, "Meanwhile")
    expect(answers(page).last).to_contain_text("Half of it", timeout=AGENT_DEADLINE)
    composer(page).click()
    page.keyboard.type("a draft")
    expect(state(page)).to_have_attribute("data-state", "running")
    agent = scene.agent()
    scene.restart()
    page.reload()
    expect(prompts(page)).to_have_text(["Before", "Meanwhile"], timeout=AGENT_DEADLINE)
    if agent is None:  # its turn ended with the shell
        expect(state(page)).not_to_have_attribute("data-state", re.compile("running|done"), timeout=AGENT_DEADLINE)
    else:
        assert scene.agent() == agent
        expect(state(page)).to_have_attribute("data-state", "running", timeout=AGENT_DEADLINE)
        expect(answers(page).last).to_have_text(re.compile("^Half of it"))
        gate.release()
        expect_end(page)
        expect(answers(page).last).to_contain_text("and the rest.")
        assert answers(page).last.inner_text().count("Half of it") == 1
    expect(answers(page).first).to_contain_text("Kept.")
    expect(composer(page)).to_have_text("a draft")
    scene.model.queue("«say Here again.»")
    composer(page).click()
    page.keyboard.press("Enter")
    expect(answers(page).last).to_contain_text("Here again.", timeout=AGENT_DEADLINE)
    expect_end(page)
    expect(prompts(page)).to_have_text(["Before", "Meanwhile", "a draft"])
    page.reload()
    expect(prompts(page)).to_have_text(["Before", "Meanwhile", "a draft"])
    expect(answers(page).last).to_contain_text("Here again.")
