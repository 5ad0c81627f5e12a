/** Between hex, linear sRGB and OKLab; the matrices are those of Björn Ottosson's OKLab. */
import { bytes, normalizeHex } from './hex.js'

/** @typedef {import('./hex.js').Triple} Triple */

/**
 * @param {string} hex
 * @returns {Triple | null} linear sRGB channels, 0 to 1
 */
export function hexToLinear(hex) {
  const normal = normalizeHex(hex)
  return normal ? /** @type {Triple} */ (bytes(normal).map((byte) => decode(byte / 255))) : null
}

/**
 * @param {string} hex
 * @returns {Triple | null} lightness 0 to 1, and the two opponent axes
 */
export function hexToOklab(hex) {
  const linear = hexToLinear(hex)
  if (!linear) return null
  const [r, g, b] = linear
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/**
 * @param {Triple} lab
 * @returns {Triple} linear sRGB channels; outside 0..1 where sRGB has no such colour
 */
export function oklabToLinear([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** @param {number} channel */
function decode(channel) {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

/**
 * @param {number} channel linear, 0 to 1
 * @returns {number} as sRGB stores it, 0 to 1
 */
export function encode(channel) {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055
}

/**
 * @param {number} value
 * @returns {number} within 0 to 1
 */
export function clamp(value) {
  return Math.min(1, Math.max(0, value))
}
