"""The frame around the pages: history, toggles, narrow windows, large text, and the way around by keyboard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from e2e.conftest import open_page
from e2e.shell_process import SAMPLES, install, start_shell

NARROW: ViewportSize = {"width": 900, "height": 600}
SMALL: ViewportSize = {"width": 700, "height": 600}
LARGE: ViewportSize = {"width": 2560, "height": 1440}
NAME = "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"


@pytest.fixture(scope="module")
def first(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The first window of a shell that the tests of this module share; each leaves the layout as it found it."""
    home = tmp_path_factory.mktemp("frame") / "home"
    install(home, SAMPLES / "hello")
    install(home, SAMPLES / "pages")
    shell = start_shell(home, "--developer")
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield open_page(context, shell.boot_url)
    context.close()
    assert shell.stop() == 0


@pytest.fixture
def window(first: Page) -> Iterator[Page]:
    """A wide window with a pane on the right and a page of a plugin."""
    page = open_page(first.context, f"{first.url.partition('#')[0]}#/")
    expect(page.locator("[data-pane='hello:pane']")).to_be_visible()
    yield page
    page.close()


def tool(page: Page, name: str) -> Locator:
    """A button of the title bar; its tooltip may end with the keys."""
    return page.locator(f"[data-slot=titlebar-tool][aria-label^='{name}']")


def go(page: Page, row: str) -> None:
    """Follow a row of the navigation."""
    page.get_by_role("navigation", name="Main").get_by_role("link", name=row).click()


def test_back_and_forward_follow_the_pages_and_survive_a_reload(window: Page) -> None:
    back, forward = tool(window, "Back"), tool(window, "Forward")
    expect(back).to_be_disabled()
    expect(forward).to_be_disabled()
    go(window, "Plugins")
    expect(back).to_be_enabled()
    go(window, "Sample page")
    back.click()
    expect(window.get_by_role("heading", name="Plugins", level=1)).to_be_visible()
    expect(forward).to_be_enabled()
    window.reload()
    expect(window.locator("html[data-shell=ready]")).to_be_attached()
    expect(forward).to_be_enabled()
    window.keyboard.press("Alt+ArrowLeft")
    expect(window.get_by_role("heading", name="New chat", level=1)).to_be_visible()
    expect(back).to_be_disabled()
    forward.click()
    expect(window.get_by_role("heading", name="Plugins", level=1)).to_be_visible()
    go(window, "New chat")
    expect(forward).to_be_disabled()


def test_toggles_say_what_is_on(window: Page) -> None:
    sidebar, panes = tool(window, "Toggle sidebar"), tool(window, "Toggle right panes")
    expect(sidebar).to_have_attribute("aria-pressed", "true")
    sidebar.click()
    expect(sidebar).to_have_attribute("aria-pressed", "false")
    expect(window.locator("[data-region=sidebar]")).to_be_hidden()
    sidebar.click()
    expect(window.locator("[data-region=sidebar]")).to_be_visible()
    panes.click()
    expect(panes).to_have_attribute("aria-pressed", "false")
    expect(panes).to_be_enabled()
    expect(window.locator("[data-zone=right]")).to_have_count(0)
    panes.click()
    expect(panes).to_have_attribute("aria-pressed", "true")
    expect(window.locator("[data-pane='hello:pane']")).to_be_visible()


def test_without_a_right_pane_its_toggle_is_disabled(page: Page) -> None:
    expect(tool(page, "Toggle right panes")).to_be_disabled()


def test_the_right_side_of_a_narrow_window_opens_over_the_content(window: Page) -> None:
    window.set_viewport_size(NARROW)
    zone, panes = window.locator("[data-zone=right]"), tool(window, "Toggle right panes")
    expect(panes).to_have_attribute("aria-pressed", "false")
    assert width(zone) == 28
    content = width(window.locator("[data-zone=main]"))
    panes.click()
    expect(window.locator("[data-pane='hello:pane']")).to_be_visible()
    expect(panes).to_have_attribute("aria-pressed", "true")
    assert width(window.locator("[data-zone=main]")) == content
    window.keyboard.press("Escape")
    expect(window.locator("[data-pane='hello:pane']")).to_be_hidden()
    zone.get_by_role("tab", name="hello").click()
    expect(window.locator("[data-pane='hello:pane']")).to_be_visible()
    window.locator("#workspace-page").click(position={"x": 5, "y": 5})
    expect(window.locator("[data-pane='hello:pane']")).to_be_hidden()
    # The layout stayed as it was.
    window.set_viewport_size({"width": 1280, "height": 800})
    expect(window.locator("[data-pane='hello:pane']")).to_be_visible()


def test_the_sidebar_of_a_small_window_opens_over_the_content(window: Page) -> None:
    window.set_viewport_size(SMALL)
    sidebar, label = tool(window, "Toggle sidebar"), window.locator(".hs-nav-label", has_text="Sample page")
    expect(label).to_be_hidden()
    sidebar.click()
    expect(label).to_be_visible()
    expect(sidebar).to_have_attribute("aria-pressed", "true")
    window.keyboard.press("Escape")
    expect(label).to_be_hidden()
    sidebar.click()
    go(window, "Sample page")
    expect(window.get_by_role("heading", name="A page of a plugin")).to_be_visible()
    expect(sidebar).to_have_attribute("aria-pressed", "false")
    window.set_viewport_size({"width": 1280, "height": 800})
    expect(label).to_be_visible()


def test_the_first_stop_leads_past_the_frame_and_keeps_the_page(window: Page) -> None:
    go(window, "Sample page")
    expect(window.get_by_role("heading", name="A page of a plugin")).to_be_visible()
    window.get_by_role("link", name="Skip to content").focus()
    window.keyboard.press("Enter")
    expect(window.locator("#workspace-page")).to_be_focused()
    expect(window.get_by_role("heading", name="A page of a plugin")).to_be_visible()
    expect(tool(window, "Forward")).to_be_disabled()


def test_escape_folds_a_sidebar_that_the_keyboard_opened(window: Page) -> None:
    window.set_viewport_size(SMALL)
    label = window.locator(".hs-nav-label", has_text="Sample page")
    tool(window, "Toggle sidebar").focus()
    window.keyboard.press("F6")
    expect(label).to_be_visible()
    window.keyboard.press("Escape")
    expect(label).to_be_hidden()
    expect(window.locator("#workspace-page")).to_be_focused()


def test_twice_as_large_text_folds_as_half_the_width_does(window: Page) -> None:
    window.set_viewport_size({"width": 1440, "height": 900})
    window.evaluate("() => document.documentElement.style.setProperty('--hs-zoom', '2')")
    expect(window.locator(".hs-nav-label", has_text="Sample page")).to_be_hidden()
    expect(window.locator("[data-pane='hello:pane']")).to_be_hidden()
    for name in ("Toggle sidebar", "Back", "Toggle right panes", "Settings"):
        assert inside_window(tool(window, name)), name
    assert inside_window(window.locator(".hs-palette-field"))
    for part in ("[data-slot=composer-input]", "[data-composer=send]"):
        assert inside_window(window.locator(f"#workspace-page {part}")), part


@pytest.mark.parametrize("size", [NARROW, LARGE], ids=["900x600", "2560x1440"])
def test_nothing_scrolls_the_window(window: Page, size: ViewportSize) -> None:
    window.set_viewport_size(size)
    measured = window.evaluate(
        "() => { const { scrollWidth, scrollHeight } = document.documentElement; return [scrollWidth, scrollHeight] }"
    )
    assert measured == [size["width"], size["height"]]
    assert inside_window(window.locator("[data-region=statusbar]"))


def test_another_page_starts_at_its_top(window: Page) -> None:
    window.set_viewport_size({"width": 900, "height": 400})
    go(window, "Plugins")
    expect(window.get_by_role("heading", name="Plugins", level=1)).to_be_visible()
    window.locator("#workspace-page").evaluate("page => page.scrollTo(0, 120)")
    go(window, "New chat")
    expect(window.get_by_role("heading", name="New chat", level=1)).to_be_visible()
    assert window.locator("#workspace-page").evaluate("page => page.scrollTop") == 0


def test_the_content_takes_the_room_of_a_status_bar_that_is_away(window: Page) -> None:
    bar, main = window.locator("[data-region=statusbar]"), window.locator("[data-zone=main]")
    before = height(main)
    window.keyboard.press("Control+Shift+s")
    expect(bar).to_be_hidden()
    assert height(main) == before + 24
    window.keyboard.press("Control+Shift+s")
    expect(bar).to_be_visible()
    assert height(main) == before


def test_F6_goes_around_the_regions_and_back(window: Page) -> None:
    window.locator("#workspace-page").focus()
    seen: list[str] = []
    for _ in range(6):
        window.keyboard.press("F6")
        seen.append(region(window))
    assert seen == ["composer", "right", "statusbar", "titlebar", "sidebar", "main"]
    window.keyboard.press("Shift+F6")
    assert region(window) == "sidebar"
    expect(window.locator(":focus")).to_have_text("New chat")
    window.keyboard.press("Shift+F6")
    assert region(window) == "titlebar"


def test_F6_comes_back_to_where_the_focus_was(window: Page) -> None:
    row = window.get_by_role("navigation", name="Main").get_by_role("link", name="Sample page")
    row.focus()
    window.keyboard.press("F6")
    window.keyboard.press("Shift+F6")
    expect(row).to_be_focused()


def test_every_button_of_the_frame_is_a_stop_of_the_tab_key(window: Page) -> None:
    window.evaluate("() => document.body.focus()")
    names: list[str] = []
    for _ in range(30):
        window.keyboard.press("Tab")
        names.append(window.evaluate(NAME))
    wanted = ("Skip to", "Toggle sidebar", "Toggle right panes", "Settings", "New chat", "Resize sidebar", "Minimise")
    for name in wanted:
        assert any(found.startswith(name) for found in names), (name, names)


def width(part: Locator) -> float:
    """How wide a part is, px."""
    box = part.bounding_box()
    assert box is not None
    return box["width"]


def height(part: Locator) -> float:
    """How high a part is, px."""
    box = part.bounding_box()
    assert box is not None
    return box["height"]


def inside_window(part: Locator) -> bool:
    """Whether a part is wholly in the window."""
    return part.evaluate(
        """part => {
          const { left, top, right, bottom } = part.getBoundingClientRect()
          return right > left && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
        }"""
    )


def region(page: Page) -> str:
    """The region that has the focus."""
    return page.evaluate(
        """() => {
          const region = document.activeElement.closest('[data-region], .hs-zone')
          return region?.dataset.region ?? region?.dataset.zone ?? 'none'
        }"""
    )
