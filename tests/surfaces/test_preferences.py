"""The shell's own settings in the page: shown at once, given back when refused, never undone by an older value."""

from __future__ import annotations

from playwright.sync_api import Page


def test_a_preference_takes_effect_at_once_and_is_stored_by_the_server(page: Page) -> None:
    assert page.evaluate(
        """async () => {
          const seen = []
          const stop = T.onPreference('appearance.density', (value) => seen.push(value))
          const stored = T.setPreference('appearance.density', 'relaxed')
          seen.push(T.preference('appearance.density'), document.documentElement.dataset.density)
          await stored
          stop()
          await T.setPreference('appearance.density', 'compact')
          return [seen, T.calls.filter(([verb]) => verb === 'settings.set').map(([, args]) => args.value)]
        }"""
    ) == [["compact", "relaxed", "relaxed", "relaxed"], ["relaxed", "compact"]]


def test_a_refused_preference_goes_back_to_what_it_was(page: Page) -> None:
    assert page.evaluate(
        """async () => {
          T.answers['settings.set'] = new Error('disk full')
          const said = await T.setPreference('appearance.zoom', 150).catch((error) => error.message)
          return [said, T.preference('appearance.zoom'), document.documentElement.style.getPropertyValue('--hs-zoom')]
        }"""
    ) == ["disk full", 100, ""]


def test_an_unknown_preference_is_an_error_and_is_not_sent(page: Page) -> None:
    assert page.evaluate(
        """async () => {
          const said = await T.setPreference('toString', true).catch((error) => error.message)
          return [said, T.calls.filter(([verb]) => verb === 'settings.set').length]
        }"""
    ) == ["There is no setting toString.", 0]


def test_an_own_older_value_does_not_undo_a_newer_one(page: Page) -> None:
    assert page.evaluate(
        """async () => {
          const { receive } = await import('/static/host/announcements.js')
          const answer = [], seen = []
          T.channel.call = (verb, args) => new Promise((resolve) => answer.push(() => resolve(args.value)))
          T.onPreference('appearance.zoom', (value) => seen.push(value))
          const first = T.setPreference('appearance.zoom', 110), second = T.setPreference('appearance.zoom', 125)
          receive({ kind: 'setting', number: 1, key: 'appearance.zoom', value: 110 })
          answer[0]()
          await first
          receive({ kind: 'setting', number: 2, key: 'appearance.zoom', value: 125 })
          receive({ kind: 'setting', number: 3, key: 'appearance.zoom', value: 90 })
          answer[1]()
          await second
          return seen
        }"""
    ) == [100, 110, 125, 90]


def test_a_preference_of_another_window_shows_here(page: Page) -> None:
    assert page.evaluate(
        """async () => {
          const { receive } = await import('/static/host/announcements.js')
          receive({ kind: 'setting', number: 1, key: 'appearance.reduceMotion', value: true })
          receive({ kind: 'setting', number: 2, key: 'of.the.future', value: 1 })
          return [T.preference('appearance.reduceMotion'), document.documentElement.dataset.reduceMotion]
        }"""
    ) == [True, "true"]
