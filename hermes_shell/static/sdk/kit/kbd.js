/** Keys. */
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { classes, flag } from './part.js'

/**
 * @param {{ variant?: string, size?: string, className?: string, [rest: string]: any }} props
 *   variant: default, ghost, capturing, inverted; size: sm, md
 */
export function Kbd({ variant = 'default', size = 'sm', className, ...rest }) {
  const compact = typeof rest.children === 'string' && [...rest.children].length === 1
  return jsx('kbd', {
    'data-slot': 'kbd',
    'data-variant': variant,
    'data-size': size,
    ...flag('data-compact', compact),
    ...rest,
    ...classes(className),
  })
}

/** @param {{ keys: readonly string[], variant?: string, size?: string, className?: string, [rest: string]: any }} props */
export function KbdGroup({ keys, variant, size, className, ...rest }) {
  return jsx('span', {
    'data-slot': 'kbd-group',
    role: 'group',
    'aria-label': keys.join(' '),
    ...rest,
    ...classes(className),
    // A combo may hold the same key twice.
    children: keys.map((key, i) => jsx(Kbd, { variant, size, children: key }, `${i}:${key}`)),
  })
}
