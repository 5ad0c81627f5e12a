"""Toasts (contract section 1.9, rule X6)."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

CORNER = ".hs-toasts[data-placement=bottom-right] .hs-toast"
CENTRE = ".hs-toasts[data-placement=default] .hs-toast"


def test_X6_defaults_of_duration_and_placement(page: Page) -> None:
    shown = page.evaluate(
        """() => {
          T.notify({ message: 'i' }); T.notify({ kind: 'error', message: 'e' }); T.notify({ kind: 'warning',
            message: 'w' })
          T.notify({ kind: 'success', message: 'a', action: { label: 'Do', onClick() {} } })
          return T.$toasts.get().map(({ message, durationMs, placement }) => [message, durationMs, placement])
        }"""
    )
    assert shown == [["a", 5000, "default"], ["w", 0, "default"], ["e", 0, "default"], ["i", 5000, "bottom-right"]]
    assert page.evaluate(
        """
          () => { T.notify({ message: 'x', placement: 'default', durationMs: 0, kind: 'nonsense' });
            return T.$toasts.get()[0] }
        """
    ) == {
        **page.evaluate("T.$toasts.get()[0]"),
        "kind": "info",
        "durationMs": 0,
        "placement": "default",
    }


def test_X6_newest_first_four_kept_and_the_same_id_replaces(page: Page) -> None:
    messages = page.evaluate(
        """() => {
          for (const n of [1, 2, 3, 4, 5]) T.notify({ id: 't' + n, message: 'm' + n })
          T.notify({ id: 't3', message: 'again' })
          return T.$toasts.get().map(({ message }) => message)
        }"""
    )
    assert messages == ["again", "m5", "m4", "m2"]
    expect(page.locator(CORNER)).to_have_count(4)


def test_X6_an_id_is_returned_and_dismissing_runs_on_dismiss_once(page: Page) -> None:
    ids = page.evaluate(
        """
          () => [T.notify({ id: 'mine', message: 'a', onDismiss: () => { window.gone = (window.gone ?? 0) + 1 } }),
            T.notify('plain')]
        """
    )
    assert ids[0] == "mine"
    assert page.evaluate("(id) => /^\\d+-\\d+$/.test(id)", ids[1])
    page.locator(CORNER, has_text="a").first.get_by_label("Dismiss").or_(page.locator("none")).last.click()
    page.evaluate("T.dismiss('mine'), 0")
    page.evaluate("T.dismiss('mine'), 0")
    assert page.evaluate("window.gone") == 1


def test_repeats_count_up(page: Page) -> None:
    ids = page.evaluate("() => [1, 2, 3].map(() => T.notify({ kind: 'error', title: 'T', message: 'same' }))")
    assert len(set(ids)) == 1
    expect(page.locator(CENTRE)).to_have_count(1)
    expect(page.locator(".hs-toast-count")).to_have_text("3")


def test_notify_error_says_it_readably(page: Page) -> None:
    shown = page.evaluate(
        """() => {
          T.notifyError(new Error("Error invoking remote method 'x': Error: deep"), 'Fallback')
          T.notifyError(new Error('400: {"detail": "bad name"}'), 'Fallback')
          T.notifyError('y'.repeat(200), 'Fallback')
          T.notifyError('plain', 'Fallback')
          return T.$toasts.get().map(({ kind, title, message, detail }) => [kind, title, message, Boolean(detail)])
        }"""
    )
    assert shown == [
        ["error", "Fallback", "plain", False],
        ["error", "Fallback", "Fallback", True],
        ["error", "Fallback", "bad name", True],
        ["error", "Fallback", "deep", True],
    ]


def test_actions_run_and_take_the_toast_away_until_their_plugin_is_gone(page: Page) -> None:
    page.evaluate(
        """() => {
          const action = { label: 'Do it', onClick: () => { window.done = true } }
          T.notify({ id: 'a', message: 'keep', action, onDismiss: () => { window.told = true } }, 'plugin:gone')
          T.notify({ id: 'b', message: 'other', action }, 'plugin:stays')
          T.actionsGone('plugin:gone')
        }"""
    )
    expect(page.locator(CENTRE, has_text="keep").get_by_role("button", name="Do it")).to_have_count(0)
    page.locator(CENTRE, has_text="other").get_by_role("button", name="Do it").click()
    expect(page.locator(CENTRE)).to_have_count(1)
    page.evaluate("T.dismiss('a'), 0")
    assert page.evaluate("[window.done, window.told]") == [True, None]


@pytest.mark.usefixtures("stopped_clock")
def test_a_toast_goes_by_itself_but_not_under_the_pointer(page: Page) -> None:
    page.evaluate("() => { T.notify({ message: 'going' }) }")
    toast = page.locator(CORNER)
    toast.hover()
    page.clock.run_for(20_000)
    expect(toast).to_have_count(1)
    page.mouse.move(0, 0)
    page.clock.run_for(4_000)
    expect(toast).to_have_count(1)
    page.clock.run_for(2_000)
    expect(toast).to_have_count(0)


def test_toasts_are_announced_politely_or_at_once(page: Page) -> None:
    page.evaluate("() => { T.notify({ title: 'Saved', message: 'all of it' }) }")
    expect(page.locator("#islands [role=status]")).to_have_text("Saved. all of it")
    page.evaluate("() => { T.notify({ kind: 'error', message: 'broken' }) }")
    expect(page.locator("#islands [role=alert]")).to_have_text("broken")


def test_a_toast_that_cannot_be_drawn_is_shown_as_text_and_leaves_the_others(page: Page) -> None:
    page.evaluate(
        """() => {
          const Broken = () => { throw new Error('no icon') }
          T.notify({ id: 'odd', title: { a: 1 }, message: { b: 2 }, detail: [{}] }, 'plugin:p')
          T.notify({ id: 'icon', message: 'with a broken icon', icon: Broken }, 'plugin:p')
          T.notify({ id: 'fine', message: 'fine' })
        }"""
    )
    expect(page.locator(".hs-toast")).to_have_count(3)
    expect(page.locator(".hs-toast", has_text="with a broken icon")).to_be_visible()
    expect(page.locator(".hs-toast", has_text="fine")).to_be_visible()
    page.locator(".hs-toast", has_text="with a broken icon").get_by_role("button", name="Dismiss").click()
    expect(page.locator(".hs-toast")).to_have_count(2)


def test_a_notice_in_the_corner_stands_above_a_composer(page: Page) -> None:
    sheet = (Path(__file__).parents[2] / "hermes_shell/static/css/toasts.css").read_text(encoding="utf-8")
    page.add_style_tag(content=f":root {{ --hs-statusbar-height: 24px; --titlebar-height: 34px }} {sheet}")
    page.evaluate(
        """() => { const box = document.createElement('div'); box.dataset.slot = 'composer'; box.id = 'under'
          box.style.cssText = 'position: fixed; right: 0; bottom: 24px; width: 400px; height: 100px'
          document.body.append(box); T.notify('Deleted') }"""
    )
    card = page.locator(CORNER).bounding_box()
    assert card is not None
    box = page.locator("#under").bounding_box()
    assert box is not None
    assert card["y"] + card["height"] < box["y"]
