/** Takes the next keys for themselves: nothing else in the window hears them. Source: contract section 4.9, capture (rules K15 and K16). */
import { comboFromEvent, modifierLabels } from './combo.js'
import { isMac } from './platform.js'

/**
 * @typedef {object} Capture
 * @property {(combo: string) => void} onCombo
 * @property {(held: string) => void} onHeld modifiers that are down and wait for their key, as a person reads them
 * @property {() => void} onCancel Escape
 * @property {(() => void) | null} onUnbind Backspace or Delete; null takes them as keys
 */

/**
 * Only Tab and what an input method composes go on as usual: whoever records by keyboard must get away.
 * @param {Capture} capture
 * @returns {() => void} ends it
 */
export function captureKeys({ onCombo, onHeld, onCancel, onUnbind }) {
  // Modifiers that are let go after a combination do not wait for anything.
  let waiting = false
  /** @param {KeyboardEvent} event */
  const down = (event) => {
    const bare = !event.ctrlKey && !event.metaKey && !event.altKey
    if (isComposed(event) || (event.key === 'Tab' && bare)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // A key that is still down from before: the Enter that began this.
    if (event.repeat) return
    const combo = comboFromEvent(event, isMac)
    waiting = combo === null
    if (combo === null) onHeld(heldModifiers(event))
    else if (combo === 'escape') onCancel()
    else if (onUnbind && (combo === 'backspace' || combo === 'delete')) onUnbind()
    else onCombo(combo)
  }
  /** @param {KeyboardEvent} event */
  const up = (event) => {
    if (waiting && !isComposed(event)) onHeld(heldModifiers(event))
  }
  addEventListener('keydown', down, true)
  addEventListener('keyup', up, true)
  return () => {
    removeEventListener('keydown', down, true)
    removeEventListener('keyup', up, true)
  }
}

/** @param {KeyboardEvent} event */
const isComposed = (event) => event.isComposing || event.key === 'Process' || event.keyCode === 229

/** @param {KeyboardEvent} event */
function heldModifiers({ ctrlKey, metaKey, altKey, shiftKey }) {
  const labels = modifierLabels(isMac)
  const down = isMac
    ? { ctrl: ctrlKey, alt: altKey, shift: shiftKey, mod: metaKey }
    : { mod: ctrlKey || metaKey, alt: altKey, shift: shiftKey }
  const held = Object.entries(down).flatMap(([token, pressed]) => (pressed ? labels[token] : []))
  return held.length > 0 ? `${held.join(isMac ? '' : '+')}${isMac ? '' : '+'}` : ''
}
