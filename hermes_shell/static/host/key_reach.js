/**
 * Whether a key press may run an action where the focus is: text stays text, controls keep their keys. Source: contract section 4.9,
 * typing safety (rule K10), and for what types or activates stricter than it.
 */
import { splitCombo } from './combo.js'
import { isEditable } from './editable.js'

const TEXT_NAVIGATION = new Set(['up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown'])
/** Named keys that change text, beside those of one character. */
const EDITING = new Set(['space', 'enter', 'backspace', 'delete', 'tab'])
const CONTROLS =
  'a[href], button, summary, input, select, textarea, label, audio, video, iframe, [contenteditable="true"], [tabindex]:not([tabindex="-1"]), ' +
  '[role="button"], [role="link"], [role="menuitem"], [role="option"], [role="tab"], [role="treeitem"], [role="switch"], [role="checkbox"], [role="radio"]'
/** Lists in which a letter goes to the entry that begins with it. */
const BY_LETTER = '[role="menu"], [role="menubar"], [role="listbox"], [role="tree"], [role="combobox"]'
const ABOVE = '[role="dialog"], [role="alertdialog"]'

/**
 * @param {KeyboardEvent} event
 * @param {string} combo what it presses, canonical
 * @param {{ inputSafe: boolean, modifiedInInput: boolean, soft: readonly string[] }} action
 */
export function reaches(event, combo, action) {
  const { modifiers, base } = splitCombo(combo)
  const bare = modifiers.every((token) => token === 'shift')
  // Moves the focus, always: without it nothing else is reached by keyboard.
  if (bare && base === 'tab') return false
  if (isEditable(event)) {
    if (isTyped(event) || (bare && typesOrEdits(base))) return false
    return action.inputSafe || (action.modifiedInInput && !bare) || comboAllowedInInput(combo)
  }
  const target = event.composedPath()[0]
  const place = target instanceof Element ? target : document.body
  if (bare && (base === 'enter' || base === 'space') && place.closest(CONTROLS)) return false
  if (bare && base.length === 1 && place.closest(BY_LETTER)) return false
  return !action.soft.includes(combo) || isIdle(place)
}

/**
 * Whether a combination works in a text field: with mod or ctrl, and for keys that move the caret with alt too.
 * @param {string} combo
 */
export function comboAllowedInInput(combo) {
  const { modifiers, base } = splitCombo(combo)
  const accelerated = modifiers.includes('mod') || modifiers.includes('ctrl')
  return accelerated && (!TEXT_NAVIGATION.has(base) || modifiers.includes('alt'))
}

/** @param {string} base */
const typesOrEdits = (base) => base.length === 1 || EDITING.has(base)

/** AltGr types a character; Windows says Control and Alt are down. @param {KeyboardEvent} event */
const isTyped = (event) => event.getModifierState('AltGraph') && [...event.key].length === 1

/** Nobody else wants a key here: no control, nothing above, no page over the window. @param {Element} place */
export function isIdle(place) {
  return !place.closest(`${CONTROLS}, ${BY_LETTER}, ${ABOVE}`) && document.querySelector('.hs-columns[inert]') === null
}
