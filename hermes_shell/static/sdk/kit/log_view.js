/** Monospaced output. */
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { classes, flag } from './part.js'

/** @param {{ bare?: boolean, className?: string, [rest: string]: any }} props `bare` leaves the border out */
export function LogView({ bare = false, className, ...rest }) {
  return jsx('div', { 'data-slot': 'log-view', ...flag('data-bare', bare), ...rest, ...classes(className) })
}
