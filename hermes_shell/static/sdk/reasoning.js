/** The reasoning scale of the model menu. */

/** Levels, weakest first. */
export const REASONING_EFFORTS = Object.freeze(
  /** @type {const} */ (['minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'ultra']),
)

/** The levels and "off". */
export const REASONING_EFFORT_VALUES = Object.freeze(/** @type {const} */ (['none', ...REASONING_EFFORTS]))

export const DEFAULT_REASONING_EFFORT = 'medium'

const LABELS = /** @type {Record<string, string>} */ ({
  none: 'Off',
  minimal: 'Min',
  low: 'Low',
  medium: 'Med',
  high: 'High',
  xhigh: 'XHigh',
  max: 'Max',
  ultra: 'Ultra',
})

/**
 * The short label of a level; a level that is not on the scale reads as the default one, blank stays blank.
 *
 * @param {string} effort
 * @returns {string}
 */
export function reasoningEffortLabel(effort) {
  const key = String(effort ?? '').trim().toLowerCase()
  if (!key) return ''
  return Object.hasOwn(LABELS, key) ? LABELS[key] : LABELS[DEFAULT_REASONING_EFFORT]
}
