/** A dot whose shape and colour say how something is. */
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { classes } from './part.js'

/**
 * Hidden from assistive technology: the text beside it must say the same.
 *
 * @param {{ tone: 'good' | 'muted' | 'warn' | 'bad', className?: string, [rest: string]: any }} props
 */
export function StatusDot({ tone, className, ...rest }) {
  return jsx('span', { 'data-slot': 'status-dot', 'data-status-tone': tone, 'aria-hidden': true, ...rest, ...classes(className) })
}
