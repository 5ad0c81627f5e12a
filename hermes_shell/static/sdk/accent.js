/** A tint over the active theme, for as long as a plugin wants it (contract, Accent). It is not stored. */
import { atom } from '../vendor/nanostores.js'
import { currentIncarnation } from '../host/incarnation.js'
import { normalizeHex } from './hex.js'

/** The hex that the active theme is painted in, or null for its own. @type {import('../vendor/nanostores.js').WritableAtom<string | null>} */
export const $accentOverride = atom(null)

/**
 * Sets or clears the tint. What is no hex leaves the tint as it is. One that is set while a plugin registers goes with the
 * plugin; elsewhere the plugin clears it itself.
 *
 * @param {string | null} hex
 */
export function setAccentOverride(hex) {
  const tint = hex === null ? null : normalizeHex(hex)
  if (tint === null && hex !== null) return
  $accentOverride.set(tint)
  if (tint === null) return
  currentIncarnation()?.own(() => {
    if ($accentOverride.get() === tint) $accentOverride.set(null)
  })
}
