/** Popovers. */
import { Popover as Radix } from '../../vendor/radix.js'
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { classes, part } from './part.js'

export const Popover = Radix.Root
export const PopoverTrigger = part('popover-trigger', Radix.Trigger)

/** @param {Record<string, any>} props Radix props */
export function PopoverContent({ className, children, ...rest }) {
  return jsx(Radix.Portal, {
    children: jsxs(Radix.Content, {
      'data-slot': 'popover-content',
      align: 'center',
      sideOffset: 6,
      collisionPadding: 8,
      arrowPadding: 12,
      ...rest,
      ...classes(className),
      children: [children, jsx(Radix.Arrow, { 'data-slot': 'popover-arrow' }, 'arrow')],
    }),
  })
}
