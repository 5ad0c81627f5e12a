/**
 * The table of actions that keys can run: built-ins in table order, then contributed ones in registry order.
 * Source: contract section 4.9 (rule K12).
 */
import { hasCommand, runCommand } from './commands.js'
import { readPlugin } from './errors.js'
import { callPlugin } from './item_parts.js'
import { registry } from './registry.js'

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
 * @property {() => boolean} isReady whether this version can run it now; its keys are free for others otherwise
 * @property {() => unknown} run
 */

const INPUT_SAFE = new Set([
  'composer.modelPicker', 'composer.voice', 'composer.dictate', 'keybinds.openPanel', 'nav.commandPalette', 'session.next', 'session.prev',
  'view.findInPage',
])

/** @type {{ area: readonly unknown[], actions: readonly Action[] } | null} */
let table = null

/** All actions: built-ins in table order, then contributed ones in registry order; a built-in id cannot be shadowed. */
export function keybindActions() {
  const area = registry.getArea('keybinds')
  if (table?.area === area) return table.actions
  const builtIns = area.filter(({ source }) => source === 'core').flatMap((one) => read(one, builtInAction) ?? [])
  const taken = new Set(builtIns.map(({ id }) => id))
  const contributed = area.filter(({ source }) => source !== 'core').flatMap((one) => read(one, contributedAction) ?? [])
  table = { area, actions: Object.freeze([...builtIns, ...contributed.filter(({ id }) => !taken.has(id))]) }
  return table.actions
}

/**
 * An action, or null when there is none or its data cannot be read: one plugin must not stop everybody's keys.
 * @param {import('./contribution.js').Contribution} contribution
 * @param {(contribution: import('./contribution.js').Contribution) => Action | null} actionOf
 */
function read(contribution, actionOf) {
  return readPlugin(contribution.source, `key binding ${contribution.id}`, () => actionOf(contribution))
}

/**
 * @param {import('./contribution.js').Contribution} contribution
 * @returns {Action}
 */
function builtInAction({ id, title, data = {}, source }) {
  const { label = title ?? id, category = 'view', command = id, passthrough = false, inputSafe = false, available = true } = data
  return {
    id, label, category, source, builtIn: true, passthrough, inputSafe: inputSafe || INPUT_SAFE.has(id), isReady: () => available && hasCommand(command),
    defaults: combosIn(data), run: () => runCommand(command),
  }
}

/**
 * @param {import('./contribution.js').Contribution} contribution
 * @returns {Action | null} null without an id, a label or something to run
 */
function contributedAction(contribution) {
  const { data, source } = contribution
  const { id, label, category = 'view', run } = data ?? {}
  if (!id || !label || typeof run !== 'function') return null
  return {
    id, label, category, source, builtIn: false, passthrough: false, inputSafe: false, isReady: () => true,
    defaults: combosIn(data), run: () => callPlugin(contribution, `key binding ${id}`, () => run()),
  }
}

/** `default` is what some public plugins write. @param {any} data @returns {readonly string[]} */
function combosIn({ defaults, default: single }) {
  const given = defaults ?? single ?? []
  return Object.freeze((Array.isArray(given) ? given : [given]).filter((combo) => typeof combo === 'string' && combo !== ''))
}
