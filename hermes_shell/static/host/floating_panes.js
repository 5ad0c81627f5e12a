/**
 * Floating panes: a press brings one to the front, its edges and corners resize it, keys do both. Its strip is dragged as any tab is.
 * Source: contract section 4.1, floating panes.
 */
import { cardOf, noteCard, paneOf, putCard, raiseCard, readCard, showCard } from './float_card.js'
import { clamped, resized } from './float_box.js'
import { layoutOp } from './panes.js'

const STEP = 16
/** @type {Record<string, readonly [number, number]>} */
const ARROWS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }

/** @type {HTMLElement | null} pressed and brought forward, not yet told */
let raised = null

/** Listens for presses and keys. Call once. */
export function startFloatingPanes() {
  // Before anything inside can stop the event.
  document.addEventListener('pointerdown', onPress, { capture: true })
  document.addEventListener('pointerup', tellRaised, { capture: true })
  document.addEventListener('pointercancel', tellRaised, { capture: true })
  document.addEventListener('focusin', ({ target }) => {
    const card = cardOf(target)
    if (card && card !== raised && raiseCard(card)) tellFront(card)
  })
  document.addEventListener('keydown', onKey)
}

/** @param {PointerEvent} event */
function onPress(event) {
  const card = cardOf(event.target)
  if (!card) return
  if (raiseCard(card)) raised = card
  const edge = event.target instanceof HTMLElement ? (event.target.dataset.floatEdge ?? '') : ''
  if (edge !== '' && event.button === 0 && event.isPrimary) startResize(event, card, edge)
}

function tellRaised() {
  if (raised) tellFront(raised)
  raised = null
}

/** @param {HTMLElement} card */
function tellFront(card) {
  if (card.isConnected) void layoutOp('reveal', { pane: paneOf(card) })
}

/**
 * @param {PointerEvent} down
 * @param {HTMLElement} card
 * @param {string} edges
 */
function startResize(down, card, edges) {
  const handle = /** @type {HTMLElement} */ (down.target)
  const start = readCard(card)
  if (!start) return
  down.preventDefault()
  handle.setPointerCapture(down.pointerId)
  const over = new AbortController()
  const options = { signal: over.signal }
  const putBack = noteCard(card)
  let box = start.box
  let frame = 0
  // The numbers of the anchor stay as they are until the end: the card is moved and sized from its upper left corner.
  const draw = () => {
    frame = 0
    showCard(card, box)
  }
  /** @param {boolean} keep */
  const end = (keep) => {
    over.abort()
    cancelAnimationFrame(frame)
    delete card.dataset.dragging
    if (!card.isConnected) return
    putBack()
    if (keep && box !== start.box) putCard(card, box, start.room)
  }
  card.dataset.dragging = ''
  handle.addEventListener(
    'pointermove',
    (move) => {
      if (move.pointerId !== down.pointerId) return
      box = resized(start.box, edges, move.clientX - down.clientX, move.clientY - down.clientY, start.room)
      frame ||= requestAnimationFrame(draw)
    },
    options,
  )
  handle.addEventListener('pointerup', (up) => up.pointerId === down.pointerId && end(true), options)
  handle.addEventListener('pointercancel', (event) => event.pointerId === down.pointerId && end(false), options)
  // The card went away under the pointer, or the engine took the pointer back.
  handle.addEventListener('lostpointercapture', () => end(true), options)
  addEventListener('blur', () => end(false), options)
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopImmediatePropagation()
      end(false)
    },
    { ...options, capture: true },
  )
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const [dx, dy] = ARROWS[event.key] ?? []
  if (dx === undefined || dy === undefined || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
  const target = event.target instanceof Element ? event.target : null
  const grip = target?.closest('[data-float-grip]')
  // Within the pane the keys are the pane's own; in the strip the arrow keys walk tabs, with Alt they move the card.
  if (!grip && !(event.altKey && target?.closest('.hs-tabstrip'))) return
  const card = cardOf(target)
  const now = card ? readCard(card) : null
  if (!card || !now) return
  event.preventDefault()
  const { left, top, width, height } = now.box
  // One that grows at the edge of the room moves away from it.
  const box = event.altKey ? { ...now.box, left: left + dx, top: top + dy } : { ...now.box, width: width + dx, height: height + dy }
  putCard(card, clamped(box, now.room), now.room, true)
}
