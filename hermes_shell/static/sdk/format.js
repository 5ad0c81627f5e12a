/** Formatters of the contract. Times are in ms since the epoch. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Date and time; an Intl formatter, so call `.format(ms)`. */
export const fmtDateTime = dateTimeFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** Short month, day and time; an Intl formatter, so call `.format(ms)`. */
export const fmtDayTime = dateTimeFormat({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** @type {Intl.RelativeTimeFormat | undefined} */
let relative

/**
 * "5 min. ago", "tomorrow": the distance in its coarsest unit of second, minute, hour and day, rounded.
 *
 * @param {number} targetMs
 * @param {number} [nowMs]
 * @returns {string}
 */
export function relativeTime(targetMs, nowMs = Date.now()) {
  relative ??= new Intl.RelativeTimeFormat(undefined, { style: 'short', numeric: 'auto' })
  const delta = targetMs - nowMs
  const size = Math.abs(delta)
  if (size < MINUTE) return relative.format(Math.round(delta / SECOND), 'second')
  if (size < HOUR) return relative.format(Math.round(delta / MINUTE), 'minute')
  if (size < DAY) return relative.format(Math.round(delta / HOUR), 'hour')
  return relative.format(Math.round(delta / DAY), 'day')
}

/**
 * The coarsest unit of a duration and how many of it have passed; a negative duration counts as none.
 *
 * @param {number} deltaMs
 * @returns {{ unit: 'day' | 'hour' | 'minute' | 'second', value: number }}
 */
export function coarseElapsed(deltaMs) {
  const elapsed = Math.max(0, deltaMs)
  if (elapsed >= DAY) return { unit: 'day', value: Math.floor(elapsed / DAY) }
  if (elapsed >= HOUR) return { unit: 'hour', value: Math.floor(elapsed / HOUR) }
  if (elapsed >= MINUTE) return { unit: 'minute', value: Math.floor(elapsed / MINUTE) }
  return { unit: 'second', value: Math.floor(elapsed / SECOND) }
}

/**
 * @typedef {object} AgoLabels texts of `formatAgo`; each takes the count
 * @property {string} ageNow
 * @property {(n: number) => string} ageSeconds
 * @property {(n: number) => string} ageMinutes
 * @property {(n: number) => string} ageHours
 * @property {(n: number) => string} ageDays
 */

/**
 * How long ago, in the caller's own words; less than two seconds is now.
 *
 * @param {number} fromMs
 * @param {AgoLabels} labels
 * @param {number} [nowMs]
 * @returns {string}
 */
export function formatAgo(fromMs, labels, nowMs = Date.now()) {
  const { unit, value } = coarseElapsed(nowMs - fromMs)
  if (unit === 'day') return labels.ageDays(value)
  if (unit === 'hour') return labels.ageHours(value)
  if (unit === 'minute') return labels.ageMinutes(value)
  return value < 2 ? labels.ageNow : labels.ageSeconds(value)
}

/**
 * 1230 as "1.2k", 1500000 as "1.5M"; a trailing ".0" is dropped.
 *
 * @param {number} n
 * @returns {string}
 */
export function compactNumber(n) {
  if (!Number.isFinite(n)) return String(n)
  const size = Math.abs(n)
  // The bounds lie where rounding to one decimal would print 1000 of the smaller unit.
  if (size >= 999_950_000) return `${oneDecimal(n / 1e9)}B`
  if (size >= 999_950) return `${oneDecimal(n / 1e6)}M`
  if (size >= 1000) return `${oneDecimal(n / 1e3)}k`
  return String(Number.isInteger(n) ? n : Number(oneDecimal(n)))
}

/** @param {number} n */
function oneDecimal(n) {
  return n.toFixed(1).replace(/\.0$/, '')
}

/**
 * A formatter that is made when it is first used: the engine needs 5 ms for each, and every page loads this file.
 *
 * @param {Intl.DateTimeFormatOptions} options
 * @returns {Intl.DateTimeFormat}
 */
function dateTimeFormat(options) {
  /** @type {Intl.DateTimeFormat | undefined} */
  let made
  return new Proxy(Object.create(Intl.DateTimeFormat.prototype), {
    get(_, name) {
      made ??= new Intl.DateTimeFormat(undefined, options)
      const value = Reflect.get(made, name, made)
      return typeof value === 'function' ? value.bind(made) : value
    },
  })
}
