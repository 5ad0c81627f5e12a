/**
 * The user's explicit on/off choices by plugin id. Absent means no choice. Every value handed out is a frozen copy (guide, Plugin decisions).
 */
import { atom } from '../vendor/nanostores.js'
import { snapshot } from './snapshot.js'

/** @typedef {Readonly<Record<string, boolean>>} Decisions */

/** @type {import('../vendor/nanostores.js').WritableAtom<Decisions>} */
export const $decisions = atom(freeze(snapshot.decisions))

/**
 * @param {string} id
 * @param {boolean} enabled
 */
export function applyDecision(id, enabled) {
  if ($decisions.get()[id] !== enabled) $decisions.set(freeze({ ...$decisions.get(), [id]: enabled }))
}

/** @param {Record<string, boolean>} decisions */
export function replaceDecisions(decisions) {
  const now = $decisions.get()
  const ids = Object.keys(decisions)
  const same = ids.length === Object.keys(now).length && ids.every((id) => now[id] === decisions[id])
  if (!same) $decisions.set(freeze(decisions))
}

/**
 * @param {Record<string, boolean> | undefined} decisions
 * @returns {Decisions}
 */
function freeze(decisions) {
  return Object.freeze({ ...decisions })
}
