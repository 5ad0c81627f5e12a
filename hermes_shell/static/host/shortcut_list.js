/** `<hermes-shortcuts>`: every action that keys can run, by category, with its keys now and who brings it. Read only. */
import { formatCombo } from './combo.js'
import { codicon, element } from './elements.js'
import { isMac } from './platform.js'
import { $overrides, combosOf, keybindActions } from './keybinds.js'
import { registry } from './registry.js'

/** @typedef {import('./keybinds.js').Action} Action */

/** Names of the shell's own categories; another one is shown as its plugin wrote it. @type {Record<string, string>} */
const CATEGORIES = { view: 'View', navigation: 'Navigation', session: 'Chats', composer: 'Composer', profiles: 'Profiles' }

class HermesShortcuts extends HTMLElement {
  /** @type {(() => void)[]} */
  stops = []

  connectedCallback() {
    const input = element('input', { type: 'search', placeholder: 'Filter shortcuts', 'aria-label': 'Filter shortcuts', autocomplete: 'off', spellcheck: 'false' })
    this.replaceChildren(
      element('label', { 'data-slot': 'search-field', 'data-variant': 'box', class: 'hs-shortcuts-filter' }, codicon('search'), input),
      element('p', { class: 'hs-shortcuts-count', role: 'status' }),
      element('div', { class: 'hs-shortcuts-list' }),
    )
    input.addEventListener('input', () => this.paint())
    input.addEventListener('keydown', (event) => this.clear(event))
    this.stops = [$overrides.subscribe(() => this.paint()), registry.subscribe('keybinds', () => this.paint())]
  }

  disconnectedCallback() {
    for (const stop of this.stops) stop()
    this.stops = []
  }

  /** Esc clears before it closes. @param {KeyboardEvent} event */
  clear(event) {
    const input = this.querySelector('input')
    if (event.key !== 'Escape' || !input?.value) return
    event.preventDefault()
    input.value = ''
    this.paint()
  }

  paint() {
    const words = (this.querySelector('input')?.value ?? '').toLocaleLowerCase().split(/\s+/).filter(Boolean)
    const actions = keybindActions()
    const found = actions.filter((action) => words.every((word) => textOf(action).includes(word)))
    /** @type {Map<string, Action[]>} */
    const groups = new Map()
    // What can run comes first, each half in table order.
    const ordered = [...found.filter((action) => action.isReady()), ...found.filter((action) => !action.isReady())]
    for (const action of ordered) groups.set(action.category, [...(groups.get(action.category) ?? []), action])
    const list = [...groups].flatMap(([category, rows]) => [
      element('div', { class: 'hs-group-head' }, element('h2', {}, element('bdi', {}, CATEGORIES[category] ?? category))),
      element('ul', { class: 'hs-shortcut-rows' }, ...rows.map(shortcutRow)),
    ])
    this.querySelector('.hs-shortcuts-list')?.replaceChildren(...list)
    const count = this.querySelector('.hs-shortcuts-count')
    if (count) count.textContent = found.length === 0 ? 'No shortcut matches.' : words.length > 0 ? `${found.length} of ${actions.length}` : `${found.length} actions`
  }
}

/** @param {Action} action */
function shortcutRow(action) {
  const ready = action.isReady()
  const keys = combosOf(action).map((combo) => element('kbd', { 'data-slot': 'kbd' }, formatCombo(combo, isMac)))
  return element(
    'li',
    { class: 'hs-shortcut', 'data-action': action.id, 'data-ready': String(ready) },
    element('bdi', { class: 'hs-shortcut-label', title: action.id }, action.label),
    element('span', { class: 'hs-shortcut-notes' }, ...(ready ? [] : [element('span', { 'data-slot': 'badge' }, 'not available yet')]), bringer(action)),
    element('span', { class: 'hs-keys' }, ...(keys.length > 0 ? keys : [element('span', { class: 'hs-shortcut-none' }, 'no keys')])),
  )
}

/** @param {Action} action */
const bringer = ({ source }) => element('bdi', { class: 'hs-shortcut-source', title: sourceName(source) }, sourceName(source))

/** @param {string} source */
const sourceName = (source) => (source === 'core' ? 'Core' : source.replace(/^plugin:/, ''))

/** @param {Action} action */
function textOf(action) {
  const keys = combosOf(action).flatMap((combo) => [combo, formatCombo(combo, isMac)])
  return [action.label, action.id, CATEGORIES[action.category] ?? action.category, sourceName(action.source), ...keys].join(' ').toLocaleLowerCase()
}

customElements.define('hermes-shortcuts', HermesShortcuts)
