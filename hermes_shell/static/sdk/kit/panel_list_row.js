/** Rows of a panel's list, and the menu at their end. */
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { translateNow } from '../i18n.js'
import { Button } from './button.js'
import { Codicon } from './codicon.js'
import { ContextMenu, ContextMenuContent, ContextMenuItem, ContextMenuTrigger } from './context_menu.js'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from './dropdown_menu.js'
import { iconNode } from './icon_node.js'
import { classes, flag } from './part.js'

/**
 * @typedef {object} PanelMenuItem
 * @property {any} label
 * @property {() => void} onSelect
 * @property {any} [icon]
 * @property {boolean} [disabled]
 * @property {'danger' | 'default'} [tone]
 */

/**
 * @param {{ active?: boolean, title: any, onSelect: () => void, lead?: any, dotClassName?: string, icon?: any, meta?: any,
 *   menu?: any, menuItems?: readonly PanelMenuItem[], rowKey?: string, className?: string, [rest: string]: any }} props
 *   in front stands `lead`, else a dot, else the icon; `menuItems` open at the kebab and at the secondary button
 */
export function PanelListRow(props) {
  const { active = false, title, onSelect, lead, dotClassName, icon, meta, menu, menuItems, rowKey, className, ...rest } = props
  const front = lead ?? (dotClassName ? jsx('span', { 'data-slot': 'panel-list-row-dot', 'aria-hidden': true, className: dotClassName }) : iconNode(icon))
  const row = jsxs('div', {
    'data-slot': 'panel-list-row',
    'data-panel-row': rowKey ?? '',
    ...flag('data-active', active),
    ...rest,
    ...classes(className),
    children: [
      front ? jsx('span', { 'data-slot': 'panel-list-row-lead', children: front }, 'lead') : null,
      jsx('button', {
        'data-slot': 'panel-list-row-title',
        type: 'button',
        'aria-current': active ? 'true' : undefined,
        onClick: onSelect,
        children: title,
      }, 'title'),
      meta ? jsx('span', { 'data-slot': 'panel-list-row-meta', children: meta }, 'meta') : null,
      menu ?? (menuItems ? jsx(PanelRowMenu, { items: menuItems }, 'menu') : null),
    ],
  })
  if (!menuItems?.length) return row
  return jsxs(ContextMenu, {
    children: [
      jsx(ContextMenuTrigger, { asChild: true, children: row }, 'trigger'),
      jsx(ContextMenuContent, { children: menuItems.map((item, i) => menuRow(ContextMenuItem, item, i)) }, 'content'),
    ],
  })
}

/** @param {{ items: readonly PanelMenuItem[], label?: string }} props nothing when there are no items */
export function PanelRowMenu({ items, label = translateNow('common.actions') }) {
  if (items.length === 0) return null
  return jsxs(DropdownMenu, {
    children: [
      jsx(DropdownMenuTrigger, {
        asChild: true,
        children: jsx(Button, {
          type: 'button',
          variant: 'ghost',
          size: 'icon-2xs',
          'aria-label': label,
          onClick: (/** @type {Event} */ event) => event.stopPropagation(),
          children: jsx(Codicon, { name: 'kebab-vertical' }),
        }),
      }, 'trigger'),
      jsx(DropdownMenuContent, { align: 'end', children: items.map((item, i) => menuRow(DropdownMenuItem, item, i)) }, 'content'),
    ],
  })
}

/** @param {any} Item @param {PanelMenuItem} item @param {number} position */
function menuRow(Item, item, position) {
  return jsxs(
    Item,
    {
      variant: item.tone === 'danger' ? 'destructive' : 'default',
      disabled: item.disabled,
      onSelect: () => item.onSelect(),
      children: [iconNode(item.icon), item.label],
    },
    position,
  )
}
