/** What a surface shows when there is nothing, or an error. */
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { Codicon } from './codicon.js'
import { iconNode } from './icon_node.js'
import { classes } from './part.js'

/** @param {{ title: string, description?: any, className?: string, [rest: string]: any }} props an `icon` is ignored */
export function EmptyState({ title, description, className, icon: _ignored, children, ...rest }) {
  return jsxs('div', {
    'data-slot': 'empty-state',
    ...rest,
    ...classes(className),
    children: [
      jsx('div', { 'data-slot': 'empty-state-title', children: title }, 'title'),
      description ? jsx('div', { 'data-slot': 'empty-state-description', children: description }, 'description') : null,
      children,
    ],
  })
}

/** @param {{ title: any, description?: any, icon?: any, children?: any, className?: string, [rest: string]: any }} props children are actions */
export function ErrorState({ title, description, icon, children, className, ...rest }) {
  return jsxs('div', {
    'data-slot': 'error-state',
    role: 'alert',
    ...rest,
    ...classes(className),
    children: [
      jsx('div', { 'data-slot': 'error-state-icon', children: icon === undefined ? jsx(Codicon, { name: 'error' }) : iconNode(icon) }, 'icon'),
      jsx(typeof title === 'string' ? 'h2' : 'div', { 'data-slot': 'error-state-title', children: title }, 'title'),
      description
        ? jsx(typeof description === 'string' ? 'p' : 'div', { 'data-slot': 'error-state-description', children: description }, 'description')
        : null,
      children ? jsx('div', { 'data-slot': 'error-state-actions', children }, 'actions') : null,
    ],
  })
}
