/**
 * The table of actions that keys, the palette's hints and plugins name: built-ins in table order, then contributed ones in registry order.
 * What an action runs stands only here. Source: contract sections 4.9 and 5.3 (rule K12).
 */
import { hasCommand, runCommand } from './commands.js'
import { readPlugin } from './errors.js'
import { callPlugin } from './item_parts.js'
import { registry } from './registry.js'

/**
 * @typedef {object} Action
 * @property {string} key tells it from every other row of the list, also from one with the same id
 * @property {string} id
 * @property {string} label
 * @property {string} category
 * @property {readonly string[]} defaults
 * @property {string} source
 * @property {boolean} builtIn
 * @property {string} surface what it works on, said while that is not there; empty for the frame
 * @property {boolean} passthrough a built-in that may hand the key on by returning false
 * @property {boolean} inputSafe works while typing, with every combination that types nothing
 * @property {boolean} modifiedInInput works while typing with combinations that have mod, ctrl or alt
 * @property {readonly string[]} soft combinations that act only when nothing else wants the key
 * @property {() => boolean} isReady whether it can run now; its keys are free for others otherwise
 * @property {() => unknown} run
 */

/** @typedef {import('./contribution.js').Contribution} Contribution */
/** @typedef {{ actions: readonly Action[], byId: ReadonlyMap<string, Action>, fixed: readonly Action[], refused: readonly [Contribution, string][] }} Table */

const INPUT_SAFE = new Set([
  'composer.modelPicker', 'composer.voice', 'composer.dictate', 'keybinds.openPanel', 'nav.commandPalette', 'session.next', 'session.prev',
  'view.findInPage',
])

/** What the server stores of one action (core/keybind_store.py). */
const MOST_COMBOS = 50
const LONGEST_COMBO = 100

/** @type {{ area: readonly unknown[], table: Table } | null} */
let known = null

/** All actions; a built-in id cannot be shadowed. @returns {readonly Action[]} the same list until the area changes */
export const keybindActions = () => actionTable().actions

/** The first action of an id. @param {string} id @returns {Action | undefined} */
export const findAction = (id) => actionTable().byId.get(id)

/** Keys that a part of the window reads itself: listed, never dispatched, not to be changed. @returns {readonly Action[]} */
export const fixedKeys = () => actionTable().fixed

/** Contributions that are no actions, each with the reason. */
export const refusedKeybinds = () => actionTable().refused

/** @returns {Table} */
function actionTable() {
  const area = registry.getArea('keybinds')
  if (known?.area !== area) known = { area, table: build(area) }
  return known.table
}

/** @param {readonly Contribution[]} area @returns {Table} */
function build(area) {
  const core = area.filter(({ source }) => source === 'core')
  const builtIns = core.flatMap((one) => read(one, (given) => (given.data?.fixed ? null : builtInAction(given))) ?? [])
  const fixed = core.flatMap((one) => read(one, (given) => (given.data?.fixed ? builtInAction(given) : null)) ?? [])
  const taken = new Set(builtIns.map(({ id }) => id))
  /** @type {[Contribution, string][]} */
  const refused = []
  const contributed = area.filter(({ source }) => source !== 'core').flatMap((one) => {
    const action = read(one, (given) => contributedAction(given, refused))
    if (action && taken.has(action.id)) refused.push([one, `the action "${action.id}" is the shell's own and cannot be replaced`])
    return action && !taken.has(action.id) ? action : []
  })
  const actions = Object.freeze([...builtIns, ...contributed])
  // Backwards, so that the first of an id stays.
  const byId = new Map([...actions].reverse().map((action) => [action.id, action]))
  return { actions, byId, fixed: Object.freeze(fixed), refused: Object.freeze(refused) }
}

/**
 * An action, or null when there is none or its data cannot be read: one plugin must not stop everybody's keys.
 * @param {Contribution} contribution
 * @param {(contribution: Contribution) => Action | null} actionOf
 */
function read(contribution, actionOf) {
  return readPlugin(contribution.source, `key binding ${contribution.id}`, () => actionOf(contribution))
}

/**
 * @param {Contribution} contribution
 * @returns {Action}
 */
function builtInAction({ id: key, title, data = {}, source }) {
  const { id = key, label = title ?? id, category = 'view', command = id, passthrough = false, inputSafe = false, soft = [], surface = '' } = data
  return {
    key, id, label, category, source, surface, passthrough, builtIn: true, inputSafe: INPUT_SAFE.has(id), modifiedInInput: inputSafe === true,
    soft, isReady: () => hasCommand(command), defaults: combosIn(data), run: () => runCommand(command),
  }
}

/**
 * @param {Contribution} contribution
 * @param {[Contribution, string][]} refused gets the reason when it is none
 * @returns {Action | null} null without an id, a label or something to run
 */
function contributedAction(contribution, refused) {
  const { data, source } = contribution
  const { id, label, category, run } = data ?? {}
  const missing = Object.entries({ id: isText(id), label: isText(label), run: typeof run === 'function' }).filter(([, there]) => !there)
  if (missing.length > 0) {
    refused.push([contribution, `a key binding needs id, label and run; missing here: ${missing.map(([name]) => name).join(', ')}`])
    return null
  }
  return {
    key: `${source}|${contribution.id}`, id: String(id), label: String(label), category: isText(category) ? String(category) : 'view', source, surface: '',
    builtIn: false, passthrough: false, inputSafe: false, modifiedInInput: false, soft: [], isReady: () => true,
    defaults: combosIn(data), run: () => callPlugin(contribution, `key binding ${id}`, () => run()),
  }
}

/** @param {unknown} value */
const isText = (value) => (typeof value === 'string' && value !== '') || (typeof value === 'number' && Number.isFinite(value))

/** `default` is what some public plugins write. More or longer combos than can be stored are left out. @param {any} data @returns {readonly string[]} */
function combosIn({ defaults, default: single }) {
  const given = defaults ?? single ?? []
  const usable = (Array.isArray(given) ? given : [given]).filter((combo) => typeof combo === 'string' && combo !== '' && combo.length <= LONGEST_COMBO)
  return Object.freeze(usable.slice(0, MOST_COMBOS))
}
