/**
 * Colours as plugins compute them: hex in, OKLCH and OKLab in the middle, hex out. Pure functions.
 *
 * Contract: SDK helpers, Colour.
 */

import { fromBytes } from './hex.js'
import { clamp, encode, hexToOklab, oklabToLinear } from './oklab.js'

export { normalizeHex } from './hex.js'

/**
 * @typedef {object} Oklch
 * @property {number} l lightness, 0 to 1
 * @property {number} c chroma, 0 to about 0.4
 * @property {number} h hue in degrees, 0 to 360
 */

/** @typedef {import('./hex.js').Triple} Triple */

/** How far outside 0..1 a channel may lie by rounding and still be in gamut. */
const EPSILON = 1e-4

/** Upper bound of the chroma search; sRGB ends below it at every hue. */
const MOST_CHROMA = 0.4

/**
 * @param {string} hex
 * @returns {Oklch | null} null when the hex is not one
 */
export function hexToOklch(hex) {
  const lab = hexToOklab(hex)
  if (!lab) return null
  const [l, a, b] = lab
  return { l, c: Math.hypot(a, b), h: degrees(Math.atan2(b, a)) }
}

/**
 * The hex of a colour; where sRGB cannot show its chroma, the strongest one it can show.
 *
 * @param {Oklch} color
 * @returns {string}
 */
export function oklchToHex({ l, c, h }) {
  const direct = oklchToSrgb255({ l, c, h })
  if (direct) return fromBytes(direct)
  const shown = oklchToSrgb255({ l, c: bisect(l, h, c, 24), h })
  // Lightness outside 0..1 has no chroma that fits: black or white.
  return shown ? fromBytes(shown) : fromBytes(l > 0.5 ? [255, 255, 255] : [0, 0, 0])
}

/**
 * @param {Oklch} color
 * @returns {Triple | null} whole numbers 0 to 255, null when the colour lies outside sRGB
 */
export function oklchToSrgb255({ l, c, h }) {
  const angle = (h * Math.PI) / 180
  const linear = oklabToLinear([l, c * Math.cos(angle), c * Math.sin(angle)])
  if (linear.some((channel) => !(channel >= -EPSILON && channel <= 1 + EPSILON))) return null
  return /** @type {Triple} */ (linear.map((channel) => Math.round(encode(clamp(channel)) * 255)))
}

/**
 * The strongest chroma that sRGB can show at this lightness and hue.
 *
 * @param {number} l
 * @param {number} h
 * @returns {number}
 */
export function maxChroma(l, h) {
  return bisect(l, h, MOST_CHROMA, 20)
}

/**
 * The shorter way around from one hue to another.
 *
 * @param {number} from
 * @param {number} to
 * @returns {number} -180 to 180 degrees
 */
export function hueDelta(from, to) {
  return ((((to - from) % 360) + 540) % 360) - 180
}

/**
 * Mixes two colours in OKLab.
 *
 * @param {string} a
 * @param {string} b
 * @param {number} t share of `b`, clamped to 0..1
 * @returns {string} `a` as it was given when one of the two is not a hex
 */
export function mixOklab(a, b, t) {
  const from = hexToOklab(a)
  const to = hexToOklab(b)
  if (!from || !to) return a
  const share = clamp(t)
  const linear = oklabToLinear(/** @type {Triple} */ (from.map((value, i) => value + (to[i] - value) * share)))
  return fromBytes(/** @type {Triple} */ (linear.map((channel) => encode(clamp(channel)) * 255)))
}

/**
 * The largest chroma up to `upper` that fits into sRGB, found by halving `steps` times.
 *
 * @param {number} l
 * @param {number} h
 * @param {number} upper
 * @param {number} steps
 */
function bisect(l, h, upper, steps) {
  let low = 0
  let high = upper
  for (let i = 0; i < steps; i++) {
    const middle = (low + high) / 2
    if (oklchToSrgb255({ l, c: middle, h })) low = middle
    else high = middle
  }
  return low
}

/** @param {number} radians */
function degrees(radians) {
  return ((radians * 180) / Math.PI + 360) % 360
}
