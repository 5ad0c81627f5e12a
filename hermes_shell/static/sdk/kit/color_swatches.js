/** The swatch grid of the app. */
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { Codicon } from './codicon.js'
import { classes, flag } from './part.js'

/**
 * @param {{ swatches: readonly string[], value: string | null | undefined, onChange: (color: string | null) => void,
 *   clearLabel: string, clearIcon?: string, swatchLabel?: (color: string) => string, className?: string, [rest: string]: any }} props
 *   the last row clears the choice: `onChange(null)`
 */
export function ColorSwatches(props) {
  const { swatches, value, onChange, clearLabel, clearIcon = 'circle-slash', swatchLabel, className, ...rest } = props
  return jsxs('div', {
    'data-slot': 'color-swatches',
    role: 'group',
    ...rest,
    ...classes(className),
    children: [
      jsx('div', {
        'data-slot': 'color-swatches-grid',
        children: swatches.map((color) =>
          jsx(
            'button',
            {
              'data-slot': 'color-swatch',
              type: 'button',
              'aria-label': swatchLabel?.(color) ?? color,
              'aria-pressed': color === value,
              style: { backgroundColor: color },
              onClick: () => onChange(color),
            },
            color,
          ),
        ),
      }, 'grid'),
      jsxs('button', {
        'data-slot': 'color-swatches-clear',
        type: 'button',
        ...flag('data-active', value === null || value === undefined),
        onClick: () => onChange(null),
        children: [jsx(Codicon, { name: clearIcon }, 'icon'), jsx('span', { children: clearLabel }, 'label')],
      }, 'clear'),
    ],
  })
}
