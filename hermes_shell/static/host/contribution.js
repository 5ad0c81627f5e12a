/**
 * What the page registry holds of one contribution: the frozen object that readers see, and how its `when` is followed.
 */
import { reportPluginError } from './errors.js'

/**
 * @typedef {object} ContributionInput
 * @property {string} id
 * @property {string} area
 * @property {string} [title]
 * @property {number} [order]
 * @property {(() => unknown) | { get(): unknown, listen(fn: () => void): () => void }} [when]
 * @property {boolean} [enabled]
 * @property {(...args: any[]) => unknown} [render]
 * @property {any} [data]
 * @property {string} [source]
 * @property {number} [seq]
 * @property {boolean} [server] a core contribution that the server itself holds
 * @property {import('./incarnation.js').Incarnation | null} [incarnation]
 */

/** @typedef {Readonly<ContributionInput & { order: number, seq: number, source: string }>} Contribution */

/**
 * @typedef {object} Entry
 * @property {Contribution} contribution
 * @property {boolean} active `enabled` and `when` at their last evaluation
 * @property {(() => void) | null} detach ends the subscription of an object `when`
 */

/** What no HTML and no message can carry: all such ids would be one. */
const UNSENDABLE = /[\0\p{Surrogate}]/u

/**
 * @param {unknown} input what was registered
 * @returns {ContributionInput & { order: number, source: string }}
 * @throws {TypeError} naming the plugin when id or area is missing
 */
export function normalise(input) {
  if (input === null || typeof input !== 'object') throw new TypeError('register: a contribution must be an object with id and area')
  const given = /** @type {ContributionInput} */ (input)
  const source = given.source || 'core'
  const { id, area } = given
  if (typeof area !== 'string' || area === '') throw new TypeError(`${source}: register: the contribution ${quote(id)} has no area`)
  if (typeof id !== 'string' || id === '') throw new TypeError(`${source}: register: a contribution to ${area} has no id`)
  if (UNSENDABLE.test(id)) throw new TypeError(`${source}: register: the id ${JSON.stringify(id)} of ${area} holds a lone surrogate or a NUL`)
  const order = Number.isFinite(given.order) ? Number(given.order) : 0
  return { ...given, order, source }
}

/**
 * @param {Contribution} contribution
 * @returns {boolean} whether it shows; a `when` that throws hides it
 */
export function isActive(contribution) {
  if (contribution.enabled === false) return false
  const { when } = contribution
  if (when === undefined || when === null) return true
  try {
    return Boolean(typeof when === 'function' ? when() : isLive(when) ? when.get() : when)
  } catch (error) {
    reportPluginError(contribution.source, `when of ${contribution.area} ${contribution.id}`, error)
    return false
  }
}

/**
 * Subscribes to an object `when`.
 * @param {Contribution} contribution
 * @param {() => void} changed
 * @returns {(() => void) | null} ends the subscription and never throws; null when there is nothing to follow
 */
export function follow(contribution, changed) {
  const { when } = contribution
  if (!isLive(when)) return null
  /** @param {unknown} error */
  const failed = (error) => reportPluginError(contribution.source, `when of ${contribution.area} ${contribution.id}`, error)
  try {
    const detach = when.listen(changed)
    if (typeof detach !== 'function') return null
    return () => {
      try {
        detach()
      } catch (error) {
        failed(error)
      }
    }
  } catch (error) {
    failed(error)
    return null
  }
}

/**
 * @param {unknown} when
 * @returns {when is { get(): unknown, listen(fn: () => void): () => void }}
 */
function isLive(when) {
  const live = /** @type {{ get?: unknown, listen?: unknown } | null} */ (when)
  return typeof live === 'object' && live !== null && typeof live.get === 'function' && typeof live.listen === 'function'
}

/** @param {unknown} value */
const quote = (value) => (typeof value === 'string' ? `"${value}"` : String(value))
