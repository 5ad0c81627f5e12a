"""The doors of plugins to a composer: middleware, slots, addresses (contract 1.5, 4.11)."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.surfaces.composer_parts import AREAS, facts, mount, register, sent, text, wait_for_call


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
