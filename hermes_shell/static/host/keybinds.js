/**
 * Key bindings: the shell's own actions first, then contributed ones. Source: contract section 4.9 (rules K10 to K14).
 * A binding is the stored override, else the shipped default; `[]` is unbound on purpose; only differences are stored.
 */
import { atom } from '../vendor/nanostores.js'
import { channel } from './channel.js'
import { canonicalise, comboFromEvent, formatCombo, splitCombo } from './combo.js'
import { hasCommand, runCommand } from './commands.js'
import { isEditable } from './editable.js'
import { callPlugin } from './item_parts.js'
import { isMac } from './platform.js'
import { registry } from './registry.js'
import { snapshot } from './snapshot.js'

/**
 * @typedef {object} Action
 * @property {string} id
 * @property {string} label
 * @property {string} category
 * @property {readonly string[]} defaults
 * @property {string} source
 * @property {boolean} builtIn
 * @property {boolean} passthrough a built-in that may hand the key on by returning false
 * @property {boolean} inputSafe works while typing, whatever its keys are
 * @property {boolean} available this version can run it; its keys are free for others otherwise
 * @property {() => unknown} run
 */

const TEXT_NAVIGATION = new Set(['up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown'])
const INPUT_SAFE = new Set([
  'composer.modelPicker', 'composer.voice', 'composer.dictate', 'keybinds.openPanel', 'nav.commandPalette', 'session.next', 'session.prev',
  'view.findInPage',
])

/** Stored overrides, action id to combos; also those of actions that are not registered yet. */
export const $overrides = atom(/** @type {Readonly<Record<string, readonly string[]>>} */ (clean(snapshot.keybinds ?? {})))

/** @type {{ area: readonly unknown[], actions: readonly Action[] } | null} */
let table = null
/** @type {{ actions: readonly Action[], overrides: object, byCombo: Map<string, Action[]> } | null} */
let index = null

/** Starts dispatching. Call once. */
export function startKeybinds() {
  window.addEventListener('keydown', dispatch)
}

/** All actions: built-ins in table order, then contributed ones in registry order; a built-in id cannot be shadowed. */
export function keybindActions() {
  const area = registry.getArea('keybinds')
  if (table?.area === area) return table.actions
  const builtIns = area.filter(({ source }) => source === 'core').map(builtInAction)
  const taken = new Set(builtIns.map(({ id }) => id))
  const contributed = area.filter(({ source, data }) => source !== 'core' && isAction(data) && !taken.has(data.id)).map(contributedAction)
  table = { area, actions: Object.freeze([...builtIns, ...contributed]) }
  return table.actions
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
    if (other.id === actionId || !other.available || !combosOf(other).includes(wanted)) return false
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
    if (!action.available || (action.builtIn && !hasCommand(commandOf(action.id)))) continue
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

/** @type {Map<string, string>} built-in action id to its command */
const commands = new Map()

/** @param {string} actionId */
const commandOf = (actionId) => commands.get(actionId) ?? actionId

/**
 * @param {import('./contribution.js').Contribution} contribution
 * @returns {Action}
 */
function builtInAction({ id, title, data = {}, source }) {
  const { label = title ?? id, category = 'view', command = id, passthrough = false, inputSafe = false, available = true } = data
  commands.set(id, command)
  return {
    id, label, category, source, builtIn: true, passthrough, inputSafe: inputSafe || INPUT_SAFE.has(id), available,
    defaults: combosIn(data), run: () => runCommand(command),
  }
}

/**
 * @param {import('./contribution.js').Contribution} contribution
 * @returns {Action}
 */
function contributedAction(contribution) {
  const { data, source } = contribution
  const { id, label, category = 'view', run } = data
  return {
    id, label, category, source, builtIn: false, passthrough: false, inputSafe: false, available: true,
    defaults: combosIn(data), run: () => callPlugin(contribution, `key binding ${id}`, () => run()),
  }
}

/** @param {any} data */
const isAction = (data) => Boolean(data?.id && data.label && typeof data.run === 'function')

/** `default` is what some public plugins write. @param {any} data @returns {readonly string[]} */
function combosIn({ defaults, default: single }) {
  const given = defaults ?? single ?? []
  return Object.freeze((Array.isArray(given) ? given : [given]).filter((combo) => typeof combo === 'string' && combo !== ''))
}

/** @param {unknown} overrides */
function clean(overrides) {
  const kept = Object.entries(overrides ?? {}).filter(([, combos]) => Array.isArray(combos))
  return Object.freeze(Object.fromEntries(kept.map(([id, combos]) => [id, combos.filter((/** @type {unknown} */ one) => typeof one === 'string')])))
}
