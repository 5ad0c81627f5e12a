/**
 * Key bindings: the shell's own actions first, then contributed ones. Source: contract section 4.9 (rules K10 to K14).
 * A binding is the user's override, else the shipped default; `[]` is unbound on purpose; only differences are stored.
 */
import { canonicalise, comboFromEvent, formatCombo } from './combo.js'
import { reaches } from './key_reach.js'
import { findAction, keybindActions } from './keybind_actions.js'
import { $overrides, changeOverrides } from './keybind_overrides.js'
import { isMac } from './platform.js'

export { comboAllowedInInput } from './key_reach.js'
export { findAction, keybindActions } from './keybind_actions.js'
export { $overrides, applyOverrides } from './keybind_overrides.js'

/** @typedef {import('./keybind_actions.js').Action} Action */
/** @typedef {import('./keybind_overrides.js').Overrides} Overrides */

/** @type {{ actions: readonly Action[], overrides: Overrides, byCombo: ReadonlyMap<string, readonly Action[]> } | null} */
let index = null

/** Starts dispatching. Call once. */
export function startKeybinds() {
  window.addEventListener('keydown', dispatch)
}

/** @param {string} combo */
export const canonical = (combo) => canonicalise(combo, isMac)

/**
 * The live combos of an action.
 * @param {Action} action
 * @returns {readonly string[]}
 */
export const combosOf = (action) => ($overrides.get()[action.id] ?? action.defaults).map(canonical)

/**
 * The first shortcut of an action as the user reads it, or null.
 * @param {string} actionId
 */
export function hotkeyOf(actionId) {
  const combo = firstCombo(actionId)
  return combo ? formatCombo(combo, isMac) : null
}

/** @param {string} actionId */
export function firstCombo(actionId) {
  const action = findAction(actionId)
  return action ? (combosOf(action)[0] ?? null) : null
}

/**
 * Stores the user's combos for an action; an unknown id is ignored.
 * @param {string} actionId
 * @param {readonly string[] | null} combos `[]` unbinds, null goes back to the defaults
 * @returns {Promise<void>} resolves when stored
 */
export function setBinding(actionId, combos) {
  const action = findAction(actionId)
  return action ? changeOverrides({ [actionId]: difference(action, combos) }) : Promise.resolve()
}

/**
 * Gives an action a combo and takes it from all others, in one step.
 * @param {Action} action
 * @param {string} combo
 * @returns {Promise<void>} resolves when stored
 */
export function takeCombo(action, combo) {
  const wanted = canonical(combo)
  const mine = combosOf(action)
  /** @type {Record<string, readonly string[] | null>} */
  const changes = {}
  for (const other of conflictsOf(action, wanted)) changes[other.id] = difference(other, combosOf(other).filter((one) => one !== wanted))
  changes[action.id] = difference(action, mine.includes(wanted) ? mine : [...mine, wanted])
  return changeOverrides(changes)
}

/**
 * Other actions with the same combo; pairs whose earlier action may hand the key on are no conflict.
 * @param {string} actionId
 * @param {string} combo
 * @returns {Action[]}
 */
export function conflictsFor(actionId, combo) {
  const action = findAction(actionId)
  return action ? conflictsOf(action, combo) : []
}

/**
 * @param {Action} action
 * @param {string} combo
 * @returns {Action[]} in the order in which they would run
 */
export function conflictsOf(action, combo) {
  const sharing = actionsFor(canonical(combo))
  const order = keybindActions()
  const place = sharing.includes(action) ? sharing.indexOf(action) : sharing.findIndex((one) => order.indexOf(one) > order.indexOf(action))
  const at = place < 0 ? sharing.length : place
  return sharing.filter((other, index) => other !== action && other.isReady() && !(index < at ? other : action).passthrough)
}

/**
 * Actions of a combo, in the order in which they are asked: table order, those that only want a key that is left come last.
 * @param {string} combo canonical
 * @returns {readonly Action[]}
 */
export function actionsFor(combo) {
  const actions = keybindActions()
  const overrides = $overrides.get()
  if (index?.actions !== actions || index.overrides !== overrides) index = { actions, overrides, byCombo: sorted(actions) }
  return index.byCombo.get(combo) ?? []
}

/** @param {readonly Action[]} actions */
function sorted(actions) {
  /** @type {Map<string, Action[]>} */
  const firm = new Map()
  /** @type {Map<string, Action[]>} */
  const soft = new Map()
  for (const action of actions) {
    for (const combo of new Set(combosOf(action))) {
      const into = action.soft.includes(combo) ? soft : firm
      const list = into.get(combo)
      if (list) list.push(action)
      else into.set(combo, [action])
    }
  }
  for (const [combo, list] of soft) firm.set(combo, [...(firm.get(combo) ?? []), ...list])
  return firm
}

/** What is stored for combos: null where they are the defaults. @param {Action} action @param {readonly string[] | null} combos */
function difference(action, combos) {
  return combos === null || JSON.stringify(combos.map(canonical)) === JSON.stringify(action.defaults.map(canonical)) ? null : [...combos]
}

/** @param {KeyboardEvent} event */
function dispatch(event) {
  if (event.defaultPrevented) return
  const combo = comboFromEvent(event, isMac)
  if (!combo) return
  for (const action of actionsFor(combo)) {
    if (!action.isReady() || !reaches(event, combo, action)) continue
    if (action.run() === false && action.passthrough) continue
    event.preventDefault()
    return
  }
}
