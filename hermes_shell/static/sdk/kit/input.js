/** Text fields. */
import { jsx, jsxs } from '../../vendor/react-jsx-runtime.js'
import { classes } from './part.js'

/** Fields hold names, paths and code: the browser must not rewrite them. */
const VERBATIM = { autoCapitalize: 'off', autoComplete: 'off', autoCorrect: 'off', spellCheck: false }

/**
 * @param {{ size?: string | number, prefix?: any, suffix?: any, containerClassName?: string, className?: string, [rest: string]: any }} props
 *   size: xs, sm, default, lg, or the width in characters of the HTML attribute
 */
export function Input({ size = 'default', prefix, suffix, containerClassName, className, ...rest }) {
  const inGroup = filled(prefix) || filled(suffix) || Boolean(containerClassName)
  const step = typeof size === 'number' ? { 'data-size': 'default', size } : { 'data-size': size }
  const field = jsx('input', { 'data-slot': 'input', ...step, ...VERBATIM, ...rest, ...classes(className) }, 'field')
  if (!inGroup) return field
  return jsxs('div', {
    'data-slot': 'input-group',
    'data-size': step['data-size'],
    ...classes(containerClassName),
    children: [
      filled(prefix) ? jsx('span', { 'data-slot': 'input-prefix', children: prefix }, 'prefix') : null,
      field,
      filled(suffix) ? jsx('span', { 'data-slot': 'input-suffix', children: suffix }, 'suffix') : null,
    ],
  })
}

/**
 * @param {{ size?: string, variant?: string, className?: string, [rest: string]: any }} props
 *   size: xs, sm, default, lg; variant: default, plain
 */
export function Textarea({ size = 'default', variant = 'default', className, ...rest }) {
  return jsx('textarea', {
    'data-slot': 'textarea',
    'data-size': size,
    'data-variant': variant,
    ...VERBATIM,
    ...rest,
    ...classes(className),
  })
}

/** @param {any} node */
function filled(node) {
  return node !== undefined && node !== null && node !== false && node !== ''
}
