"""Rows of new chats in the list of sessions: all of them have one path, and only one of them is shown."""

from __future__ import annotations

from playwright.sync_api import Page

SHOW = """key => {
  const list = document.createElement('ul')
  const hrefs = ['#/?draft=new:one', '#/?draft=new:two', '#/20261130_1']
  list.innerHTML = hrefs.map((href) => `<li><a class="hs-session-link" href="${href}">chat</a></li>`).join('')
  document.body.append(list)
  history.replaceState({ ...history.state, hsNewChat: key }, '', '#/')
}"""
MARKS = """async () => {
  (await import('/static/host/router.js')).markCurrentRows()
  return [...document.querySelectorAll('a.hs-session-link')].map((row) => row.getAttribute('aria-current'))
}"""


def test_of_several_drafts_only_the_one_that_is_shown_is_current(page: Page) -> None:
    page.evaluate(SHOW, "new:two")
    assert page.evaluate(MARKS) == [None, "page", None]


def test_a_fresh_chat_is_none_of_the_drafts(page: Page) -> None:
    page.evaluate(SHOW, "new:three")
    assert page.evaluate(MARKS) == [None, None, None]
