/**
 * What a plugin hands in as the data of a bar item: fields of another type than the contract says are left out, one by one, and what is
 * wrong is a sentence for the plugin's row. Source: contract sections 4.5 and 4.6.
 */
import { isNode, kindOf } from './node_check.js'

/** @typedef {import('./contribution.js').Contribution} Contribution */
/** @typedef {{ item: Record<string, any> | null, problems: readonly string[] }} Checked `item` is null when there is nothing to show */

const LONGEST_LABEL = 200
const LONGEST_TEXT = 1000
const MOST_ROWS = 500

/** @type {Record<string, string | readonly string[]>} */
const SHARED = { id: 'text', icon: 'icon', className: 'text', disabled: 'flag', hidden: 'flag', href: 'text', title: 'text', to: 'text', onSelect: 'call' }
const ROW = { ...SHARED, label: 'label', detail: 'label' }
const STATUS = {
  ...ROW, toggleLabel: 'label', menuAlign: ['start', 'center', 'end'], menuClassName: 'text', menuContent: 'content', menuItems: 'rows',
  variant: ['action', 'link', 'menu', 'text'],
}
const TOOL = { ...SHARED, label: 'words', active: 'flag', actionId: 'text', badge: 'number', tour: 'text' }

/** @type {WeakMap<Contribution, Checked>} */
const known = new WeakMap()

/** Whether the data of an area's contributions is a bar item. @param {string} area */
export const isItemArea = (area) => area.startsWith('statusBar.') || area.startsWith('titleBar.')

/**
 * The item of a contribution without `render`, once per registration.
 * @param {Contribution} contribution
 * @returns {Checked}
 */
export function checkedItem(contribution) {
  const found = known.get(contribution)
  if (found) return found
  const { area, data, source } = contribution
  const checked = source === 'core' ? { item: data, problems: [] } : check(data, area.startsWith('statusBar.') ? STATUS : TOOL)
  known.set(contribution, checked)
  return checked
}

/**
 * @param {any} data
 * @param {Record<string, string | readonly string[]>} fields
 * @returns {Checked}
 */
function check(data, fields) {
  if (!data) return { item: null, problems: [] }
  if (typeof data !== 'object' || Array.isArray(data)) return { item: null, problems: [`data: an object is needed, not ${kindOf(data)}; nothing is shown`] }
  /** @type {string[]} */
  const problems = []
  /** @type {Record<string, any>} */
  const item = {}
  for (const [name, kind] of Object.entries(fields)) {
    try {
      const value = data[name]
      if (value !== undefined && value !== null) item[name] = fit(value, name, kind, problems)
    } catch (error) {
      problems.push(`${name}: reading it failed`)
    }
  }
  return { item, problems }
}

/**
 * @param {any} value
 * @param {string} name
 * @param {string | readonly string[]} kind
 * @param {string[]} problems gets what is wrong
 * @returns {any} undefined when the value does not fit
 */
function fit(value, name, kind, problems) {
  const wrong = (/** @type {string} */ wanted) => void problems.push(`${name}: ${wanted} is needed, not ${kindOf(value)}`)
  if (typeof kind !== 'string') return kind.includes(value) ? value : wrong(`one of ${kind.join(', ')}`)
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null
  if (kind === 'flag') return typeof value === 'boolean' ? value : wrong('true or false')
  if (kind === 'call') return typeof value === 'function' ? value : wrong('a function')
  if (kind === 'number') return text !== null && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : wrong('a number')
  if (kind === 'rows') return Array.isArray(value) ? rows(value, name, problems) : wrong('a list')
  if (kind === 'content' && typeof value === 'function') return value
  if (kind === 'icon') return isNode(value) || isComponent(value) ? value : wrong('a codicon name, an element or a component')
  if (text !== null) return short(text, name, kind === 'label' || kind === 'words' ? LONGEST_LABEL : LONGEST_TEXT, problems)
  if (kind === 'label' || kind === 'content') return isNode(value) ? value : wrong('a text or a React node')
  return wrong('a text')
}

/**
 * @param {unknown[]} given
 * @param {string} name
 * @param {string[]} problems
 */
function rows(given, name, problems) {
  if (given.length > MOST_ROWS) problems.push(`${name}: only the first ${MOST_ROWS} of ${given.length} are shown`)
  return given.slice(0, MOST_ROWS).flatMap((row, at) => {
    if (!row) return []
    const { item, problems: inside } = check(row, ROW)
    problems.push(...inside.map((one) => `${name}[${at}].${one}`))
    return item ? [item] : []
  })
}

/** @param {string} text @param {string} name @param {number} most @param {string[]} problems */
function short(text, name, most, problems) {
  if (text.length <= most) return text
  problems.push(`${name}: longer than ${most} characters; it is cut`)
  return `${text.slice(0, most - 1)}…`
}

/** A function, or a component that is an object (memo, forwardRef). @param {any} value */
const isComponent = (value) => typeof value === 'function' || (typeof value === 'object' && '$$typeof' in value)
