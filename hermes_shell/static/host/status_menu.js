/**
 * The dropdown of a status item with `variant: 'menu'`; it opens upwards and gives the focus back to its chip.
 * Source: contract section 4.5. Kit menu items work inside `menuContent`, because it stands in the same Radix menu.
 */
import { createElement as h, useState } from '../vendor/react.js'
import { DropdownMenu } from '../vendor/radix.js'
import { islands } from './islands.js'
import { selectItem } from './item_parts.js'
import { goAroundOnTab, keepTyping } from './menu_keys.js'
import { ItemFace } from './status_item.js'

/** @typedef {import('./status_item.js').StatusbarItem} StatusbarItem */

/**
 * @param {{
 *   item: StatusbarItem,
 *   contribution?: import('./contribution_view.js').Contribution,
 *   children?: import('react').ReactNode,
 * }} props children: the chip
 */
export function StatusMenu({ item, contribution, children }) {
  const [open, setOpen] = useState(false)
  const { menuContent, menuItems, menuAlign, menuClassName } = item
  const close = () => setOpen(false)
  const props = {
    side: /** @type {const} */ ('top'),
    align: menuAlign ?? 'start',
    sideOffset: 4,
    collisionPadding: 8,
    className: ['hs-status-menu', menuClassName].filter(Boolean).join(' '),
    'data-slot': 'dropdown-menu-content',
    'data-custom': menuContent ? '' : undefined,
    onKeyDown: menuContent ? goAroundOnTab : undefined,
  }
  const rows = () => (menuItems ?? []).filter((entry) => !entry.hidden).map((entry, at) => menuRow(entry, at, contribution))
  return h(
    DropdownMenu.Root,
    { open, onOpenChange: setOpen, modal: false },
    h(DropdownMenu.Trigger, { asChild: true }, children),
    h(DropdownMenu.Portal, { container: islands() }, h(DropdownMenu.Content, props, open ? (menuContent ? h(OwnContent, { menuContent, close }) : rows()) : null)),
  )
}

/**
 * A function may call hooks, so it is called in a component of its own.
 * @param {{ menuContent: StatusbarItem['menuContent'], close: () => void }} props
 */
function OwnContent({ menuContent, close }) {
  const content = typeof menuContent === 'function' ? menuContent(close) : menuContent
  return h('div', { className: 'hs-status-menu-own', onKeyDown: keepTyping }, content)
}

/**
 * @param {StatusbarItem} entry
 * @param {number} at
 * @param {import('./contribution_view.js').Contribution | undefined} contribution
 */
function menuRow(entry, at, contribution) {
  const face = h(ItemFace, { item: entry, fallback: entry.id })
  let shiftKey = false
  const note = (/** @type {{ shiftKey: boolean }} */ event) => {
    shiftKey = event.shiftKey
  }
  const props = {
    // Ids of rows need not differ.
    key: `${entry.id}:${at}`,
    className: entry.className,
    disabled: entry.disabled,
    title: entry.title,
    'data-slot': 'dropdown-menu-item',
    // The menu's own event does not say which keys were held.
    onPointerUpCapture: note,
    onKeyDownCapture: note,
    onSelect: () => selectItem(entry, contribution, { shiftKey }),
  }
  if (!entry.href) return h(DropdownMenu.Item, props, face)
  return h(DropdownMenu.Item, { ...props, asChild: true }, h('a', { href: entry.href, target: '_blank', rel: 'noreferrer' }, face))
}
