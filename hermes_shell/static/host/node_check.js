/** Whether React can draw a value, before it is asked to. */

const DEEPEST = 6
const MOST_LOOKED_AT = 1000

/**
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {boolean} false for plain objects, functions and symbols, also inside lists
 */
export function isNode(value, depth = 0) {
  if (value === null || typeof value === 'undefined') return true
  if (typeof value === 'function' || typeof value === 'symbol') return false
  if (typeof value !== 'object') return true
  if (Array.isArray(value)) return depth < DEEPEST && value.slice(0, MOST_LOOKED_AT).every((one) => isNode(one, depth + 1))
  const object = /** @type {Record<string | symbol, unknown>} */ (value)
  return typeof object.$$typeof === 'symbol' || typeof object[Symbol.iterator] === 'function' || typeof object.then === 'function'
}

/** What a value is, in a word for a sentence. @param {unknown} value */
export function kindOf(value) {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : String(value)
  if (typeof value === 'string') return value.trim() === '' ? 'an empty text' : `"${value.slice(0, 40)}"`
  return typeof value === 'undefined' ? 'nothing' : `a ${typeof value}`
}
