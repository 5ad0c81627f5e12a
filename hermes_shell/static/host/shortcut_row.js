/** One row of the list of shortcuts: the action, who brings it, its keys and what can be done with them. */
import { codicon, element } from './elements.js'
import { isolated } from './foreign_text.js'
import { namesOf } from './shortcut_facts.js'

/** @typedef {import('./shortcut_facts.js').Shortcut} Shortcut */
/** @typedef {import('./shortcut_facts.js').ShownCombo} ShownCombo */

/**
 * @param {Shortcut} shortcut
 * @param {{ field: Node, hint: Node } | null} recorder stands in the place of the keys
 */
export function shortcutRow(shortcut, recorder) {
  const { action, label, source, fixed, ready, changed, combos } = shortcut
  const conflict = combos.some(({ others }) => others.length > 0)
  return element(
    'li',
    {
      class: 'hs-shortcut', 'data-action': action.id, 'data-key': action.key, 'data-ready': String(ready), 'data-changed': String(changed),
      'data-conflict': String(conflict), 'data-fixed': String(fixed),
    },
    element(
      'div',
      { class: 'hs-shortcut-line' },
      element(
        'span',
        { class: 'hs-shortcut-name' },
        element('bdi', { class: 'hs-shortcut-label', title: action.id }, label),
        ...(conflict ? [element('span', { 'data-slot': 'badge', 'data-variant': 'warn' }, 'conflict')] : []),
        ...(ready && !fixed ? [] : [whyOf(shortcut)]),
      ),
      recorder ? recorder.field : keysOf(shortcut),
      element('bdi', { class: 'hs-shortcut-source', title: source }, source),
      recorder ? '' : toolsOf(shortcut),
    ),
    ...(recorder ? [recorder.hint] : combos.flatMap((combo) => [...problemsOf(shortcut, combo)])),
  )
}

/** Why it cannot run now, or cannot be changed: in a few words, and in a sentence. @param {Shortcut} shortcut */
function whyOf({ ready, fixed, action }) {
  const surface = action.surface || 'the shell'
  const needs = ready ? [] : [action.surface ? `needs ${surface}` : 'nothing runs it yet']
  const sentence = fixed ? `These keys are fixed: ${surface} reads them itself.` : 'It can have keys already; they work as soon as it can run.'
  return element('span', { class: 'hs-shortcut-why', title: sentence }, [...(fixed ? ['fixed'] : []), ...needs].join(', '))
}

/** @param {Shortcut} shortcut */
function keysOf({ label, fixed, combos }) {
  if (fixed) return element('span', { class: 'hs-shortcut-keys' }, ...combos.map(({ text }) => element('kbd', { 'data-slot': 'kbd' }, text)))
  const name = isolated(label)
  const none = element('button', { type: 'button', class: 'hs-combo-none', 'data-do': 'add', 'aria-label': `Set keys for ${name}` }, 'no keys')
  return element('span', { class: 'hs-shortcut-keys', role: 'group', 'aria-label': `Keys of ${name}` }, ...(combos.length > 0 ? combos.map((combo) => comboChip(combo, name)) : [none]))
}

/** @param {Shortcut} shortcut */
function toolsOf({ label, fixed, changed, combos, defaults }) {
  const name = isolated(label)
  const back = defaults === '' ? 'no keys' : defaults
  return element('span', { class: 'hs-shortcut-tools' },
    ...(changed ? [toolButton('reset', 'discard', `Reset ${name} to ${back}`, `Changed. Reset to ${back}`)] : []),
    ...(fixed || combos.length === 0 ? [] : [toolButton('add', 'add', `Add keys for ${name}`, 'Add keys')]))
}

/** @param {ShownCombo} combo @param {string} name */
function comboChip({ combo, text, others }, name) {
  return element(
    'span',
    { class: 'hs-combo', 'data-conflict': String(others.length > 0) },
    element('button', { type: 'button', class: 'hs-combo-keys', 'data-do': 'change', 'data-combo': combo, 'aria-label': `${text}: change for ${name}`, title: 'Change' },
      element('kbd', { 'data-slot': 'kbd' }, text)),
    element('button', { type: 'button', class: 'hs-combo-remove', 'data-do': 'remove', 'data-combo': combo, 'aria-label': `Remove ${text} from ${name}`, title: 'Remove' },
      codicon('close')),
  )
}

/** @param {string} what @param {string} icon @param {string} name @param {string} title */
function toolButton(what, icon, name, title) {
  return element('button', { type: 'button', class: 'hs-icon-button hs-shortcut-tool', 'data-do': what, 'aria-label': name, title }, codicon(icon))
}

/** @param {Shortcut} shortcut @param {ShownCombo} shown */
function* problemsOf({ action }, { combo, text, others, late, note }) {
  if (note) yield element('p', { class: 'hs-shortcut-problem', 'data-tone': 'muted' }, codicon('info'), element('span', {}, note))
  if (others.length === 0) return
  const names = namesOf(others)
  const take = element('button', { type: 'button', 'data-slot': 'button', 'data-variant': 'outline', 'data-size': 'sm', 'data-do': 'take', 'data-combo': combo }, 'Use here, remove there')
  yield element(
    'p',
    { class: 'hs-shortcut-problem', 'data-tone': 'warn' },
    codicon('warning'),
    element('span', {}, `${text} is also bound to `, element('bdi', {}, names), late ? ', which runs first.' : '.'),
    ...(others.some(({ id }) => id !== action.id) ? [take] : []),
  )
}
