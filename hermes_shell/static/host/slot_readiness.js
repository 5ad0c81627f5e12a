/**
 * When a placeholder may mount: row slots when their row comes near the viewport, slots of a hidden pane at its first activation.
 * Both keep 1,000 rows and a window full of closed tabs cheap (architecture sections 5 and 6).
 */

const ROW_AREA = /^sessionRow\./
const VIEWPORT_MARGIN = '240px'

/** @type {WeakMap<Element, Set<() => void>>} observed row to what waits for it */
const waitingRows = new WeakMap()
/** @type {Map<HTMLElement, () => void>} slot in a hidden pane to what waits for it */
const waitingPanes = new Map()

const rowObserver = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue
      rowObserver.unobserve(entry.target)
      const waiting = waitingRows.get(entry.target)
      waitingRows.delete(entry.target)
      for (const run of waiting ?? []) run()
    }
  },
  { rootMargin: VIEWPORT_MARGIN },
)

const paneObserver = new MutationObserver(() => {
  for (const [slot, run] of [...waitingPanes]) {
    if (hiddenPane(slot)) continue
    waitingPanes.delete(slot)
    run()
  }
  if (waitingPanes.size === 0) paneObserver.disconnect()
})

/** @param {HTMLElement} slot */
const hiddenPane = (slot) => slot.closest('[data-pane][hidden]')

/** @param {HTMLElement} slot */
const isRowSlot = (slot) => ROW_AREA.test(slot.getAttribute('area') ?? '')

/**
 * @param {HTMLElement} slot
 * @returns {boolean}
 */
export function isDeferred(slot) {
  return isRowSlot(slot) || hiddenPane(slot) !== null
}

/**
 * Runs `run` once when the placeholder may mount.
 * @param {HTMLElement} slot
 * @param {() => void} run
 * @returns {() => void} cancels the wait
 */
export function whenReady(slot, run) {
  if (isRowSlot(slot)) return whenNear(slot, run)
  if (waitingPanes.size === 0) paneObserver.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['hidden'] })
  waitingPanes.set(slot, run)
  return () => waitingPanes.delete(slot)
}

/**
 * @param {HTMLElement} slot
 * @param {() => void} run
 */
function whenNear(slot, run) {
  // The slot itself is display: contents and has no box to intersect with.
  const row = slot.closest('[data-session-row], [data-item]:not(hermes-slot)') ?? slot.parentElement ?? slot
  const waiting = waitingRows.get(row) ?? new Set()
  waiting.add(run)
  waitingRows.set(row, waiting)
  rowObserver.observe(row)
  return () => {
    waiting.delete(run)
    if (waiting.size === 0) rowObserver.unobserve(row)
  }
}
