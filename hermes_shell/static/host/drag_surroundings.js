/** What changes around a drag: the layout itself, and strips with more tabs than fit. */
import { holds } from './boxes.js'

const LAYOUT = '.hs-tree, .hs-split, .hs-zone, .hs-tabs, .hs-floats'
/** How near to the end of a strip it scrolls, and how far in a frame, px. */
const NEAR = 24
const SCROLL = 8

/**
 * Tells when zones or tabs come, go or move. What plugins draw inside their panes is not looked at.
 * @param {AbortSignal} signal ends it
 * @param {() => void} tell
 */
export function followLayout(signal, tell) {
  const columns = document.querySelector('.hs-columns')
  if (!columns) return
  const observer = new MutationObserver((records) => {
    if (records.some(({ target }) => target instanceof Element && target.matches(LAYOUT))) tell()
  })
  observer.observe(columns, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
}

/**
 * Scrolls the strip under the pointer when the pointer is at one of its ends.
 * @param {import('./drop_scene.js').Zone} zone
 * @param {import('./boxes.js').Point} point
 * @returns {boolean} whether it moved
 */
export function scrollStrip({ strip, tabsBox, scroller }, point) {
  if (!strip || !tabsBox || !scroller || !holds(strip, point)) return false
  const step = point.x < tabsBox.left + NEAR ? -SCROLL : point.x > tabsBox.left + tabsBox.width - NEAR ? SCROLL : 0
  if (step === 0) return false
  const before = scroller.scrollLeft
  scroller.scrollLeft += step
  return scroller.scrollLeft !== before
}
