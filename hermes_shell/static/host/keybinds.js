/**
 * Key bindings: the shell's own actions first, then contributed ones. Source: contract section 4.9 (rules K10 to K14).
 * A binding is the stored override, else the shipped default; `[]` is unbound on purpose; only differences are stored.
 */
import { atom } from '../vendor/nanostores.js'
import { channel } from './channel.js'
import { canonicalise, comboFromEvent, formatCombo, splitCombo } from './combo.js'
import { isEditable } from './editable.js'
import { keybindActions } from './keybind_actions.js'
import { isMac } from './platform.js'
import { snapshot } from './snapshot.js'

export { keybindActions }

/** @typedef {import('./keybind_actions.js').Action} Action */

const TEXT_NAVIGATION = new Set(['up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown'])
/** Stored overrides, action id to combos; also those of actions that are not registered yet. */
export const $overrides = atom(/** @type {Readonly<Record<string, readonly string[]>>} */ (clean(snapshot.keybinds ?? {})))

/** @type {{ actions: readonly Action[], overrides: object, byCombo: Map<string, Action[]> } | null} */
let index = null

/** Starts dispatching. Call once. */
export function startKeybinds() {
  window.addEventListener('keydown', dispatch)
}

/**
 * The live combos of an action.
 * @param {Action} action
 * @returns {readonly string[]}
 */
export function combosOf(action) {
  return ($overrides.get()[action.id] ?? action.defaults).map((combo) => canonicalise(combo, isMac))
}

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
  const action = keybindActions().find(({ id }) => id === actionId)
  return action ? (combosOf(action)[0] ?? null) : null
}

/**
 * Stores the user's combos for an action; an unknown id is ignored.
 * @param {string} actionId
 * @param {readonly string[]} combos `[]` unbinds
 * @returns {Promise<unknown>} resolves when stored
 */
export function setBinding(actionId, combos) {
  const action = keybindActions().find(({ id }) => id === actionId)
  if (!action) return Promise.resolve()
  const overrides = { ...$overrides.get(), [actionId]: [...combos] }
  if (JSON.stringify(combos) === JSON.stringify(action.defaults)) delete overrides[actionId]
  $overrides.set(Object.freeze(overrides))
  return channel.call('keybinds.set', { overrides })
}

/**
 * Takes the overrides of an announcement.
 * @param {unknown} overrides
 */
export function applyOverrides(overrides) {
  $overrides.set(clean(overrides))
}

/**
 * Other actions with the same combo; pairs whose earlier action may hand the key on are no conflict.
 * @param {string} actionId
 * @param {string} combo
 * @returns {Action[]}
 */
export function conflictsFor(actionId, combo) {
  const wanted = canonicalise(combo, isMac)
  const actions = keybindActions()
  const at = actions.findIndex(({ id }) => id === actionId)
  return actions.filter((other, index) => {
    if (other.id === actionId || !other.isReady() || !combosOf(other).includes(wanted)) return false
    const earlier = index < at ? other : actions[at]
    return !earlier?.passthrough
  })
}

/**
 * Whether a combo works in a text field: with mod or ctrl, and for keys that move the caret with alt too.
 * @param {string} combo
 */
export function comboAllowedInInput(combo) {
  const { modifiers, base } = splitCombo(combo)
  const accelerated = modifiers.includes('mod') || modifiers.includes('ctrl')
  return accelerated && (!TEXT_NAVIGATION.has(base) || modifiers.includes('alt'))
}

/** @param {KeyboardEvent} event */
function dispatch(event) {
  if (event.defaultPrevented) return
  const combo = comboFromEvent(event, isMac)
  if (!combo) return
  const typing = isEditable(event)
  for (const action of actionsFor(combo)) {
    if (typing && !action.inputSafe && !comboAllowedInInput(combo)) continue
    if (!action.isReady()) continue
    if (action.run() === false && action.passthrough) continue
    event.preventDefault()
    return
  }
}

/** Actions of a combo, in table order. @param {string} combo @returns {readonly Action[]} */
function actionsFor(combo) {
  const actions = keybindActions()
  const overrides = $overrides.get()
  if (index?.actions !== actions || index.overrides !== overrides) {
    index = { actions, overrides, byCombo: new Map() }
    for (const action of actions) {
      for (const one of new Set(combosOf(action))) index.byCombo.set(one, [...(index.byCombo.get(one) ?? []), action])
    }
  }
  return index.byCombo.get(combo) ?? []
}

/** @param {unknown} overrides */
function clean(overrides) {
  const kept = Object.entries(overrides ?? {}).filter(([, combos]) => Array.isArray(combos))
  return Object.freeze(Object.fromEntries(kept.map(([id, combos]) => [id, combos.filter((/** @type {unknown} */ one) => typeof one === 'string')])))
}
