/** What the buttons of a command show: whether it can run now, and whether what it toggles is on. */
import { atom } from '../vendor/nanostores.js'

/** @typedef {Readonly<{ disabled?: boolean, pressed?: boolean }>} CommandState `pressed` only for commands that toggle something */

/** @type {CommandState} */
const PLAIN = Object.freeze({})
/** @type {Map<string, import('../vendor/nanostores.js').WritableAtom<CommandState>>} */
const states = new Map()

/**
 * @param {string} command
 * @returns {import('../vendor/nanostores.js').WritableAtom<CommandState>} the same atom for the same command
 */
export function commandState(command) {
  const known = states.get(command) ?? atom(PLAIN)
  states.set(command, known)
  return known
}

/**
 * @param {string} command
 * @param {CommandState} state
 */
export function setCommandState(command, state) {
  const known = commandState(command)
  const { disabled, pressed } = known.get()
  if (disabled !== state.disabled || pressed !== state.pressed) known.set(Object.freeze({ ...state }))
}
