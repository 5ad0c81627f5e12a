/**
 * The user's message stands at the top while its answer scrolls. A long one scrolls until two lines of it are left, and shows its first two
 * lines then: the room that it took stays, so nothing below it moves.
 */

export class StickyPrompts {
  /** Turns that reach over the top edge. @type {Set<HTMLElement>} */
  #over = new Set()
  #watch
  #filled
  #waiting = 0
  #onScroll = () => {
    this.#waiting ||= requestAnimationFrame(() => this.#place())
  }

  /**
   * @param {HTMLElement} scroll
   * @param {HTMLElement} list its turns
   */
  constructor(scroll, list) {
    this.scroll = scroll
    this.#watch = new IntersectionObserver((entries) => this.#crossed(entries), { root: scroll, rootMargin: '0px 0px -100% 0px' })
    for (const turn of list.children) this.#watch.observe(turn)
    this.#filled = new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) {
        for (const node of addedNodes) if (node instanceof HTMLElement) this.#watch.observe(node)
        for (const node of removedNodes) if (node instanceof HTMLElement) this.#forget(node)
      }
    })
    this.#filled.observe(list, { childList: true })
    scroll.addEventListener('scroll', this.#onScroll, { passive: true })
  }

  dispose() {
    cancelAnimationFrame(this.#waiting)
    this.#watch.disconnect()
    this.#filled.disconnect()
    this.scroll.removeEventListener('scroll', this.#onScroll)
  }

  /** @param {HTMLElement} turn */
  #forget(turn) {
    this.#watch.unobserve(turn)
    this.#over.delete(turn)
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #crossed(entries) {
    for (const { target, isIntersecting } of entries) {
      if (!(target instanceof HTMLElement)) continue
      if (isIntersecting) this.#over.add(target)
      else if (this.#over.delete(target)) loosen(userOf(target))
    }
    this.#onScroll()
  }

  #place() {
    this.#waiting = 0
    const top = this.scroll.getBoundingClientRect().top
    for (const turn of this.#over) stick(turn, top)
  }
}

/** @param {Element} turn @returns {HTMLElement | null} */
const userOf = (turn) => turn.querySelector(':scope > .hs-turn-user > .hs-user')

/**
 * @param {HTMLElement} turn
 * @param {number} top of what is seen
 */
function stick(turn, top) {
  const user = userOf(turn)
  const text = user?.querySelector('.hs-user-text')
  if (!user || !text) return
  const stuck = 'stuck' in user.dataset
  const full = stuck ? Number(user.dataset.full) : user.offsetHeight
  const spare = stuck ? full - user.offsetHeight : sparedBy(user, /** @type {HTMLElement} */ (text))
  const over = top - turn.getBoundingClientRect().top
  setSpare(/** @type {HTMLElement} */ (user.parentElement), `${spare}px`)
  if (over > spare && !stuck && over > 0) {
    user.dataset.full = String(full)
    user.dataset.stuck = ''
  } else if (over <= spare && stuck) loosen(user)
}

/** On the place of the message only: what is below inherits it, and an answer may be long. @param {HTMLElement} place @param {string} spare */
function setSpare(place, spare) {
  if (place.style.getPropertyValue('--hs-spare') !== spare) place.style.setProperty('--hs-spare', spare)
}

/** @param {HTMLElement | null} user */
function loosen(user) {
  if (!user) return
  delete user.dataset.stuck
  delete user.dataset.full
}

/**
 * How much lower a message is with two lines of its text and nothing else.
 * @param {HTMLElement} user
 * @param {HTMLElement} text
 */
function sparedBy(user, text) {
  const line = Number.parseFloat(getComputedStyle(text).lineHeight) || 22
  const bubble = /** @type {HTMLElement} */ (text.parentElement)
  const beside = user.offsetHeight - bubble.offsetHeight
  const extra = bubble.offsetHeight - text.offsetHeight - paddingOf(bubble)
  return Math.max(0, text.offsetHeight - 2 * line) + Math.max(0, extra) + Math.max(0, beside - paddingOf(user))
}

/** @param {HTMLElement} element */
function paddingOf(element) {
  const { paddingTop, paddingBottom } = getComputedStyle(element)
  return Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)
}
