"""Composers on a page of their own: how they are put there, and what they say to the server."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

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
