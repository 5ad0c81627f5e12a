"""Chats with the real agent as the shell's child, and the same with the embedded gateway where it applies.

Both ask a scripted model: a test queues what it shall answer, and holds an answer open as long as it needs it. The
embedded gateway runs inside the shell and has no tools; a kill of it is a kill of the shell.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from e2e.conftest import open_page
from e2e.shell_process import ShellProcess, start_shell, wait_until
from tests.gateway.contract.gateway_process import (
    GATEWAYS,
    GatewayName,
    agent_environment,
    configure_agent,
    work_folder,
)
from tests.model_server.gates import Gate
from tests.model_server.script import text_of
from tests.model_server.server import KEY, MODEL, ModelServer

AGENT_DEADLINE = 60_000
"""How long an answer may take, in milliseconds: a real agent imports half of itself for its first turn."""

only_the_agent = pytest.mark.parametrize("scene", ["hermes"], indirect=True)


@dataclass
class Scene:
    """A shell with its gateway and its model.

    Attributes:
        name: which gateway.
        model: what answers.
        shell: the shell that runs now.
        context: a browser that is signed in.
        base: the address of the shell's page.
    """

    name: GatewayName
    model: ModelServer
    shell: ShellProcess
    context: BrowserContext
    base: str

    @property
    def work(self) -> Path:
        """The folder that the agent works in."""
        return work_folder(self.shell.home)

    def agent(self) -> psutil.Process | None:
        """The agent's process, when the shell has one that runs."""
        for child in psutil.Process(self.shell.process.pid).children():
            with contextlib.suppress(psutil.NoSuchProcess):
                if "serve" in child.cmdline():
                    return child
        return None

    def restart(self) -> None:
        """Kill the shell and start it again where it was."""
        self.shell.kill()
        self.shell = start(self.name, self.shell.home, self.model, str(self.shell.port))


def start(name: GatewayName, home: Path, model: ModelServer, port: str = "0") -> ShellProcess:
    if name == "hermes":
        configure_agent(home, model)
        return start_shell(home, "--gateway", "child", "--port", port, environment=agent_environment(home))
    settings = {"mode": "embedded", "model": {"base_url": model.base_url, "api_key": KEY, "model": MODEL}}
    state = home / "desktop-shell"
    state.mkdir(parents=True, exist_ok=True)
    (state / "gateway.json").write_text(json.dumps(settings), encoding="utf-8")
    return start_shell(home, "--gateway", "embedded", "--port", port, environment={"HOME": str(work_folder(home))})


@pytest.fixture(scope="module")
def hermes(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A shell with the real agent."""
    yield from play("hermes", browser, tmp_path_factory.mktemp("hermes"))


@pytest.fixture(scope="module")
def embedded(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A shell with the embedded gateway."""
    yield from play("embedded", browser, tmp_path_factory.mktemp("embedded"))


def play(name: GatewayName, browser: Browser, folder: Path) -> Iterator[Scene]:
    with ModelServer() as model:
        shell = start(name, folder / "home", model)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = open_page(context, shell.boot_url)
        scene = Scene(name, model, shell, context, page.url.partition("#")[0])
        page.close()
        yield scene
        context.close()
        agent = scene.agent()
        assert (agent is not None) == (name == "hermes")
        assert scene.shell.stop() == 0
        assert agent is None or not agent.is_running(), "an agent ends with its shell"


@pytest.fixture(params=GATEWAYS)
def scene(request: pytest.FixtureRequest) -> Scene:
    """A scene, with a model that knows nothing of the tests before."""
    scene: Scene = request.getfixturevalue(request.param)
    scene.model.forget()
    return scene


@pytest.fixture
def page(scene: Scene) -> Iterator[Page]:
    """A window with a new chat, the gateway open."""
    page = open_page(scene.context, f"{scene.base}#/")
    page.set_default_timeout(AGENT_DEADLINE)
    expect_open(page, scene)
    yield page
    page.close()


@pytest.fixture
def gate(scene: Scene) -> Iterator[Gate]:
    """A place for an answer to wait at."""
    gate = scene.model.gates.new()
    yield gate
    gate.release()


def expect_open(page: Page, scene: Scene) -> None:
    label = "Hermes 0.19.0 · local" if scene.name == "hermes" else "Built-in"
    expect(page.locator("[data-region=statusbar]")).to_contain_text(label, timeout=AGENT_DEADLINE)


def composer(page: Page) -> Locator:
    return page.locator('[data-slot="composer-input"]:visible')


def send(page: Page, text: str, keys: str = "Enter") -> None:
    composer(page).click()
    page.keyboard.type(text)
    page.keyboard.press(keys)
    expect(composer(page)).to_have_text("")


def prompts(page: Page) -> Locator:
    return page.locator(".hs-user-text:visible")


def answers(page: Page) -> Locator:
    return page.locator('[data-slot="aui_assistant-message-content"]:visible')


def edit(page: Page, at: int, text: str) -> None:
    """Change a message of the user and send it again."""
    prompts(page).nth(at).hover()
    page.get_by_role("button", name="Edit and send again").nth(at).click()
    box = page.locator(".hs-user-edit textarea")
    box.fill(text)
    page.get_by_role("button", name="Send again", exact=True).click()


def state(page: Page) -> Locator:
    """How the newest turn stands."""
    return page.locator(".hs-turn-status:visible").last


def expect_end(page: Page, how: str = "done") -> None:
    expect(state(page)).to_have_attribute("data-state", how, timeout=AGENT_DEADLINE)
    expect(page.get_by_role("button", name=re.compile("^Stop the turn"))).to_be_hidden()


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
    page.get_by_role("button", name="Branch into a new chat").click()
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


def test_a_chat_goes_on_after_a_restart_of_the_shell(page: Page, scene: Scene, gate: Gate) -> None:
    scene.model.queue(f"«say Kept.»«next»«say Half of it»{gate.hold}")
    send(page, "Before")
    expect_end(page)
    send(page, "Meanwhile")
    expect(answers(page).last).to_contain_text("Half of it", timeout=AGENT_DEADLINE)
    composer(page).click()
    page.keyboard.type("a draft")
    expect(state(page)).to_have_attribute("data-state", "running")
    agent = scene.agent()
    scene.restart()
    expect(state(page)).not_to_have_attribute("data-state", re.compile("running|done"), timeout=AGENT_DEADLINE)
    expect(prompts(page)).to_have_text(["Before", "Meanwhile"])
    expect(answers(page).first).to_contain_text("Kept.")
    expect(composer(page)).to_have_text("a draft")
    scene.model.queue("«say Here again.»")
    page.keyboard.press("Enter")
    expect(answers(page).last).to_contain_text("Here again.", timeout=AGENT_DEADLINE)
    expect_end(page)
    expect(prompts(page)).to_have_text(["Before", "Meanwhile", "a draft"])
    page.reload()
    expect(prompts(page)).to_have_text(["Before", "Meanwhile", "a draft"])
    expect(answers(page).last).to_contain_text("Here again.")
    assert agent is None or not agent.is_running(), "what a killed shell left running is ended by the next"
