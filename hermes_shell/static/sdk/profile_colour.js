/** Identity colours: the same name has the same hue everywhere (contract, SDK helpers). */

/** Twelve hues to pick from, 30 degrees apart. */
export const PROFILE_SWATCHES = Object.freeze(Array.from({ length: 12 }, (_, i) => `hsl(${i * 30} 68% 58%)`))

const PRESETS = /** @type {Record<string, string>} */ ({
  astra: 'hsl(262 78% 66%)',
  vulcan: 'hsl(20 88% 60%)',
  lyra: 'hsl(192 78% 56%)',
  sable: 'hsl(42 72% 62%)',
})

/**
 * The colour of a profile or any other name; blank and `default` have none.
 *
 * @param {string | null | undefined} name
 * @returns {string | null}
 */
export function profileColor(name) {
  const key = String(name ?? '').trim()
  if (!key || key === 'default') return null
  if (Object.hasOwn(PRESETS, key)) return PRESETS[key]
  let hash = 0
  for (let i = 0; i < key.length; i++) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) >>> 0
  return `hsl(${hash % 360} 68% 58%)`
}

/**
 * @param {string} color any CSS colour
 * @param {number} [percent] how much of it is left, 0 to 100
 * @returns {string}
 */
export function profileColorSoft(color, percent = 16) {
  return `color-mix(in srgb, ${color} ${percent}%, transparent)`
}
