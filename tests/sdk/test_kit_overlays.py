"""Kit parts that open over the page: tips, dialogs, selects, menus, popovers (contract, UI kit)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Page, expect

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_X2_tip_with_a_falsy_label_renders_the_child_only(run: Run, page: Page) -> None:
    assert (
        await run(
            "show(h(sdk.Tip, { label: '' }, h('b', {}, 'child'))); return document.querySelector('#root').innerHTML"
        )
        == "<b>child</b>"
    )
    await run("show(h(sdk.Tip, { label: 'Says what it does', delayDuration: 0 }, h(sdk.Button, {}, 'Go')))")
    button = page.get_by_role("button", name="Go")
    await button.hover()
    await expect(page.get_by_role("tooltip")).to_have_text("Says what it does")
    await expect(button).to_have_attribute("data-slot", "button")


async def test_tooltip_ignores_focus_that_a_mouse_brought(run: Run, page: Page) -> None:
    await run("show(h('div', {}, h('input', {}), h(sdk.Tip, { label: 'tip' }, h(sdk.Button, {}, 'Go'))))")
    await page.locator("input").focus()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("tooltip")).to_be_attached()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("tooltip")).not_to_be_attached()


CONFIRM = """
window.log = []
const { useState } = await load('vendor/react.js')
function Ask() {
  const [open, setOpen] = useState(true)
  return h('div', {}, open ? 'open' : 'closed',
    h(sdk.ConfirmDialog, { open, title: 'Delete?', description: 'Gone for good', confirmLabel: 'Delete', ...argument,
      onClose: () => { log.push('close'); setOpen(false) },
      onConfirm: async () => { log.push('confirm'); if (window.refuse) throw new Error('It is in use') } }))
}
show(h(Ask))
"""


async def test_X3_confirm_dialog_stays_open_on_an_error_and_closes_after_success(run: Run, page: Page) -> None:
    await run("window.refuse = true;" + CONFIRM, {})
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("button", name="Delete")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(dialog.get_by_role("alert")).to_have_text("It is in use")
    assert await run("return log") == ["confirm"]
    started = await run(
        """
        window.refuse = false
        document.querySelector('[role=dialog] [data-status]').click()
        return performance.now()"""
    )
    await expect(dialog.locator("[data-status=done]")).to_have_text("Done")
    await expect(dialog).not_to_be_attached()
    assert await run("return log") == ["confirm", "confirm", "close"]
    assert await run("return performance.now() - argument", started) >= 600


async def test_confirm_dialog_wants_the_typed_words_and_can_dismiss_at_once(run: Run, page: Page) -> None:
    await run(CONFIRM, {"typedConfirmation": "my plugin", "destructive": True})
    dialog = page.get_by_role("dialog")
    confirm = dialog.get_by_role("button", name="Delete")
    await expect(confirm).to_be_disabled()
    await expect(confirm).to_have_attribute("data-variant", "destructive")
    await dialog.get_by_role("textbox").fill("my plugin")
    await page.keyboard.press("Enter")
    await expect(dialog).not_to_be_attached()
    await run(CONFIRM.replace("h(Ask)", "h(Ask, { key: 2 })"), {"dismissOnConfirm": True})
    await page.keyboard.press("Enter")
    await expect(dialog).not_to_be_attached()
    assert (await run("return log"))[:1] == ["close"]


async def test_dialog_names_itself_closes_and_gives_the_focus_back(run: Run, page: Page) -> None:
    await run(
        """show(h(sdk.Dialog, {}, h(sdk.DialogTrigger, { asChild: true }, h(sdk.Button, {}, 'Open')),
          h(sdk.DialogContent, { banner: 'Careful', bannerTone: 'warn', fitContent: true, className: 'mine' },
            h(sdk.DialogHeader, {}, h(sdk.DialogTitle, { icon: sdk.icons.Activity }, 'Title'),
              h(sdk.DialogDescription, {}, 'Words')))))"""
    )
    await page.get_by_role("button", name="Open").click()
    dialog = page.get_by_role("dialog", name="Title")
    await expect(dialog).to_have_attribute("data-slot", "dialog-content")
    await expect(dialog).to_have_attribute("data-fit-content", "true")
    await expect(dialog.locator("[data-slot=dialog-banner]")).to_have_attribute("data-tone", "warn")
    await expect(page.locator("[data-slot=dialog-overlay]")).to_be_attached()
    await dialog.get_by_role("button", name="Close").click()
    await expect(dialog).not_to_be_attached()
    await expect(page.get_by_role("button", name="Open")).to_be_focused()


async def test_select_in_a_dialog_picks_without_closing_it(run: Run, page: Page) -> None:
    await run(
        """window.picked = []
        show(h(sdk.Dialog, { defaultOpen: true }, h(sdk.DialogContent, { 'aria-describedby': undefined },
          h(sdk.DialogTitle, {}, 'T'),
          h(sdk.Select, { onValueChange: (value) => picked.push(value) },
            h(sdk.SelectTrigger, { 'aria-label': 'Pick', size: 'sm' }, h(sdk.SelectValue, { placeholder: 'None yet' })),
            h(sdk.SelectContent, {}, h(sdk.SelectItem, { value: 'a' }, 'Alpha'), h(sdk.SelectItem, { value: 'b' },
              'Beta'))))))"""
    )
    trigger = page.locator("[data-slot=select-trigger]")
    await expect(trigger).to_have_text("None yet")
    await trigger.click()
    await page.locator("[data-slot=select-item]", has_text="Beta").click()
    await expect(trigger).to_have_text("Beta")
    assert await run("return picked") == ["b"]
    await expect(page.locator("[data-slot=dialog-content]")).to_be_attached()


async def test_menus_run_their_items(run: Run, page: Page) -> None:
    await run(
        """window.ran = []
        show(h('div', {},
          h(sdk.DropdownMenu, {}, h(sdk.DropdownMenuTrigger, { asChild: true }, h(sdk.Button, {}, 'Menu')),
            h(sdk.DropdownMenuContent, { align: 'end', className: 'mine' },
              h(sdk.DropdownMenuItem, { onSelect: () => ran.push('drop'), variant: 'destructive', inset: true },
                'Remove'), h(sdk.DropdownMenuSeparator))),
          h(sdk.ContextMenu, {}, h(sdk.ContextMenuTrigger, {}, 'Area'),
            h(sdk.ContextMenuContent, {}, h(sdk.ContextMenuItem, { onSelect: () => ran.push('context') }, 'Do'),
              h(sdk.ContextMenuCheckboxItem, { checked: true }, 'On'), h(sdk.ContextMenuSeparator),
              h(sdk.ContextMenuSub, {}, h(sdk.ContextMenuSubTrigger, {}, 'More'), h(sdk.ContextMenuSubContent, {},
                h(sdk.ContextMenuItem, {}, 'Deep')))))))"""
    )
    await page.get_by_role("button", name="Menu").click()
    item = page.get_by_role("menuitem", name="Remove")
    await expect(item).to_have_attribute("data-variant", "destructive")
    await expect(item).to_have_attribute("data-inset", "true")
    await item.click()
    await expect(page.get_by_role("button", name="Menu")).to_be_focused()
    await page.locator("[data-slot=context-menu-trigger]").click(button="right")
    await expect(page.get_by_role("menuitemcheckbox", name="On")).to_have_attribute(
        "data-slot", "context-menu-checkbox-item"
    )
    await expect(page.locator("[data-slot=context-menu-sub-trigger]")).to_be_visible()
    await page.get_by_role("menuitem", name="Do").click()
    assert await run("return ran") == ["drop", "context"]


async def test_popover_opens_with_an_arrow(run: Run, page: Page) -> None:
    await run(
        """show(h(sdk.Popover, {}, h(sdk.PopoverTrigger, { asChild: true }, h(sdk.Button, {}, 'Pop')),
          h(sdk.PopoverContent, { align: 'end' }, 'Inside')))"""
    )
    await page.get_by_role("button", name="Pop").click()
    content = page.locator("[data-slot=popover-content]")
    await expect(content).to_contain_text("Inside")
    await expect(content.locator("[data-slot=popover-arrow]")).to_be_attached()


async def test_panel_rows_have_a_menu_at_the_kebab_and_the_secondary_button(run: Run, page: Page) -> None:
    await run(
        """window.did = []
        const menuItems = [{ label: 'Rename', onSelect: () => did.push('rename') }, { label: 'Delete',
          tone: 'danger', onSelect: () => did.push('delete') }]
        show(h(sdk.PanelList, { onSearchChange: (v) => did.push(v), searchValue: '', searchLabel: 'Search rows' },
          h(sdk.PanelListRow, { title: 'One', active: true, onSelect: () => did.push('one'), meta: '3', icon: 'add',
            rowKey: 'k', menuItems }),
          h(sdk.PanelRowMenu, { items: [] })))"""
    )
    await page.get_by_role("button", name="One").click()
    await page.get_by_role("button", name="Actions").click()
    await page.get_by_role("menuitem", name="Rename").click()
    await page.locator("[data-panel-row=k]").click(button="right")
    await page.get_by_role("menuitem", name="Delete").click()
    await page.get_by_role("textbox", name="Search rows").press("x")
    assert await run("return did") == ["one", "rename", "delete", "x"]
