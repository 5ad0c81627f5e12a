"""The switches of plugins against a server that refuses, and against another window."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

START = """async () => {
  const { applyDecision } = await import('/static/host/decisions.js')
  const { receive, seen } = await import('/static/host/announcements.js')
  const { startPluginSwitches } = await import('/static/host/plugin_switches.js')
  startPluginSwitches()
  document.getElementById('workspace').innerHTML =
    '<button role="switch" data-plugin-switch="p" aria-checked="false" aria-label="Enable P"><span></span></button>'
  const control = document.querySelector('[data-plugin-switch]')
  const answers = []
  T.channel.call = () => new Promise((resolve, reject) => answers.push({ resolve, reject }))
  window.S = {
    answers,
    click: () => control.click(),
    isOn: () => control.getAttribute('aria-checked') === 'true',
    announce(enabled) {
      applyDecision('p', enabled)
      receive({ kind: 'decision', number: seen().number + 1, id: 'p', enabled })
    },
  }
}"""


@pytest.fixture
def switch(page: Page) -> Page:
    """A page with the switch of a plugin that is off and about which nothing is decided."""
    page.evaluate(START)
    return page


def test_two_refused_choices_lead_back_to_before_the_first(switch: Page) -> None:
    assert switch.evaluate(
        """async () => {
          const seen = [S.isOn()]
          for (let at = 0; at < 2; at++) { S.click(); seen.push(S.isOn()) }
          for (const { reject } of S.answers) reject(new Error('the disk is full'))
          await T.frame()
          return [...seen, S.isOn()]
        }"""
    ) == [False, True, False, False]


def test_later_choice_of_another_window_holds(switch: Page) -> None:
    assert switch.evaluate(
        """async () => {
          S.click()
          S.announce(true)
          S.announce(false)
          const early = S.isOn()
          S.answers[0].resolve()
          await T.frame()
          return [early, S.isOn()]
        }"""
    ) == [True, False]


def test_own_earlier_choice_does_not_undo_the_last(switch: Page) -> None:
    assert switch.evaluate(
        """async () => {
          const seen = []
          S.click()
          S.click()
          S.announce(true)
          for (const { resolve } of S.answers) resolve()
          await T.frame()
          seen.push(S.isOn())
          S.announce(false)
          return [...seen, S.isOn()]
        }"""
    ) == [False, False]
