/** A choice of a few, all visible. */
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { iconNode } from './icon_node.js'
import { classes } from './part.js'

/**
 * @param {{ options: readonly { id: string, label: any, icon?: any }[], value: string, onChange: (id: any) => void,
 *   disabled?: boolean, className?: string, [rest: string]: any }} props
 */
export function SegmentedControl({ options, value, onChange, disabled = false, className, ...rest }) {
  return jsx('div', {
    'data-slot': 'segmented-control',
    role: 'group',
    ...rest,
    ...classes(className),
    children: options.map(({ id, label, icon }) =>
      jsxs(
        'button',
        {
          'data-slot': 'segmented-control-item',
          type: 'button',
          'aria-pressed': id === value,
          disabled,
          onClick: () => onChange(id),
          children: [iconNode(icon), label],
        },
        id,
      ),
    ),
  })
}
