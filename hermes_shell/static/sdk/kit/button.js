/** Buttons. */
import { Slot } from '../../vendor/radix.js'
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { classes } from './part.js'

/**
 * @param {{ variant?: string, size?: string, asChild?: boolean, className?: string, [rest: string]: any }} props
 *   variant: default, destructive, outline, secondary, ghost, link, text, textStrong; size: default, xs, sm, lg, inline,
 *   micro, icon, icon-2xs, icon-xs, icon-sm, icon-lg, icon-titlebar. No default `type`, as in the contract.
 */
export function Button({ variant = 'default', size = 'default', asChild = false, className, ...rest }) {
  return jsx(asChild ? Slot.Root : 'button', {
    'data-slot': 'button',
    'data-variant': variant,
    'data-size': size,
    ...rest,
    ...classes(className),
  })
}

/**
 * A button without a look, for rows that bring their own.
 *
 * @param {Record<string, any>} props
 */
export function RowButton({ className, ...rest }) {
  return jsx('button', { 'data-slot': 'row-button', type: 'button', ...rest, ...classes(className) })
}
