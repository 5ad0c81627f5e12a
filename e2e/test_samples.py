"""Each sample works as its README line says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import find_in_palette
from e2e.shell_process import SAMPLES, install, write_plugin


def test_counter_survives_the_saves_of_its_neighbours(page: Page, home: Path) -> None:
    install(home, SAMPLES / "counter")
    page.get_by_role("button", name="Add one").click()
    page.get_by_role("button", name="Add one").click()
    expect(page.get_by_role("status", name="Count")).to_have_text("count 2")

    hello = (SAMPLES / "hello" / "plugin.js").read_text()
    for number in range(3):
        write_plugin(home, "hello", hello.replace("children: 'hello'", f"children: 'save {number}'"))
        expect(page.get_by_role("button", name=f"save {number}")).to_be_visible()

    expect(page.get_by_role("status", name="Count")).to_have_text("count 2")


def test_notes_are_kept(page: Page, home: Path) -> None:
    install(home, SAMPLES / "notes")
    page.get_by_label("New note").fill("buy rope")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("list", name="Notes")).to_contain_text("buy rope")

    page.keyboard.press("Control+Shift+U")
    expect(page.locator("[data-slot=toast]")).to_contain_text("Note added")

    expect(find_in_palette(page, "notes add", "Notes: add the time")).to_contain_text("2 notes")
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Notes").get_by_role("listitem")).to_have_count(3)

    page.reload()
    expect(page.get_by_role("list", name="Notes").get_by_role("listitem")).to_have_count(3)


def test_clock_has_a_menu(page: Page, home: Path) -> None:
    install(home, SAMPLES / "clock")
    chip = page.locator("[data-area='statusBar.right'] hermes-slot[cid='clock:time'] button")
    expect(chip.locator("time")).to_have_text(r_time(seconds=False))

    chip.click()
    page.get_by_role("menuitem", name="With seconds").click()
    expect(chip.locator("time")).to_have_text(r_time(seconds=True))
    expect(chip).to_be_focused()


def test_pages_is_reached_from_sidebar_and_palette(page: Page, home: Path) -> None:
    install(home, SAMPLES / "pages")
    page.get_by_role("link", name="Sample page").click()
    expect(page.get_by_role("heading", name="A page of a plugin")).to_be_visible()
    expect(page.get_by_role("link", name="Sample page")).to_have_attribute("aria-current", "page")
    page.get_by_role("button", name="Back to the start").click()
    expect(page.get_by_role("heading", name="A page of a plugin")).to_have_count(0)

    find_in_palette(page, "open the sample", "Open the sample page", "Control+p")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="A page of a plugin")).to_be_visible()

    page.reload()
    expect(page.get_by_role("heading", name="A page of a plugin")).to_be_visible()


@pytest.mark.parametrize(
    ("folder", "message"),
    [
        ("unsupported-import", "lodash"),
        ("syntax-error", ""),
        ("missing-export", "the SDK has no export StatusLamp"),
        ("no-default-export", "no valid default HermesPlugin export"),
        ("evaluation-throws", "the module stopped on its first line"),
        ("register-throws", "register() stopped half-way"),
        ("register-rejects", "register() rejected"),
    ],
)
def test_a_broken_plugin_is_an_error_on_its_row_and_disturbs_nobody(
    page: Page, home: Path, folder: str, message: str
) -> None:
    install(home, SAMPLES / "broken" / folder)
    install(home, SAMPLES / "hello")

    expect(page.locator("[data-slot=toast][data-kind=error]")).to_contain_text(message)
    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Hello, Hermes")
    expect(page.locator("[data-area], [data-zone]").get_by_text("rolled back")).to_have_count(0)

    page.goto(page.url.split("#")[0] + "#/capabilities")
    row = page.locator(f"[data-plugin-row='{folder}']")
    expect(row).to_have_attribute("data-status", "error")
    expect(row).to_contain_text(message)


def test_the_row_of_a_syntax_error_names_the_line(page: Page, home: Path) -> None:
    install(home, SAMPLES / "broken" / "syntax-error")
    page.goto(page.url.split("#")[0] + "#/capabilities")
    expect(page.locator("[data-plugin-row='syntax-error']")).to_contain_text("plugin.js:5")


def test_L16_a_module_that_never_settles_is_refused_after_ten_seconds(page: Page, home: Path) -> None:
    install(home, SAMPLES / "broken" / "never-settles")
    install(home, SAMPLES / "hello")
    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Hello, Hermes")
    expect(page.locator("[data-slot=toast][data-kind=error]")).to_contain_text(
        "import timed out after 10s", timeout=15_000
    )


def test_B2_a_render_that_throws_is_replaced_where_it_stands(page: Page, home: Path) -> None:
    install(home, SAMPLES / "broken" / "render-throws")
    pane = page.locator("[data-pane='render-throws:pane']")
    expect(pane).to_contain_text("this pane cannot be drawn")
    expect(pane.get_by_role("button", name="Retry")).to_be_visible()
    expect(page.get_by_text("still here")).to_be_visible()
    expect(page.locator("hermes-slot[cid='render-throws:chip']")).to_have_attribute("data-state", "error")


def test_L18_the_second_folder_with_an_id_says_duplicate(page: Page, home: Path) -> None:
    install(home, SAMPLES / "hello")
    expect(page.locator("[data-pane='hello:pane']")).to_be_visible()
    install(home, SAMPLES / "broken" / "duplicate-id")

    expect(page.locator("[data-slot=toast][data-kind=error]")).to_contain_text('duplicate id "hello"')
    page.goto(page.url.split("#")[0] + "#/capabilities")
    expect(page.locator("[data-plugin-row='duplicate-id']")).to_have_attribute("data-status", "error")
    expect(page.locator("[data-plugin-row='hello']")).to_have_attribute("data-status", "loaded")


def r_time(*, seconds: bool) -> re.Pattern[str]:
    """The pattern of a time of day as the clock writes it."""
    return re.compile(r"^\d{2}:\d{2}:\d{2}( [AP]M)?$" if seconds else r"^\d{2}:\d{2}( [AP]M)?$")
