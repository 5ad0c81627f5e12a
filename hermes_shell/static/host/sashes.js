/**
 * Sashes: dragging is page work at frame rate, the server gets the result once. Sizes are CSS variables `--zone-<zone>` in px on the
 * columns element. Source: look of the shell, window (arrow keys move 16).
 */
import { channel } from './channel.js'

const STEP = 16
const LEAST = 80
const KEEP_MAIN = 200
/** A run of arrow keys is told once it pauses. */
const TELL_AFTER_MS = 250

/** @type {Record<string, { axis: 'x' | 'y', sign: 1 | -1 }>} which way a zone grows */
const GROWTH = {
  sidebar: { axis: 'x', sign: 1 },
  left: { axis: 'x', sign: 1 },
  right: { axis: 'x', sign: -1 },
  top: { axis: 'y', sign: 1 },
  bottom: { axis: 'y', sign: -1 },
}

/** @type {string | null} */
let dragged = null
/** @type {Map<string, ReturnType<typeof setTimeout>>} */
const timers = new Map()

/** Listens for sashes. Call once. */
export function startSashes() {
  document.addEventListener('pointerdown', startDrag)
  document.addEventListener('keydown', onKey)
}

/**
 * Takes the sizes that the server decided, except the one under the pointer.
 * @param {Record<string, number>} columns zone to px
 */
export function applyColumns(columns) {
  for (const [zone, size] of Object.entries(columns)) {
    if (zone !== dragged) setSize(zone, size)
  }
}

/** @param {PointerEvent} event */
function startDrag(event) {
  const sash = sashOf(event)
  if (!sash || event.button !== 0) return
  const zone = sash.dataset.sash ?? ''
  const { axis, sign } = GROWTH[zone] ?? {}
  if (!axis) return
  event.preventDefault()
  const from = axis === 'x' ? event.clientX : event.clientY
  const start = sizeOf(zone)
  let size = start
  dragged = zone
  sash.setPointerCapture(event.pointerId)
  sash.dataset.dragging = ''
  /** @param {PointerEvent} move */
  const onMove = (move) => {
    size = bounded(sash, start + sign * ((axis === 'x' ? move.clientX : move.clientY) - from))
    setSize(zone, size)
  }
  /** @param {PointerEvent} end */
  const onEnd = (end) => {
    sash.removeEventListener('pointermove', onMove)
    sash.removeEventListener('pointerup', onEnd)
    sash.removeEventListener('pointercancel', onEnd)
    delete sash.dataset.dragging
    dragged = null
    if (end.type === 'pointercancel') setSize(zone, start)
    else if (size !== start) tell(zone, size)
  }
  sash.addEventListener('pointermove', onMove)
  sash.addEventListener('pointerup', onEnd)
  sash.addEventListener('pointercancel', onEnd)
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const sash = sashOf(event)
  const zone = sash?.dataset.sash ?? ''
  const { axis, sign } = GROWTH[zone] ?? {}
  if (!sash || !axis) return
  const step = { x: { ArrowLeft: -STEP, ArrowRight: STEP }, y: { ArrowUp: -STEP, ArrowDown: STEP } }[axis]
  const move = /** @type {Record<string, number>} */ (step)[event.key]
  const edge = event.key === 'Home' ? -Infinity : event.key === 'End' ? Infinity : null
  if (move === undefined && edge === null) return
  event.preventDefault()
  const size = bounded(sash, edge ?? sizeOf(zone) + sign * move)
  setSize(zone, size)
  clearTimeout(timers.get(zone))
  timers.set(zone, setTimeout(() => tell(zone, size), TELL_AFTER_MS))
}

/**
 * @param {HTMLElement} sash
 * @param {number} size px
 */
function bounded(sash, size) {
  const zone = sash.dataset.sash ?? ''
  const columns = columnsElement()
  const room = GROWTH[zone].axis === 'x' ? columns?.clientWidth : columns?.clientHeight
  const most = Number(sash.getAttribute('aria-valuemax')) || Math.max(LEAST, (room ?? 0) - KEEP_MAIN)
  const least = Number(sash.getAttribute('aria-valuemin')) || LEAST
  return Math.round(Math.min(most, Math.max(least, size)))
}

/**
 * @param {string} zone
 * @param {number} size px
 */
function setSize(zone, size) {
  columnsElement()?.style.setProperty(`--zone-${zone}`, `${size}px`)
  const element = document.querySelector(zone === 'sidebar' ? '[data-region="sidebar"]' : `[data-zone="${CSS.escape(zone)}"]`)
  if (zone === 'sidebar' && element instanceof HTMLElement) element.hidden = size === 0
  else element?.toggleAttribute('data-empty', size === 0)
  if (size > 0) document.querySelector(`[data-sash="${CSS.escape(zone)}"]`)?.setAttribute('aria-valuenow', String(size))
}

/** @param {string} zone */
function sizeOf(zone) {
  return Number.parseFloat(columnsElement()?.style.getPropertyValue(`--zone-${zone}`) ?? '') || 0
}

/** @returns {HTMLElement | null} */
const columnsElement = () => document.querySelector('.hs-columns')

/** @param {Event} event */
function sashOf(event) {
  const sash = event.target instanceof Element ? event.target.closest('[data-sash]') : null
  return sash instanceof HTMLElement ? sash : null
}

/**
 * @param {string} zone
 * @param {number} size px
 */
function tell(zone, size) {
  channel.call('layout', { op: 'resize', zone, size }).catch((error) => console.warn('the size was not stored', error))
}
