"""Text is readable: computed over the real pages, as it stands on what is behind it, in both modes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.conftest import open_page
from e2e.shell_process import SAMPLES, install, start_shell

READABLE = 4.5
"""WCAG 2.2, 1.4.3."""

MEASURE = """
() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)]
  const light = parts => {
    const linear = part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    const [r, g, b] = parts.map(part => linear(part / 255))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ratio = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a)
    return (high + 0.05) / (low + 0.05)
  }
  // From the lowest plane up: a layer that floats stands in the document under the body only, as it does on the screen.
  const ground = element => {
    const chain = []
    for (let at = element; at; at = at.parentElement) chain.unshift(at)
    return chain.reduce((below, at) => over(rgba(getComputedStyle(at).backgroundColor), below), [255, 255, 255])
  }
  const LEFT_OUT = 'script, style, .sr-only, .hs-skip, :disabled, [aria-disabled=true], [data-disabled]'
  const seen = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.data.trim()
    if (!text || element.closest(LEFT_OUT)) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const behind = ground(element)
    seen.push({ text: text.slice(0, 60), ratio: ratio(over(rgba(getComputedStyle(element).color), behind), behind) })
  }
  return seen
}
"""


@pytest.fixture(scope="module")
def window(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A window with panes, chips, a plugin that fails and its message."""
    home = tmp_path_factory.mktemp("contrast") / "home"
    for name in ("hello", "notes", "clock", "pages", "counter"):
        install(home, SAMPLES / name)
    install(home, SAMPLES / "broken" / "register-throws")
    shell = start_shell(home, "--developer")
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = open_page(context, shell.boot_url)
    expect(page.locator("[data-slot=toast]")).to_be_visible()
    yield page
    context.close()
    assert shell.stop() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", ["#/", "#/capabilities", "#/settings", "#/sample-page", "#/no-such-page"])
def test_every_text_of_a_page_is_readable(window: Page, address: str, scheme: Any) -> None:
    show(window, address, scheme)
    check(window)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_of_the_palette_is_readable(window: Page, scheme: Any) -> None:
    show(window, "#/", scheme)
    window.keyboard.press("Control+k")
    expect(window.get_by_role("option").first).to_be_visible()
    check(window)
    window.keyboard.press("Escape")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_of_the_status_list_is_readable(window: Page, scheme: Any) -> None:
    show(window, "#/", scheme)
    window.locator("[data-region=statusbar]").click(button="right", position={"x": 5, "y": 5})
    expect(window.get_by_role("menu")).to_be_visible()
    check(window)
    window.keyboard.press("Escape")


def show(window: Page, address: str, scheme: Any) -> None:
    """Go to a page in one colour scheme."""
    window.emulate_media(color_scheme=scheme)
    window.evaluate("address => { location.hash = address }", address)
    expect(window.locator(f"html[data-hermes-mode={scheme}]")).to_be_attached()
    window.evaluate("() => hermesShellIdle()")
    expect(window.get_by_role("heading", level=1).first).to_be_visible()


def check(window: Page) -> None:
    """Every visible text stands out enough from what is behind it."""
    seen: list[dict[str, Any]] = window.evaluate(MEASURE)
    assert len(seen) > 10
    assert [text for text in seen if text["ratio"] < READABLE] == []
