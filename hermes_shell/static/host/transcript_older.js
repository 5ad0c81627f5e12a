/** Older messages come when the reader gets near to the beginning, and what they read stays where it is. */
import { channel } from './channel.js'
import { applyParts } from './fragments.js'

/** How far above what is seen, in CSS pixels, the beginning is when older messages are asked for. */
const AHEAD = 800

export class OlderMessages {
  #watch
  #filled
  #asking = false

  /**
   * @param {HTMLElement} scroll
   * @param {HTMLElement} list named `chat:<key>`
   */
  constructor(scroll, list) {
    this.scroll = scroll
    this.list = list
    this.#watch = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && void this.#loadByItself(), { root: scroll, rootMargin: `${AHEAD}px 0px 0px` })
    this.#filled = new MutationObserver(() => this.#follow())
    this.#filled.observe(list, { childList: true })
    this.#follow()
  }

  /** Whether there are older messages. */
  get hasMore() {
    return this.#mark !== null
  }

  /** Asks for older messages once. @returns {Promise<void>} when they are in the document; rejects when they do not come */
  async load() {
    if (this.#asking || !this.hasMore) return
    this.#asking = true
    const first = this.list.querySelector(':scope > .hs-turn')
    const place = first instanceof HTMLElement ? first.offsetTop : 0
    /** Holds the place by hand: at the very beginning no engine does. */
    const hold = new MutationObserver(() => {
      if (!(first instanceof HTMLElement) || !first.isConnected) return
      const moved = first.offsetTop - place
      if (moved <= 0) return
      hold.disconnect()
      this.scroll.scrollTop += moved
    })
    this.scroll.style.overflowAnchor = 'none'
    hold.observe(this.list, { childList: true })
    try {
      const answer = await channel.call('chat.older', { key: (this.list.dataset.list ?? '').slice('chat:'.length) })
      // Behind the frames that came before the answer.
      await applyParts(answer?.parts ?? [])
    } finally {
      hold.disconnect()
      this.scroll.style.overflowAnchor = ''
      this.#asking = false
    }
    // What brought nothing is asked for again by the button, or when the beginning comes near once more, and never in a loop.
    if (this.list.querySelector(':scope > .hs-turn') !== first) this.#watchAgain()
  }

  /** Asks until there are no more: what is searched has to be in the document. @param {number} most how many times at most */
  async loadAll(most = 200) {
    for (let times = 0; times < most && this.hasMore && this.scroll.isConnected; times++) {
      const before = this.list.childElementCount
      await this.#loadByItself()
      if (this.list.childElementCount === before) return
    }
  }

  dispose() {
    this.#watch.disconnect()
    this.#filled.disconnect()
  }

  async #loadByItself() {
    try {
      await this.load()
    } catch (error) {
      console.warn('older messages did not come', error)
    }
  }

  get #mark() {
    return this.list.querySelector(':scope > .hs-older')
  }

  #follow() {
    const mark = this.#mark
    if (mark) this.#watch.observe(mark)
  }

  /** An observer tells of a change only, and after a short load the beginning is still near. */
  #watchAgain() {
    const mark = this.#mark
    if (!mark) return
    this.#watch.unobserve(mark)
    this.#watch.observe(mark)
  }
}
