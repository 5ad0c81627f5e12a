/**
 * What a slot with `field` shows: one node of a contribution's data. Nothing stands for nothing; a tab always has a title.
 * Source: contract section 4.1, chrome flags.
 */
import { createElement as h, isValidElement } from '../vendor/react.js'

/** @typedef {import('./contribution_view.js').Contribution} Contribution */

/** Fields that stand inside a tab, which is a button: what shows an error there cannot be another one. */
const IN_A_TAB = new Set(['tabLead', 'tabTitle'])

/**
 * How an error of a field shows.
 * @param {string} field
 * @returns {'mark' | 'chip'}
 */
export const fieldVariant = (field) => (IN_A_TAB.has(field) ? 'mark' : 'chip')

/**
 * What stands for a field that cannot be drawn, beside the sign of the error.
 * @param {Contribution} contribution
 * @param {string} field
 */
export const fieldText = (contribution, field) => (field === 'tabTitle' ? plainTitle(contribution) : '')

/**
 * @param {Contribution} contribution
 * @param {string} field
 * @returns {import('react').ReactNode}
 */
export function fieldView(contribution, field) {
  const { data, area } = contribution
  const node = nodeOf(data?.[field])
  if (area !== 'panes' || field !== 'tabTitle') return node
  const title = isNothing(node) ? plainTitle(contribution) : node
  return isNothing(data?.tabWrap) ? title : wrapped(data.tabWrap, title)
}

/**
 * The text of a pane's tab without a node.
 * @param {Contribution} contribution
 */
export function plainTitle({ id, title }) {
  const text = typeof title === 'string' ? title.trim() : ''
  return text || id.slice(id.indexOf(':') + 1) || id
}

/**
 * A node in any form that plugins hand in: a node, a function that makes one, or a component that is an object (memo, forwardRef).
 * @param {any} value
 * @returns {import('react').ReactNode}
 */
export function nodeOf(value) {
  if (typeof value === 'function') return value.prototype?.isReactComponent ? h(value) : value({})
  return isComponentObject(value) ? h(value) : value
}

/**
 * A title inside a plugin's wrapper, which gets it as its argument or as `children`.
 * @param {any} wrap
 * @param {import('react').ReactNode} title
 * @returns {import('react').ReactNode}
 * @throws {TypeError} when it is no component, or leaves the title out
 */
function wrapped(wrap, title) {
  if (isComponentObject(wrap) || wrap?.prototype?.isReactComponent) return h(wrap, null, title)
  if (typeof wrap !== 'function') throw new TypeError(`tabWrap is ${typeof wrap}, not a component`)
  const tab = h('span', null, title)
  const node = wrap({ ...tab, children: tab })
  if (isNothing(node)) throw new TypeError('tabWrap returned nothing')
  return node
}

/** @param {any} value */
const isComponentObject = (value) => typeof value === 'object' && value !== null && '$$typeof' in value && !isValidElement(value)

/** @param {unknown} value */
const isNothing = (value) => value === undefined || value === null || value === false || value === ''
