/** Check boxes. */
import { Checkbox as Radix } from '../../vendor/radix.js'
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { Codicon } from './codicon.js'
import { classes } from './part.js'

/** @param {Record<string, any>} props Radix props; `checked` is true, false or `indeterminate` */
export function Checkbox({ className, ...rest }) {
  const icon = (rest.checked ?? rest.defaultChecked) === 'indeterminate' ? 'dash' : 'check'
  return jsx(Radix.Root, {
    'data-slot': 'checkbox',
    ...rest,
    ...classes(className),
    children: jsx(Radix.Indicator, { 'data-slot': 'checkbox-indicator', children: jsx(Codicon, { name: icon }) }),
  })
}
