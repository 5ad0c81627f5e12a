"""The composer in a whole shell with the built-in gateway: drafts, attachments, menus (known faults 58 to 63)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from e2e.conftest import open_page
from e2e.shell_process import ShellProcess, start_shell, write_plugin

PLUGIN = """
import { host } from '@hermes/plugin-sdk'
export default {
  id: 'probe', name: 'Probe',
  register(ctx) {
    globalThis.probe = { host }
    const decorate = ({ model }) => ({ icon: 'star', badge: model === 'demo' ? 'offline' : null })
    ctx.register({ area: 'modelMenu.row', id: 'row', data: { decorate } })
  },
}
"""
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360f8cfc0000000030001 5c0d0a2d0000000049454e44ae426082".replace(" ", "")
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ShellProcess]:
    home = tmp_path_factory.mktemp("composer") / "home"
    home.mkdir()
    write_plugin(home, "probe", PLUGIN)
    shell = start_shell(home, "--developer", "--gateway", "demo")
    yield shell
    shell.stop()


@pytest.fixture(scope="module")
def signed_in(browser: Browser, shared: ShellProcess) -> Iterator[tuple[BrowserContext, str]]:
    """A signed-in browser and the address of the page."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = open_page(context, shared.boot_url)
    address = page.url.partition("#")[0]
    page.close()
    yield context, address
    context.close()


@pytest.fixture
def page(signed_in: tuple[BrowserContext, str]) -> Iterator[Page]:
    """A window of its own on a new chat."""
    context, address = signed_in
    page = open_page(context, f"{address}#/")
    expect(field(page)).to_be_editable()
    yield page
    page.close()


def field(page: Page) -> Locator:
    return page.locator("#workspace-page [data-slot=composer-input]")


def type_in(page: Page, text: str) -> None:
    field(page).click()
    page.keyboard.type(text)


def say(page: Page, text: str) -> str:
    """Send a message in a new chat and return the stored id that the chat gets."""
    type_in(page, text)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"#/\d{8}_"))
    expect(field(page)).to_have_text("")
    return page.url.partition("#/")[2]


def go(page: Page, route: str) -> None:
    page.evaluate("(route) => { location.hash = route }", f"#/{route}")


def new_chat(page: Page) -> None:
    page.get_by_role("link", name="New chat").first.click()


def live_id(page: Page) -> str:
    """The live id of the chat that is shown."""
    return str(page.evaluate("() => globalThis.probe.host.state.focusedSessionId.get()"))


def delete(page: Page, session: str, live: str | None = None) -> None:
    """Delete the session behind the shell's back, and let the shell notice."""
    page.evaluate(
        """async ([key, live]) => {
          const { host } = globalThis.probe
          await host.request('session.close', { session_id: live })
          await host.request('session.delete', { session_id: key })
          const { static: files } = JSON.parse(document.getElementById('boot-snapshot').textContent)
          const { channel } = await import(`${files}host/channel.js`)
          await channel.call('chat.undo', { key }).catch(() => undefined)
        }""",
        [session, live or live_id(page)],
    )


def test_58_going_between_sessions_costs_no_draft(page: Page) -> None:
    first = say(page, "first session")
    new_chat(page)
    second = say(page, "second session")
    type_in(page, "draft of two")
    go(page, first)
    expect(field(page)).to_have_text("")
    type_in(page, "draft of one")
    go(page, second)
    expect(field(page)).to_have_text("draft of two")
    go(page, first)
    go(page, first)
    expect(field(page)).to_have_text("draft of one")
    page.reload()
    expect(field(page)).to_have_text("draft of one")


def test_60_a_new_chat_is_empty_and_back_leads_to_the_earlier_one(page: Page) -> None:
    new_chat(page)
    type_in(page, "in the first")
    page.keyboard.press("Control+n")
    expect(field(page)).to_have_text("")
    page.go_back()
    expect(field(page)).to_have_text("in the first")


def test_62_keys_right_before_a_switch_or_a_reload_are_kept(page: Page) -> None:
    session = say(page, "a session")
    field(page).click()
    page.keyboard.insert_text("0123456789")
    page.reload()
    expect(field(page)).to_have_text("0123456789")
    page.keyboard.press("End")
    field(page).click()
    page.keyboard.insert_text("abc")
    go(page, "capabilities")
    expect(page.get_by_role("heading", name="Plugins", level=1)).to_be_visible()
    go(page, session)
    expect(field(page)).to_have_text("0123456789abc")


def test_what_is_typed_behind_a_first_message_moves_to_the_stored_chat(page: Page) -> None:
    type_in(page, "go")
    page.keyboard.press("Enter")
    expect(field(page)).to_have_text("")
    page.keyboard.type("and then")
    page.wait_for_url(re.compile(r"#/\d{8}_"))
    page.keyboard.type(" this")
    expect(field(page)).to_have_text("and then this")
    page.reload()
    expect(field(page)).to_have_text("and then this")


def test_open_composer_of_another_window_keeps_its_text(page: Page, signed_in: tuple[BrowserContext, str]) -> None:
    session = say(page, "shared")
    context, address = signed_in
    other = open_page(context, f"{address}#/{session}")
    type_in(other, "typed there")
    field(other).blur()
    type_in(page, "typed here")
    expect(field(page)).to_have_text("typed here")
    expect(field(other)).to_have_text("typed there")
    other.close()


def test_63_text_of_a_session_that_was_deleted_is_in_a_new_chat(page: Page) -> None:
    session = say(page, "to be deleted")
    expect(page.locator("[data-composer=stop]")).to_be_hidden()
    type_in(page, "half a thought")
    delete(page, session)
    expect(page.locator('[data-slot="toast"]')).to_contain_text("in a new chat")
    expect(field(page)).to_have_text("half a thought")
    expect(page).to_have_url(re.compile(r"#/$"))
    page.locator('[data-slot="toast"]').get_by_role("button", name="Undo").click()
    expect(field(page)).to_have_text("")


def test_63_typing_goes_on_in_the_new_chat(page: Page) -> None:
    session = say(page, "to be deleted while typing")
    expect(page.locator("[data-composer=stop]")).to_be_hidden()
    type_in(page, "half a thought")
    delete(page, session)
    expect(page.locator('[data-slot="toast"]')).to_contain_text("in a new chat")
    page.keyboard.type(" and its other half")
    expect(field(page)).to_have_text("half a thought and its other half")
    expect(page).to_have_url(re.compile(r"#/$"))
    expect(field(page)).to_be_focused()
    page.reload()
    expect(field(page)).to_have_text("half a thought and its other half")


def test_63_a_chat_that_goes_behind_another_one_takes_nobody_away(page: Page) -> None:
    session = say(page, "to be deleted behind another")
    expect(page.locator("[data-composer=stop]")).to_be_hidden()
    type_in(page, "left behind")
    live = live_id(page)
    page.keyboard.press("Control+n")
    expect(field(page)).to_have_text("")
    other = say(page, "another chat")
    type_in(page, "typed here")
    delete(page, session, live)
    expect(page.locator('[data-slot="toast"]')).to_contain_text("in a new chat")
    expect(page).to_have_url(re.compile(f"#/{other}$"))
    expect(field(page)).to_have_text("typed here")
    page.locator('[data-slot="toast"]').get_by_role("button", name="Show").click()
    expect(field(page)).to_have_text("left behind")


def test_63_rescued_text_is_there_after_a_reload(page: Page) -> None:
    session = say(page, "to be deleted too")
    expect(page.locator("[data-composer=stop]")).to_be_hidden()
    type_in(page, "half a thought")
    delete(page, session)
    expect(page.locator('[data-slot="toast"]')).to_contain_text("in a new chat")
    page.reload()
    expect(field(page)).to_have_text("half a thought")


def test_prompt_of_a_megabyte_is_sent_whole(page: Page) -> None:
    whole = "0123456789abcde\n" * 65_536
    page.evaluate("(whole) => globalThis.probe.host.composer.setDraft('new', whole)", whole)
    expect(page.locator('[data-chip="paste"]')).to_be_visible()
    page.keyboard.type(" short")
    page.reload()
    expect(page.locator('[data-chip="paste"]')).to_be_visible()
    assert page.evaluate("() => globalThis.probe.host.composer.getDraft(null)") == f"{whole} short"
    field(page).click()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"#/\d{8}_"))
    history = page.evaluate(
        """async () => {
          const { host } = globalThis.probe
          const { messages } = await host.request('session.history', { session_id: host.state.focusedSessionId.get() })
          return messages.find(({ role }) => role === 'user').text.length
        }"""
    )
    assert history == len(whole) + len(" short")


def test_files_are_attached_by_button_paste_and_drop_and_stay_with_the_draft(page: Page, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("some notes")
    page.get_by_role("button", name="Add files, images or context").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Add files").click()
    chooser.value.set_files(tmp_path / "notes.txt")
    files = page.locator("#workspace-page .hs-composer-file[data-state=ready]")
    expect(files).to_have_count(1)
    for kind in ("paste", "drop"):
        page.evaluate(
            """([kind, bytes]) => {
              const data = new DataTransfer()
              data.items.add(new File([Uint8Array.from(bytes)], `${kind}.png`, { type: 'image/png' }))
              const target = document.querySelector('#workspace-page [data-slot=composer-input]')
              const more = { bubbles: true, cancelable: true }
              const paste = new ClipboardEvent('paste', { clipboardData: data, ...more })
              target.dispatchEvent(kind === 'paste' ? paste : new DragEvent('drop', { dataTransfer: data, ...more }))
            }""",
            [kind, list(PICTURE)],
        )
    expect(files).to_have_count(3)
    expect(files.locator("img")).to_have_count(2)
    page.reload()
    expect(files).to_have_count(3)
    expect(files.locator("img").first).to_have_js_property("complete", True)
    assert page.evaluate("() => document.querySelector('.hs-composer-file img').naturalWidth") == 1
    page.get_by_role("button", name="Remove paste.png").click()
    expect(files).to_have_count(2)
    type_in(page, "with files")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"#/\d{8}_"))
    expect(page.locator("#workspace-page .hs-composer-file")).to_have_count(0)


def test_commands_of_the_gateway_are_offered_after_a_slash(page: Page) -> None:
    type_in(page, "/")
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator('#workspace-page [data-chip="command"]')).to_be_visible()


def test_command_shows_what_the_gateway_says(page: Page) -> None:
    type_in(page, "/help")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    said = page.locator("#workspace-page .hs-composer-output")
    expect(said).to_contain_text("/retry")
    expect(field(page)).to_have_text("")
    expect(page).to_have_url(re.compile(r"#/$"))


def test_108_typing_changes_nothing_of_a_long_conversation(page: Page) -> None:
    say(page, "long")
    page.keyboard.press("Escape")
    expect(page.locator("[data-composer=stop]")).to_be_hidden(timeout=20_000)
    page.evaluate(
        """() => {
          globalThis.outside = 0
          const all = { subtree: true, childList: true, characterData: true, attributes: true }
          const observer = new MutationObserver((records) => { globalThis.outside += records.length })
          observer.observe(document.querySelector('#workspace-page .hs-chat-scroll'), all)
        }""",
    )
    type_in(page, "twenty keys are typed")
    expect(field(page)).to_have_text("twenty keys are typed")
    assert page.evaluate("() => globalThis.outside") == 0


def test_input_method_ends_its_word_with_enter_and_sends_nothing(page: Page) -> None:
    field(page).click()
    session = page.context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {"text": "かな", "selectionStart": 2, "selectionEnd": 2})
    session.send("Input.insertText", {"text": "仮名"})
    expect(field(page)).to_have_text("仮名")
    page.keyboard.type(" ok")
    expect(field(page)).to_have_text("仮名 ok")
    expect(page).to_have_url(re.compile(r"#/$"))


def test_model_menu_has_what_plugins_add(page: Page) -> None:
    page.locator("#workspace-page [data-pill=model]").click()
    row = page.get_by_role("menuitemradio").first
    expect(row).to_contain_text("offline")
    expect(row.locator(".codicon-star")).to_be_visible()
    expect(row).to_have_attribute("aria-checked", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#workspace-page [data-pill=model]")).to_be_focused()


def test_level_of_reasoning_belongs_to_the_chat(page: Page) -> None:
    say(page, "a chat")
    expect(page.locator("[data-composer=stop]")).to_be_hidden()
    pill = page.locator("#workspace-page [data-pill=reasoning]")
    pill.click()
    page.get_by_role("menuitemradio", name="High", exact=True).click()
    expect(pill).to_have_text("High")


def test_interrupt_and_queue(page: Page) -> None:
    say(page, "long")
    stop = page.locator("[data-composer=stop]")
    expect(stop).to_be_visible()
    type_in(page, "waits")
    page.keyboard.press("Enter")
    expect(field(page)).to_have_text("")
    page.keyboard.press("Escape")
    expect(stop).to_be_hidden(timeout=20_000)


def test_slash_outside_of_text_leads_into_the_composer(page: Page) -> None:
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Control+l")
    expect(field(page)).to_be_focused()


def test_a_menu_goes_when_the_window_changes_its_size(page: Page) -> None:
    page.locator("#workspace-page [data-pill=model]").click()
    menu = page.locator(".hs-composer-popup")
    expect(menu).to_be_visible()
    page.set_viewport_size({"width": 1000, "height": 700})
    expect(menu).to_have_count(0)
    page.set_viewport_size({"width": 1280, "height": 720})
