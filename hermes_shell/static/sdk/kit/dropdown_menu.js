/** Menus that a button opens. */
import { DropdownMenu as Radix } from '../../vendor/radix.js'
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { classes, flag, part } from './part.js'

export const DropdownMenu = Radix.Root
export const DropdownMenuTrigger = part('dropdown-menu-trigger', Radix.Trigger)
export const DropdownMenuSeparator = part('dropdown-menu-separator', Radix.Separator)

/** @param {{ portalContainer?: HTMLElement | null, className?: string, [rest: string]: any }} props Radix props */
export function DropdownMenuContent({ portalContainer, className, ...rest }) {
  return jsx(Radix.Portal, {
    container: portalContainer ?? undefined,
    children: jsx(Radix.Content, {
      'data-slot': 'dropdown-menu-content',
      sideOffset: 4,
      collisionPadding: 8,
      ...rest,
      ...classes(className),
    }),
  })
}

/** @param {{ inset?: boolean, variant?: 'default' | 'destructive', className?: string, [rest: string]: any }} props Radix props */
export function DropdownMenuItem({ inset, variant = 'default', className, ...rest }) {
  return jsx(Radix.Item, {
    'data-slot': 'dropdown-menu-item',
    'data-variant': variant,
    ...flag('data-inset', inset),
    ...rest,
    ...classes(className),
  })
}
