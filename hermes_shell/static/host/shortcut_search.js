/** The field above the list of shortcuts: it searches for words, or, with the button pressed, for the keys that are pressed in it. */
import { captureKeys } from './capture_keys.js'
import { codicon, element } from './elements.js'
import { comboText } from './shortcut_facts.js'

const WORDS = 'Search by name, plugin or keys'
const KEYS = 'Press keys to find what they do'

/** @typedef {{ words: readonly string[], combo: string | null }} Query */

/**
 * @param {(query: Query) => void} changed
 * @returns {{ element: HTMLElement, stop: () => void }} stop: the keys are everybody's again, also where the engine tells of no blur
 */
export function shortcutSearch(changed) {
  const input = /** @type {HTMLInputElement} */ (
    element('input', { type: 'search', placeholder: WORDS, 'aria-label': 'Filter shortcuts', autocomplete: 'off', spellcheck: 'false', maxlength: '100' })
  )
  const toggle = element('button', { type: 'button', class: 'hs-icon-button', 'aria-pressed': 'false', 'aria-label': 'Search by pressing keys', title: 'Search by pressing keys' }, codicon('record-keys'))
  /** @type {(() => void) | null} */
  let release = null
  /** @param {string} text @param {string | null} combo */
  const put = (text, combo) => {
    input.value = text
    changed({ words: combo === null ? wordsOf(text) : [], combo })
  }
  /** @param {boolean} on */
  const recordKeys = (on) => {
    toggle.setAttribute('aria-pressed', String(on))
    input.readOnly = on
    input.placeholder = on ? KEYS : WORDS
    put('', null)
    input.focus()
    if (on) listen()
    else stop()
  }
  const listen = () => {
    release ??= captureKeys({ onCombo: (combo) => put(comboText(combo), combo), onHeld: (held) => held && put(held, null), onCancel: () => recordKeys(false), onUnbind: null })
  }
  const stop = () => {
    release?.()
    release = null
  }
  input.addEventListener('focus', () => input.readOnly && listen())
  input.addEventListener('blur', stop)
  input.addEventListener('input', () => put(input.value, null))
  input.addEventListener('keydown', (event) => {
    // Esc clears before it closes.
    if (event.key !== 'Escape' || input.value === '') return
    event.preventDefault()
    put('', null)
  })
  // The field keeps the focus while the button is pressed.
  toggle.addEventListener('mousedown', (event) => event.preventDefault())
  toggle.addEventListener('click', () => recordKeys(!input.readOnly))
  return { element: element('div', { 'data-slot': 'search-field', 'data-variant': 'box', class: 'hs-shortcuts-filter' }, codicon('search'), input, toggle), stop }
}

/** @param {string} text */
const wordsOf = (text) => text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
