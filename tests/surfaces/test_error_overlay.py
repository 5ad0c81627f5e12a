"""The error overlay in a window without a server: what it shows, its keys, its focus (look of the shell, section 9)."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.surfaces.conftest import OpenPage

CARD = ".hs-error-overlay"
LINES = {
    "first": 25,
    "lines": ["ctx.register({", "  id: 'load',", "  data: toneFor(load)", "})"],
    "line": 27,
    "column": 9,
}


def fail(page: Page, folder: str = "gpu", rev: str | None = "r2", **more: Any) -> None:
    error = {"phase": "register", "message": "toneFor is not defined", "line": 27, "column": 9, **more.pop("error", {})}
    failure = {"folder": folder, "id": folder, "name": folder, "rev": rev, "error": error, "stale": False, **more}
    page.evaluate("(failure) => { T.showPluginError(failure) }", failure)


def answer(page: Page, excerpt: object = LINES) -> None:
    page.evaluate("(found) => { T.answers['plugins.excerpt'] = found }", excerpt)


def calls(page: Page, verb: str) -> list[Any]:
    found: list[Any] = page.evaluate("(verb) => T.calls.filter(([one]) => one === verb).map(([, args]) => args)", verb)
    return found


def shown(page: Page, folder: str = "gpu") -> Locator:
    card = page.locator(f"{CARD}[data-error-overlay={folder}]")
    expect(card).to_be_visible()
    return card


def test_names_plugin_phase_reason_place_lines_and_what_runs(page: Page) -> None:
    answer(page)
    fail(page, stale=True)
    card = shown(page)
    expect(page.get_by_role("alertdialog", name="gpu stopped in register()")).to_be_visible()
    expect(card).to_have_attribute("aria-modal", "false")
    expect(card.locator(".hs-error-overlay-head")).to_contain_text("toneFor is not defined")
    expect(card.locator(".hs-error-overlay-head code")).to_have_text("gpu/plugin.js:27:9")
    expect(card.locator(".hs-excerpt-line")).to_have_count(4)
    expect(card.locator("[data-hit] .hs-excerpt-text")).to_have_text("  data: toneFor(load)")
    expect(card.locator("mark")).to_have_text("t")
    expect(card.locator(".hs-error-overlay-foot")).to_contain_text("The last good version keeps running.")
    assert calls(page, "plugins.excerpt") == [{"folder": "gpu", "rev": "r2", "line": 27, "column": 9}]
    expect(page.locator("[data-slot=toast][data-kind=error]")).to_contain_text('Plugin "gpu" failed to register')


def test_words_follow_the_phase(page: Page) -> None:
    for phase, words in (("evaluate", "did not load"), ("read", "could not be read"), ("lint", "did not load")):
        fail(page, error={"phase": phase})
        expect(shown(page).locator("h2")).to_have_text(f"gpu {words}")


def test_without_a_place_there_are_no_lines_and_the_file_is_opened_as_it_is(page: Page) -> None:
    fail(page, error={"line": None, "column": None})
    expect(shown(page).locator(".hs-error-overlay-head code")).to_have_text("gpu/plugin.js")
    expect(page.locator(".hs-excerpt")).to_have_count(0)
    page.get_by_role("button", name="Open file").click()
    assert calls(page, "os.openEditor") == [{"folder": "gpu", "line": None, "column": None}]
    assert calls(page, "plugins.excerpt") == []


def test_place_that_is_found_later_brings_the_lines(page: Page) -> None:
    answer(page)
    fail(page, error={"line": None, "column": None})
    error = {"phase": "evaluate", "message": "m", "line": 27, "column": 9}
    page.evaluate("(error) => { T.amendPluginError('gpu', { error }) }", error)
    expect(shown(page).locator(".hs-excerpt")).to_be_visible()
    expect(page.get_by_role("button", name="Open at line 27")).to_be_visible()


def test_revision_that_is_gone_shows_no_lines_of_another(page: Page) -> None:
    answer(page, None)
    fail(page)
    expect(shown(page)).to_be_visible()
    page.evaluate("() => T.frame()")
    expect(page.locator(".hs-excerpt")).to_have_count(0)


def test_lines_that_come_after_another_save_are_dropped(page: Page) -> None:
    page.evaluate(
        """() => {
          const call = T.channel.call
          T.late = {}
          T.channel.call = (verb, args) =>
            verb === 'plugins.excerpt' ? new Promise((resolve) => { T.late[args.rev] = resolve }) : call(verb, args)
        }"""
    )
    fail(page, rev="r2")
    shown(page)
    fail(page, rev="r3", error={"line": 26})
    page.evaluate("() => T.frame()")
    newer = {**LINES, "lines": ["new"], "first": 26, "line": 26}
    page.evaluate("([newer, older]) => { T.late.r3(newer); T.late.r2(older) }", [newer, LINES])
    expect(page.locator(".hs-excerpt-text")).to_have_text(["new"])


def test_takes_no_focus_and_escape_puts_overlay_and_toast_away(page: Page) -> None:
    page.locator("a.hs-nav-row").first.focus()
    fail(page)
    shown(page)
    expect(page.locator("a.hs-nav-row").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(CARD)).to_have_count(0)
    expect(page.locator("[data-slot=toast]")).to_have_count(0)
    expect(page.locator("a.hs-nav-row").first).to_be_focused()


def test_escape_belongs_to_fields_and_to_what_lies_above(page: Page) -> None:
    page.evaluate(
        "() => document.body.insertAdjacentHTML('beforeend', '<input id=field><div id=mine tabindex=0></div>')"
    )
    fail(page)
    shown(page)
    page.locator("#field").focus()
    page.keyboard.press("Escape")
    expect(page.locator(CARD)).to_be_visible()

    page.locator("a.hs-nav-row").first.focus()
    page.evaluate("() => { T.openPalette() }")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("combobox")).to_have_count(0)
    expect(page.locator(CARD)).to_be_visible()

    page.evaluate(
        "() => document.querySelector('#mine').addEventListener('keydown', (event) => event.preventDefault())"
    )
    page.locator("#mine").focus()
    page.keyboard.press("Escape")
    expect(page.locator(CARD)).to_be_visible()

    page.locator("a.hs-nav-row").first.focus()
    page.keyboard.press("Escape")
    expect(page.locator(CARD)).to_have_count(0)


def test_escape_leaves_a_page_that_lies_over_the_window_first(open_page: OpenPage) -> None:
    page = open_page(overlay_pages=["/settings"])
    page.evaluate("() => { T.navigate('/settings') }")
    fail(page)
    shown(page)
    page.keyboard.press("Escape")
    expect(page.locator(CARD)).to_be_visible()
    page.evaluate("() => { T.navigate('/') }")
    page.keyboard.press("Escape")
    expect(page.locator(CARD)).to_have_count(0)


def test_whoever_goes_in_and_closes_comes_back(page: Page) -> None:
    page.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<input id=field>')")
    for leave in ("Escape", "Enter"):
        fail(page, rev=leave)
        shown(page)
        page.locator("#field").focus()
        page.get_by_role("button", name="Dismiss", exact=True).and_(page.locator(f"{CARD} button")).focus()
        page.keyboard.press(leave)
        expect(page.locator(CARD)).to_have_count(0)
        expect(page.locator("#field")).to_be_focused()


def test_whoever_left_it_again_stays_where_they_are(page: Page) -> None:
    fail(page)
    shown(page).get_by_role("button", name="Show in Plugins").focus()
    page.locator("a.hs-nav-row").last.focus()
    page.keyboard.press("Escape")
    expect(page.locator(CARD)).to_have_count(0)
    expect(page.locator("a.hs-nav-row").last).to_be_focused()


def test_dismissed_revision_stays_away_and_the_next_failing_save_comes_back(page: Page) -> None:
    fail(page)
    shown(page)
    page.keyboard.press("Escape")
    fail(page)
    page.evaluate("() => T.frame()")
    expect(page.locator(CARD)).to_have_count(0)
    fail(page, rev="r3")
    shown(page)
    fail(page, rev="r2")
    shown(page)


def test_good_save_ends_it_and_the_same_fault_afterwards_is_a_new_one(page: Page) -> None:
    fail(page)
    shown(page)
    page.keyboard.press("Escape")
    page.evaluate("() => { T.clearPluginError('gpu', true) }")
    fail(page)
    shown(page)
    page.evaluate("() => { T.clearPluginError('gpu', true) }")
    expect(page.locator(CARD)).to_have_count(0)
    expect(page.locator("[data-slot=toast]")).to_have_count(0)


def row(folder: str, rev: str | None) -> dict[str, Any]:
    return {"folder": folder, "rank": 1, "id": folder, "rev": rev, "error": None, "status": "error"}


def test_what_was_broken_at_the_start_is_not_shown(open_page: OpenPage) -> None:
    page = open_page(inventory=[row("gpu", "r2"), row("gone", None)])
    fail(page)
    fail(page, "gone", rev=None)
    expect(page.locator("[data-slot=toast]")).to_have_count(2)
    expect(page.locator(CARD)).to_have_count(0)
    # `register` whose promise is rejected: the row was "loaded" for a moment, but nothing was good.
    page.evaluate("() => { T.clearPluginError('gpu') }")
    fail(page)
    expect(page.locator(CARD)).to_have_count(0)
    fail(page, rev="r3")
    shown(page)


def announce(page: Page, *messages: tuple[str, dict[str, Any]]) -> None:
    page.evaluate(
        """async (messages) => {
          const { receive, seen } = await import('/static/host/announcements.js')
          for (const [kind, data] of messages) {
            receive({ ...seen(), kind, number: seen().number + (kind === 'hello' ? 0 : 1), ...data })
          }
        }""",
        list(messages),
    )


def test_what_the_first_scan_finds_was_there_before(open_page: OpenPage) -> None:
    page = open_page(scanned=False)
    page.evaluate("() => { T.watchFirstScan() }")
    announce(page, ("plugin-changed", {"plugin": row("gpu", "r2")}), ("scan-ended", {}))
    announce(page, ("plugin-changed", {"plugin": row("late", "r1")}))
    fail(page)
    fail(page, "late", rev="r1")
    shown(page, "late")
    expect(page.locator(".hs-error-overlay-others")).to_have_count(0)


def test_what_the_first_scan_found_before_the_first_hello_was_there_before(open_page: OpenPage) -> None:
    page = open_page(scanned=False)
    page.evaluate("() => { T.watchFirstScan() }")
    announce(page, ("hello", {"scanned": True, "inventory": [row("gpu", "r2")]}))
    announce(page, ("hello", {"scanned": True, "inventory": [row("late", "r1")]}))
    fail(page)
    fail(page, "late", rev="r1")
    shown(page, "late")
    expect(page.locator(".hs-error-overlay-others")).to_have_count(0)


def test_file_that_did_not_arrive_is_not_the_plugins_fault(page: Page) -> None:
    fail(page, unreachable=True)
    expect(page.locator("[data-slot=toast]")).to_have_count(1)
    expect(page.locator(CARD)).to_have_count(0)


def test_several_show_the_newest_with_a_way_to_the_others(page: Page) -> None:
    for folder in ("a", "b", "c"):
        fail(page, folder)
    card = shown(page, "c")
    expect(card.locator(".hs-error-overlay-others")).to_contain_text("1 of 3")
    page.get_by_role("button", name="Next error").click()
    shown(page, "b")
    page.get_by_role("button", name="Next error").click()
    expect(shown(page, "a").locator(".hs-error-overlay-others")).to_contain_text("3 of 3")
    page.get_by_role("button", name="Next error").click()
    shown(page, "c")
    page.evaluate("() => { T.clearPluginError('a', true) }")
    expect(shown(page, "c").locator(".hs-error-overlay-others")).to_contain_text("1 of 2")
    page.locator(f"{CARD} [aria-label=Dismiss]").click()
    shown(page, "b")
    expect(page.locator(".hs-error-overlay-others")).to_have_count(0)
    fail(page, "d")
    fail(page, "e")
    page.get_by_role("button", name="Dismiss all").click()
    expect(page.locator(CARD)).to_have_count(0)
    expect(page.locator("[data-slot=toast]")).to_have_count(0)


def test_failure_that_ends_elsewhere_leaves_the_one_that_is_read(page: Page) -> None:
    for folder in ("a", "b", "c"):
        fail(page, folder)
    page.get_by_role("button", name="Next error").click()
    shown(page, "b")
    page.evaluate("() => { T.clearPluginError('c', true) }")
    expect(shown(page, "b").locator(".hs-error-overlay-others")).to_contain_text("1 of 2")


def test_hostile_texts_are_text(page: Page) -> None:
    evil = '<img src=x onerror="window.hit = 1"><script>window.hit = 1</script>'
    answer(
        page, {"first": 1, "lines": [evil, f"…{'x' * 240}…", "\u05d0\u05d1 'ab' +", "\t\t🎉=1"], "line": 4, "column": 3}
    )
    fail(page, name=f"<b>{evil}\u202e", error={"message": f"{evil}\n{'long ' * 900}", "line": 4, "column": 3})
    card = shown(page)
    expect(card.locator("img, script, b")).to_have_count(0)
    expect(card.locator(".hs-excerpt-text").first).to_have_text(evil)
    expect(card.locator("mark")).to_have_text("🎉")
    assert page.evaluate("() => window.hit") is None


def test_toast_keeps_its_words_whatever_the_name_turns_around(page: Page) -> None:
    fail(page, name="ev\u2069il\u202e", error={"message": "\u05e9\u05dc\u05d5\u05dd"})
    toast = page.locator("[data-slot=toast][data-kind=error]")
    expect(toast.locator("b")).to_have_text('Plugin "\u2068evil\u2069" failed to register')
    expect(toast.locator("p")).to_have_text("\u2068\u05e9\u05dc\u05d5\u05dd\u2069 (plugin.js:27:9)")


def test_copies_everything_as_text(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    answer(page)
    fail(page)
    card = shown(page)
    expect(card.locator(".hs-excerpt")).to_be_visible()
    card.get_by_role("button", name="Copy").click()
    expect(card.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()").splitlines() == [
        "gpu stopped in register()",
        "toneFor is not defined",
        "gpu/plugin.js:27:9",
        "",
        "  25 | ctx.register({",
        "  26 |   id: 'load',",
        "> 27 |   data: toneFor(load)",
        "     |         ^",
        "  28 | })",
        "",
        "Nothing of it runs until a save loads.",
    ]


def test_opens_the_editor_and_says_why_it_cannot(page: Page) -> None:
    fail(page)
    page.get_by_role("button", name="Open at line 27").click()
    assert calls(page, "os.openEditor") == [{"folder": "gpu", "line": 27, "column": 9}]
    page.evaluate("() => { T.answers['os.openEditor'] = new Error('code did not start.') }")
    page.get_by_role("button", name="Open at line 27").click()
    expect(page.locator("[data-slot=toast][data-kind=warning]")).to_contain_text("code did not start.")


def test_shows_its_row_in_plugins(page: Page) -> None:
    fail(page, "a b&c")
    page.get_by_role("button", name="Show in Plugins").click()
    assert page.evaluate("() => T.currentRoute()") == "/capabilities?q=a%20b%26c"


def test_what_runs_meanwhile_follows(page: Page) -> None:
    fail(page)
    expect(shown(page).locator(".hs-error-overlay-foot")).to_contain_text("Nothing of it runs")
    page.evaluate("() => { T.amendPluginError('gpu', { stale: true }) }")
    expect(shown(page).locator(".hs-error-overlay-foot")).to_contain_text("last good version")


def test_notices_learn_how_high_it_is(page: Page) -> None:
    fail(page)
    height = shown(page).evaluate("(card) => card.offsetHeight")
    islands = page.locator("#islands")
    expect(islands).to_have_attribute("style", f"--hs-error-overlay-height: {height}px;")
    page.keyboard.press("Escape")
    expect(islands).to_have_attribute("style", "")
