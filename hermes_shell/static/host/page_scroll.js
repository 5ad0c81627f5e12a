/**
 * How far a page was scrolled, for when one comes back to it: of the page and of the parts in it that scroll by themselves. Kept in this
 * window's memory. A part is found again by its place in the page; one that is not there, or not long enough, within a second stays.
 */

/** @typedef {{ place: number[], top: number, left: number }} Offset */

const MOST_PAGES = 200
const MOST_PARTS = 16
const PATIENCE_MS = 1000
const HANDS = /** @type {const} */ (['wheel', 'pointerdown', 'keydown', 'touchstart'])

/** Path to offsets, the page seen last at the end. @type {Map<string, Offset[]>} */
const kept = new Map()
/** What has scrolled since the page came. @type {Set<Element>} */
const scrolled = new Set()
/** @type {(() => void) | null} ends a restoration under way */
let stop = null

/**
 * Notes what scrolls. Call once.
 * @param {() => HTMLElement | null} shownPage the element around the page
 */
export function keepScroll(shownPage) {
  document.addEventListener(
    'scroll',
    ({ target }) => {
      const page = shownPage()
      // A chat keeps its own place.
      if (target instanceof Element && target.closest('hermes-chat') === null && page?.contains(target) && (scrolled.has(target) || scrolled.size < MOST_PARTS)) scrolled.add(target)
    },
    { capture: true, passive: true },
  )
}

/**
 * Keeps the offsets of the page that is about to go.
 * @param {string} path
 */
export function leaveScroll(path) {
  const page = document.getElementById('workspace-page')
  if (!page) return
  if (page.scrollTop > 0) scrolled.add(page)
  const offsets = [...scrolled].filter((part) => page.contains(part)).map((part) => ({ place: placeOf(page, part), top: part.scrollTop, left: part.scrollLeft }))
  // While a page is still on its way back to where it was, that is where it was.
  if (stop) return
  kept.delete(path)
  if (offsets.some(({ top, left }) => top !== 0 || left !== 0)) kept.set(path, offsets)
  const oldest = kept.keys().next()
  if (kept.size > MOST_PAGES && !oldest.done) kept.delete(oldest.value)
}

/**
 * Brings a page back to where it was, a new one to its top.
 * @param {HTMLElement} page
 * @param {string} path
 */
export function restoreScroll(page, path) {
  stop?.()
  scrolled.clear()
  page.scrollTop = 0
  page.scrollLeft = 0
  const waiting = new Set(kept.get(path))
  const go = () => {
    for (const offset of waiting) if (apply(page, offset)) waiting.delete(offset)
    if (waiting.size === 0) stop?.()
  }
  if (waiting.size === 0) return
  const grown = new MutationObserver(go)
  const resized = new ResizeObserver(go)
  const end = () => {
    grown.disconnect()
    resized.disconnect()
    clearTimeout(timer)
    for (const hand of HANDS) removeEventListener(hand, end, true)
    if (stop === end) stop = null
  }
  stop = end
  const timer = setTimeout(end, PATIENCE_MS)
  // Who takes hold of the page is where they want to be.
  for (const hand of HANDS) addEventListener(hand, end, { capture: true, passive: true })
  grown.observe(page, { childList: true, subtree: true })
  for (const part of page.children) resized.observe(part)
  go()
}

/**
 * @param {Element} page
 * @param {Offset} offset
 * @returns {boolean} whether it stands there now
 */
function apply(page, { place, top, left }) {
  const part = place.reduce((/** @type {Element | undefined} */ parent, at) => parent?.children[at], page)
  if (!part) return false
  part.scrollTop = top
  part.scrollLeft = left
  // Offsets of a zoomed page are fractions.
  return Math.abs(part.scrollTop - top) < 2 && Math.abs(part.scrollLeft - left) < 2
}

/** @param {Element} page @param {Element} part @returns {number[]} the numbers of the children that lead from the page to its part */
function placeOf(page, part) {
  /** @type {number[]} */
  const place = []
  for (let at = part; at !== page && at.parentElement; at = at.parentElement) place.unshift([...at.parentElement.children].indexOf(at))
  return place
}
