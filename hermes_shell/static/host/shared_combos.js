/** Who else has the keys of an action, in a few words: five hundred actions on one combination cost as much as five hundred rows. */
import { actionsFor } from './keybinds.js'
import { plainSource } from './sources.js'

/** @typedef {import('./keybinds.js').Action} Action */
/** @typedef {{ names: string, late: boolean, takes: boolean }} Sharing `late`: one of them runs first; `takes`: the keys can be taken from them */

const MOST_NAMES = 3
const LONGEST_NAME = 60

/**
 * Looks at each combination once.
 * @returns {(action: Action, combo: string) => Sharing | null} for an action that can run and has the combo; null when nobody else has it
 */
export function sharedCombos() {
  /** @type {Map<string, { ready: readonly Action[], place: Map<Action, number>, firm: number[], ids: number }>} */
  const seen = new Map()
  return (action, combo) => {
    const known = seen.get(combo) ?? look(combo)
    seen.set(combo, known)
    const { ready, place, firm, ids } = known
    const at = place.get(action) ?? 0
    // Those before that may hand the key on are no conflict; after one that may, nobody is.
    const count = (firm[at] ?? 0) + (action.passthrough ? 0 : ready.length - at - 1)
    if (count === 0) return null
    return { names: namesOf(others(ready, at), count), late: (firm[at] ?? 0) > 0, takes: ids > 1 }
  }
}

/** @param {string} combo */
function look(combo) {
  const ready = actionsFor(combo).filter((one) => one.isReady())
  /** How many before each keep the key. @type {number[]} */
  const firm = []
  let count = 0
  for (const one of ready) {
    firm.push(count)
    if (!one.passthrough) count++
  }
  return { ready, firm, place: new Map(ready.map((one, at) => [one, at])), ids: new Set(ready.map(({ id }) => id)).size }
}

/** @param {readonly Action[]} ready @param {number} at */
function* others(ready, at) {
  for (let index = 0; index < ready.length; index++) {
    if (index < at ? !ready[index].passthrough : index > at && !ready[at].passthrough) yield ready[index]
  }
}

/**
 * @param {Iterable<Action>} actions
 * @param {number} count how many they are
 * @returns {string} the first names, and how many more
 */
export function namesOf(actions, count) {
  /** @type {string[]} */
  const names = []
  for (const { label, builtIn, source } of actions) {
    if (names.length === MOST_NAMES) break
    const name = short(label, LONGEST_NAME)
    names.push(builtIn ? name : `${name} (${plainSource(source)})`)
  }
  const more = count - names.length
  const last = more > 0 ? `${more} more` : names.length > 1 ? names.pop() : undefined
  return last === undefined ? names.join(', ') : `${names.join(', ')} and ${last}`
}

/** @param {string} text @param {number} most */
export const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
