"""The guide's own plugin, copied character for character, is the acceptance test of the spine."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from e2e.shell_process import SAMPLES, install, write_plugin

HELLO = (SAMPLES / "hello" / "plugin.js").read_text()


def test_hello_dropped_in_while_running_shows_pane_and_chip(page: Page, home: Path) -> None:
    install(home, SAMPLES / "hello")

    pane = page.locator("[data-pane='hello:pane']")
    expect(pane).to_contain_text("Hello, Hermes")
    expect(pane).to_contain_text("gateway: idle")
    expect(page.get_by_role("tab", name="hello")).to_have_attribute("aria-selected", "true")
    expect(page.locator("[data-area='statusBar.right'] hermes-slot[cid='hello:chip']")).to_have_attribute(
        "data-state", "mounted"
    )


def test_the_chip_shows_the_toast(page: Page, home: Path) -> None:
    install(home, SAMPLES / "hello")
    page.get_by_role("button", name="hello", exact=True).click()

    toast = page.locator("[data-slot=toast][data-kind=info]")
    expect(toast).to_contain_text("Hello from my plugin!")


def test_a_save_changes_pane_and_chip_in_place(page: Page, home: Path) -> None:
    install(home, SAMPLES / "hello")
    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Hello, Hermes")
    page.evaluate("() => { globalThis.notReloaded = true }")

    write_plugin(
        home,
        "hello",
        HELLO.replace("'Hello, Hermes'", "'Good evening'").replace("children: 'hello'", "children: 'evening'"),
    )

    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Good evening")
    expect(page.get_by_role("button", name="evening", exact=True)).to_be_visible()
    expect(page.locator("[data-pane='hello:pane']")).to_have_count(1)
    assert page.evaluate("() => globalThis.notReloaded") is True


def test_L21_a_broken_save_keeps_the_last_good_version_and_says_so(page: Page, home: Path) -> None:
    install(home, SAMPLES / "hello")
    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Hello, Hermes")

    write_plugin(home, "hello", HELLO.replace("register(ctx) {", "register(ctx) {{{"))

    toast = page.locator("[data-slot=toast][data-kind=error]")
    expect(toast).to_contain_text('Plugin "hello" failed to load')
    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Hello, Hermes")

    page.goto(page.url.split("#")[0] + "#/capabilities")
    row = page.locator("[data-plugin-row=hello]")
    expect(row).to_have_attribute("data-status", "error")
    expect(row).to_have_attribute("data-stale", "true")

    write_plugin(home, "hello", HELLO.replace("'Hello, Hermes'", "'Mended'"))
    expect(page.locator("[data-pane='hello:pane']")).to_contain_text("Mended")
    expect(row).to_have_attribute("data-status", "loaded")


def test_the_classes_of_a_plugin_are_styled(page: Page, home: Path) -> None:
    install(home, SAMPLES / "hello")
    inner = page.locator("[data-pane='hello:pane'] .flex.h-full")
    expect(inner).to_have_css("display", "flex")
    expect(inner).to_have_css("padding-top", "12px")
    expect(page.get_by_role("button", name="hello", exact=True)).to_have_css("font-size", "11px")

    write_plugin(home, "hello", HELLO.replace("gap-2 p-3", "gap-2 p-[13px]"))
    expect(page.locator("[data-pane='hello:pane'] .flex.h-full")).to_have_css("padding-top", "13px")


def test_removing_the_folder_removes_everything(page: Page, home: Path) -> None:
    path = install(home, SAMPLES / "hello")
    expect(page.locator("[data-pane='hello:pane']")).to_be_visible()

    path.unlink()
    path.parent.rmdir()

    expect(page.locator("[data-pane='hello:pane']")).to_have_count(0)
    expect(page.locator("hermes-slot[cid='hello:chip']")).to_have_count(0)
