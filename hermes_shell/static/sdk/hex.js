/** Hex colours and their bytes. */

/** @typedef {[number, number, number]} Triple */

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/**
 * `#rrggbb` of a hex colour of 3, 4, 6 or 8 digits; alpha is flattened over the backdrop.
 *
 * @param {string} input with or without `#`
 * @param {string} [backdrop]
 * @returns {string | null} null for names, `rgb()` and everything else
 */
export function normalizeHex(input, backdrop = '#000000') {
  const match = typeof input === 'string' ? HEX.exec(input.trim()) : null
  if (!match) return null
  const digits = match[1].length < 6 ? [...match[1]].map((digit) => digit + digit).join('') : match[1]
  const solid = digits.slice(0, 6).toLowerCase()
  if (digits.length === 6) return `#${solid}`
  const under = normalizeHex(backdrop) ?? '#000000'
  const alpha = Number.parseInt(digits.slice(6), 16) / 255
  const below = bytes(under)
  return fromBytes(/** @type {Triple} */ (bytes(`#${solid}`).map((top, i) => top * alpha + below[i] * (1 - alpha))))
}

/**
 * @param {string} hex `#rrggbb`
 * @returns {Triple} 0 to 255
 */
export function bytes(hex) {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/**
 * @param {Triple} channels 0 to 255, rounded here
 * @returns {string} `#rrggbb`
 */
export function fromBytes(channels) {
  return `#${channels.map((byte) => Math.round(byte).toString(16).padStart(2, '0')).join('')}`
}
