/** Menus that the secondary button opens. */
import { ContextMenu as Radix } from '../../vendor/radix.js'
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { Codicon } from './codicon.js'
import { classes, flag, part } from './part.js'

export const ContextMenu = Radix.Root
export const ContextMenuTrigger = part('context-menu-trigger', Radix.Trigger)
export const ContextMenuSeparator = part('context-menu-separator', Radix.Separator)
export const ContextMenuSub = Radix.Sub

/** @param {Record<string, any>} props Radix props */
export function ContextMenuContent({ className, ...rest }) {
  return jsx(Radix.Portal, {
    children: jsx(Radix.Content, { 'data-slot': 'context-menu-content', collisionPadding: 8, ...rest, ...classes(className) }),
  })
}

/** @param {Record<string, any>} props Radix props */
export function ContextMenuSubContent({ className, ...rest }) {
  return jsx(Radix.Portal, {
    children: jsx(Radix.SubContent, { 'data-slot': 'context-menu-sub-content', collisionPadding: 8, ...rest, ...classes(className) }),
  })
}

/** @param {{ inset?: boolean, variant?: 'default' | 'destructive', className?: string, [rest: string]: any }} props Radix props */
export function ContextMenuItem({ inset, variant = 'default', className, ...rest }) {
  return jsx(Radix.Item, {
    'data-slot': 'context-menu-item',
    'data-variant': variant,
    ...flag('data-inset', inset),
    ...rest,
    ...classes(className),
  })
}

/** @param {Record<string, any>} props Radix props */
export function ContextMenuCheckboxItem({ className, children, ...rest }) {
  return jsxs(Radix.CheckboxItem, {
    'data-slot': 'context-menu-checkbox-item',
    ...rest,
    ...classes(className),
    children: [
      jsx(Radix.ItemIndicator, { 'data-slot': 'context-menu-item-indicator', children: jsx(Codicon, { name: 'check' }) }, 'indicator'),
      children,
    ],
  })
}

/** @param {{ inset?: boolean, className?: string, [rest: string]: any }} props Radix props */
export function ContextMenuSubTrigger({ inset, className, children, ...rest }) {
  return jsxs(Radix.SubTrigger, {
    'data-slot': 'context-menu-sub-trigger',
    ...flag('data-inset', inset),
    ...rest,
    ...classes(className),
    children: [children, jsx(Codicon, { name: 'chevron-right' }, 'chevron')],
  })
}
