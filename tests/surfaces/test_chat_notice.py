"""What stands in the place of a chat without messages, on its own."""

from __future__ import annotations

from playwright.sync_api import Page, expect

DRAW = """async (gateway) => {
  const { drawNotice } = await import('/static/host/chat_notice.js')
  const { startFirstRun } = await import('/static/host/first_run.js')
  if (!T.notice) {
    T.answers['firstRun.card'] = '<input aria-label="URL">'
    startFirstRun()
    T.notice = document.createElement('div')
    document.querySelector('#workspace').append(T.notice)
  }
  drawNotice(T.notice, { key: 'new:1', facts: undefined, gateway, filled: false, settled: false, gone: false })
}"""


def gateway(state: str, kind: str, label: str = "") -> dict[str, object]:
    return {"state": state, "kind": kind, "label": label, "fault": None}


def test_form_of_the_first_start_stays_while_the_gateway_changes(page: Page) -> None:
    page.evaluate(DRAW, gateway("connecting", "embedded"))
    field = page.get_by_label("URL")
    field.fill("http://127.0.0.1:9119")
    page.evaluate(DRAW, gateway("open", "embedded", "Built-in"))
    expect(page.get_by_text("Built-in")).to_be_visible()
    expect(page.get_by_role("heading")).to_have_count(1)
    expect(field).to_be_focused()
    expect(field).to_have_value("http://127.0.0.1:9119")


def test_notice_offers_to_connect_again_once_there_is_a_gateway(page: Page) -> None:
    page.evaluate(DRAW, gateway("closed", "none"))
    again = page.get_by_role("button", name="Connect again")
    expect(again).to_have_count(0)
    page.evaluate(DRAW, gateway("closed", "remote"))
    expect(again).to_be_visible()
