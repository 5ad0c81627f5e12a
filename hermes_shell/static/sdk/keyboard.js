/** Keyboard helpers for plugins (contract, SDK helpers). */
import { modifierLabels } from '../host/combo.js'
import { isMac } from '../host/platform.js'

/**
 * How a modifier of a combo is shown here; a token that is no modifier is returned as it is.
 *
 * @param {string} token
 * @returns {string}
 */
export function formatModifierToken(token) {
  const table = modifierLabels(isMac)
  return Object.hasOwn(table, token) ? table[token] : token
}

/** Key code that browsers report while an input method composes. */
const COMPOSING = 229

/**
 * Whether a key event is an Enter that submits, not one that picks a candidate of an input method.
 *
 * @param {any} event a native or a React keyboard event
 * @returns {boolean}
 */
export function isSubmitEnter(event) {
  if (event.key !== 'Enter') return false
  const composing = event.isComposing || event.nativeEvent?.isComposing
  return !composing && event.keyCode !== COMPOSING
}
