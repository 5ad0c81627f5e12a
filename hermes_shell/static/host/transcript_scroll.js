/**
 * Keeps a conversation at its end while its reader is there, and says so when something new comes while they read further up. A place that
 * somebody reads never moves by itself.
 */

/** How near to its end, in CSS pixels, a conversation counts as read to the end. */
const NEAR = 24
/** For how long, in ms, what moves is the reader's doing after they did something that scrolls. */
const HAND = 1000
const BY_HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown']

export class TranscriptScroll {
  #atEnd = true
  #top = 0
  #height = 0
  /** @type {Element | null} the newest turn when the end was seen last */
  #newest = null
  #sized
  #onScroll = () => this.#moved()
  /** When the reader last did something that scrolls, ms. */
  #handled = -Infinity
  #onHand = () => void (this.#handled = performance.now())

  /**
   * @param {HTMLElement} scroll
   * @param {HTMLElement} list its turns
   */
  constructor(scroll, list) {
    this.scroll = scroll
    this.list = list
    this.pill = newBelow(() => this.toEnd())
    scroll.append(this.pill)
    scroll.addEventListener('scroll', this.#onScroll, { passive: true })
    for (const type of BY_HAND) scroll.addEventListener(type, this.#onHand, { passive: true })
    this.#sized = new ResizeObserver(() => this.#grown())
    this.#sized.observe(list)
    this.#sized.observe(scroll)
  }

  /** Whether the end is in view. */
  get atEnd() {
    return this.#atEnd
  }

  toEnd() {
    this.#atEnd = true
    this.#settle()
  }

  /** Brings back the place that was read, after the conversation was out of the document. */
  restore() {
    if (this.#atEnd) this.#settle()
    else this.scroll.scrollTop = this.#top
  }

  dispose() {
    this.#sized.disconnect()
    this.scroll.removeEventListener('scroll', this.#onScroll)
    for (const type of BY_HAND) this.scroll.removeEventListener(type, this.#onHand)
    this.pill.remove()
  }

  #moved() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroll
    if (clientHeight === 0) return
    const near = scrollHeight - clientHeight - scrollTop < NEAR
    // What grew below has not moved the reader: only going up leaves the end.
    if (near) this.#atEnd = true
    // WebKit moves up by itself when a block is drawn anew and is lower for a moment.
    else if (scrollTop < this.#top - 1 && (scrollHeight === this.#height || performance.now() - this.#handled < HAND)) this.#atEnd = false
    else if (this.#atEnd) return this.#settle()
    this.#top = scrollTop
    if (this.#atEnd) this.#seen()
  }

  #grown() {
    const { scrollHeight, clientHeight } = this.scroll
    if (clientHeight === 0) return
    const taller = scrollHeight > this.#height
    this.#height = scrollHeight
    if (this.#atEnd || this.#hasSpoken()) this.toEnd()
    else if (taller && this.#hasNews()) this.pill.hidden = false
  }

  #settle() {
    this.scroll.scrollTop = this.scroll.scrollHeight
    this.#top = this.scroll.scrollTop
    this.#height = this.scroll.scrollHeight
    this.#seen()
  }

  #seen() {
    this.#newest = this.list.lastElementChild
    this.pill.hidden = true
  }

  /** Whether the user has just sent something from here: they want to see what comes of it. */
  #hasSpoken() {
    const newest = this.list.lastElementChild
    if (newest === this.#newest || !this.scroll.parentElement?.contains(document.activeElement)) return false
    return newest?.querySelector(':scope > .hs-turn-user > .hs-user:not([data-status="done"])') != null
  }

  /** Whether what grew is new: older messages that came, and parts that were opened, are not. */
  #hasNews() {
    const newest = this.list.lastElementChild
    return newest !== this.#newest || newest?.querySelector(':scope > .hs-answer > .hs-turn-status[data-state="running"]') !== null
  }
}

/** @param {() => void} run @returns {HTMLElement} */
function newBelow(run) {
  const place = document.createElement('div')
  place.className = 'hs-new-below'
  place.hidden = true
  const button = document.createElement('button')
  button.type = 'button'
  button.append(Object.assign(document.createElement('span'), { className: 'codicon codicon-arrow-down', ariaHidden: 'true' }), 'New below')
  button.addEventListener('click', run)
  place.append(button)
  return place
}
