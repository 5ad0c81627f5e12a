/** Sashes by mouse: dragging is page work at frame rate, the server gets the result once. */
import { holdOf, measure, writeSize } from './sash_hold.js'
import { onSashKey, resetSize } from './sash_keys.js'
import { giveUp, take, tellSize } from './sash_result.js'
import { refreshSashes, showValues } from './sash_values.js'

/** Listens for sashes. Call once. */
export function startSashes() {
  document.addEventListener('pointerdown', startDrag)
  document.addEventListener('dblclick', (event) => {
    const sash = sashOf(event)
    if (sash) resetSize(sash)
  })
  document.addEventListener('keydown', (event) => {
    const sash = sashOf(event)
    if (sash) onSashKey(event, sash)
  })
  // What a number says of a track follows the window, the text's size and what is beside it.
  const tree = document.querySelector('.hs-tree')
  if (tree) new ResizeObserver(refreshSashes).observe(tree)
  refreshSashes()
}

/** @param {PointerEvent} event */
function startDrag(event) {
  const sash = sashOf(event)
  const hold = sash && holdOf(sash)
  if (!sash || !hold || event.button !== 0) return
  event.preventDefault()
  sash.focus({ preventScroll: true })
  const at = (/** @type {PointerEvent} */ { clientX, clientY }) => (hold.axis === 'x' ? clientX : clientY)
  const from = at(event)
  const start = measure(sash, hold)
  const holder = take(hold)
  let size = start.size
  sash.setPointerCapture(event.pointerId)
  sash.dataset.dragging = ''
  // A frame inside a pane would take the pointer away from an engine that does not capture it there.
  document.documentElement.dataset.sashing = hold.axis
  const ended = new AbortController()
  /** @param {boolean} isKept */
  const end = (isKept) => {
    ended.abort()
    delete sash.dataset.dragging
    delete document.documentElement.dataset.sashing
    if (isKept && size !== start.size) void tellSize(hold, size, holder)
    else giveUp(hold, start.size)
    refreshSashes()
  }
  /** @param {PointerEvent} move */
  const follow = (move) => {
    const next = Math.round(Math.min(start.most, Math.max(start.least, start.size + hold.sign * (at(move) - from))))
    if (next === size) return
    size = next
    writeSize(hold, size)
    showValues(sash, { ...start, size })
  }
  /** @param {string} type @param {(event: PointerEvent) => void} hear */
  const listen = (type, hear) => {
    const own = (/** @type {any} */ one) => one.pointerId === event.pointerId && hear(one)
    document.addEventListener(type, own, { signal: ended.signal, capture: true })
  }
  listen('pointermove', follow)
  listen('pointerup', () => end(true))
  // A sash that leaves the document under the pointer loses it.
  for (const type of ['pointercancel', 'lostpointercapture']) listen(type, () => end(false))
  const cancel = (/** @type {KeyboardEvent} */ key) => {
    if (key.key !== 'Escape') return
    key.preventDefault()
    key.stopPropagation()
    end(false)
  }
  document.addEventListener('keydown', cancel, { signal: ended.signal, capture: true })
}

/** @param {Event} event */
function sashOf(event) {
  const sash = event.target instanceof Element ? event.target.closest('.hs-sash[data-sash]') : null
  return sash instanceof HTMLElement && !sash.closest('.hermes-host') ? sash : null
}
