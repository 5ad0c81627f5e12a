"""What a key press is as a combination, and how a combination is written (contract section 6.11)."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page


def combos(page: Page, mac: bool, presses: list[dict[str, Any]]) -> list[str | None]:
    """What comboFromEvent says of each press."""
    return page.evaluate(
        "([presses, mac]) => presses.map((init) => T.comboFromEvent(new KeyboardEvent('keydown', init), mac))",
        [presses, mac],
    )


def test_K1_K7_control_is_its_own_modifier_on_mac_only(page: Page) -> None:
    presses = [
        {"code": "Tab", "key": "Tab", "ctrlKey": True},
        {"code": "KeyK", "key": "k", "metaKey": True},
        {"code": "KeyK", "key": "k", "ctrlKey": True},
    ]
    assert combos(page, True, presses) == ["ctrl+tab", "mod+k", "ctrl+k"]
    assert combos(page, False, presses) == ["mod+tab", "mod+k", "mod+k"]


def test_K2_K3_K4_letters_and_unshifted_punctuation_follow_the_layout(page: Page) -> None:
    presses = [
        {"code": "KeyI", "key": "C", "metaKey": True, "shiftKey": True},
        {"code": "Slash", "key": "?", "metaKey": True, "shiftKey": True},
        {"code": "KeyV", "key": ".", "metaKey": True},
        {"code": "BracketLeft", "key": "/", "metaKey": True},
        {"code": "KeyM", "key": ",", "metaKey": True},
    ]
    assert combos(page, True, presses) == ["mod+shift+c", "mod+shift+/", "mod+.", "mod+/", "mod+,"]


def test_K5_K6_digits_and_unknown_glyphs_are_physical(page: Page) -> None:
    presses = [
        {"code": "Digit1", "key": "&", "metaKey": True},
        {"code": "Digit1", "key": "1", "metaKey": True, "shiftKey": True},
        {"code": "Numpad4", "key": "4"},
        {"code": "KeyK", "key": "˚", "metaKey": True, "altKey": True},
        {"code": "KeyN", "key": "Dead", "altKey": True},
        {"code": "KeyK", "key": "л", "metaKey": True},
        {"code": "F12", "key": "F12"},
    ]
    assert combos(page, True, presses) == ["mod+1", "mod+shift+1", "4", "mod+alt+k", "alt+n", "mod+k", "f12"]


def test_K8_canonicalise_folds_ctrl_only_off_mac(page: Page) -> None:
    fold = "(mac) => ['ctrl+tab', 'ctrl+shift+tab', 'mod+k'].map((combo) => T.canonicalise(combo, mac))"
    assert page.evaluate(fold, True) == ["ctrl+tab", "ctrl+shift+tab", "mod+k"]
    assert page.evaluate(fold, False) == ["mod+tab", "mod+shift+tab", "mod+k"]


def test_K9_formatting(page: Page) -> None:
    show = "(mac) => ['ctrl+shift+tab', 'mod+enter', 'mod+alt+pageup', 'f5'].map((combo) => T.formatCombo(combo, mac))"
    assert page.evaluate(show, True) == ["⌃⇧⇥", "⌘↵", "⌥⌘PgUp", "F5"]
    assert page.evaluate(show, False) == ["Ctrl+Shift+⇥", "Ctrl+↵", "Ctrl+Alt+PgUp", "F5"]


def test_K16_input_methods_and_bare_modifiers_are_no_combos(page: Page) -> None:
    presses = [
        {"code": "Enter", "key": "Enter", "isComposing": True},
        {"code": "KeyA", "key": "Process"},
        {"code": "KeyA", "key": "a", "keyCode": 229},
        {"code": "ShiftLeft", "key": "Shift", "shiftKey": True},
    ]
    assert combos(page, False, presses) == [None, None, None, None]
