/** Icons in the forms that props take: a codicon id, an element, or a component. */
import { isValidElement } from '../../vendor/react.js'
import { jsx } from '../../vendor/react-jsx-runtime.js'
import { Codicon } from './codicon.js'

/**
 * @param {any} icon a codicon id, an element, a component (function, memo or forwardRef), or nothing
 * @param {Record<string, any>} [props] given to a codicon or a component
 * @returns {import('react').ReactNode}
 */
export function iconNode(icon, props) {
  if (icon === undefined || icon === null || icon === false || icon === '') return null
  if (isValidElement(icon)) return icon
  if (typeof icon === 'string') return jsx(Codicon, { name: icon, ...props })
  return jsx(icon, { 'aria-hidden': true, ...props })
}
