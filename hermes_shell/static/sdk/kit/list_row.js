/** Rows of settings pages. */
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { haptic } from '../haptic.js'
import { classes, flag } from './part.js'
import { Switch } from './switch.js'

/**
 * @param {{ title: any, description?: any, hint?: any, action?: any, below?: any, wide?: boolean, id?: string,
 *   className?: string, [rest: string]: any }} props `action` is the control; `below` spans the row
 */
export function ListRow({ title, description, hint, action, below, wide = false, className, ...rest }) {
  return jsxs('div', {
    'data-slot': 'list-row',
    ...flag('data-wide', wide),
    ...rest,
    ...classes(className),
    children: [
      // Inside of the row, so that a container query on the row can put the control beside the label.
      jsxs('div', {
        'data-slot': 'list-row-main',
        children: [
          jsxs('div', {
            'data-slot': 'list-row-text',
            children: [
              jsx('div', { 'data-slot': 'list-row-title', children: title }, 'title'),
              description ? jsx('div', { 'data-slot': 'list-row-description', children: description }, 'description') : null,
              hint ? jsx('div', { 'data-slot': 'list-row-hint', children: hint }, 'hint') : null,
            ],
          }, 'text'),
          action ? jsx('div', { 'data-slot': 'list-row-action', children: action }, 'action') : null,
        ],
      }, 'main'),
      below ? jsx('div', { 'data-slot': 'list-row-below', children: below }, 'below') : null,
    ],
  })
}

/** @param {{ checked: boolean, label: any, description?: any, disabled?: boolean, onChange: (on: boolean) => void, [rest: string]: any }} props */
export function ToggleRow({ checked, label, description, disabled, onChange, ...rest }) {
  const change = (/** @type {boolean} */ on) => {
    haptic('selection')
    onChange(on)
  }
  return jsx(ListRow, {
    'data-slot': 'toggle-row',
    ...rest,
    title: label,
    description,
    action: jsx(Switch, {
      checked,
      disabled,
      onCheckedChange: change,
      'aria-label': typeof label === 'string' ? label : undefined,
    }),
  })
}
