/** Legibility of one colour on another (contract, SDK helpers). */
import { hexToLinear } from './oklab.js'

/** The two inks that text on a coloured fill is drawn with; they are data of the contract, not of a theme. */
const DARK_INK = '#161616'
const LIGHT_INK = '#ffffff'

/**
 * The WCAG 2 contrast ratio.
 *
 * @param {string} a hex
 * @param {string} b hex
 * @returns {number | null} 1 to 21, null when one of the two is not a hex
 */
export function contrastRatio(a, b) {
  const first = luminance(a)
  const second = luminance(b)
  if (first === null || second === null) return null
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/**
 * The ink that reads better on a fill; a tie, or a fill that is not a hex, takes the light one.
 *
 * @param {string} background hex
 * @returns {string}
 */
export function readableOn(background) {
  const dark = contrastRatio(DARK_INK, background)
  const light = contrastRatio(LIGHT_INK, background)
  return dark !== null && light !== null && dark > light ? DARK_INK : LIGHT_INK
}

/**
 * @param {string} hex
 * @returns {number | null} relative luminance, 0 to 1
 */
export function luminance(hex) {
  const linear = hexToLinear(hex)
  return linear ? 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] : null
}
