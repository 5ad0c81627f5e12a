/** Selects. */
import { Select as Radix } from '../../vendor/radix.js'
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { Codicon } from './codicon.js'
import { classes, part } from './part.js'

export const Select = Radix.Root
export const SelectValue = part('select-value', Radix.Value)

/** @param {{ size?: string, chrome?: string, className?: string, [rest: string]: any }} props Radix props */
export function SelectTrigger({ size = 'default', chrome, className, children, ...rest }) {
  return jsxs(Radix.Trigger, {
    'data-slot': 'select-trigger',
    'data-size': size,
    'data-chrome': chrome,
    ...rest,
    ...classes(className),
    children: [
      children,
      jsx(Radix.Icon, { asChild: true, children: jsx(Codicon, { name: 'chevron-down', 'data-slot': 'select-icon' }) }, 'icon'),
    ],
  })
}

/** @param {Record<string, any>} props Radix props */
export function SelectContent({ position = 'popper', className, children, ...rest }) {
  return jsx(Radix.Portal, {
    children: jsxs(Radix.Content, {
      'data-slot': 'select-content',
      position,
      sideOffset: 4,
      collisionPadding: 8,
      ...rest,
      ...classes(className),
      children: [
        jsx(Radix.ScrollUpButton, { 'data-slot': 'select-scroll-button', children: jsx(Codicon, { name: 'chevron-up' }) }, 'up'),
        jsx(Radix.Viewport, { 'data-slot': 'select-viewport', children }, 'viewport'),
        jsx(Radix.ScrollDownButton, { 'data-slot': 'select-scroll-button', children: jsx(Codicon, { name: 'chevron-down' }) }, 'down'),
      ],
    }),
  })
}

/** @param {Record<string, any>} props Radix props */
export function SelectItem({ className, children, ...rest }) {
  return jsxs(Radix.Item, {
    'data-slot': 'select-item',
    ...rest,
    ...classes(className),
    children: [
      jsx(Radix.ItemIndicator, { 'data-slot': 'select-item-indicator', children: jsx(Codicon, { name: 'check' }) }, 'indicator'),
      jsx(Radix.ItemText, { children }, 'text'),
    ],
  })
}
