"""Kit parts: what they stamp, spread and do (contract, UI kit)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Page, expect

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")

PLAIN = {
    "Button": "button",
    "RowButton": "row-button",
    "Badge": "badge",
    "Input": "input",
    "Textarea": "textarea",
    "Switch": "switch",
    "Checkbox": "checkbox",
    "Separator": "separator",
    "ScrollArea": "scroll-area",
    "FadeScroll": "fade-scroll",
    "Skeleton": "skeleton",
    "GlyphSpinner": "glyph-spinner",
    "Loader": "loader",
    "StatusDot": "status-dot",
    "Kbd": "kbd",
    "KbdGroup": "kbd-group",
    "LogView": "log-view",
    "SegmentedControl": "segmented-control",
    "Tabs": "tabs",
    "EmptyState": "empty-state",
    "ErrorState": "error-state",
    "Codicon": "codicon",
    "DisclosureCaret": "disclosure-caret",
    "ColorSwatches": "color-swatches",
    "DecodeText": "decode-text",
    "ListRow": "list-row",
    "ToggleRow": "toggle-row",
    "PanelHeader": "panel-header",
    "PanelBody": "panel-body",
    "PanelList": "panel-list",
    "PanelListRow": "panel-list-row",
    "PanelDetail": "panel-detail",
    "PanelSectionLabel": "panel-section-label",
    "PanelBlock": "panel-block",
    "PanelMeta": "panel-meta",
    "PanelPill": "panel-pill",
    "PanelEmpty": "panel-empty",
    "PanelAddButton": "panel-add-button",
    "PanelAction": "panel-action",
    "SidebarRowLead": "sidebar-row-lead",
    "DialogHeader": "dialog-header",
    "DialogFooter": "dialog-footer",
}
"""Parts that draw on their own -> their slot."""

NEEDED = """{ keys: ['a'], options: [], value: '', onChange() {}, swatches: [], clearLabel: 'none', text: 'x',
  title: 't',
  label: 'l', name: 'add', rows: [], tone: 'good', onSelect() {}, onClick() {}, checked: false }"""


async def test_parts_stamp_their_slot_merge_classes_last_and_spread_props(run: Run) -> None:
    found = await run(
        f"""
        const needed = {NEEDED}
        return Object.fromEntries(Object.entries(argument).map(([name, slot]) => {{
          const ref = {{ current: null }}
          show(h(sdk[name], {{ key: name, ...needed, className: 'p-2 mine p-4', 'data-extra': 'x', ref }}))
          const root = document.querySelector(`#root [data-slot="${{slot}}"]`)
          const {{ classList, dataset }} = root ?? document.body
          return [name, [dataset.extra, classList.contains('mine'), classList.contains('p-2'),
            classList.contains('p-4'), ref.current === root]]
        }}))""",
        PLAIN,
    )
    assert found == {name: ["x", True, False, True, True] for name in PLAIN}


async def test_X1_button_has_default_variant_and_size_and_no_type(run: Run) -> None:
    assert await run(
        """
        const read = (props) => {
          show(h(sdk.Button, props, 'Go'))
          const { dataset, tagName } = document.querySelector('#root > *')
          return [tagName, dataset.slot, dataset.variant, dataset.size,
            document.querySelector('#root > *').getAttribute('type')]
        }
        return [read({}), read({ variant: 'textStrong', size: 'icon-2xs' }), (show(h(sdk.Button, { asChild: true },
          h('a', { href: '#' }, 'x'))),
          document.querySelector('#root > a').dataset.slot)]"""
    ) == [
        ["BUTTON", "button", "default", "default", None],
        ["BUTTON", "button", "textStrong", "icon-2xs", None],
        "button",
    ]


async def test_a_button_in_a_trigger_stays_a_button(run: Run) -> None:
    assert await run(
        """
        show(h(sdk.DropdownMenu, {}, h(sdk.DropdownMenuTrigger, { asChild: true }, h(sdk.Button, {}, 'Menu'))))
        const inner = document.querySelector('#root button').dataset.slot
        show(h(sdk.DropdownMenu, {}, h(sdk.DropdownMenuTrigger, {}, 'Menu')))
        return [inner, document.querySelector('#root button').dataset.slot]"""
    ) == ["button", "dropdown-menu-trigger"]


async def test_input_groups_its_adornments_and_leaves_text_verbatim(run: Run) -> None:
    assert await run(
        """
        show(h(sdk.Input, { prefix: '$', suffix: 'kg', containerClassName: 'box', size: 'sm', defaultValue: 'v' }))
        const group = document.querySelector('[data-slot=input-group]')
        const field = group.querySelector('input')
        return [group.className, group.textContent, field.dataset.size, field.getAttribute('autocomplete'),
          field.getAttribute('spellcheck'),
          field.getAttribute('autocapitalize')]"""
    ) == ["box", "$kg", "sm", "off", "false", "off"]


@pytest.mark.usefixtures("stopped_clock")
async def test_X4_copy_button_says_so_and_resets(run: Run, page: Page) -> None:
    await run(
        """
        window.copied = []
        Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { copied.push(text) } },
          configurable: true })
        show(h('div', {}, h(sdk.CopyButton, { text: async () => 'the text' }), h(sdk.CopyButton, { text: '',
          label: 'Nothing' })))"""
    )
    await page.get_by_role("button", name="Nothing").click()
    await page.get_by_role("button", name="Copy").click()
    copied = page.get_by_role("button", name="Copied")
    await expect(copied).to_have_attribute("data-status", "copied")
    assert await run("return copied") == ["the text"]
    await page.clock.run_for(1_400)
    await expect(copied).to_be_attached()
    await page.clock.run_for(200)
    await expect(copied).not_to_be_attached()


@pytest.mark.usefixtures("stopped_clock")
async def test_X5_decode_text_holds_after_one_round_unless_it_loops(run: Run, page: Page) -> None:
    await run(
        """show(h('p', {}, h(sdk.DecodeText, { text: 'ab cd', prefix: 1 }),
          h(sdk.DecodeText, { text: 'ab cd', loop: true })))"""
    )
    once, loop = page.locator("[data-slot=decode-text]").nth(0), page.locator("[data-slot=decode-text]").nth(1)
    await page.clock.run_for(45)
    text = await once.text_content()
    assert text is not None
    assert (text[0], text[2]) == ("a", " ")
    await page.clock.run_for(45 * 14)
    await expect(once).to_have_text("ab cd")
    await page.clock.run_for(45 * 60)
    await expect(once).to_have_attribute("data-state", "settled")
    states: set[str | None] = set()
    for _ in range(40):
        await page.clock.run_for(45)
        states.add(await loop.get_attribute("data-state"))
    assert states == {"settled", "decoding"}


async def test_X8_swatches_pick_and_clear(run: Run, page: Page) -> None:
    await run(
        """window.picked = []
        show(h(sdk.ColorSwatches, { swatches: sdk.PROFILE_SWATCHES, value: sdk.PROFILE_SWATCHES[1],
          clearLabel: 'No colour',
          onChange: (color) => picked.push(color) }))"""
    )
    await expect(page.locator("[data-slot=color-swatch]")).to_have_count(12)
    await expect(page.locator("[data-slot=color-swatch][aria-pressed=true]")).to_have_count(1)
    await page.locator("[data-slot=color-swatch]").nth(2).click()
    await page.get_by_role("button", name="No colour").click()
    assert await run("return picked") == ["hsl(60 68% 58%)", None]


async def test_X9_status_dot_has_its_tone_and_is_silent(run: Run) -> None:
    assert await run(
        """show(h(sdk.StatusDot, { tone: 'warn' }))
        const dot = document.querySelector('[data-slot=status-dot]')
        return [dot.dataset.statusTone, dot.getAttribute('aria-hidden')]"""
    ) == ["warn", "true"]


async def test_X10_segmented_control_presses_the_active_one(run: Run, page: Page) -> None:
    await run(
        """window.chosen = []
        show(h(sdk.SegmentedControl, { options: [{ id: 'a', label: 'A', icon: 'add' }, { id: 'b', label: 'B' }],
          value: 'b',
          onChange: (id) => chosen.push(id) }))"""
    )
    await expect(page.get_by_role("button", name="B")).to_have_attribute("aria-pressed", "true")
    await expect(page.get_by_role("button", name="A")).to_have_attribute("aria-pressed", "false")
    await page.get_by_role("button", name="A").click()
    assert await run("return chosen") == ["a"]


async def test_segmented_control_keeps_its_options_inside_a_given_width(run: Run) -> None:
    assert await run(
        """const options = ['90%', '100%', '110%', '125%', '150%', '175%'].map((label) => ({ id: label, label }))
        show(h('div', { style: { width: 240 } }, h(sdk.SegmentedControl, { options, value: '90%', onChange() {} })))
        const track = document.querySelector('[data-slot=segmented-control]')
        Object.assign(track.style, { width: '100%', boxSizing: 'border-box' })
        for (const button of track.children) button.style.boxSizing = 'border-box'
        const inside = track.getBoundingClientRect()
        const buttons = [...track.children].map((button) => button.getBoundingClientRect())
        return [inside.width, buttons.every((box) => box.left >= inside.left && box.right <= inside.right),
          new Set(buttons.map((box) => Math.round(box.width))).size]"""
    ) == [240, True, 1]


async def test_SF1_sandbox_tokens_are_an_allowlist(run: Run) -> None:
    assert await run(
        """const { sandboxTokens } = await load('sdk/kit/sandboxed_frame.js')
        return [undefined, '', 'allow-same-origin', 'ALLOW-FORMS allow-scripts allow-forms allow-popups',
          'allow-downloads\\tx'].map(sandboxTokens)"""
    ) == ["allow-scripts", "allow-scripts", "allow-scripts", "allow-forms allow-scripts", "allow-downloads"]


async def test_SF2_SF3_frame_has_a_fixed_posture_and_known_schemes_only(run: Run) -> None:
    assert await run(
        """
        const attributes = (props) => {
          show(h(sdk.SandboxedFrame, props))
          const frame = document.querySelector('#root iframe')
          return frame && Object.fromEntries([...frame.attributes].map(({ name, value }) => [name, value]))
        }
        const good = attributes({ src: 'data:text/html,hi', title: 'T', allow: 'camera', srcdoc: 'x', loading: 'eager',
          referrerPolicy: 'origin', name: 'n', sandbox: 'allow-same-origin' })
        const bad = ['javascript:alert(1)', '/relative', 'file:///etc/passwd', 'blob:x', undefined].map(
          (src) => attributes({ src, title: 'T' }))
        await new Promise(requestAnimationFrame)
        return [good, bad, warned.length > 0]"""
    ) == [
        {
            "data-slot": "sandboxed-frame",
            "sandbox": "allow-scripts",
            "loading": "lazy",
            "referrerpolicy": "no-referrer",
            "title": "T",
            "src": "data:text/html,hi",
        },
        [None, None, None, None, None],
        True,
    ]


async def test_tabs_switches_and_checkboxes_are_radix(run: Run, page: Page) -> None:
    await run(
        """window.seen = []
        show(h('div', {}, h(sdk.Tabs, { defaultValue: 'a', onValueChange: (v) => seen.push(v) }, h(sdk.TabsList, {},
          h(sdk.TabsTrigger, { value: 'a' }, 'A'),
          h(sdk.TabsTrigger, { value: 'b' }, 'B'))), h(sdk.Switch, { size: 'xs', 'aria-label': 'sw',
            onCheckedChange: (v) => seen.push(v) }),
          h(sdk.Checkbox, { 'aria-label': 'cb', checked: 'indeterminate', onCheckedChange: (v) => seen.push(v) }),
          h(sdk.ToggleRow, { label: 'Row', checked: true, onChange: (v) => seen.push(v) })))"""
    )
    await page.get_by_role("tab", name="B").click()
    await page.get_by_role("switch", name="sw").click()
    await page.get_by_role("checkbox", name="cb").click()
    await page.get_by_role("switch", name="Row").click()
    assert await run("return seen") == ["b", True, True, False]
    await expect(page.get_by_role("switch", name="sw")).to_have_attribute("data-size", "xs")
    await expect(page.get_by_role("checkbox", name="cb")).to_have_attribute("data-state", "indeterminate")


async def test_search_field_clears_and_takes_a_hint(run: Run, page: Page) -> None:
    await run(
        """window.typed = []
        show(h(sdk.SearchField, { value: 'abc', onChange: (v) => typed.push(v), placeholder: 'Find',
          hints: ['try this'], 'aria-label': 'Find things',
          containerClassName: 'box', inputClassName: 'field' }))"""
    )
    field = page.get_by_role("textbox", name="Find things")
    await expect(field).to_have_attribute("placeholder", "try this")
    await expect(field).to_have_class("field")
    await expect(page.locator("[data-slot=search-field]")).to_have_class("box")
    await field.press("d")
    await page.get_by_role("button", name="Clear").click()
    assert await run("return typed") == ["dabc", ""]
    await run("show(h(sdk.SearchField, { value: 'abc', loading: true, onChange() {} }))")
    await expect(page.get_by_role("button", name="Clear")).not_to_be_attached()
    await expect(page.get_by_role("status")).to_be_attached()


async def test_keys_logs_and_states_say_what_they_are(run: Run) -> None:
    assert await run(
        """
        const at = (selector) => document.querySelector(`#root ${selector}`)
        show(h('div', {}, h(sdk.KbdGroup, { keys: ['Ctrl', 'K'], size: 'md' }), h(sdk.LogView, { bare: true }, 'x'),
          h(sdk.ErrorState, { title: 'Broken', description: 'why' }, h(sdk.Button, {}, 'Retry')), h(sdk.EmptyState,
            { title: 'Nothing', icon: 'x' }),
          h(sdk.DisclosureCaret, { open: true }), h(sdk.Codicon, { name: 'add', size: '0.75rem', spinning: true })))
        const keys = [...document.querySelectorAll('#root kbd')]
        const icon = at('[data-slot=codicon].codicon-add')
        return [at('[data-slot=kbd-group]').getAttribute('aria-label'), keys.map(
          (key) => [key.dataset.compact ?? null, key.dataset.size]),
          at('[data-slot=log-view]').dataset.bare, at('[data-slot=error-state] h2').textContent,
            at('[data-slot=error-state] p').textContent,
          at('[data-slot=empty-state]').textContent, at('[data-slot=disclosure-caret]').dataset.open,
            icon.style.fontSize, icon.dataset.spinning,
          icon.getAttribute('aria-hidden')]"""
    ) == [
        "Ctrl K",
        [[None, "md"], ["true", "md"]],
        "true",
        "Broken",
        "why",
        "Nothing",
        "true",
        "0.75rem",
        "true",
        "true",
    ]


async def test_fade_scroll_marks_clipped_edges_and_follows_its_deps(run: Run) -> None:
    assert await run(
        """
        const draw = (deps) => show(h(sdk.FadeScroll, { maxHeight: 40, deps, style: { overflow: 'auto' } }, h('div',
          { style: { height: 200 } })))
        draw(undefined)
        const box = document.querySelector('[data-slot=fade-scroll]')
        const first = [box.dataset.fadeTop ?? null, box.dataset.fadeBottom ?? null, box.style.maxHeight]
        draw([1])
        const second = [box.scrollTop, box.dataset.fadeTop ?? null, box.dataset.fadeBottom ?? null]
        box.scrollTop = 10
        draw([1])
        return [first, second, box.scrollTop]"""
    ) == [[None, "true", "40px"], [160, "true", None], 10]


async def test_every_loader_curve_draws(run: Run) -> None:
    assert await run(
        """
        const { CURVES, curvePath } = await load('sdk/kit/loader_curves.js')
        const bad = Object.keys(CURVES).filter((type) => /NaN|Infinity/.test(curvePath(type, 240)) ||
          curvePath(type, 240).match(/-?\\d+\\.\\d+/g).some((value) => Math.abs(value) > 1.2))
        show(h(sdk.Loader, { label: 'Waiting', type: 'no-such-type' }))
        return [Object.keys(CURVES).length, bad, document.querySelector('[role=status]').getAttribute('aria-label')]"""
    ) == [21, [], "Waiting"]
