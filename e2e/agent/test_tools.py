"""What a real agent does with its tools, and what it asks for."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from e2e.agent.scene import AGENT_DEADLINE, PASSWORD, Scene, answers, expect_end, only_the_agent, prompts, send
from tests.model_server.gates import Gate


@only_the_agent
def test_a_tool_call_is_a_row_with_command_and_result(page: Page, scene: Scene) -> None:
    scene.model.queue('«say Let me look.»«tool terminal {"command": "echo from the tool"}»«say I have looked.»')
    send(page, "Look around")
    expect_end(page)
    row = answers(page).locator(".hs-step")
    expect(row).to_have_count(1)
    expect(row).to_have_attribute("data-step", "done")
    expect(row.locator(".hs-step-subject")).to_have_text("echo from the tool")
    row.locator("summary").click()
    expect(row.get_by_label("Result", exact=True)).to_have_text("from the tool")
    expect(answers(page)).to_contain_text("I have looked.")
    scene.restart()
    expect(answers(page).locator(".hs-step-subject")).to_have_text("echo from the tool", timeout=AGENT_DEADLINE)
    row.locator("summary").click()
    expect(row.get_by_label("Result", exact=True)).to_have_text("from the tool")
    expect(answers(page)).to_contain_text("I have looked.")
    expect(page.locator(".hs-turn-words:visible")).to_have_text(re.compile(r"Done · \d+(\.\d+)? s"))


@only_the_agent
@pytest.mark.parametrize("choice", ["Allow once", "Deny"])
def test_a_command_runs_only_when_it_was_allowed(page: Page, scene: Scene, choice: str) -> None:
    folder = scene.work / f"precious-{choice[0]}"
    folder.mkdir()
    call = json.dumps({"command": f"rm -r {folder}"})
    scene.model.queue(f"«tool terminal {call}»«say That is that.»")
    send(page, "Clean up")
    card = page.locator("hermes-chat hermes-question:visible")
    expect(card).to_contain_text(f"rm -r {folder}", timeout=AGENT_DEADLINE)
    expect(page.locator("[data-region=statusbar]")).to_contain_text("1 needs you")
    page.reload()
    expect(card).to_contain_text(f"rm -r {folder}")
    assert folder.exists()
    card.get_by_role("button", name=choice).click()
    expect_end(page)
    expect(card).to_have_count(0)
    expect(answers(page)).to_contain_text("That is that.")
    assert folder.exists() == (choice == "Deny")


@only_the_agent
def test_a_question_of_the_agent_is_answered_with_a_choice(page: Page, scene: Scene) -> None:
    call = json.dumps({"question": "Which colour?", "choices": ["Red", "Blue"]})
    scene.model.queue(f"«tool clarify {call}»«say As you like.»")
    send(page, "Paint it")
    card = page.locator("hermes-chat hermes-question:visible")
    expect(card).to_contain_text("Which colour?", timeout=AGENT_DEADLINE)
    card.get_by_role("radio", name="Blue").click()
    card.get_by_role("button", name="Answer").click()
    expect_end(page)
    expect(card).to_have_count(0)
    expect(answers(page)).to_contain_text("As you like.")
    asked = [request for request in scene.model.requests if request.get("stream")]
    assert "Blue" in asked[-1]["messages"][-1]["content"]


@only_the_agent
def test_a_password_runs_the_command_and_is_kept_nowhere(page: Page, scene: Scene) -> None:
    scene.model.queue('«tool terminal {"command": "sudo echo by root"}»«say It ran.»')
    send(page, "Do it as root")
    card = page.locator("hermes-chat hermes-question:visible")
    expect(card.get_by_label("Password")).to_be_visible(timeout=AGENT_DEADLINE)
    card.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect_end(page)
    expect(card).to_have_count(0)
    row = answers(page).locator(".hs-step").first
    row.locator("summary").click()
    expect(row.get_by_label("Result", exact=True)).to_have_text("by root")
    assert PASSWORD not in page.content()
    assert PASSWORD.encode() not in b"".join(kept(scene))


def kept(scene: Scene) -> list[bytes]:
    """What stands in the files of the shell and of its agent."""
    return [file.read_bytes() for file in scene.shell.home.rglob("*") if file.is_file()]


@only_the_agent
def test_a_secret_value_reaches_the_agent_and_no_page(page: Page, scene: Scene) -> None:
    scene.model.queue('«tool skill_view {"name": "weather"}»«say I know it now.»')
    send(page, "How is the weather?")
    card = page.locator("hermes-chat hermes-question:visible")
    expect(card).to_contain_text("The key of the weather service", timeout=AGENT_DEADLINE)
    card.get_by_role("textbox").or_(card.locator("input")).first.fill("key-of-the-weather")
    page.keyboard.press("Enter")
    expect_end(page)
    expect(card).to_have_count(0)
    assert "WEATHER_KEY=key-of-the-weather" in (scene.shell.home / ".env").read_text("utf-8")
    assert "key-of-the-weather" not in page.content()


@only_the_agent
def test_a_sub_agent_is_a_row_and_its_result_is_a_turn(page: Page, scene: Scene, gate: Gate) -> None:
    goal = f"Find it out. {gate.hold}«say It is 42.»"
    call = json.dumps({"goal": goal}, ensure_ascii=False)
    # In the prompt, not queued: agent and sub-agent ask the model at the same time.
    prompt = f"«tool delegate_task {call}»«say It is being found out.»"
    send(page, prompt)
    gate.reached()
    expect(answers(page).first).to_contain_text("It is being found out.", timeout=AGENT_DEADLINE)
    row = answers(page).locator(".hs-step").filter(has_text="Sub-agent")
    expect(row).to_have_attribute("data-step", "running")
    expect(row).to_contain_text("Find it out.")
    gate.release()
    expect(answers(page).nth(1)).to_contain_text("It is 42.", timeout=AGENT_DEADLINE)
    expect(row).to_have_attribute("data-step", "done")
    expect_end(page)
    scene.restart()
    page.reload()
    expect(answers(page).last).to_contain_text("It is 42.", timeout=AGENT_DEADLINE)
    expect(prompts(page)).to_have_text([prompt])
