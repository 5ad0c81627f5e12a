/** `<hermes-shortcuts>`: every action that keys can run, by category, with its keys now and who brings it; keys are changed in their row. */
import { $commands } from './commands.js'
import { element } from './elements.js'
import { placeChildren } from './keyed_list.js'
import { $overrides, keybindActions } from './keybinds.js'
import { registry } from './registry.js'
import { dropCombo, putCombo, resetAll, saveCombos, takeOver } from './shortcut_changes.js'
import { comboText, searchTextOf, shortcuts } from './shortcut_facts.js'
import { focusSpot, moveFocus, noteSpot, rove } from './shortcut_focus.js'
import { recorder } from './shortcut_recorder.js'
import { ShortcutRows } from './shortcut_rows.js'
import { shortcutSearch } from './shortcut_search.js'
import { shortcutTools } from './shortcut_tools.js'

/** @typedef {import('./shortcut_facts.js').Shortcut} Shortcut */

const LONGEST_NAME = 200

class HermesShortcuts extends HTMLElement {
  /** @type {(() => void)[]} */
  stops = []
  /** @type {import('./shortcut_search.js').Query} */
  query = { words: [], combo: null }
  /** The row in the tab order. @type {string | null} */
  current = null
  /** @type {{ key: string, recorder: ReturnType<typeof recorder> } | null} */
  recording = null
  rows = new ShortcutRows()
  list = element('div', { class: 'hs-shortcuts-list' })
  tools = shortcutTools({ changed: () => this.paint(), resetAll })
  waiting = false

  connectedCallback() {
    const search = shortcutSearch((query) => {
      this.query = query
      this.paint()
    })
    this.replaceChildren(element('div', { class: 'hs-shortcuts-head' }, search.element, this.tools.reset), this.tools.line, this.list)
    this.list.addEventListener('click', this.onClick)
    this.list.addEventListener('keydown', this.onKey)
    this.list.addEventListener('focusin', this.onFocus)
    const soon = () => this.paintSoon()
    this.stops = [search.stop, $overrides.listen(soon), $commands.listen(soon), registry.subscribe('keybinds', soon)]
    this.paint()
  }

  disconnectedCallback() {
    for (const stop of this.stops.splice(0)) stop()
    this.recording?.recorder.stop()
    this.recording = null
    this.rows = new ShortcutRows()
  }

  /** One paint for all that changes in one go. */
  paintSoon() {
    if (this.waiting) return
    this.waiting = true
    queueMicrotask(() => {
      this.waiting = false
      if (this.isConnected) this.paint()
    })
  }

  paint() {
    const all = shortcuts()
    const { words, combo } = this.query
    const found = all.filter((one) => this.tools.shows(one) && (combo === null || one.combos.some((shown) => shown.combo === combo)) && holds(one, words))
    if (this.recording && !all.some(({ action }) => action.key === this.recording?.key)) this.endRecording()
    const spot = noteSpot(this.list)
    placeChildren(this.list, this.rows.sections(found, this.recording))
    rove(this.list, this.current)
    if (spot && !this.list.contains(document.activeElement)) focusSpot(this.list, spot)
    this.tools.tell(all, found)
  }

  /** @param {MouseEvent} event */
  onClick = (event) => {
    const control = event.target instanceof Element ? event.target.closest('[data-do]') : null
    if (control instanceof HTMLElement) this.act(control, control.dataset.do ?? '')
  }

  /** @param {KeyboardEvent} event */
  onKey = (event) => {
    const control = event.target instanceof HTMLElement ? event.target : null
    const removes = (event.key === 'Delete' || event.key === 'Backspace') && control?.dataset.do === 'change'
    if (removes) this.act(control, 'remove')
    if (removes || moveFocus(this.list, event)) event.preventDefault()
  }

  /** @param {FocusEvent} event */
  onFocus = ({ target }) => {
    const row = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('.hs-shortcut')) : null
    if (!row || row.dataset.key === this.current) return
    this.current = row.dataset.key ?? null
    rove(this.list, this.current)
  }

  /** @param {HTMLElement} control @param {string} what */
  act(control, what) {
    const key = /** @type {HTMLElement | null} */ (control.closest('.hs-shortcut'))?.dataset.key
    const action = keybindActions().find((one) => one.key === key)
    const combo = control.dataset.combo ?? null
    if (!action) return
    if (what === 'change' || what === 'add') this.record(action, combo)
    else if (what === 'remove' && combo !== null) void dropCombo(action, combo)
    else if (what === 'reset') void saveCombos(action, null)
    else if (what === 'take' && combo !== null) void takeOver(action, combo)
  }

  /** @param {import('./keybinds.js').Action} action @param {string | null} replaced */
  record(action, replaced) {
    this.endRecording()
    const made = recorder(action.label.slice(0, LONGEST_NAME), replaced === null ? null : comboText(replaced), (outcome) => {
      const within = document.activeElement === made.field
      this.recording = null
      if (outcome === 'unbind' && replaced !== null) void dropCombo(action, replaced)
      else if (typeof outcome === 'object') void putCombo(action, outcome.combo, replaced)
      this.paint()
      const combo = typeof outcome === 'object' ? outcome.combo : (replaced ?? undefined)
      if (within) focusSpot(this.list, { key: action.key, what: combo === undefined ? 'add' : 'change', combo, at: 0 })
    })
    this.recording = { key: action.key, recorder: made }
    this.paint()
    made.field.focus()
  }

  endRecording() {
    this.recording?.recorder.stop()
    this.recording = null
  }
}

/** @param {Shortcut} shortcut @param {readonly string[]} words */
function holds(shortcut, words) {
  if (words.length === 0) return true
  const text = searchTextOf(shortcut)
  return words.every((word) => text.includes(word))
}

customElements.define('hermes-shortcuts', HermesShortcuts)
