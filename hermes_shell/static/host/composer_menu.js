/**
 * The list of completions above a composer. The focus stays in the text: rows are chosen with the arrow keys, Tab or Enter takes one,
 * Escape puts the list away until another word begins. It never takes a key that types.
 */
import { complete, triggerAt } from './composer_completions.js'

/** @typedef {import('./composer_completions.js').CompletionRow} CompletionRow */
/** @typedef {import('./composer_completions.js').Trigger} Trigger */

let lists = 0

export class CompletionMenu {
  /** @type {readonly CompletionRow[]} */
  #rows = []
  #active = 0
  /** @type {Trigger | null} */
  #trigger = null
  /** Where a word begins that Escape was pressed in. @type {string | null} */
  #refused = null
  #asked = 0
  #asking = false
  #askAgain = false

  /**
   * @param {HTMLElement} input the text, which names the active row
   * @param {HTMLElement} box what the list stands above
   * @param {{ key: () => string, text: import('./composer_text.js').ComposerText }} composer
   */
  constructor(input, box, composer) {
    this.input = input
    this.composer = composer
    this.list = document.createElement('ul')
    this.list.className = 'hs-composer-menu'
    this.list.id = `composer-menu-${++lists}`
    this.list.role = 'listbox'
    this.list.ariaLabel = 'Suggestions'
    this.list.hidden = true
    // Not pointerdown's default: the text keeps the focus.
    this.list.addEventListener('pointerdown', (event) => event.preventDefault())
    this.list.addEventListener('click', ({ target }) => {
      const row = target instanceof Element ? target.closest('[role="option"]') : null
      if (row) this.take(Number(row.getAttribute('data-at')))
    })
    this.nothing = document.createElement('p')
    this.nothing.className = 'hs-composer-menu hs-composer-menu-detail'
    this.nothing.role = 'status'
    this.nothing.textContent = 'No files to name here'
    this.nothing.hidden = true
    box.prepend(this.list, this.nothing)
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-haspopup', 'listbox')
    input.setAttribute('aria-controls', this.list.id)
  }

  get isOpen() {
    return !this.list.hidden
  }

  /** The text or the caret changed. */
  refresh() {
    const trigger = this.composer.text.hasFocus ? triggerAt(this.composer.text.before()) : null
    const start = trigger && `${trigger.kind}${trigger.line.slice(0, trigger.line.length - trigger.word.length)}`
    if (this.#refused !== null && this.#refused !== start) this.#refused = null
    if (!trigger || this.#refused === start) {
      this.#trigger = null
      this.#asked++
      this.#show([])
      return
    }
    if (this.#trigger?.line === trigger.line && this.#trigger.kind === trigger.kind) return
    this.#trigger = trigger
    void this.#ask()
  }

  /** One question at a time: what is typed meanwhile is asked once, when its answer is there. */
  async #ask() {
    if (this.#asking) {
      this.#askAgain = true
      return
    }
    this.#asking = true
    do {
      this.#askAgain = false
      const trigger = this.#trigger
      const number = ++this.#asked
      if (!trigger) break
      await complete(this.composer.key(), trigger, (rows, done) => {
        if (number === this.#asked && this.#trigger && (done || rows.length > 0)) this.#show(rows)
      })
    } while (this.#askAgain)
    this.#asking = false
  }

  /** @param {1 | -1} step */
  move(step) {
    this.#active = (this.#active + step + this.#rows.length) % this.#rows.length
    this.#mark()
  }

  /** Whether the active row would change nothing but a space. */
  get isTyped() {
    const row = this.#rows[this.#active]
    return row !== undefined && row.insert.trim() === this.#trigger?.word.trim()
  }

  /** @param {number} [at] the active row when it is not given */
  take(at = this.#active) {
    const row = this.#rows[at]
    const trigger = this.#trigger
    if (!row || !trigger) return
    this.#trigger = null
    this.#show([])
    const kind = !row.chip ? 'text' : trigger.kind === 'at' ? 'ref' : 'command'
    const text = kind === 'text' && !row.goesOn && !/\s$/.test(row.insert) ? `${row.insert} ` : row.insert
    this.composer.text.complete(trigger.word.length, { kind, text })
  }

  /** Away until another word begins. */
  refuse() {
    if (this.#trigger) this.#refused = `${this.#trigger.kind}${this.#trigger.line.slice(0, this.#trigger.line.length - this.#trigger.word.length)}`
    this.#trigger = null
    this.#asked++
    this.#show([])
  }

  /** @param {readonly CompletionRow[]} rows */
  #show(rows) {
    // A word that goes on may be no reference at all, so only its first letter is told that there is nothing.
    this.nothing.hidden = rows.length > 0 || this.#trigger?.word !== '@'
    if (rows.length === 0 && this.list.hidden) return
    const before = this.#rows[this.#active]
    this.#rows = rows
    this.#active = Math.max(0, rows.findIndex((row) => before && row.insert === before.insert))
    this.list.hidden = rows.length === 0
    this.list.replaceChildren(...rows.map((row, at) => this.#row(row, at)))
    this.#mark()
  }

  /** @param {CompletionRow} row @param {number} at */
  #row({ display, meta, icon }, at) {
    const row = document.createElement('li')
    row.role = 'option'
    row.id = `${this.list.id}-${at}`
    row.dataset.at = String(at)
    const face = document.createElement('i')
    face.className = `codicon codicon-${icon.replace(/[^\w-]/g, '')}`
    face.ariaHidden = 'true'
    const name = document.createElement('span')
    name.className = 'hs-composer-menu-name'
    name.textContent = display
    row.append(face, name)
    if (meta) {
      const detail = document.createElement('span')
      detail.className = 'hs-composer-menu-detail'
      detail.textContent = meta
      row.append(detail)
    }
    return row
  }

  #mark() {
    for (const [at, row] of [...this.list.children].entries()) row.setAttribute('aria-selected', String(at === this.#active))
    const active = this.list.children[this.#active]
    if (active && !this.list.hidden) {
      this.input.setAttribute('aria-activedescendant', active.id)
      active.scrollIntoView({ block: 'nearest' })
    } else this.input.removeAttribute('aria-activedescendant')
  }
}
