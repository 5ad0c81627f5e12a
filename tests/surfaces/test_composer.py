"""The composer on its own: keys, input methods, chips, completions, plugins, addresses (contract 1.5, 4.11)."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.surfaces.conftest import SNAPSHOT, OpenPage

AREAS = ("top", "bottom", "underside", "leading", "actions")
SETUP = """async ({ keys, drafts, answers }) => {
  const [{ ComposerView }, state, sdk] = await Promise.all([
    import('/static/host/composer_view.js'), import('/static/host/chat_state.js'), import('/static/sdk/composer.js'),
  ])
  state.startChatState()
  Object.assign(T.answers, answers)
  const usual = T.channel.call
  T.channel.call = async (verb, args) => (verb === 'draft.get' ? (drafts[args.key] ?? null) : usual(verb, args))
  const panes = keys.map((key, at) => {
    const pane = document.createElement('div')
    pane.dataset.pane = at === 0 ? 'workspace' : `session-tile:${key}`
    const place = document.createElement('div')
    pane.append(place)
    document.querySelector('#workspace').append(pane)
    return new ComposerView(place, key)
  })
  state.$primaryChat.set(keys[0])
  Object.assign(T, { composers: panes, composer: panes[0], chats: state, door: sdk.composer })
  await Promise.all(panes.map((one) => one.text.ready))
  await T.frame()
}"""


def mount(
    page: Page, *keys: str, drafts: dict[str, Any] | None = None, answers: dict[str, Any] | None = None
) -> Locator:
    """Composers of these chats, the first in the workspace; returns the first one's text."""
    page.evaluate(SETUP, {"keys": list(keys) or ["s1"], "drafts": drafts or {}, "answers": answers or {}})
    return page.locator('[data-slot="composer-input"]').first


def facts(page: Page, key: str = "s1", **more: Any) -> None:
    given = {
        "live": f"live-{key}",
        "busy": False,
        "waiting": False,
        "model": "m",
        "reasoning": "low",
        "queued": list[str](),
        **more,
    }
    page.evaluate(
        "([key, facts]) => T.chats.$chats.set(new Map([...T.chats.$chats.get(), [key, facts]]))", [key, given]
    )


def register(page: Page, area: str, *data: str) -> None:
    """Let one plugin after another contribute this to an area; each is JavaScript."""
    for order, one in enumerate(data):
        page.evaluate(
            f"(given) => T.registry.register({{ ...given, source: `plugin:${{given.id}}`, data: {one} }})",
            {"area": area, "id": f"p{order}", "order": order},
        )


def text(page: Page, at: int = 0) -> str:
    found: str = page.evaluate("(at) => T.composers[at].text.text", at)
    return found


def sent(page: Page, verb: str = "chat.submit") -> list[Any]:
    found: list[Any] = page.evaluate(
        "(verb) => T.calls.filter(([name]) => name === verb).map(([, args]) => args)", verb
    )
    return found


def wait_for_call(page: Page, verb: str = "chat.submit", count: int = 1) -> list[Any]:
    page.evaluate(
        """async ([verb, count]) => {
          const calls = () => T.calls.filter(([name]) => name === verb).length
          for (let turn = 0; turn < 200 && calls() < count; turn++) await T.frame()
        }""",
        [verb, count],
    )
    calls = sent(page, verb)
    assert len(calls) == count
    return calls


def test_enter_sends_and_the_text_leaves_when_it_is_kept(page: Page) -> None:
    field = mount(page)
    page.evaluate("() => { T.answers['chat.submit'] = new Promise((resolve) => { T.kept = resolve }) }")
    field.click()
    page.keyboard.type("first")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("second")
    page.keyboard.press("Enter")
    (call,) = wait_for_call(page)
    assert call["key"] == "s1"
    prompt = call["prompt"]
    assert (prompt["text"], prompt["display_text"], prompt["attachments"]) == ("first\nsecond", "first\nsecond", [])
    assert text(page) == "first\nsecond"
    page.keyboard.press("Enter")
    page.keyboard.type(" and more")
    page.evaluate("() => T.kept({ key: 's1' })")
    expect(field).to_have_text("and more")
    assert len(sent(page)) == 1


def test_draft_says_what_is_left_of_it_while_a_message_goes_out(page: Page) -> None:
    mount(page, answers={"draft.set": True}).click()
    page.evaluate("() => { T.answers['chat.submit'] = new Promise((resolve) => { T.kept = resolve }) }")
    page.keyboard.type("hello")
    page.keyboard.press("Enter")
    (call,) = wait_for_call(page)
    assert (call["draft"]["text"], call["draft"]["attachments"]) == ("", [])
    page.keyboard.type(" and more")
    expect(page.locator('[data-slot="composer-input"]')).to_have_text("hello and more")
    page.evaluate("() => T.composer.draft.flush()")
    kept = sent(page, "draft.set")[-1]
    assert (kept["text"], kept["serial"] > call["draft"]["serial"]) == ("hello and more", True)
    left = kept["sending"]
    assert (left["client_id"], left["text"]) == (call["prompt"]["client_id"], "and more")
    assert (left["chips"], left["attachments"]) == ([], [])
    page.evaluate("() => { T.kept({ key: 's1' }) }")
    expect(page.locator('[data-slot="composer-input"]')).to_have_text("and more")
    page.evaluate("() => T.composer.draft.flush()")
    last = sent(page, "draft.set")[-1]
    assert (last["text"], "sending" in last) == ("and more", False)


def test_message_that_is_refused_stays_and_goes_out_under_the_same_name(page: Page) -> None:
    field = mount(page)
    page.evaluate("() => { T.answers['chat.submit'] = new Error('connection lost') }")
    field.click()
    page.keyboard.type("hello")
    page.keyboard.press("Enter")
    expect(page.locator('[data-slot="toast"]')).to_contain_text("connection lost")
    assert text(page) == "hello"
    page.evaluate("() => { T.answers['chat.submit'] = { key: 's1' } }")
    page.keyboard.press("Enter")
    first, second = wait_for_call(page, count=2)
    assert first["prompt"]["client_id"] == second["prompt"]["client_id"]
    expect(field).to_have_text("")


def test_file_that_the_gateway_would_not_take_is_refused_at_once_with_its_size(page: Page) -> None:
    mount(page)
    page.evaluate(
        """async () => {
          const { $gateway } = await import('/static/host/gateway_state.js')
          $gateway.set({ ...$gateway.get(), attachments: { file: 3_000_000, image: 1_000_000 } })
          T.composer.files.add([new File([new Uint8Array(2_500_000)], 'a.png', { type: 'image/png' })])
        }"""
    )
    toast = page.locator('[data-slot="toast"]')
    expect(toast).to_contain_text("a.png has 2.4 MB, and the gateway takes 977 kB at most.")
    assert page.evaluate("() => T.composer.files.isEmpty")


def test_file_that_could_not_be_uploaded_keeps_the_message_and_says_so(page: Page) -> None:
    field = mount(page)
    page.route("**/api/chat/attachments", lambda route: route.fulfill(status=507, json={"error": "no room"}))
    page.evaluate("() => T.composer.files.add([new File(['x'], 'a.txt')])")
    expect(page.locator(".hs-composer-file")).to_have_attribute("data-state", "failed")
    field.click()
    page.keyboard.type("look")
    page.keyboard.press("Enter")
    expect(page.locator('[data-slot="toast"]').first).to_contain_text("a.txt is not attached. Remove it")
    assert text(page) == "look"
    assert sent(page) == []


def test_enter_of_an_input_method_sends_nothing(page: Page) -> None:
    field = mount(page)
    field.click()
    page.keyboard.type("k")
    for fields in ("isComposing: true", "keyCode: 229"):
        page.evaluate(
            f"() => document.querySelector('[data-slot=composer-input]').dispatchEvent("
            f"new KeyboardEvent('keydown', {{ key: 'Enter', bubbles: true, cancelable: true, {fields} }}))"
        )
    page.evaluate("() => T.frame()")
    assert sent(page) == []
    assert text(page).startswith("k")


@pytest.mark.parametrize(
    ("setting", "verb", "mode"),
    [("queue", "chat.submit", "queue"), ("steer", "chat.steer", None), ("interrupt", "chat.submit", "interrupt")],
)
def test_enter_while_a_turn_runs_does_what_the_setting_says(
    open_page: OpenPage, setting: str, verb: str, mode: str | None
) -> None:
    preferences: Any = SNAPSHOT["preferences"]
    page = open_page(preferences={**preferences, "chat.enterWhileBusy": setting})
    mount(page, answers={"chat.steer": "queued"}).click()
    facts(page, busy=True)
    page.keyboard.type("more")
    page.keyboard.press("Enter")
    (call,) = wait_for_call(page, verb)
    assert (call["text"] if mode is None else call["prompt"]["mode"]) == (mode or "more")


def test_mod_enter_queues_whatever_the_setting_says(open_page: OpenPage) -> None:
    preferences: Any = SNAPSHOT["preferences"]
    page = open_page(preferences={**preferences, "chat.enterWhileBusy": "interrupt"})
    mount(page).click()
    facts(page, busy=True)
    page.keyboard.type("later")
    page.keyboard.press("Control+Enter")
    assert wait_for_call(page)[0]["prompt"]["mode"] == "queue"


def test_escape_stops_the_turn_and_nothing_else(page: Page) -> None:
    mount(page).click()
    page.keyboard.press("Escape")
    assert sent(page, "chat.interrupt") == []
    facts(page, busy=True)
    page.keyboard.press("Escape")
    wait_for_call(page, "chat.interrupt")


def test_queued_messages_go_out_now_by_their_key(page: Page) -> None:
    mount(page).click()
    facts(page, busy=True)
    page.keyboard.press("Control+Shift+K")
    assert sent(page, "chat.interrupt") == []
    facts(page, busy=True, queued=[{"client_id": "c", "text": "waits"}])
    page.keyboard.press("Control+Shift+K")
    wait_for_call(page, "chat.interrupt")


def test_button_is_disabled_then_sends_then_stops(page: Page) -> None:
    field = mount(page)
    send, stop = page.locator("[data-composer=send]"), page.locator("[data-composer=stop]")
    expect(send).to_be_disabled()
    field.click()
    page.keyboard.type("x")
    expect(send).to_be_enabled()
    facts(page, busy=True)
    expect(stop).to_be_visible()
    expect(send).to_be_visible()
    page.keyboard.press("Backspace")
    expect(send).to_be_hidden()
    stop.click()
    wait_for_call(page, "chat.interrupt")


def test_arrow_up_in_an_empty_composer_brings_what_was_sent(page: Page) -> None:
    field = mount(page, answers={"chat.submit": {"key": "s1"}})
    field.click()
    for said in ("one", "two"):
        page.keyboard.type(said)
        page.keyboard.press("Enter")
        expect(field).to_have_text("")
    page.keyboard.press("ArrowUp")
    assert text(page) == "two"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert text(page) == "one"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert text(page) == ""


def test_text_typed_before_the_editor_comes_is_kept(page: Page) -> None:
    page.evaluate(
        """async () => {
          const { ComposerView } = await import('/static/host/composer_view.js')
          const place = document.createElement('div')
          document.querySelector('#workspace').append(place)
          T.composers = [new ComposerView(place, 'new:1')]
          T.composers[0].text.element.focus()
          document.execCommand('insertText', false, 'early @file:a.txt bird')
          await T.composers[0].text.ready
        }"""
    )
    assert text(page) == "early @file:a.txt bird"
    expect(page.locator(".hs-composer-chip")).to_have_text("@file:a.txt")


# Chips


def test_pasted_references_and_commands_are_chips(page: Page) -> None:
    field = mount(page)
    field.click()
    whole = "/plan with @file:src/app.ts and me@host.org\n- @folder:docs/"
    paste(page, whole)
    assert text(page) == whole
    expect(page.locator(".hs-composer-chip")).to_have_text(["/plan", "@file:src/app.ts", "@folder:docs/"])
    page.keyboard.press("Backspace")
    assert text(page) == whole.removesuffix("@folder:docs/")


def test_long_paste_is_one_chip_and_stays_itself(page: Page) -> None:
    field = mount(page, answers={"chat.submit": {"key": "s1"}})
    field.click()
    page.keyboard.type("before ")
    whole = "line of text\n" * 80_000
    paste(page, whole)
    page.keyboard.type(" behind")
    chip = page.locator('[data-chip="paste"]')
    expect(chip).to_contain_text("80,001 lines")
    assert page.evaluate("() => document.querySelectorAll('[data-slot=composer-input] *').length") < 10
    page.keyboard.press("Enter")
    (call,) = wait_for_call(page)
    assert call["prompt"]["text"] == f"before {whole} behind"


def test_undo_brings_back_what_was_replaced(page: Page) -> None:
    mount(page).click()
    page.keyboard.type("mine")
    page.evaluate("() => T.door.setDraft(null, 'a plugin wrote this')")
    expect(page.locator('[data-slot="composer-input"]')).to_have_text("a plugin wrote this")
    page.keyboard.press("Control+z")
    assert text(page) == "mine"


# Completions

ITEMS = {
    "items": [{"text": "@file:a.txt", "display": "a.txt", "meta": "12 kB"}, {"text": "@folder:", "display": "folder"}]
}


def test_menu_completes_a_reference_and_keeps_the_focus(page: Page) -> None:
    field = mount(page, answers={"complete.path": ITEMS})
    field.click()
    page.keyboard.type("see @a")
    options = page.get_by_role("option")
    expect(options).to_have_count(2)
    expect(field).to_have_attribute("aria-activedescendant", options.first.get_attribute("id") or "?")
    expect(field).to_be_focused()
    page.keyboard.press("Tab")
    assert text(page) == "see @file:a.txt "
    expect(page.locator('[data-chip="ref"]')).to_have_text("@file:a.txt")
    expect(page.get_by_role("listbox")).to_be_hidden()
    assert sent(page) == []


def test_escape_puts_the_menu_away_until_another_word(page: Page) -> None:
    mount(page, answers={"complete.path": ITEMS}).click()
    facts(page, busy=True)
    page.keyboard.type("@a")
    expect(page.get_by_role("option")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    assert sent(page, "chat.interrupt") == []
    page.keyboard.type("b")
    page.evaluate("() => T.frame()")
    expect(page.get_by_role("listbox")).to_be_hidden()
    page.keyboard.type(" @c")
    expect(page.get_by_role("option")).to_have_count(2)


def test_typing_waits_for_no_completion(page: Page) -> None:
    mount(page)
    page.evaluate("() => { T.answers['complete.path'] = new Promise(() => {}) }")
    page.locator('[data-slot="composer-input"]').click()
    page.keyboard.type("@abc def @gh")
    assert text(page) == "@abc def @gh"
    assert len(sent(page, "complete.path")) == 1


def test_commands_are_completed_at_the_beginning_only(page: Page) -> None:
    answers = {
        "complete.slash": {"items": [{"text": "model", "display": "/model", "meta": "Choose"}], "replace_from": 1}
    }
    field = mount(page, answers=answers)
    field.click()
    page.keyboard.type("a /m")
    page.evaluate("() => T.frame()")
    assert sent(page, "complete.slash") == []
    page.keyboard.press("Control+a")
    page.keyboard.type("/m")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    assert text(page) == "/model "
    expect(page.locator('[data-chip="command"]')).to_have_text("/model")
    assert sent(page) == []


COMMAND = {"items": [{"text": "/status", "display": "/status"}], "replace_from": 1}


def test_enter_on_a_command_that_is_typed_out_runs_it_and_shows_what_it_says(page: Page) -> None:
    answers = {"complete.slash": COMMAND, "gateway.request": {"output": "12 tokens"}}
    field = mount(page, answers=answers)
    facts(page)
    field.click()
    page.keyboard.type("/status")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Answer of a command")).to_contain_text("12 tokens")
    expect(field).to_have_text("")
    assert sent(page) == []
    request = wait_for_call(page, "gateway.request")[0]
    assert request["params"] == {"session_id": "live-s1", "command": "/status"}
    page.get_by_role("button", name="Put away").click()
    expect(page.get_by_role("region", name="Answer of a command")).to_be_hidden()


def test_command_of_a_skill_goes_out_as_its_message(page: Page) -> None:
    skill = {"type": "skill", "message": "Do the long thing", "name": "status"}
    field = mount(page, answers={"complete.slash": COMMAND, "gateway.request": skill, "chat.submit": {"key": "s1"}})
    facts(page)
    field.click()
    page.keyboard.type("/status now")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    prompt = wait_for_call(page)[0]["prompt"]
    assert (prompt["text"], prompt["display_text"]) == ("Do the long thing", "/status now")


@pytest.mark.parametrize("line", ["/tmp/notes.txt is broken", "/unknown thing", "//"])
def test_what_begins_with_a_slash_and_is_no_command_is_a_message(page: Page, line: str) -> None:
    field = mount(page, answers={"complete.slash": COMMAND, "chat.submit": {"key": "s1"}})
    facts(page)
    field.click()
    page.keyboard.insert_text(line)
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    assert wait_for_call(page)[0]["prompt"]["text"] == line


def test_arrow_up_brings_what_the_chat_had_before_this_window(page: Page) -> None:
    field = mount(page, answers={"complete.said": ["long ago", "just now"]})
    field.click()
    wait_for_call(page, "complete.said")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert text(page) == "long ago"


def test_plugins_rows_stand_above_the_gateways_and_a_broken_one_alone_is_missing(page: Page) -> None:
    register(
        page,
        "composer.atCompletions",
        "{ provide: () => { throw new Error('no') } }",
        "{ provide: async (query) => [{ insert: `@board:${query}`, display: 'Board' }, null] }",
    )
    mount(page, answers={"complete.path": ITEMS}).click()
    page.keyboard.type("@a")
    expect(page.get_by_role("option")).to_have_count(3)
    expect(page.get_by_role("option").first).to_contain_text("Board")
    page.keyboard.press("Enter")
    assert text(page) == "@board:a "


def test_plugin_that_never_answers_keeps_nobody_elses_rows_back(page: Page) -> None:
    register(page, "composer.atCompletions", "{ provide: () => new Promise(() => {}) }")
    mount(page, answers={"complete.path": ITEMS}).click()
    page.keyboard.type("@a")
    expect(page.get_by_role("option")).to_have_count(2)
    page.evaluate("() => { T.answers['complete.path'] = { items: [{ text: '@file:abc.txt', display: 'abc.txt' }] } }")
    page.keyboard.type("bc")
    expect(page.get_by_role("option")).to_have_count(1)


# What plugins put in (contract 4.11)


def test_M1_middleware_runs_in_order_null_cancels_and_a_throw_passes_through(page: Page) -> None:
    register(
        page,
        "composer.middleware",
        "{ handler: (draft) => ({ ...draft, text: draft.text + '1' }) }",
        "{ handler: async (draft) => ({ ...draft, text: draft.text + '2' }) }",
        "{ handler: () => { throw new Error('broken') } }",
        "{}",
        "{ handler: (draft) => (draft.text.startsWith('stop') ? null : draft) }",
    )
    field = mount(page, answers={"chat.submit": {"key": "s1"}})
    field.click()
    page.keyboard.type("go")
    page.keyboard.press("Enter")
    prompt = wait_for_call(page)[0]["prompt"]
    assert (prompt["text"], prompt["display_text"]) == ("go12", "go")
    expect(field).to_have_text("")
    page.keyboard.type("stop")
    page.keyboard.press("Enter")
    expect(page.locator(".hs-composer[data-sending]")).to_have_count(0)
    assert text(page) == "stop"
    assert len(sent(page)) == 1


def test_M2_first_label_that_is_text_names_the_model_pill(page: Page) -> None:
    register(
        page,
        "composer.modelPill",
        "{ label: () => { throw new Error('no') } }",
        "{ label: () => '  ' }",
        "{ label: () => 7 }",
        "{ label: (about) => [about.model, about.reasoningEffort, about.compact].join(':') }",
        "{ label: () => 'late' }",
    )
    mount(page)
    facts(page, model="maker/m-1", reasoning="high")
    expect(page.locator("[data-pill=model]")).to_have_text("maker/m-1:high:false")
    expect(page.locator("[data-pill=reasoning]")).to_have_text("High")


def test_each_composer_has_its_own_slots_and_a_broken_one_leaves_the_rest(page: Page) -> None:
    for area in AREAS:
        page.evaluate(
            """(area) => T.registry.registerMany([
              { area, id: 'p:x', source: 'plugin:p', render: (about) => T.h('em', null, about?.storedSessionId) },
              { area, id: 'q:x', source: 'plugin:q', render: () => { throw new Error('no') } },
            ])""",
            f"composer.{area}",
        )
    mount(page, "s1", "s2")
    for area in AREAS:
        shown = page.locator(f'[data-area="composer.{area}"] em')
        expect(shown).to_have_text(["s1", "s2"])
    expect(page.locator('hermes-slot[area="composer.top"][cid="q:x"]').first).to_have_attribute("data-state", "error")
    expect(page.locator('[data-slot="composer-input"]').first).to_be_visible()


def test_folder_that_is_dropped_is_said_and_the_files_beside_it_are_attached(page: Page) -> None:
    mount(page)
    page.evaluate(
        """() => {
          const entry = (name, isDirectory) => ({ kind: 'file', webkitGetAsEntry: () => ({ name, isDirectory }) })
          const drop = new DragEvent('drop', { bubbles: true, cancelable: true })
          const files = [new File([], 'src'), new File(['a'], 'a.txt')]
          const data = { types: ['Files'], files, items: [entry('src', true), entry('a.txt', false)] }
          Object.defineProperty(drop, 'dataTransfer', { value: data })
          document.querySelector('[data-slot=composer]').dispatchEvent(drop)
        }"""
    )
    expect(page.locator(".hs-composer-file")).to_have_text(["a.txt"])
    toast = page.locator('[data-slot="toast"]', has_text="A folder is not attached")
    expect(toast).to_contain_text("src: drop the files in it, or name it with @.")


def test_attach_menu_has_plugins_sources_and_drops_half_ones(page: Page) -> None:
    register(
        page,
        "composer.attachments",
        "{ label: 'From the board', run: ({ insertText }) => insertText('card 7') }",
        "{ label: 'No run' }",
    )
    field = mount(page)
    page.get_by_role("button", name="Add files, images or context").click()
    expect(page.get_by_role("menuitem", name="No run")).to_have_count(0)
    page.get_by_role("menuitem", name="From the board").click()
    expect(field).to_have_text("card 7")


def test_micro_actions_run_and_follow_the_turn(page: Page) -> None:
    register(
        page,
        "composer.microActions",
        """{ resolve: ({ busy, sessionId }) => busy
             ? [] : [{ id: 'a', label: `Act on ${sessionId}`, run: () => T.calls.push(['acted', {}]) }] }""",
    )
    mount(page)
    facts(page)
    page.get_by_role("button", name="Act on live-s1").click()
    assert len(sent(page, "acted")) == 1
    facts(page, busy=True)
    expect(page.get_by_role("button", name="Act on")).to_have_count(0)


# Addresses (contract 1.5)


def test_H9_a_write_lands_in_the_composer_of_that_session_and_null_in_the_one_in_use(page: Page) -> None:
    mount(page, "s1", "s2")
    facts(page, "s2")
    assert page.evaluate("() => T.door.insertText('s2', 'for two')") is True
    assert page.evaluate("() => T.door.insertText('live-s2', 'again', { mode: 'inline' })") is True
    assert page.evaluate("() => T.door.insertText(null, 'for one')") is True
    assert (text(page, 0), text(page, 1)) == ("for one", "for two again")
    page.evaluate("() => T.chats.$focusedTile.set('s2')")
    assert page.evaluate("() => T.door.insertText('', 'x', { mode: 'block' })") is True
    assert text(page, 1) == "for two again\nx"
    page.evaluate("() => T.door.focus('s1')")
    expect(page.locator('[data-slot="composer-input"]').first).to_be_focused()


def test_64_an_address_without_a_composer_changes_nothing(page: Page) -> None:
    mount(page, "s1", "s2")
    outcome = page.evaluate(
        """async () => [
          await T.door.setDraft('elsewhere', 'x'), await T.door.insertText('elsewhere', 'x'),
          T.door.submit('elsewhere', 'x'), await T.door.setDraft('s1', 7), await T.door.insertText('s1', '  '),
          T.door.submit('s1', ''), await T.door.getDraft('elsewhere'),
          await T.door.setDraft({}, 'x'), T.door.focus('elsewhere'),
        ]"""
    )
    assert outcome == [False, False, False, False, False, False, None, False, None]
    assert (text(page, 0), text(page, 1)) == ("", "")


def test_H10_new_answers_only_while_the_workspace_shows_a_new_chat(page: Page) -> None:
    mount(page, "s1", "new:2")
    assert page.evaluate("() => T.door.setDraft('new', 'x')") is False
    page.evaluate("() => { T.composer.rekey('new:1'); T.chats.$primaryChat.set('new:1') }")
    assert page.evaluate("() => T.door.setDraft('new', 'fresh')") is True
    assert (text(page, 0), text(page, 1)) == ("fresh", "")


def test_H11_draft_is_the_live_text_else_the_kept_one(page: Page) -> None:
    kept: dict[str, Any] = {"text": "kept", "chips": [], "attachments": []}
    field = mount(page, "s1", drafts={"s9": kept})
    facts(page, "s9")
    field.click()
    page.keyboard.type("live")
    assert page.evaluate("() => T.door.getDraft('s1')") == "live"
    assert page.evaluate("() => T.door.getDraft(null)") == "live"
    assert page.evaluate("() => T.door.getDraft('s9')") == "kept"
    assert page.evaluate("() => T.door.getDraft('live-s9')") == "kept"
    assert page.evaluate("() => T.door.getDraft('s8')") is None


def test_submit_sends_as_if_typed_and_leaves_the_draft(page: Page) -> None:
    field = mount(page, answers={"chat.submit": {"key": "s1"}})
    field.click()
    page.keyboard.type("mine")
    assert page.evaluate("() => T.door.submit('s1', 'ship it')") is True
    assert wait_for_call(page)[0]["prompt"]["text"] == "ship it"
    assert text(page) == "mine"


def test_prefix_seats_a_command_at_the_start(page: Page) -> None:
    field = mount(page)
    field.click()
    page.keyboard.type("the rest")
    assert page.evaluate("() => T.door.insertText(null, '/memory', { mode: 'prefix' })") is True
    assert text(page) == "/memory the rest"
    expect(page.locator('[data-chip="command"]')).to_have_text("/memory")


# Drafts


def test_draft_comes_in_at_mount_with_its_chips(page: Page) -> None:
    draft = {
        "text": "go /home and @x",
        "chips": [[13, 15, "ref"]],
        "attachments": [{"id": "a", "name": "n.txt", "kind": "file", "size": 3}],
    }
    mount(page, drafts={"s1": draft})
    assert text(page) == "go /home and @x"
    expect(page.locator(".hs-composer-chip")).to_have_text("@x")
    expect(page.locator(".hs-composer-file")).to_contain_text("n.txt")


def test_draft_that_comes_in_takes_no_focus(page: Page) -> None:
    page.evaluate("() => document.querySelector('.hs-nav-row').focus()")
    mount(page, drafts={"s1": {"text": "kept @file:a", "chips": [[5, 12, "ref"]], "attachments": []}})
    assert text(page) == "kept @file:a"
    expect(page.get_by_role("link", name="Home")).to_be_focused()
    page.evaluate("() => T.composer.text.focus()")
    page.keyboard.type(" typed")
    assert text(page) == "kept @file:a typed"


def test_line_below_says_when_the_draft_is_kept(page: Page) -> None:
    mount(page, answers={"draft.set": True}).click()
    page.keyboard.type("x")
    expect(page.locator(".hs-composer-saved")).to_have_text("Draft saved")
    page.keyboard.press("Backspace")
    expect(page.locator(".hs-composer-saved")).to_have_text("")


def test_62_draft_is_saved_at_once_when_the_composer_goes(page: Page) -> None:
    mount(page).click()
    page.keyboard.type("ten chars!")
    page.evaluate("() => T.composer.dispose()")
    assert wait_for_call(page, "draft.set")[0]["text"] == "ten chars!"


def test_61_events_and_facts_never_touch_the_text_or_the_caret(page: Page) -> None:
    field = mount(page)
    field.click()
    page.keyboard.type("hello")
    page.keyboard.press("ArrowLeft")
    for number in range(40):
        facts(page, busy=number % 2 == 0, model=f"m{number}")
    page.keyboard.type("X")
    assert text(page) == "hellXo"


def test_draft_that_is_not_saved_goes_out_with_the_next_connection(page: Page) -> None:
    mount(page).click()
    page.evaluate("() => { T.answers['draft.set'] = new Error('connection lost') }")
    page.keyboard.type("x")
    page.locator('[data-slot="composer-input"]').blur()
    wait_for_call(page, "draft.set")
    page.evaluate("async () => { (await import('/static/host/draft_store.js')).sendAgain() }")
    wait_for_call(page, "draft.set", 2)


def test_text_stays_when_the_server_has_not_heard_of_the_chat_yet(page: Page) -> None:
    mount(page)
    facts(page)
    page.locator('[data-slot="composer-input"]').click()
    page.keyboard.type("typed on")
    page.evaluate("() => T.chats.$chats.set(new Map())")
    facts(page)
    assert text(page) == "typed on"
    assert sent(page, "draft.rescue") == []


def test_63_text_of_a_chat_that_is_gone_goes_on_in_a_new_one(page: Page) -> None:
    field = mount(page, answers={"draft.rescue": "new:9"})
    facts(page)
    field.click()
    page.keyboard.type("half a thought")
    facts(page, gone=True)
    (call,) = wait_for_call(page, "draft.rescue")
    assert (call["key"], call["text"]) == ("s1", "half a thought")
    expect(field).to_have_text("")
    expect(page.locator('[data-slot="toast"]')).to_contain_text("in a new chat")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()


def paste(page: Page, whole: str) -> None:
    page.evaluate(
        """(whole) => {
          const data = new DataTransfer()
          data.setData('text/plain', whole)
          const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          document.querySelector('[data-slot=composer-input]').dispatchEvent(paste)
        }""",
        whole,
    )


def test_a_reference_with_nothing_to_name_says_so(page: Page) -> None:
    mount(page, answers={"complete.path": {"items": []}}).click()
    page.keyboard.type("@")
    note = page.get_by_text("No files to name here")
    expect(note).to_be_visible()
    page.keyboard.type("a")
    expect(note).to_be_hidden()
