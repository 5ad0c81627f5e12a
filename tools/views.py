"""What there is to see in a window, and how to get there: the views of `tools.screenshots`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, expect

TOASTS = """
async toasts => {
  const main = document.querySelector('script[type=module][src$="host/main.js"]').src
  const { notify, dismiss } = await import(main.replace(/main\\.js$/, 'toasts.js'))
  for (const id of globalThis.shownToasts ?? []) dismiss(id)
  const action = label => label && { label, onClick() {} }
  globalThis.shownToasts = toasts.map(({ label, ...toast }) => notify({ ...toast, action: action(label) }))
}
"""
"""Shows toasts instead of those that an earlier call showed."""
CHIPS = """export default {
  id: 'chips',
  name: 'Many chips',
  register(ctx) {
    for (let at = 1; at <= 12; at++) {
      const id = `chip-${at}`
      const data = { id, label: `Probe ${at}`, detail: `${at * 7} ms` }
      ctx.register({ area: 'statusBar.right', id, order: at, data })
    }
  },
}
"""
Prepare = Callable[[Page, Path, ExitStack], None]
"""Brings a window into the state of a view; what undoes it is called after the picture."""


def nothing(page: Page, home: Path, after: ExitStack) -> None:
    """The page as it is."""
    del page, home, after


@dataclass(frozen=True, slots=True)
class View:
    """One thing to see.

    Attributes:
        name: of the picture, without scheme and size.
        address: the route behind the #.
        prepare: what is done before the picture.
    """

    name: str
    address: str = "#/"
    prepare: Prepare = nothing


def palette(text: str) -> Prepare:
    """The palette with a search."""

    def prepare(page: Page, home: Path, after: ExitStack) -> None:
        page.keyboard.press("Control+k")
        expect(page.get_by_role("combobox")).to_be_focused()
        page.keyboard.type(text)
        for _ in range(2 if text else 1):
            after.callback(page.keyboard.press, "Escape")

    return prepare


def chat(*prompts: str) -> Prepare:
    """A new chat with these prompts and their answers."""

    def prepare(page: Page, home: Path, after: ExitStack) -> None:
        for number, prompt in enumerate(prompts, 1):
            page.locator("[data-slot=composer-input]:visible").fill(prompt)
            page.keyboard.press("Enter")
            expect(page.locator(".hs-chat:visible").get_by_text("Done")).to_have_count(number, timeout=30_000)

    return prepare


def toasts(*shown: dict[str, str]) -> Prepare:
    """Toasts; none stays."""

    def prepare(page: Page, home: Path, after: ExitStack) -> None:
        page.evaluate(TOASTS, list(shown))
        expect(page.locator("[data-slot=toast]")).to_have_count(len(shown))
        after.callback(page.evaluate, TOASTS, [])

    return prepare


def pressed(selector: str, menu: str) -> Prepare:
    """What a press of one button opens; Escape closes it."""

    def prepare(page: Page, home: Path, after: ExitStack) -> None:
        page.locator(selector).first.click()
        expect(page.locator(menu).first).to_be_visible()
        after.callback(page.keyboard.press, "Escape")

    return prepare


def plugin_details(page: Page, home: Path, after: ExitStack) -> None:
    """The details of one plugin."""
    row = page.locator("[data-plugin-row=notes]")
    row.locator("[data-plugin-details]").click()
    expect(row.locator("dl")).to_be_visible()
    after.callback(row.locator("[data-plugin-details]").click)


def status_choices(page: Page, home: Path, after: ExitStack) -> None:
    """The list of a right click on the status bar."""
    page.locator("[data-region=statusbar]").click(button="right", position={"x": 4, "y": 12})
    expect(page.get_by_role("menu")).to_be_visible()
    after.callback(page.keyboard.press, "Escape")


def status_overflow(page: Page, home: Path, after: ExitStack) -> None:
    """More chips than there is room, and the list of those that folded."""
    folder = home / "desktop-plugins" / "chips"
    folder.mkdir()
    (folder / "plugin.js").write_text(CHIPS)
    chip = page.locator("[data-region=statusbar] hermes-slot[cid='chips:chip-12']")
    after.callback(lambda: expect(chip).to_have_count(0))
    after.callback(lambda: [file.unlink() for file in folder.iterdir()] and folder.rmdir())
    expect(chip).to_have_count(1)
    more = page.locator(".hs-status-more")
    if more.count() == 0:
        return
    more.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    after.callback(page.keyboard.press, "Escape")


def failing_save(page: Page, home: Path, after: ExitStack) -> None:
    """The overlay of a save that does not evaluate."""
    file = home / "desktop-plugins" / "counter" / "plugin.js"
    good = file.read_text()
    overlay = page.get_by_role("alertdialog")
    after.callback(lambda: expect(overlay).to_have_count(0))
    after.callback(save, file, good)
    save(file, good.replace("register(ctx) {", "register(ctx) {\n    ctx.missing.call()", 1))
    expect(overlay).to_be_visible()


def save(file: Path, text: str) -> None:
    """Save as an editor does: beside the file, then renamed over it."""
    fresh = file.with_name(f".{file.name}.new")
    fresh.write_text(text)
    fresh.replace(file)


def open_sidebar(page: Page, home: Path, after: ExitStack) -> None:
    """The sidebar over the content of a window that is small."""
    size = page.viewport_size
    assert size is not None, "the window has a size"
    after.callback(page.set_viewport_size, size)
    page.set_viewport_size({"width": 700, "height": size["height"]})
    page.locator("[data-slot=titlebar-tool][aria-label^='Toggle sidebar']").click()
    expect(page.locator(".hs-nav-label").first).to_be_visible()
    after.callback(page.keyboard.press, "Escape")


def large_text(page: Page, home: Path, after: ExitStack) -> None:
    """Text of twice the size."""
    page.evaluate("() => document.documentElement.style.setProperty('--hs-zoom', '2')")
    after.callback(page.evaluate, "() => document.documentElement.style.removeProperty('--hs-zoom')")


SAMPLE_HOME = (
    View("home"),
    View("page", "#/sample-page"),
    View("no-page", "#/no-such-page"),
    View("plugins", "#/capabilities"),
    View("plugins-errors", "#/capabilities?show=errors"),
    View("plugins-nothing", "#/capabilities?q=nothing-is-called-so"),
    View("plugins-details", "#/capabilities", plugin_details),
    View("plugins-menu", "#/capabilities", pressed("[data-plugin-menu]", "[role=menu]")),
    *(
        View(f"settings-{tab}", f"#/settings?tab={tab}")
        for tab in ("appearance", "window", "notifications", "plugins", "keyboard", "about")
    ),
    View("settings-search", "#/settings?q=theme"),
    View("palette", "#/", palette("note")),
    View("palette-all", "#/", palette("")),
    View("palette-nothing", "#/", palette("nothing is called so")),
    View(
        "toasts",
        "#/",
        toasts(
            {"kind": "success", "title": "Session exported", "message": "12 turns, 48 kB"},
            {"kind": "info", "message": "Desktop plugins reloaded"},
            {"kind": "warning", "title": "Gateway is slow", "message": "Answers take 4 s longer than usual"},
            {"kind": "error", "title": "Plugin notes failed", "message": "tone is not defined", "label": "Open"},
        ),
    ),
    View("status-menu", "#/", pressed("[data-region=statusbar] [aria-haspopup=menu]", "[role=menu]")),
    View("status-choices", "#/", status_choices),
    View("status-overflow", "#/", status_overflow),
    View("error-overlay", "#/capabilities", failing_save),
    View("sidebar-small", "#/", open_sidebar),
    View("text-200", "#/capabilities", large_text),
)
"""Views of a home with plugins."""
EMPTY_HOME = (View("home-empty"), View("plugins-empty", "#/capabilities"))
"""Views of a home without a plugin."""
BROKEN_HOME = (View("safe-start"),)
"""Views of a home after two starts that ended badly."""
CHAT_HOME = (View("chat", prepare=chat("Which ways are there? Show me a table.", "And some code, please.")),)
"""A home whose chats the demo answers."""
