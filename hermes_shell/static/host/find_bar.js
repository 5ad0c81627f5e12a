/** The bar of find in page: it lies over the right end of the pane's upper edge, outside of it, and follows it. */
import { codicon, element } from './elements.js'
import { canHighlight } from './find_highlight.js'
import { LONGEST_QUERY } from './find_matches.js'
import { islands } from './islands.js'

/** px between the bar and the pane's edges; at the right there is room for a scroll bar. */
const GAP = 8
const RIGHT = 16

/** @typedef {'previous' | 'next' | 'close' | 'matchCase' | 'wholeWord' | 'input'} Wish */

export class FindBar {
  /** Height of what it covers, px. */
  static COVERED = 44

  #field = /** @type {HTMLInputElement} */ (element('input', { type: 'text', placeholder: 'Find', 'aria-label': 'Find', autocomplete: 'off', spellcheck: 'false', maxlength: String(LONGEST_QUERY) }))
  #count = element('output', { class: 'hs-find-count', role: 'status', 'aria-live': 'polite', title: 'Text in fields is not searched' })
  #toggles = {
    matchCase: button('case-sensitive', 'Match case', { 'aria-pressed': 'false', 'aria-keyshortcuts': 'Alt+C' }),
    wholeWord: button('whole-word', 'Whole word', { 'aria-pressed': 'false', 'aria-keyshortcuts': 'Alt+W' }),
  }
  #previous = button('arrow-up', 'Previous match', { 'aria-keyshortcuts': 'Shift+Enter' })
  #next = button('arrow-down', 'Next match', { 'aria-keyshortcuts': 'Enter' })
  #close = button('close', 'Close', { 'aria-keyshortcuts': 'Escape' })
  #box = element('div', { class: 'hs-find', role: 'search', 'data-slot': 'find-bar' })
  #frame = element('div', { class: 'hs-find-frame', 'aria-hidden': 'true', hidden: '' })
  #frames = 0

  /** @param {(wish: Wish) => void} wish */
  constructor(wish) {
    const { matchCase, wholeWord } = this.#toggles
    const field = element('div', { class: 'hs-find-field' }, this.#field, matchCase, wholeWord)
    this.#box.append(field, this.#count, this.#previous, this.#next, this.#close)
    this.#field.addEventListener('input', () => wish('input'))
    const wishes = /** @type {[HTMLElement, Wish][]} */ ([[matchCase, 'matchCase'], [wholeWord, 'wholeWord'], [this.#previous, 'previous'], [this.#next, 'next'], [this.#close, 'close']])
    for (const [control, meant] of wishes) control.addEventListener('click', () => wish(meant))
    this.#box.addEventListener('keydown', (event) => {
      const meant = event.isComposing ? null : wishOf(event)
      if (!meant) return
      event.preventDefault()
      event.stopPropagation()
      wish(meant)
    })
  }

  get query() {
    return this.#field.value
  }

  get hasFocus() {
    return this.#box.contains(document.activeElement)
  }

  /**
   * Stands over a pane and follows it.
   * @param {HTMLElement} pane
   * @param {{ title: string, query: string, options: import('./find_matches.js').Options, matchRect: () => DOMRect | null, gone: () => void }} about
   */
  open(pane, { title, query, options, matchRect, gone }) {
    this.#box.setAttribute('aria-label', `Find in ${title}`)
    this.#field.value = query
    this.#box.removeAttribute('data-low')
    this.showOptions(options)
    if (!this.#box.isConnected) islands().append(this.#box, this.#frame)
    const follow = () => {
      const box = pane.getBoundingClientRect()
      if (!pane.isConnected || box.width === 0 || box.height === 0) return gone()
      this.#place(box, canHighlight() ? null : matchRect())
      this.#frames = requestAnimationFrame(follow)
    }
    cancelAnimationFrame(this.#frames)
    follow()
  }

  focus() {
    this.#field.focus({ preventScroll: true })
    this.#field.select()
  }

  close() {
    cancelAnimationFrame(this.#frames)
    this.#box.remove()
    this.#frame.remove()
  }

  /** @param {import('./find_matches.js').Options} options */
  showOptions(options) {
    for (const [name, control] of Object.entries(this.#toggles)) control.setAttribute('aria-pressed', String(/** @type {any} */ (options)[name]))
  }

  /** @param {import('./find_session.js').State} state */
  showState({ count, current, more, sought }) {
    this.#count.textContent = !sought ? '' : count === 0 ? 'No results' : `${current + 1} of ${count}${more ? '+' : ''}`
    this.#box.toggleAttribute('data-nothing', sought && count === 0)
    for (const control of [this.#previous, this.#next]) control.toggleAttribute('disabled', count === 0)
  }

  /**
   * Keeps off the current match: where its pane cannot scroll it out from below the bar, the bar goes to the lower edge.
   * @param {HTMLElement} pane
   * @param {DOMRect | null} match
   */
  avoid(pane, match) {
    const { left } = this.#box.getBoundingClientRect()
    const { top } = pane.getBoundingClientRect()
    this.#box.toggleAttribute('data-low', match !== null && match.right > left - GAP && match.bottom > top && match.top < top + FindBar.COVERED)
  }

  /** @param {DOMRect} pane @param {DOMRect | null} match */
  #place(pane, match) {
    const room = Math.max(0, pane.width - GAP - RIGHT)
    const top = this.#box.hasAttribute('data-low') ? pane.bottom - FindBar.COVERED : pane.top + GAP
    setStyle(this.#box, { top: `${top}px`, right: `${Math.max(0, innerWidth - pane.right) + RIGHT}px`, maxWidth: `${room}px` })
    const seen = match && match.width > 0 && match.bottom > pane.top && match.top < pane.bottom
    this.#frame.hidden = !seen
    if (seen) setStyle(this.#frame, { top: `${match.top}px`, left: `${match.left}px`, width: `${match.width}px`, height: `${match.height}px` })
  }
}

/** @param {KeyboardEvent} event @returns {Wish | null} */
function wishOf({ key, code, shiftKey, altKey, ctrlKey, metaKey, target }) {
  if (key === 'Escape') return 'close'
  if (key === 'F3' || (key === 'Enter' && target instanceof HTMLInputElement)) return shiftKey ? 'previous' : 'next'
  if (!altKey || ctrlKey || metaKey) return null
  return code === 'KeyC' ? 'matchCase' : code === 'KeyW' ? 'wholeWord' : null
}

/** @param {string} icon @param {string} label @param {Record<string, string>} attributes */
const button = (icon, label, attributes) => element('button', { type: 'button', class: 'hs-icon-button', 'aria-label': label, title: label, ...attributes }, codicon(icon))

/** @param {HTMLElement} target @param {Record<string, string>} styles */
function setStyle(target, styles) {
  for (const [name, value] of Object.entries(styles)) if (/** @type {any} */ (target.style)[name] !== value) /** @type {any} */ (target.style)[name] = value
}
