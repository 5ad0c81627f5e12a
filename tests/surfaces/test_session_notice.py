"""What a window says when the shell that it belongs to does not answer any more."""

from __future__ import annotations

from playwright.sync_api import Page, expect

WATCH = """async () => {
  const { watchSession } = await import('/static/host/session_notice.js')
  window.heard = {}
  watchSession({ on: (event, listener) => { heard[event] = listener } })
}"""


def lose(page: Page, *attempts: int) -> None:
    page.evaluate("(attempts) => attempts.forEach((attempt) => heard.lost({ attempt }))", list(attempts))


def test_a_shell_that_is_gone_for_long_is_told_once_and_taken_back(page: Page) -> None:
    page.route("**/api/shell/inventory", lambda route: route.abort())
    page.evaluate(WATCH)
    notice = page.locator("[data-slot=toast]").filter(has_text="Hermes is not running")
    with page.expect_event("requestfailed"):
        lose(page, 0, 1, 2)
    expect(notice).to_have_count(0)
    lose(page, 7)
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Dismiss").click()
    with page.expect_event("requestfailed"):
        lose(page, 12)
    expect(notice).to_have_count(0)
    lose(page, 7)
    expect(notice).to_be_visible()
    page.evaluate("heard.welcome()")
    expect(notice).to_have_count(0)


def test_a_shell_that_does_not_know_the_window_asks_for_a_reload(page: Page) -> None:
    page.route("**/api/shell/inventory", lambda route: route.fulfill(status=404))
    page.evaluate(WATCH)
    lose(page, 2)
    notice = page.locator("[data-slot=toast]").filter(has_text="This window lost its session")
    expect(notice.get_by_role("button", name="Reload")).to_be_visible()
