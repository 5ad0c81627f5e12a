/**
 * A native drag ends when its source leaves the document, so fragments of its area wait from `dragstart` to `dragend`
 * (architecture section 12, "native drag inside an area").
 */

/** A drag whose end never arrives (its source was removed by other code) must not hold an area for ever. */
const LONGEST_DRAG_MS = 30_000

/** @typedef {import('./fragments.js').Part} Part */

/** @type {Element | null} the area in which the drag began */
let place = null
/** @type {Part[]} */
let held = []
/** @type {ReturnType<typeof setTimeout> | undefined} */
let deadline

/**
 * @param {(parts: Part[]) => void} apply gets what was held, in order
 */
export function holdDuringDrags(apply) {
  const end = () => {
    clearTimeout(deadline)
    place = null
    const waiting = held
    held = []
    if (waiting.length > 0) apply(waiting)
  }
  document.addEventListener('dragstart', ({ target }) => {
    if (!(target instanceof Node)) return
    const element = target instanceof Element ? target : target.parentElement
    place = element?.closest('[data-zone], [data-area], #workspace-page') ?? null
    clearTimeout(deadline)
    deadline = setTimeout(end, LONGEST_DRAG_MS)
  })
  document.addEventListener('dragend', end)
  // The pointer moves freely again: the drag is over, whatever became of its source.
  document.addEventListener('pointermove', () => place && end())
}

/**
 * Keeps a part back while a drag in its area is under way.
 * @param {Part} part
 * @returns {boolean} true: it comes later
 */
export function heldBack(part) {
  if (!place || !touches(part, place)) return false
  held.push(part)
  return true
}

/**
 * @param {Part} part
 * @param {Element} area
 */
function touches({ area: id, target }, area) {
  const selector = id ? `[data-area="${CSS.escape(id)}"]` : target
  const element = selector ? document.querySelector(selector) : null
  return element !== null && (element.contains(area) || area.contains(element))
}
