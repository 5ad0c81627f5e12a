/** The keys of a composer (contract 5.3, read-only rows). An input method's keys are its own, also the Enter that ends a composition. */
import { comboFromEvent } from './combo.js'
import { isMac } from './platform.js'
import { preference } from './preferences.js'

const SEND_QUEUED = 'mod+shift+k'

/**
 * @typedef {object} KeyDoors
 * @property {import('./composer_menu.js').CompletionMenu} menu
 * @property {import('./composer_text.js').ComposerText} text
 * @property {() => boolean} isBusy
 * @property {(how: 'send' | 'queue' | 'steer' | 'interrupt') => void} send
 * @property {() => void} interrupt
 * @property {import('./composer_history.js').HistoryKeys} history
 * @property {() => string} key of the chat
 * @property {() => boolean} hasQueued whether messages wait for the end of the turn
 */

/**
 * @param {KeyboardEvent} event before the editor has seen it
 * @param {KeyDoors} doors
 */
export function handleKey(event, doors) {
  // Safari ends a composition before the Enter that ended it; its code says so.
  if (event.isComposing || event.keyCode === 229) return
  if ((doors.menu.isOpen && menuKey(event, doors.menu)) || composerKey(event, doors)) {
    event.preventDefault()
    event.stopPropagation()
  }
}

/** @param {KeyboardEvent} event @param {import('./composer_menu.js').CompletionMenu} menu @returns {boolean} whether the key was taken */
function menuKey({ key, shiftKey, ctrlKey, metaKey, altKey }, menu) {
  if (ctrlKey || metaKey || altKey || shiftKey) return false
  if (key === 'ArrowDown') menu.move(1)
  else if (key === 'ArrowUp') menu.move(-1)
  else if (key === 'Escape') menu.refuse()
  else if (key === 'Tab') menu.take()
  else if (key === 'Enter' && !menu.isTyped) menu.take()
  else return false
  return true
}

/** @param {KeyboardEvent} event @param {KeyDoors} doors @returns {boolean} whether the key was taken */
function composerKey(event, doors) {
  const { key, shiftKey, altKey } = event
  const mod = event.ctrlKey || event.metaKey
  if (key === 'Enter' && !shiftKey && !altKey) {
    doors.menu.refuse()
    doors.send(mod ? 'queue' : doors.isBusy() ? whileBusy() : 'send')
    return true
  }
  if (comboFromEvent(event, isMac) === SEND_QUEUED) {
    // What waits goes out when the turn ends, so the turn is ended.
    if (doors.hasQueued()) doors.interrupt()
    return true
  }
  if (mod || altKey || shiftKey) return false
  if (key === 'Escape') {
    if (doors.isBusy()) doors.interrupt()
    return doors.isBusy()
  }
  const { history, text } = doors
  const walks = history.isOn && text.isAt('end')
  if (key === 'ArrowUp' && (text.isEmpty || walks)) return history.go(doors.key(), 1, (earlier) => text.set(earlier))
  return key === 'ArrowDown' && walks && history.go(doors.key(), -1, (later) => text.set(later))
}

/** What Enter does while a turn runs. @returns {'queue' | 'steer' | 'interrupt'} */
export function whileBusy() {
  const chosen = preference('chat.enterWhileBusy')
  return chosen === 'steer' || chosen === 'interrupt' ? chosen : 'queue'
}
