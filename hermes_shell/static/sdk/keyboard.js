/** Keyboard helpers for plugins (contract, SDK helpers). */
import { snapshot } from '../host/snapshot.js'

const ON_MAC = { mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧' }
const ELSEWHERE = { mod: 'Ctrl', ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' }

/**
 * How a modifier of a combo is shown here; a token that is no modifier is returned as it is.
 *
 * @param {string} token
 * @returns {string}
 */
export function formatModifierToken(token) {
  const table = /** @type {Record<string, string>} */ (snapshot.platform === 'darwin' ? ON_MAC : ELSEWHERE)
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
