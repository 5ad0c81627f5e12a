"""A conversation in the page: real frames, the real style sheet, and what the page does with them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, cast

import pytest
from axe_playwright_python.sync_playwright import Axe  # pyright: ignore[reportMissingTypeStubs]
from playwright.sync_api import Page, expect

from hermes_shell import themes
from hermes_shell.page import SHEETS
from hermes_shell.sheets import joined
from hermes_shell.transcript.transcript import Transcript
from hermes_shell.transcript.view import TranscriptView
from tests.surfaces.conftest import STATIC, OpenPage
from tests.transcript.rich import ANSWER, Teller, rich

PLUGIN = """registry.register({ area: 'transcript.directives', id: ID, source: 'plugin:p', seq: SEQ,
  data: { name: 'chart', render: RENDER } })"""


class Chat:
    """A conversation in a page, and the transcript that it shows."""

    def __init__(self, page: Page, transcript: Transcript, newest: int = 30) -> None:
        self.page = page
        self.say = Teller(transcript)
        self.view = TranscriptView(transcript, "k", newest)
        page.evaluate(
            """async () => {
              document.querySelector('.hs-chat')?.remove()
              const view = await import('/static/host/transcript_view.js')
              const chat = document.createElement('div')
              chat.className = 'hs-chat'
              chat.style.height = '500px'
              const list = '<div class="hs-chat-messages" role="log" data-list="chat:k"></div>'
              chat.innerHTML = `<div class="hs-chat-scroll">${list}</div>`
              document.getElementById('workspace').append(chat)
              window.chat?.end.dispose()
              const scroll = chat.firstElementChild
              const messages = scroll.firstElementChild
              window.chat = { scroll, list: messages, end: view.attachTranscript(scroll, messages) }
              const next = (done) => requestAnimationFrame(() => setTimeout(done))
              window.frame = () => new Promise((done) => requestAnimationFrame(() => next(done)))
            }"""
        )
        self.apply(self.view.everything())

    def apply(self, parts: object) -> None:
        """Apply a frame and let the page settle."""
        self.page.evaluate("async (parts) => { await T.applyParts(parts); await frame() }", parts)

    def update(self) -> None:
        """Apply what has changed."""
        self.apply(self.view.changes())

    def scroll_to(self, top: int) -> None:
        """Scroll as a reader does."""
        self.page.evaluate("async (top) => { chat.scroll.scrollTop = top; await frame() }", top)

    @property
    def read(self) -> list[object]:
        """What stands in the middle of what is seen, and how high."""
        return self.page.evaluate(
            """() => {
              const { left, top, width, height } = chat.scroll.getBoundingClientRect()
              const turn = document.elementFromPoint(left + width / 2, top + height / 2).closest('[data-turn]')
              return [turn.dataset.turn, Math.round(turn.getBoundingClientRect().top)]
            }"""
        )

    @property
    def place(self) -> dict[str, Any]:
        """Where the reader is."""
        return self.page.evaluate(
            """() => ({ top: Math.round(chat.scroll.scrollTop), below:
              Math.round(chat.scroll.scrollHeight - chat.scroll.clientHeight - chat.scroll.scrollTop) })"""
        )


@pytest.fixture(scope="module")
def sheet() -> str:
    """The style of the window."""
    return themes.root_style("harbour", "light") + joined(STATIC, SHEETS, "/static/")


@pytest.fixture
def open_chat(open_page: OpenPage, sheet: str) -> Callable[..., Chat]:
    """Opens a page with a conversation."""

    def opened(transcript: Transcript, newest: int = 30) -> Chat:
        page = open_page()
        page.add_style_tag(content=sheet)
        page.evaluate("async () => { (await import('/static/host/chat_actions.js')).startChatActions() }")
        return Chat(page, transcript, newest)

    return opened


def long_chat(turns: int = 40) -> Transcript:
    transcript = Transcript("k")
    said = [
        {"role": role, "text": f"{role} {n} " + "word " * 60} for n in range(turns) for role in ("user", "assistant")
    ]
    transcript.load(said)
    return transcript


def test_frames_end_as_what_a_fresh_window_shows(open_chat: Callable[..., Chat]) -> None:
    """Whatever is told in whatever pieces: who was there all the time sees what somebody sees who comes later."""
    page = open_chat(Transcript("k")).page
    for seed in range(4):
        chance = random.Random(seed)
        chat = Chat(page, Transcript("k"), 500)
        say = chat.say
        for turn in range(3):
            say.transcript.said(f"question {turn}", f"c{turn}")
            say("message.start")
            say("reasoning.delta", text="so\n\nthen")
            for step in range(chance.randint(0, 5)):
                name = chance.choice(["read_file", "search_files", "terminal", "patch"])
                say("tool.generating", name=name)
                if chance.random() < 0.5:
                    chat.update()
                say.tool(f"{turn}.{step}", name, {"exit_code": chance.randint(0, 1)}, 0.2, "+a\n-b", path=f"f{step}")
                if chance.random() < 0.3:
                    say("message.interim", text=f"interim {step}", already_streamed=False)
            say("approval.request", command="x", description="d", choices=["once", "deny"], request_id=f"q{turn}")
            chat.update()
            say.transcript.answered(f"q{turn}", "Allowed once")
            at = 0
            while at < len(ANSWER):
                size = chance.randint(20, 200)
                say("message.delta", text=ANSWER[at : at + size])
                at += size
                chat.update()
            text = ANSWER if chance.random() < 0.5 else "another text"
            say("message.complete", text=text, status=chance.choice(["complete", "error", "interrupted"]))
        chat.update()
        fresh = TranscriptView(say.transcript, "k", 500).everything()
        same = chat.page.evaluate(
            """async (parts) => {
              const clean = (root) => {
                for (const one of root.querySelectorAll('*')) {
                  for (const name of ['open', 'style', 'data-stuck', 'data-full']) one.removeAttribute(name)
                  const sorted = [...one.attributes].map(({ name, value }) => [name, value]).sort()
                  for (const [name] of sorted) one.removeAttribute(name)
                  for (const [name, value] of sorted) one.setAttribute(name, value)
                }
                return root.innerHTML.replace(/>\\s+</g, '><')
              }
              const mine = clean(chat.list.cloneNode(true))
              chat.list.replaceChildren()
              await T.applyParts(parts)
              const other = clean(chat.list.cloneNode(true))
              if (mine === other) return null
              let at = 0
              while (mine[at] === other[at]) at++
              return [mine.slice(Math.max(0, at - 120), at + 200), other.slice(Math.max(0, at - 120), at + 200)]
            }""",
            fresh,
        )
        assert same is None, "\n".join([str(seed), *same])


def test_the_end_is_kept_only_while_its_reader_is_there(open_chat: Callable[..., Chat]) -> None:
    chat = open_chat(long_chat())
    assert chat.place["below"] == 0
    chat.say.transcript.said("next", "c1")
    chat.say("message.start")
    chat.say("message.delta", text="word " * 400)
    chat.update()
    assert chat.place["below"] == 0
    pill = chat.page.locator(".hs-new-below > button")
    expect(pill).to_be_hidden()
    chat.scroll_to(chat.place["top"] - 300)
    before = chat.read
    chat.say("message.delta", text="\n\n" + "more " * 400)
    chat.update()
    assert chat.read == before
    expect(pill).to_be_visible()
    pill.click()
    chat.page.evaluate("() => frame()")
    assert chat.place["below"] == 0
    expect(pill).to_be_hidden()


def test_older_messages_come_near_the_beginning_and_nothing_moves(open_chat: Callable[..., Chat]) -> None:
    chat = open_chat(long_chat(), 10)
    parts = chat.view.older(10)
    chat.page.evaluate("(parts) => { T.answers['chat.older'] = { parts } }", json.loads(json.dumps(parts)))
    first = chat.page.evaluate("() => chat.list.querySelector('.hs-turn').dataset.turn")
    chat.page.evaluate("async () => { chat.scroll.scrollTop = 0; await frame() }")
    chat.page.wait_for_selector(f".hs-turn ~ [data-turn='{first}']")
    top = chat.page.evaluate(
        """async (id) => { await frame(); const turn = chat.list.querySelector(`[data-turn="${id}"]`)
          return Math.round(turn.getBoundingClientRect().top - chat.scroll.getBoundingClientRect().top) }""",
        first,
    )
    calls = chat.page.evaluate("() => T.calls.filter(([verb]) => verb === 'chat.older').map(([, args]) => args.key)")
    assert calls[0] == "k"
    assert 0 <= top < 80, "what was read is where it was"


def test_older_messages_that_fail_are_asked_for_once_and_again_by_the_button(open_chat: Callable[..., Chat]) -> None:
    chat = open_chat(long_chat(), 10)
    page = chat.page
    page.evaluate("() => { T.answers['chat.older'] = new Error('no') }")
    asked = "() => T.calls.filter(([verb]) => verb === 'chat.older').length"
    chat.scroll_to(0)
    for _ in range(5):
        page.evaluate("() => frame()")
    assert page.evaluate(asked) == 1
    page.evaluate("(parts) => { T.answers['chat.older'] = { parts } }", chat.view.older(10))
    page.locator("[data-chat-action=older]").click()
    expect(page.locator(".hs-turn")).to_have_count(10)


def test_find_in_page_finds_in_messages_that_were_not_loaded(open_chat: Callable[..., Chat]) -> None:
    chat = open_chat(long_chat(12), 4)
    chat.page.evaluate("(parts) => { T.answers['chat.older'] = { parts } }", chat.view.older(100))
    states = chat.page.evaluate(
        """async () => {
          const { FindSession } = await import('/static/host/find_session.js')
          const states = []
          const found = new Promise((done) => {
            const show = (state) => { states.push(state.count); if (state.count === 1) done() }
            const session = new FindSession(chat.scroll.closest('[data-pane]'), 0, show)
            void session.look('assistant 0', { matchCase: false, wholeWord: false })
            window.endSearch = () => session.end()
          })
          await found
          endSearch()
          return states
        }"""
    )
    assert states[-1] == 1
    assert chat.page.locator(".hs-turn").count() == 12


def test_a_long_prompt_sticks_with_two_lines_and_nothing_below_it_moves(open_chat: Callable[..., Chat]) -> None:
    transcript = Transcript("k")
    transcript.load([{"role": "user", "text": "line\n" * 9 + "end"}, {"role": "assistant", "text": "word\n\n" * 60}])
    chat = open_chat(transcript)
    chat.scroll_to(0)
    user = chat.page.locator(".hs-user")
    full = user.bounding_box()
    chat.scroll_to(60)
    expect(user).not_to_have_attribute("data-stuck", "")
    height = chat.page.evaluate("() => chat.scroll.scrollHeight")
    chat.scroll_to(600)
    expect(user).to_have_attribute("data-stuck", "")
    box = user.bounding_box()
    assert full is not None
    assert box is not None
    assert box["height"] < 80 < full["height"]
    assert chat.page.evaluate("() => chat.scroll.scrollHeight") == height
    chat.scroll_to(0)
    expect(user).not_to_have_attribute("data-stuck", "")


def test_a_long_prompt_stays_until_the_end_of_a_short_answer(open_chat: Callable[..., Chat]) -> None:
    transcript = Transcript("k")
    prompt = {"role": "user", "text": "line\n" * 9 + "end"}
    answer = {"role": "assistant", "text": "word\n\n" * 6}
    transcript.load([prompt, answer, {"role": "user", "text": "next"}, {"role": "assistant", "text": "word\n\n" * 60}])
    chat = open_chat(transcript)
    chat.scroll_to(0)
    chat.scroll_to(330)
    last = chat.page.locator(".hs-prose").nth(5).bounding_box()
    user = chat.page.locator(".hs-user").first.bounding_box()
    scroll = chat.page.locator(".hs-chat-scroll").bounding_box()
    assert last is not None
    assert user is not None
    assert scroll is not None
    assert last["y"] > scroll["y"] + user["height"], "the answer is in view"
    assert abs(user["y"] - scroll["y"]) < 2


def test_what_the_user_sends_from_here_is_brought_into_view(open_chat: Callable[..., Chat]) -> None:
    chat = open_chat(long_chat())
    chat.scroll_to(200)
    chat.say.transcript.said("from another window", "c1")
    chat.update()
    assert chat.place["below"] > 100
    chat.page.evaluate(
        """() => { const field = document.createElement('textarea'); chat.scroll.after(field); field.focus() }"""
    )
    chat.say.transcript.said("from here", "c2")
    chat.update()
    assert chat.place["below"] == 0


def test_a_step_that_fails_opens_and_what_a_user_opened_stays_open(open_chat: Callable[..., Chat]) -> None:
    chat = open_chat(Transcript("k"))
    chat.say("message.start")
    chat.say.tool("1", "terminal", {"output": "fine", "exit_code": 0}, command="ls -la")
    chat.say("tool.start", tool_id="2", name="web_extract", context="")
    chat.update()
    chat.page.locator(".hs-step-head").first.click()
    chat.say("tool.complete", tool_id="2", name="web_extract", args={"url": "x"}, result={"error": "no route"})
    chat.say("message.delta", text="hm")
    chat.update()
    expect(chat.page.locator(".hs-step-more[open]")).to_have_count(2)
    expect(chat.page.get_by_text("no route").last).to_be_visible()


def test_buttons_copy_show_all_edit_and_take_back(open_chat: Callable[..., Chat]) -> None:
    say = Teller()
    say.transcript.said("first", "c1")
    say("message.start")
    code = "\n".join(f"line {n}" for n in range(40))
    say("message.complete", text=f"Look:\n\n```\n{code}\n```\n\n- one\n- *two*", status="complete")
    say.transcript.said("waits", "c2", status="waiting")
    chat = open_chat(say.transcript)
    page = chat.page
    copied = "() => T.calls.filter(([verb]) => verb === 'os.writeClipboard').map(([, args]) => args.text)"
    page.get_by_role("button", name="Copy code").click()
    page.locator(".hs-user").first.hover()
    page.get_by_role("button", name="Copy message").click()
    page.get_by_role("button", name="Copy answer").click()
    assert page.evaluate(copied) == [code, "first", f"Look:\n\n```\n{code}\n```\n\n- one\n- two"]
    pre = page.locator(".hs-code > pre")
    low = pre.bounding_box()
    page.get_by_role("button", name="Show all 40 lines").click()
    high = pre.bounding_box()
    assert low is not None
    assert high is not None
    assert high["height"] > low["height"]
    page.locator(".hs-user").first.hover()
    page.get_by_role("button", name="Edit and send again").click()
    field = page.get_by_role("textbox", name="Message")
    expect(field).to_have_value("first")
    field.press("Escape")
    expect(field).to_have_count(0)
    page.get_by_role("button", name="Edit and send again").click()
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(field).to_have_count(0)
    page.get_by_role("button", name="Edit and send again").click()
    field.fill("changed")
    chat.say.transcript.status("c2", "failed", "x")
    chat.update()
    expect(field).to_have_value("changed")
    field.press("Enter")
    expect(field).to_have_count(0)
    page.get_by_role("button", name="Send again", exact=True).click()
    page.evaluate("() => { T.answers['chat.unqueue'] = { text: 'waits', attachments: [] } }")
    page.get_by_role("button", name="Take back").click()
    calls = page.evaluate("() => T.calls.filter(([verb]) => /^(chat|outbox)\\./.test(verb))")
    assert [args["text"] for verb, args in calls if verb == "chat.resend"] == ["changed"]
    assert ["outbox.retry", {"client_id": "c2"}] in calls
    assert ["chat.unqueue", {"key": "k", "client_id": "c2"}] in calls


def register(chat: Chat, name: str, render: str, seq: int = 1) -> None:
    script = PLUGIN.replace("ID", json.dumps(name)).replace("SEQ", str(seq)).replace("RENDER", render)
    chat.page.evaluate(
        f"async () => {{ const {{ registry, h }} = T; window.un ??= {{}}; un[{name!r}] = {script}; await frame() }}"
    )


def test_D1_the_first_registration_of_a_name_draws_and_without_one_it_is_a_paragraph(
    open_chat: Callable[..., Chat],
) -> None:
    chat = open_chat(Transcript("k"))
    chat.say("message.start")
    chat.say("message.delta", text='::chart{Of="a"}')
    chat.update()
    plain = chat.page.locator("hermes-directive > p")
    expect(plain).to_be_visible()
    draw = "({ attrs, source, streaming }) => h('output', null, `NAME ${attrs.of} ${source} ${streaming}`)"
    register(chat, "p:late", draw.replace("NAME", "late"), 9)
    register(chat, "p:first", draw.replace("NAME", "first"), 2)
    expect(chat.page.locator("hermes-directive output")).to_have_text('first a ::chart{Of="a"} true')
    expect(plain).to_be_hidden()
    chat.say("message.complete", text='::chart{Of="a"}', status="complete")
    chat.update()
    expect(chat.page.locator("hermes-directive output")).to_have_text('first a ::chart{Of="a"} false')
    chat.page.evaluate("() => { un['p:first'](); un['p:late']() }")
    expect(plain).to_be_visible()


def test_D2_a_directive_that_throws_is_an_error_at_its_place(open_chat: Callable[..., Chat]) -> None:
    chat = open_chat(Transcript("k"))
    chat.say("message.start")
    chat.say("message.delta", text="before\n\n::chart\n\nafter")
    register(chat, "p:bad", "() => { throw new Error('no data') }")
    chat.update()
    expect(chat.page.locator("hermes-directive hermes-slot")).to_have_attribute("data-state", "error")
    expect(chat.page.get_by_text("after")).to_be_visible()


def test_every_plugin_shows_something_in_an_empty_chat_and_null_declines(open_chat: Callable[..., Chat]) -> None:
    chat = open_chat(Transcript("k"))
    chat.page.evaluate(
        """async () => { const { registry, h } = T
          const add = (id, render) =>
            registry.register({ area: 'chat.empty', id, source: 'plugin:p', data: { render } })
          add('p:a', ({ sessionId }) => h('b', null, `a ${sessionId}`))
          add('p:b', () => null)
          add('p:c', () => h('b', null, 'c'))
        }"""
    )
    expect(chat.page.locator(".hs-chat-empty b")).to_have_text(["a k", "c"])
    chat.say.transcript.said("now", "c1")
    chat.update()
    expect(chat.page.locator(".hs-chat-empty")).to_have_count(0)


def test_hostile_text_runs_nothing_and_breaks_nothing(open_chat: Callable[..., Chat]) -> None:
    bad = "<img src=x onerror='window.hit=1'><script>window.hit=1</script>"
    say = Teller()
    say.transcript.said(bad, "c1", [bad])
    say("message.start")
    say("reasoning.delta", text=bad)
    say.tool("1", bad, {"output": bad, "error": bad}, diff=f"+{bad}", path=bad)
    links = "[x](javascript:window.hit=1) ![x](javascript:window.hit=1) <javascript:window.hit=1>"
    say("message.delta", text=f"{bad}\n\n{links}\n\n" + "x" * 200_000 + "\n\na\x00\u202eb")
    say("message.complete", text=bad, status="error")
    chat = open_chat(say.transcript)
    for link in chat.page.locator(".hs-answer a").all():
        assert not (link.get_attribute("href") or "").startswith("javascript")
    assert chat.page.evaluate("() => window.hit ?? null") is None
    assert chat.page.evaluate("() => chat.list.querySelectorAll('script, [onerror]').length") == 0
    assert chat.page.evaluate("() => chat.list.scrollWidth <= chat.scroll.clientWidth")
    chat.page.get_by_role("button", name="Show all 200,000 characters").click()
    expect(chat.page.locator(".hs-plain span[hidden]")).to_have_count(0)


def asks_and_fails(say: Teller) -> None:
    say("approval.request", command="rm -r x", description="It deletes.", choices=["once", "always", "deny"])
    say.transcript.said("later", "c8", status="waiting")
    say.transcript.said("never", "c9")
    say.transcript.status("c9", "failed", "no")


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_rich_chat_is_accessible(open_chat: Callable[..., Chat], mode: str) -> None:
    chat = open_chat(rich(asks_and_fails), 100)
    chat.page.evaluate("(dark) => document.documentElement.classList.toggle('dark', dark)", mode == "dark")
    chat.page.evaluate("() => { for (const one of chat.list.querySelectorAll('details')) one.open = true }")
    chat.page.evaluate("() => frame()")
    axe: Any = Axe()
    violations = cast("list[dict[str, Any]]", axe.run(chat.page, context=".hs-chat").response["violations"])
    problems = [
        f"{violation['id']}: {node['html'][:160]} {node['failureSummary']}"
        for violation in violations
        for node in violation["nodes"]
    ]
    assert problems == []


def test_the_rich_chat_has_no_heading_of_the_page_and_names_its_parts(open_chat: Callable[..., Chat]) -> None:
    chat = open_chat(rich(), 100)
    assert chat.page.locator(".hs-chat h1, .hs-chat h2").count() == 0
    unnamed = chat.page.evaluate(
        """() => [...chat.list.querySelectorAll('button, [role]')].filter((one) => !one.matches('[role=log]') &&
          !(one.getAttribute('aria-label') || one.textContent.trim())).map((one) => one.outerHTML)"""
    )
    assert unnamed == []
    expect(chat.page.locator(".hs-turn-status > [data-slot=status-dot]").first).to_be_visible()
    assert chat.page.locator('[data-slot="aui_assistant-message-content"]').count() == 2
    assert chat.page.locator("[data-message-id]").count() == 4
