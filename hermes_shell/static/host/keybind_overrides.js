/**
 * The user's own keys: action id to combos, only what differs from the defaults, also of actions that are not here now (contract 5.1,
 * rules K13 and K14). A change shows at once, is stored by the server and told to all windows; a refused one goes back.
 */
import { atom } from '../vendor/nanostores.js'
import { channel } from './channel.js'
import { snapshot } from './snapshot.js'

/** @typedef {Readonly<Record<string, readonly string[]>>} Overrides */
/** @typedef {Readonly<Record<string, readonly string[] | null>>} Changes null = back to the defaults */

/** As the server last told them. @type {Overrides} */
let confirmed = clean(snapshot.keybinds ?? {})
/** Changes of this window that are under way. @type {Map<string, { combos: readonly string[] | null, ticket: number, heard: boolean }>} */
const writing = new Map()
let tickets = 0

/** What holds here now. */
export const $overrides = atom(confirmed)

/**
 * @param {Changes} changes
 * @returns {Promise<void>} resolves when they are stored; rejects with the server's sentence when they are not, and the old keys are back
 */
export async function changeOverrides(changes) {
  const ids = Object.keys(changes)
  const ticket = ++tickets
  for (const id of ids) writing.set(id, { combos: changes[id], ticket, heard: false })
  show()
  let stored = false
  try {
    await channel.call('keybinds.set', { changes })
    stored = true
  } finally {
    const mine = ids.filter((id) => writing.get(id)?.ticket === ticket)
    // An announcement may be ahead of the answer, and another window's later change with it.
    if (stored) confirmed = changed(confirmed, Object.fromEntries(mine.filter((id) => !writing.get(id)?.heard).map((id) => [id, changes[id]])))
    for (const id of mine) writing.delete(id)
    show()
  }
}

/**
 * Takes the overrides of an announcement.
 * @param {unknown} overrides
 */
export function applyOverrides(overrides) {
  confirmed = clean(overrides)
  for (const [id, one] of writing) if (same(confirmed[id] ?? null, one.combos)) one.heard = true
  show()
}

function show() {
  const now = changed(confirmed, Object.fromEntries([...writing].map(([id, { combos }]) => [id, combos])))
  if (!same(now, $overrides.get())) $overrides.set(now)
}

/**
 * @param {Overrides} overrides
 * @param {Changes} changes
 * @returns {Overrides}
 */
function changed(overrides, changes) {
  const kept = Object.entries({ ...overrides, ...changes }).filter(([, combos]) => combos !== null)
  return Object.freeze(/** @type {Record<string, readonly string[]>} */ (Object.fromEntries(kept)))
}

/** @param {unknown} overrides @returns {Overrides} */
function clean(overrides) {
  const kept = Object.entries(overrides ?? {}).filter(([, combos]) => Array.isArray(combos))
  return Object.freeze(Object.fromEntries(kept.map(([id, combos]) => [id, combos.filter((/** @type {unknown} */ one) => typeof one === 'string')])))
}

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other)
