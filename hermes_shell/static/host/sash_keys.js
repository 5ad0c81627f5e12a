/** Sashes by keyboard: arrows, Home, End, and Enter for the first size. Source: look of the shell, window (arrow keys move 16). */
import { layoutOp } from './panes.js'
import { holdOf, measure, writeSize } from './sash_hold.js'
import { giveUp, take, tellSize } from './sash_result.js'
import { showValues } from './sash_values.js'

const STEP = 16
/** A run of keys is told once it pauses. */
const TELL_AFTER_MS = 250

/** @type {Record<'x' | 'y', Record<string, number>>} */
const STEPS = { x: { ArrowLeft: -STEP, ArrowRight: STEP }, y: { ArrowUp: -STEP, ArrowDown: STEP } }

/** What the keys have moved and the server has not heard of yet. @type {Map<string, ReturnType<typeof setTimeout>>} */
const untold = new Map()

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} sash that has the focus
 */
export function onSashKey(event, sash) {
  const hold = holdOf(sash)
  if (!hold || event.ctrlKey || event.altKey || event.metaKey || sash.hasAttribute('data-dragging')) return
  if (event.key === 'Enter') {
    event.preventDefault()
    return resetSize(sash)
  }
  const step = STEPS[hold.axis][event.key]
  const edge = event.key === 'Home' ? -Infinity : event.key === 'End' ? Infinity : null
  if (step === undefined && edge === null) return
  event.preventDefault()
  const { size, least, most } = measure(sash, hold)
  const next = Math.min(most, Math.max(least, edge ?? size + hold.sign * step))
  const holder = take(hold)
  writeSize(hold, next)
  showValues(sash, { size: next, least, most })
  forget(hold.zone)
  const tell = () => {
    untold.delete(hold.zone)
    void tellSize(hold, next, holder)
  }
  untold.set(hold.zone, setTimeout(tell, TELL_AFTER_MS))
}

/**
 * Asks for the size that the layout had at first.
 * @param {HTMLElement} sash
 */
export function resetSize(sash) {
  const hold = holdOf(sash)
  if (!hold) return
  if (forget(hold.zone)) giveUp(hold, measure(sash, hold).size)
  void layoutOp('reset_size', { zone: hold.zone })
}

/** @param {string} zone @returns {boolean} whether the keys had moved it */
function forget(zone) {
  clearTimeout(untold.get(zone))
  return untold.delete(zone)
}
