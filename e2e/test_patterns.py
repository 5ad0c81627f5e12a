"""What public plugins rely on, one fixture a pattern: see `tests/plugins/`."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Page, expect

from e2e.conftest import find_in_palette
from e2e.litter import LITTER
from e2e.shell_process import FIXTURES, SAMPLES, install, wait_until, write_plugin


def test_replacement_in_one_tick_leaves_no_gap(page: Page, home: Path) -> None:
    install(home, FIXTURES / "replace-same-tick")
    label = page.locator("[data-test=label]")
    expect(label).to_have_text("empty")
    page.evaluate(
        """() => {
          globalThis.gaps = 0
          const slot = document.querySelector("hermes-slot[cid='replace-same-tick:label']")
          new MutationObserver(() => { if (!slot.isConnected || !slot.textContent) globalThis.gaps += 1 })
            .observe(document.querySelector("[data-area='statusBar.right']"),
              { subtree: true, childList: true, characterData: true })
        }"""
    )
    field = page.get_by_label("Label text")
    field.press_sequentially("typed")
    expect(label).to_have_text("typed")
    page.get_by_role("button", name="Burst").click()
    expect(label).to_have_text("burst 999")
    expect(field).to_have_value("typed")
    assert page.evaluate("() => globalThis.gaps") == 0


def test_a_pane_registered_and_revealed_in_one_tick_is_revealed(page: Page, home: Path) -> None:
    install(home, FIXTURES / "reveal-same-tick")
    expect(page.get_by_text("first pane")).to_be_visible()
    page.get_by_role("button", name="Open late pane").click()
    expect(page.get_by_text("late pane", exact=True)).to_be_visible()
    expect(page.get_by_role("tab", name="late")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("first pane")).to_be_hidden()


def test_a_theme_registered_and_requested_at_once_is_painted_and_kept(page: Page, home: Path) -> None:
    install(home, FIXTURES / "theme-at-once")
    expect(page.locator("html")).to_have_attribute("data-hermes-theme", "test-night")
    assert page.evaluate("() => [globalThis.themeRequested, globalThis.unknownRequested]") == [True, False]
    expect(page.locator("[data-zone=main]")).to_have_css("background-color", "rgb(16, 20, 24)")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-hermes-theme", "test-night")


def test_large_registrations_and_writes_at_pointer_rate_keep_the_last(page: Page, home: Path) -> None:
    install(home, FIXTURES / "theme-at-once")
    page.get_by_role("button", name="Drag colours").click()
    page.evaluate("() => globalThis.hermesShellIdle()")
    page.reload()
    expect(page.get_by_role("button", name="Drag colours")).to_be_visible()
    stored = page.evaluate(
        "async () => (await (await fetch('api/shell/snapshot')).json()).storage['theme-at-once'].image"
    )
    assert stored.startswith("data:image/png;base64,AAA")
    assert stored.endswith("A59")


def test_a_route_registered_and_opened_at_once(page: Page, home: Path) -> None:
    install(home, FIXTURES / "route-at-once")
    page.get_by_role("button", name="Open late page").click()
    expect(page.get_by_role("heading", name="Late page")).to_be_visible()


def test_first_load_on_the_path_of_a_plugin_shows_its_page(home: Path, page: Page) -> None:
    install(home, FIXTURES / "route-at-once")
    page.goto(page.url.split("#")[0] + "#/remembered")
    page.reload()
    expect(page.get_by_role("heading", name="Remembered page")).to_be_visible()
    assert page.evaluate("() => location.hash") == "#/remembered"


def test_one_local_id_in_two_areas(page: Page, home: Path) -> None:
    install(home, FIXTURES / "same-local-id")
    find_in_palette(page, "same go", "Same go")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    find_in_palette(page, "drop the palette row", "Drop the palette row")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+k")
    page.keyboard.type("same go")
    expect(page.get_by_role("option", name="Same go")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Shift+Y")
    expect(page.locator("[data-slot=toast]")).to_contain_text("ran")


def test_an_old_module_is_never_registered_again(page: Page, home: Path) -> None:
    source = (FIXTURES / "module-guard" / "plugin.js").read_text()
    write_plugin(home, "module-guard", source)
    expect(page.get_by_text("guard v1")).to_be_visible()
    write_plugin(home, "module-guard", source.replace("guard v1", "guard v2"))
    expect(page.get_by_text("guard v2")).to_be_visible()
    write_plugin(home, "module-guard", source.replace("registered = true", "throw new Error('half-way')"))
    expect(page.locator("[data-slot=toast][data-kind=error]")).to_contain_text("half-way")
    expect(page.get_by_text("guard v2")).to_be_visible()
    log = page.evaluate("() => globalThis.moduleGuard")
    assert "registered twice" not in log
    assert log.count("registered") == log.count("disposed") + 1


def test_foreign_nodes_and_attributes_survive_fragments(page: Page, home: Path) -> None:
    install(home, FIXTURES / "bare-globals")
    expect(page.get_by_text("on body")).to_be_visible()
    install(home, SAMPLES / "hello")
    expect(page.locator("[data-pane='hello:pane']")).to_be_visible()
    expect(page.locator("[data-area='statusBar.right']")).to_have_attribute("data-bare", "yes")
    expect(page.locator("[data-zone=main]")).to_have_attribute("data-bare", "yes")
    expect(page.locator("#bare-globals-style")).to_be_attached()

    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Shift+X")
    expect(page.locator("html")).to_have_attribute("data-hermes-mode", "dark")
    assert "data-hermes-mode" in page.evaluate("() => globalThis.bareThemeChanges")


def test_bare_globals_end_with_their_plugin(page: Page, home: Path) -> None:
    write_plugin(home, "litter", LITTER)
    expect(page.locator("#in-module, #in-register")).to_have_count(2)
    shutil.rmtree(home / "desktop-plugins" / "litter")
    expect(page.locator("#in-module, #in-register")).to_have_count(0)


def test_the_hash_is_the_router_and_is_written_at_once(page: Page, home: Path) -> None:
    install(home, FIXTURES / "hash-router")
    page.get_by_role("button", name="Go to hash A").click()
    expect(page.get_by_role("heading", name="Hash A")).to_be_visible()
    assert page.evaluate("() => globalThis.hashAfterNavigate") == "#/hash-a"
    assert page.evaluate("() => globalThis.hashesSeen") == ["#/hash-a"]


def test_state_is_right_in_register_and_released_with_the_plugin(page: Page, home: Path) -> None:
    path = install(home, FIXTURES / "state-views")
    expect(page.locator("[data-test=state]")).to_have_text("idle/true")
    assert page.evaluate("() => globalThis.stateViews.atRegister") == "idle"
    page.set_viewport_size({"width": 1000, "height": 700})
    expect(page.locator("[data-test=state]")).to_be_visible()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    heard = page.evaluate("() => globalThis.stateViews.heard.length")
    assert heard >= 1
    path.unlink()
    expect(page.locator("[data-test=state]")).to_have_count(0)
    page.set_viewport_size({"width": 1200, "height": 700})
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.evaluate("() => globalThis.stateViews.heard.length") == heard


def test_a_canvas_follows_its_pane_and_heights_chain(page: Page, home: Path) -> None:
    install(home, FIXTURES / "canvas-pane")
    canvas = page.locator("[data-test=canvas]")
    expect(canvas).to_be_attached()
    box, pane = page.locator("[data-test=box]"), page.locator("[data-pane='canvas-pane:pane']")

    def fills() -> bool:
        inner, outer = box.bounding_box(), pane.bounding_box()
        return inner is not None and outer is not None and abs(inner["height"] - outer["height"]) <= 2

    wait_until(fills, "the plugin's utility classes let its box fill the pane")
    page.set_viewport_size({"width": 1280, "height": 600})
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    smaller = box.bounding_box()
    assert smaller is not None
    expect(canvas).to_have_attribute("height", str(round(smaller["height"])))


def test_L27_every_form_of_import_brings_the_same_single_instances(page: Page, home: Path) -> None:
    install(home, FIXTURES / "import-forms")
    expect(page.get_by_text("forms")).to_be_visible()
    assert page.evaluate("() => globalThis.importForms") == {
        "hasFuture": False,
        "text": "import x from 'not-an-import'",
        "sameHost": True,
        "sameButton": True,
        "sameReact": True,
    }


NAMES = """
import * as sdk from '@hermes/plugin-sdk'
import * as react from 'react'
import * as runtime from 'react/jsx-runtime'
import * as developer from 'react/jsx-dev-runtime'
globalThis.importedNames = { sdk, react, runtime, developer }
export default { id: 'names', register(ctx) {
  ctx.register({ id: 'chip', area: 'statusBar.right', render: () => react.createElement('span', null, 'names') })
} }
"""


def test_L26_a_plugin_sees_exactly_the_names_of_the_contract(page: Page, home: Path) -> None:
    write_plugin(home, "names", NAMES)
    expect(page.get_by_text("names", exact=True)).to_be_visible()
    names = page.evaluate(
        """() => Object.fromEntries(Object.entries(globalThis.importedNames).map(([module, namespace]) =>
          [module, Object.keys(namespace).filter(name => name !== 'default')]))"""
    )
    assert len(names["sdk"]) == 178
    assert all(name.replace("$", "").isidentifier() for module in names.values() for name in module)
    assert {"useState", "createElement", "Suspense"} <= set(names["react"])
    assert {"jsx", "jsxs", "Fragment"} <= set(names["runtime"])
    assert "jsxDEV" in names["developer"]
    assert page.evaluate("() => globalThis.importedNames.sdk.default.Button === globalThis.importedNames.sdk.Button")


def test_a_minified_file_of_400_kilobytes_loads(page: Page, home: Path) -> None:
    filler = ";".join(f"const v{index}={{a:[{index},`x${{{index}}}`],r:/[/'\"]/g}}" for index in range(12_000))
    source = (
        "import{jsx as j}from'react/jsx-runtime';" + filler + ";export default{id:'minified',register(c){"
        "c.register({id:'chip',area:'statusBar.right',render:()=>j('span',{children:'minified chip'})})}}"
    )
    assert len(source) > 400_000
    write_plugin(home, "minified", source)
    expect(page.get_by_text("minified chip")).to_be_visible()


def test_L20_a_rejection_later_takes_back_what_was_registered(page: Page, home: Path) -> None:
    install(home, FIXTURES / "async-register")
    expect(page.get_by_text("early chip")).to_be_visible()
    page.evaluate("() => globalThis.failRegister()")
    expect(page.get_by_text("early chip")).to_have_count(0)
    expect(page.locator("[data-slot=toast][data-kind=error]")).to_contain_text("the service said no")


def test_an_async_register_adds_when_it_is_ready(page: Page, home: Path) -> None:
    install(home, FIXTURES / "async-register")
    expect(page.get_by_text("early chip")).to_be_visible()
    page.evaluate("() => globalThis.finishRegister()")
    expect(page.get_by_text("late chip")).to_be_visible()


def test_decorations_are_asked_only_near_the_viewport(page: Page, home: Path) -> None:
    install(home, FIXTURES / "row-decorations")
    page.evaluate(
        """() => {
          const list = document.createElement('div')
          list.style.cssText = 'position:fixed;inset:0;overflow:auto;z-index:9'
          for (let index = 0; index < 1000; index += 1) {
            const row = document.createElement('div')
            row.style.height = '28px'
            const slot = document.createElement('hermes-slot')
            slot.setAttribute('area', 'sessionRow.trailing')
            slot.setAttribute('instance', `s${index}`)
            slot.setAttribute('args', JSON.stringify({ sessionId: `s${index}` }))
            row.append(slot)
            list.append(row)
          }
          document.body.append(list)
        }"""
    )
    expect(page.locator("[data-test=star]").first).to_be_visible()
    assert 0 < page.evaluate("() => globalThis.rowsAsked") < 300


def test_chips_that_share_an_order_keep_their_sequence(page: Page, home: Path) -> None:
    install(home, FIXTURES / "equal-orders")
    chips = page.locator("[data-test=equal]")
    expect(chips).to_have_text(["one", "two", "three", "four"])
    source = (FIXTURES / "equal-orders" / "plugin.js").read_text()
    write_plugin(home, "equal-orders", source.replace("'two'", "'deux'"))
    expect(chips).to_have_text(["one", "deux", "three", "four"])
    page.reload()
    expect(chips).to_have_text(["one", "deux", "three", "four"])


def test_unknown_names_are_inert(page: Page, home: Path) -> None:
    install(home, FIXTURES / "unknown-names")
    expect(page.get_by_text("unknown is fine")).to_be_visible()
    expect(page.get_by_text("inert", exact=True)).to_have_count(0)
    page.evaluate("() => globalThis.hermesShellIdle()")
    assert page.evaluate("() => globalThis.unknownNames") == {
        "member": "undefined",
        "request": "Hermes gateway unavailable",
    }
