/** Switches. */
import { Switch as Radix } from '../../vendor/radix.js'
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { classes } from './part.js'

/** @param {{ size?: 'default' | 'xs', className?: string, [rest: string]: any }} props Radix props */
export function Switch({ size = 'default', className, ...rest }) {
  return jsx(Radix.Root, {
    'data-slot': 'switch',
    'data-size': size,
    ...rest,
    ...classes(className),
    children: jsx(Radix.Thumb, { 'data-slot': 'switch-thumb' }),
  })
}
