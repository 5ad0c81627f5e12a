/** Scrolls a match into view: the scrollers between it and its pane, and nothing else. */

const MARGIN = 8

/**
 * @param {Range} range
 * @param {Element} pane
 * @param {number} covered px at the pane's top that the bar covers
 */
export function reveal(range, pane, covered) {
  let element = range.startContainer.parentElement
  while (element) {
    const { overflowX, overflowY } = getComputedStyle(element)
    const rect = range.getBoundingClientRect()
    const box = element.getBoundingClientRect()
    const top = Math.max(box.top, pane.getBoundingClientRect().top + covered)
    if (scrolls(overflowY) && element.scrollHeight > element.clientHeight && (rect.top < top + MARGIN || rect.bottom > box.bottom - MARGIN)) {
      element.scrollTop += (rect.top + rect.bottom - top - box.bottom) / 2
    }
    if (scrolls(overflowX) && element.scrollWidth > element.clientWidth && (rect.left < box.left + MARGIN || rect.right > box.right - MARGIN)) {
      // A match that is wider than its place shows its beginning.
      element.scrollLeft += rect.width > box.width - 2 * MARGIN ? rect.left - box.left - MARGIN : (rect.left + rect.right - box.left - box.right) / 2
    }
    if (element === pane) return
    element = element.parentElement
  }
}

/** @param {string} overflow */
const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll'

/**
 * The first match that is not above what is seen. Matches are nearly always in the order of their places, so half of them are left out at a
 * time.
 * @param {number} count
 * @param {(index: number) => Range | null} rangeAt
 * @param {Element} pane
 * @returns {number} index
 */
export function firstInView(count, rangeAt, pane) {
  const { top } = pane.getBoundingClientRect()
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    const bottom = rangeAt(middle)?.getBoundingClientRect().bottom ?? top
    if (bottom <= top) low = middle + 1
    else high = middle
  }
  return low < count ? low : 0
}
