/**
 * One drag, from the moment a press became one to its end: a preview at frame rate out of rectangles that were read before, and one
 * operation at the drop. Escape, a cancelled pointer, a window that loses the focus and a pane that goes away end it without one.
 */
import { holds } from './boxes.js'
import { followLayout, scrollStrip } from './drag_surroundings.js'
import { draggedOf, drop } from './dragged.js'
import { chipsOf } from './drop_chips.js'
import { openPreview } from './drop_preview.js'
import { readScene } from './drop_scene.js'
import { targetAt, zoneAt } from './drop_target.js'
import { liftCard } from './float_card.js'

/**
 * @param {import('./tab_drag.js').Subject} subject
 * @param {PointerEvent} down where it was pressed
 * @param {PointerEvent} move where it became a drag
 * @param {() => void} done the pointer is free again
 */
export function startDrag(subject, down, move, done) {
  const first = readScene()
  if (!first) return done()
  let scene = first
  let point = { x: move.clientX, y: move.clientY }
  let frame = 0
  let stale = false
  const dragged = draggedOf(subject)
  const card = subject.floating ? liftCard(subject.source, { x: down.clientX, y: down.clientY }) : null
  const preview = openPreview(card ? '' : subject.title)
  const over = new AbortController()
  const options = { signal: over.signal, capture: true }
  swallowClick(down.pointerId, done)
  subject.source.dataset.dragged = ''
  capture(preview.layer, down.pointerId)

  const draw = () => {
    frame = 0
    if (stale) scene = readScene() ?? scene
    stale = false
    const zone = zoneAt(scene, point)
    const target = targetAt(scene, dragged, point)
    preview.show(target, zone && holds(zone.body, point) ? chipsOf(dragged, zone) : [])
    preview.follow(point)
    card?.follow(point, target?.kind === 'move')
    if (zone && scrollStrip(zone, point)) refresh()
    return target
  }
  const later = () => (frame ||= requestAnimationFrame(draw))
  const refresh = () => {
    stale = true
    later()
  }
  /** @param {import('./drop_target.js').Target | null} target null = nothing happens */
  const end = (target) => {
    over.abort()
    cancelAnimationFrame(frame)
    preview.close()
    delete subject.source.dataset.dragged
    const box = card?.drop(target?.kind === 'float') ?? null
    if (target) drop(subject, target, box)
  }
  const cancel = () => end(null)

  document.addEventListener('pointermove', onMove, options)
  document.addEventListener('pointerup', (up) => up.pointerId === down.pointerId && release(up), options)
  document.addEventListener('pointercancel', (event) => event.pointerId === down.pointerId && cancel(), options)
  document.addEventListener('contextmenu', (event) => event.preventDefault(), options)
  addEventListener('keydown', onKey, options)
  addEventListener('blur', (event) => event.target === window && cancel(), options)
  document.addEventListener('scroll', refresh, options)
  addEventListener('resize', refresh, options)
  followLayout(over.signal, () => (dragged.isThere() ? refresh() : cancel()))
  later()

  /** @param {PointerEvent} event */
  function onMove(event) {
    if (event.pointerId !== down.pointerId) return
    // The button was let go where the window could not see it.
    if (event.pointerType === 'mouse' && (event.buttons & 1) === 0) return cancel()
    point = { x: event.clientX, y: event.clientY }
    later()
  }

  /** @param {PointerEvent} up */
  function release(up) {
    point = { x: up.clientX, y: up.clientY }
    end(draw())
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopImmediatePropagation()
    cancel()
  }
}

/**
 * The end of a drag is no click, however it ended.
 * @param {number} pointer
 * @param {() => void} done
 */
function swallowClick(pointer, done) {
  const over = new AbortController()
  const options = { signal: over.signal, capture: true }
  addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    options,
  )
  /** @param {PointerEvent} event the click comes right after it */
  const onEnd = (event) => {
    if (event.pointerId !== pointer) return
    done()
    setTimeout(() => over.abort())
  }
  addEventListener('pointerup', onEnd, options)
  addEventListener('pointercancel', onEnd, options)
  const forget = () => {
    over.abort()
    done()
  }
  // An end that the window did not see: the next press is a new one.
  addEventListener('pointerdown', (event) => event.pointerId === pointer && forget(), options)
  addEventListener('blur', (event) => event.target === window && forget(), options)
}

/** @param {HTMLElement} layer @param {number} pointer */
function capture(layer, pointer) {
  try {
    layer.setPointerCapture(pointer)
  } catch {
    // The pointer was let go meanwhile: its end is on the way.
  }
}
