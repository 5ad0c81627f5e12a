/**
 * One search in one pane: text, matches, which of them is the current one, and how they follow what changes in the pane. What it reads is
 * bounded, long reading is done in slices, and a pane that changes all the time is read a few times a second.
 */
import { clearHighlights, highlightAll, highlightCurrent } from './find_highlight.js'
import { MOST_MATCHES, patternOf, rangeOf, search } from './find_matches.js'
import { firstInView, reveal } from './find_reveal.js'
import { inSlices } from './find_slices.js'
import { PaneText } from './find_text.js'
import { loadWholeTranscript } from './transcript_view.js'

const PAUSE_MS = 200
/** Reading takes at most this part of the time. */
const SHARE = 5
const CHANGES = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['class', 'hidden', 'open', 'style'] }

/** @typedef {import('./find_matches.js').Match} Match */
/** @typedef {import('./find_matches.js').Options} Options */
/** @typedef {{ count: number, current: number, more: boolean, sought: boolean }} State current: -1 for none; more: there may be more than were counted */

export class FindSession {
  query = ''
  /** @type {Options} */
  options = { matchCase: false, wholeWord: false }

  /** @type {Match[]} */ #matches = []
  #current = -1
  /** @type {PaneText | null} null when the pane must be read again */ #text = null
  /** @type {Promise<PaneText> | null} reading under way; it goes on while the query changes */ #reading = null
  #running = new AbortController()
  #ended = new AbortController()
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer
  #busyUntil = 0
  #observer

  /**
   * @param {HTMLElement} pane
   * @param {number} covered px at the pane's top that the bar covers
   * @param {(state: State) => void} show
   */
  constructor(pane, covered, show) {
    this.pane = pane
    this.covered = covered
    this.show = show
    this.#observer = new MutationObserver(() => this.#paneChanged())
    this.#observer.observe(pane, CHANGES)
    pane.dataset.searched = ''
  }

  /** @param {string} query @param {Options} options @returns {Promise<void>} when the matches are shown */
  async look(query, options) {
    this.query = query
    this.options = options
    // What comes is a change of the pane, and is searched then.
    if (query !== '') void loadWholeTranscript(this.pane)
    await this.#look(true)
  }

  /** Goes to another match, round at the ends. @param {1 | -1} step */
  go(step) {
    if (this.#matches.length === 0) return
    this.#current = (this.#current + step + this.#matches.length) % this.#matches.length
    this.#showCurrent(true)
  }

  /** @returns {DOMRect | null} where the current match is */
  currentRect() {
    const match = this.#matches[this.#current]
    return (match && rangeOf(match)?.getBoundingClientRect()) ?? null
  }

  end() {
    this.#running.abort()
    this.#ended.abort()
    this.#observer.disconnect()
    clearTimeout(this.#timer)
    delete this.pane.dataset.searched
    clearHighlights()
  }

  #paneChanged() {
    this.#text = null
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#look(false)
    }, Math.max(PAUSE_MS, this.#busyUntil - performance.now()))
  }

  /** @param {boolean} anew for another query: begins at what is seen; else the current match stays where it can */
  async #look(anew) {
    this.#running.abort()
    this.#running = new AbortController()
    const { signal } = this.#running
    const pattern = patternOf(this.query, this.options)
    const started = performance.now()
    /** @type {Match[]} */
    const found = []
    let cut = false
    if (pattern) {
      const text = this.#text ?? (await (this.#reading ??= this.#read()))
      if (signal.aborted || !(await inSlices(search(text.blocks, pattern, found), signal))) return
      cut = text.cut
      this.#busyUntil = performance.now() + (performance.now() - started) * SHARE
    }
    const before = this.#matches[this.#current]
    this.#matches = found
    const first = () => firstInView(found.length, (index) => rangeOf(found[index]), this.pane)
    const same = before && !anew ? found.findIndex((one) => one.startContainer === before.startContainer && one.startOffset === before.startOffset) : -1
    this.#current = found.length === 0 ? -1 : same >= 0 ? same : anew || !before ? first() : Math.min(this.#current, found.length - 1)
    highlightAll(found)
    this.#showCurrent(anew, cut)
  }

  async #read() {
    const text = new PaneText()
    await inSlices(text.read(this.pane), this.#ended.signal)
    this.#reading = null
    // What changed while it was read is read again soon.
    if (this.#timer === undefined) this.#text = text
    return text
  }

  /** @param {boolean} scroll @param {boolean} [cut] */
  #showCurrent(scroll, cut = this.#text?.cut ?? false) {
    const match = this.#matches[this.#current] ?? null
    highlightCurrent(match)
    const range = match && scroll ? rangeOf(match) : null
    if (range) reveal(range, this.pane, this.covered)
    const count = this.#matches.length
    this.show({ count, current: this.#current, more: cut || count >= MOST_MATCHES, sought: this.query.trim() !== '' })
  }
}
