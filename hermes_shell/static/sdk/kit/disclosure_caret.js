/** The arrow of something that folds. */
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { Codicon } from './codicon.js'
import { classes, flag } from './part.js'

/** @param {{ open?: boolean, size?: string | number, className?: string, [rest: string]: any }} props */
export function DisclosureCaret({ open = false, size = '0.75rem', className, ...rest }) {
  return jsx(Codicon, {
    'data-slot': 'disclosure-caret',
    ...flag('data-open', open),
    ...rest,
    name: 'chevron-right',
    size,
    ...classes(className),
  })
}
