/**
 * Back and forward. An engine does not tell where in its history a page stands, so every entry carries its number in `history.state`;
 * the number of the furthest one survives a reload in the session storage.
 */
import { registerCommand } from './commands.js'
import { setCommandState } from './command_states.js'

const NUMBER = 'hermesEntry'
const FURTHEST = 'hermes-shell.furthest-entry'

let at = 0
let furthest = 0

/** Offers the commands `nav.back` and `nav.forward`. Call once, after the router. */
export function startHistory() {
  const known = numberOf(history.state)
  at = known ?? 0
  furthest = Math.max(at, known === null ? 0 : readFurthest())
  if (known === null) mark()
  registerCommand('nav.back', () => at > 0 && history.back())
  registerCommand('nav.forward', () => at < furthest && history.forward())
  addEventListener('hashchange', follow)
  tell()
}

/** A jump to an entry with a number went there; one without a number is new, and what was ahead of it is gone. */
function follow() {
  const known = numberOf(history.state)
  if (known === null) {
    at += 1
    furthest = at
    mark()
  } else {
    at = known
    furthest = Math.max(at, furthest)
  }
  tell()
}

function mark() {
  // Fires no event and adds no entry; what else stands in the state stays.
  const state = history.state !== null && typeof history.state === 'object' ? history.state : {}
  history.replaceState({ ...state, [NUMBER]: at }, '')
}

function tell() {
  writeFurthest()
  setCommandState('nav.back', { disabled: at <= 0 })
  setCommandState('nav.forward', { disabled: at >= furthest })
}

/**
 * @param {any} state
 * @returns {number | null}
 */
const numberOf = (state) => (Number.isInteger(state?.[NUMBER]) ? state[NUMBER] : null)

function readFurthest() {
  try {
    return Number.parseInt(sessionStorage.getItem(FURTHEST) ?? '', 10) || 0
  } catch {
    return 0 // storage is switched off in this browser: after a reload nothing is ahead
  }
}

function writeFurthest() {
  try {
    sessionStorage.setItem(FURTHEST, String(furthest))
  } catch (error) {
    console.warn('the history could not be remembered', error)
  }
}
