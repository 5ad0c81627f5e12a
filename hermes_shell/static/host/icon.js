/** Icons in any form that plugins hand in: a codicon id, an element, a component, or a component that is an object (memo, forwardRef). */
import { createElement as h, isValidElement } from '../vendor/react.js'
import { Boundary } from './boundary.js'

/**
 * @param {unknown} icon
 * @param {string} className
 * @returns {import('react').ReactNode} null when there is nothing to draw
 */
export function iconNode(icon, className) {
  if (icon === null || icon === undefined || icon === false || icon === '') return null
  if (typeof icon === 'string') return h('i', { className: `codicon codicon-${icon} ${className}`, 'aria-hidden': true })
  if (isValidElement(icon)) return h('span', { className, 'aria-hidden': true }, icon)
  if (typeof icon === 'function' || (typeof icon === 'object' && '$$typeof' in icon)) {
    return h('span', { className, 'aria-hidden': true }, h(/** @type {any} */ (icon), { size: '1em' }))
  }
  return null
}

/**
 * The same in a list that stands in no slot: a component that throws leaves its own place empty and nothing else.
 * @param {unknown} icon
 * @param {string} className
 * @param {{ source?: string }} owner whose icon it is
 * @returns {import('react').ReactNode}
 */
export function guardedIcon(icon, className, owner) {
  const node = iconNode(icon, className)
  return node === null || typeof icon === 'string' ? node : h(Boundary, { variant: 'nothing', id: 'an icon', contribution: owner }, node)
}
