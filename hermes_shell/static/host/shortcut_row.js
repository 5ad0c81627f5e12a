/** One row of the list of shortcuts: the action, who brings it, its keys and what can be done with them. */
import { codicon, element } from './elements.js'
import { isolated } from './foreign_text.js'
import { short } from './shared_combos.js'

/** @typedef {import('./shortcut_facts.js').Shortcut} Shortcut */
/** @typedef {import('./shortcut_facts.js').ShownCombo} ShownCombo */

const LONGEST_TITLE = 200

/**
 * @param {Shortcut} shortcut
 * @param {{ field: Node, hint: Node } | null} recorder stands in the place of the keys
 */
export function shortcutRow(shortcut, recorder) {
  const { action, label, source, fixed, ready, changed, combos } = shortcut
  const conflict = combos.some(({ sharing }) => sharing !== null)
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
        element('bdi', { class: 'hs-shortcut-label', title: short(action.id, LONGEST_TITLE) }, label),
        ...(conflict ? [element('span', { 'data-slot': 'badge', 'data-variant': 'warn' }, 'conflict')] : []),
        ...(ready && !fixed ? [] : [whyOf(shortcut)]),
      ),
      recorder ? recorder.field : keysOf(shortcut),
      element('bdi', { class: 'hs-shortcut-source', title: source }, source),
      recorder ? '' : toolsOf(shortcut),
    ),
    ...(recorder ? [recorder.hint] : combos.flatMap((combo) => [...problemsOf(combo)])),
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
  const none = control({ class: 'hs-combo-none', 'data-do': 'add', 'aria-label': `Set keys for ${name}` }, 'no keys')
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
function comboChip({ combo, text, sharing }, name) {
  return element(
    'span',
    { class: 'hs-combo', 'data-conflict': String(sharing !== null) },
    control({ class: 'hs-combo-keys', 'data-do': 'change', 'data-combo': combo, 'aria-label': `${text}: change for ${name}`, title: 'Change' },
      element('kbd', { 'data-slot': 'kbd' }, text)),
    control({ class: 'hs-combo-remove', 'data-do': 'remove', 'data-combo': combo, 'aria-label': `Remove ${text} from ${name}`, title: 'Remove' },
      codicon('close')),
  )
}

/** @param {string} what @param {string} icon @param {string} name @param {string} title */
function toolButton(what, icon, name, title) {
  return control({ class: 'hs-icon-button hs-shortcut-tool', 'data-do': what, 'aria-label': name, title }, codicon(icon))
}

/** @param {ShownCombo} shown */
function* problemsOf({ combo, text, sharing, note }) {
  if (note) yield element('p', { class: 'hs-shortcut-problem', 'data-tone': 'muted' }, codicon('info'), element('span', {}, note))
  if (!sharing) return
  const { names, late, takes } = sharing
  const take = { 'data-slot': 'button', 'data-variant': 'outline', 'data-size': 'sm', 'data-do': 'take', 'data-combo': combo }
  yield element(
    'p',
    { class: 'hs-shortcut-problem', 'data-tone': 'warn' },
    codicon('warning'),
    element('span', {}, `${text} is also bound to `, element('bdi', {}, names), late ? ', which runs first.' : '.'),
    ...(takes ? [control(take, 'Use here, remove there')] : []),
  )
}

/**
 * A button of the row. Only one row is in the tab order (shortcut_focus.js).
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
const control = (attributes, ...children) => element('button', { type: 'button', tabindex: '-1', ...attributes }, ...children)
