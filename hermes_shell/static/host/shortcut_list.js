/** `<hermes-shortcuts>`: every action that keys can run, by category, with its keys now and who brings it; keys are changed in their row. */
import { $commands } from './commands.js'
import { element } from './elements.js'
import { placeChildren } from './keyed_list.js'
import { $overrides } from './keybinds.js'
import { registry } from './registry.js'
import { dropCombo, putCombo, resetAll, saveCombos, takeOver } from './shortcut_changes.js'
import { comboText, grouped, searchTextOf, shortcuts } from './shortcut_facts.js'
import { focusSpot, moveFocus, noteSpot, rove } from './shortcut_focus.js'
import { recorder } from './shortcut_recorder.js'
import { shortcutRow } from './shortcut_row.js'
import { shortcutSearch } from './shortcut_search.js'
import { shortcutSection } from './shortcut_section.js'
import { shortcutTools } from './shortcut_tools.js'

/** @typedef {import('./shortcut_facts.js').Shortcut} Shortcut */

class HermesShortcuts extends HTMLElement {
  /** @type {(() => void)[]} */
  stops = []
  /** @type {import('./shortcut_search.js').Query} */
  query = { words: [], combo: null }
  /** The row in the tab order. @type {string | null} */
  current = null
  /** @type {{ key: string, recorder: ReturnType<typeof recorder> } | null} */
  recording = null
  /** @type {Map<string, { row: HTMLElement, facts: string }>} */
  rows = new Map()
  /** @type {Map<string, ReturnType<typeof shortcutSection>>} */
  sections = new Map()
  list = element('div', { class: 'hs-shortcuts-list' })
  tools = shortcutTools({ changed: () => this.paint(), resetAll })
  waiting = false

  connectedCallback() {
    const search = shortcutSearch((query) => {
      this.query = query
      this.paint()
    })
    this.replaceChildren(element('div', { class: 'hs-shortcuts-head' }, search, this.tools.reset), this.tools.line, this.list)
    this.list.addEventListener('click', this.onClick)
    this.list.addEventListener('keydown', this.onKey)
    this.list.addEventListener('focusin', this.onFocus)
    const soon = () => this.paintSoon()
    this.stops = [$overrides.listen(soon), $commands.listen(soon), registry.subscribe('keybinds', soon)]
    this.paint()
  }

  disconnectedCallback() {
    for (const stop of this.stops.splice(0)) stop()
    this.recording?.recorder.stop()
    this.recording = null
    this.rows.clear()
    this.sections.clear()
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
    const groups = grouped(found)
    placeChildren(this.list, groups.map(([category, rows]) => this.section(category, rows)))
    this.forget(new Set(found.map(({ action }) => action.key)))
    rove(this.list, this.current)
    if (spot && !this.list.contains(document.activeElement)) focusSpot(this.list, spot)
    this.tools.tell(all, found)
  }

  /** @param {string} category @param {readonly Shortcut[]} shown */
  section(category, shown) {
    const section = this.sections.get(category) ?? shortcutSection(category)
    this.sections.set(category, section)
    section.show(shown.filter(({ ready }) => ready).map((one) => this.row(one)), shown.filter(({ ready }) => !ready).map((one) => this.row(one)))
    return section.element
  }

  /** @param {Shortcut} shortcut */
  row(shortcut) {
    const { key } = shortcut.action
    const recorded = this.recording?.key === key ? this.recording.recorder : null
    const facts = recorded ? 'recording' : JSON.stringify({ ...shortcut, action: null, others: shortcut.combos.map(({ others }) => others.map(({ label }) => label)) })
    const known = this.rows.get(key)
    if (known?.facts === facts) return known.row
    const row = shortcutRow(shortcut, recorded)
    this.rows.set(key, { row, facts })
    return row
  }

  /** @param {ReadonlySet<string>} kept */
  forget(kept) {
    for (const key of this.rows.keys()) if (!kept.has(key)) this.rows.delete(key)
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
    const shortcut = shortcuts().find(({ action }) => action.key === key)
    const combo = control.dataset.combo ?? null
    if (!shortcut) return
    if (what === 'change' || what === 'add') this.record(shortcut, combo)
    else if (what === 'remove' && combo !== null) void dropCombo(shortcut.action, combo)
    else if (what === 'reset') void saveCombos(shortcut.action, null)
    else if (what === 'take' && combo !== null) void takeOver(shortcut.action, combo)
  }

  /** @param {Shortcut} shortcut @param {string | null} replaced */
  record({ action, label }, replaced) {
    this.endRecording()
    const made = recorder(label, replaced === null ? null : comboText(replaced), (outcome) => {
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
