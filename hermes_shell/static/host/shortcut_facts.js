/** What the list of shortcuts shows of every action: its keys now, who else has them, and what stands in their way. */
import { formatCombo, isPossible } from './combo.js'
import { fixedKeys } from './keybind_actions.js'
import { $overrides, actionsFor, canonical, combosOf, conflictsOf, keybindActions } from './keybinds.js'
import { keeperOf } from './kept_keys.js'
import { isMac } from './platform.js'
import { snapshot } from './snapshot.js'
import { nativeWindow } from './window_title.js'

/** @typedef {import('./keybinds.js').Action} Action */

/**
 * @typedef {object} ShownCombo
 * @property {string} combo canonical
 * @property {string} text as a person reads it
 * @property {readonly Action[]} others that have it too
 * @property {boolean} late whether one of them runs first
 * @property {string} note why a press of it may not arrive; empty when it does
 */

/**
 * @typedef {object} Shortcut
 * @property {Action} action
 * @property {string} label
 * @property {string} category as the list calls it
 * @property {string} source who brings it
 * @property {boolean} fixed cannot be changed
 * @property {boolean} ready can run now
 * @property {boolean} changed has keys of the user
 * @property {readonly ShownCombo[]} combos
 * @property {string} defaults as a person reads them
 */

/** Names of the shell's own categories, in the order of the list; another one is shown as its plugin wrote it. @type {Record<string, string>} */
const CATEGORIES = { view: 'View', navigation: 'Navigation', session: 'Chats', composer: 'Composer', profiles: 'Profiles' }
const LONGEST_LABEL = 200
const LONGEST_COMBO = 60
const MOST_NAMES = 3

/** @returns {Shortcut[]} table order */
export const shortcuts = () => [...keybindActions().map((action) => factsOf(action, false)), ...fixedKeys().map((action) => factsOf(action, true))]

/** @param {Action} action @param {boolean} fixed @returns {Shortcut} */
function factsOf(action, fixed) {
  const ready = action.isReady()
  const combos = fixed ? action.defaults.map(canonical) : combosOf(action)
  return {
    action, fixed, ready, label: short(action.label, LONGEST_LABEL), category: CATEGORIES[action.category] ?? short(action.category, LONGEST_LABEL),
    source: action.source === 'core' ? 'Core' : action.source.replace(/^plugin:/, ''),
    changed: !fixed && action.id in $overrides.get(),
    combos: [...new Set(combos)].map((combo) => comboFacts(action, combo, ready && !fixed)),
    defaults: action.defaults.map((combo) => comboText(canonical(combo))).join(', '),
  }
}

/** @param {Action} action @param {string} combo @param {boolean} runs @returns {ShownCombo} */
function comboFacts(action, combo, runs) {
  const others = runs ? conflictsOf(action, combo) : []
  const order = others.length > 0 ? actionsFor(combo) : []
  const late = others.some((other) => order.indexOf(other) < order.indexOf(action))
  return { combo, text: comboText(combo), others, late, note: runs ? noteOf(combo) : '' }
}

/** @param {string} combo canonical */
export const comboText = (combo) => short(formatCombo(combo, isMac), LONGEST_COMBO)

/** @param {string} combo */
function noteOf(combo) {
  if (!isPossible(combo, isMac)) return `No key gives “${comboText(combo)}”.`
  const keeper = keeperOf(combo, { platform: snapshot.platform, native: nativeWindow() !== null })
  if (keeper === 'browser') return `Browsers keep ${comboText(combo)} for themselves. It works in a window of the shell.`
  return keeper === 'desktop' ? `Many desktops keep ${comboText(combo)} for themselves.` : ''
}

/** @param {readonly Action[]} actions @returns {string} the first names, and how many more */
export function namesOf(actions) {
  const names = actions.slice(0, MOST_NAMES).map(({ label, builtIn, source }) => {
    const name = short(label, LONGEST_COMBO)
    return builtIn ? name : `${name} (${source.replace(/^plugin:/, '')})`
  })
  const more = actions.length - names.length
  const last = more > 0 ? `${more} more` : names.length > 1 ? names.pop() : undefined
  return last === undefined ? names.join(', ') : `${names.join(', ')} and ${last}`
}

/** Groups in the order of the list: the shell's own categories, then others as they appear. @param {readonly Shortcut[]} list */
export function grouped(list) {
  /** @type {Map<string, Shortcut[]>} */
  const groups = new Map(Object.values(CATEGORIES).map((name) => [name, []]))
  for (const one of list) {
    const group = groups.get(one.category)
    if (group) group.push(one)
    else groups.set(one.category, [one])
  }
  return [...groups].filter(([, rows]) => rows.length > 0)
}

/** @param {Shortcut} shortcut @returns {string} what a search looks through */
export function searchTextOf({ action, label, category, source, combos }) {
  return [label, action.id, category, source, ...combos.flatMap(({ combo, text }) => [combo, text])].join(' ').toLocaleLowerCase()
}

/** @param {string} text @param {number} most */
const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
