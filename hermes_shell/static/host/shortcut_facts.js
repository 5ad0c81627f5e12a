/** What the list of shortcuts shows of every action: its keys now, who else has them, and what stands in their way. */
import { formatCombo, isPossible } from './combo.js'
import { fixedKeys } from './keybind_actions.js'
import { $overrides, canonical, combosOf, keybindActions } from './keybinds.js'
import { keeperOf } from './kept_keys.js'
import { isMac } from './platform.js'
import { sharedCombos, short } from './shared_combos.js'
import { snapshot } from './snapshot.js'
import { sourceName } from './sources.js'
import { nativeWindow } from './window_title.js'

/** @typedef {import('./keybinds.js').Action} Action */

/**
 * @typedef {object} ShownCombo
 * @property {string} combo canonical
 * @property {string} text as a person reads it
 * @property {import('./shared_combos.js').Sharing | null} sharing who else has it; null when nobody does
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

/** @returns {Shortcut[]} table order */
export function shortcuts() {
  const sharing = sharedCombos()
  return [...keybindActions().map((action) => factsOf(action, false, sharing)), ...fixedKeys().map((action) => factsOf(action, true, sharing))]
}

/** @param {Action} action @param {boolean} fixed @param {ReturnType<typeof sharedCombos>} sharing @returns {Shortcut} */
function factsOf(action, fixed, sharing) {
  const runs = action.isReady() && !fixed
  const combos = fixed ? action.defaults.map(canonical) : combosOf(action)
  return {
    action, fixed, ready: action.isReady(), label: short(action.label, LONGEST_LABEL), category: CATEGORIES[action.category] ?? short(action.category, LONGEST_LABEL),
    source: sourceName(action.source),
    changed: !fixed && action.id in $overrides.get(),
    combos: [...new Set(combos)].map((combo) => ({
      combo, text: comboText(combo), sharing: runs ? sharing(action, combo) : null, note: runs ? noteOf(combo) : '',
    })),
    defaults: action.defaults.map((combo) => comboText(canonical(combo))).join(', '),
  }
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
