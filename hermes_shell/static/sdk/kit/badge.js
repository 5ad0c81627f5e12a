/** Badges. */
import { Slot } from '../../vendor/radix.js'
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { classes } from './part.js'

/**
 * @param {{ variant?: string, size?: string, asChild?: boolean, className?: string, [rest: string]: any }} props
 *   variant: default, muted, success, warn, destructive, outline, solid; size: default, xs, overlay
 */
export function Badge({ variant = 'default', size = 'default', asChild = false, className, ...rest }) {
  return jsx(asChild ? Slot.Root : 'span', {
    'data-slot': 'badge',
    'data-variant': variant,
    'data-size': size,
    ...rest,
    ...classes(className),
  })
}
