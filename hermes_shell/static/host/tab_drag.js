/**
 * Dragging a tab, a strip with all its tabs, or a floating card: what can be dragged, and when a press becomes a drag. By pointer, so
 * that it works the same with mouse, pen and finger, and in every engine. A press that does not move stays a click.
 */
import { startDrag } from './drag_session.js'
import { titleOf } from './drop_scene.js'
import { tabsIn } from './pane_zones.js'

/** A press becomes a drag when it has moved so far, px. */
const THRESHOLD = 5
/** A finger that moves along a strip sooner than this scrolls it, ms. */
const HOLD_MS = 300
const CONTROLS = 'button, a, input, select, textarea, [role="button"], [tabindex], [contenteditable]'

/** @typedef {{ pane: string | null, zone: string, title: string, floating: boolean, alone: boolean, source: HTMLElement }} Subject */

/** Whether a press or a drag is under way: another pointer starts none. */
let busy = false

/** Listens for presses. Call once. */
export function startTabDrag() {
  document.addEventListener('pointerdown', (event) => {
    if (busy || event.button !== 0 || !event.isPrimary) return
    const subject = subjectOf(event.target)
    if (subject) press(event, subject)
  })
}

/**
 * @param {PointerEvent} down
 * @param {Subject} subject
 */
function press(down, subject) {
  busy = true
  const focused = document.activeElement
  const strip = subject.source.closest('.hs-tabs')
  const waiting = new AbortController()
  const options = { signal: waiting.signal, capture: true }
  const end = () => {
    waiting.abort()
    busy = false
  }
  /** @param {PointerEvent} move */
  const onMove = (move) => {
    if (move.pointerId !== down.pointerId) return
    if (move.pointerType === 'mouse' && (move.buttons & 1) === 0) return end()
    const [dx, dy] = [move.clientX - down.clientX, move.clientY - down.clientY]
    if (Math.hypot(dx, dy) < THRESHOLD) return
    waiting.abort()
    const swipe = move.pointerType === 'touch' && Math.abs(dx) > Math.abs(dy) && move.timeStamp - down.timeStamp < HOLD_MS
    if (swipe && strip && strip.scrollWidth > strip.clientWidth) return swipeStrip(move, strip, () => (busy = false))
    // A press focuses the tab; a drag gives the focus back to where somebody was working, and what the focus unfolded is folded again.
    if (focused instanceof HTMLElement && focused.isConnected && focused !== document.body) focused.focus({ preventScroll: true })
    else if (document.activeElement instanceof HTMLElement && subject.source.contains(document.activeElement)) document.activeElement.blur()
    startDrag(subject, down, move, () => (busy = false))
  }
  /** @param {PointerEvent} event */
  const onEnd = (event) => event.pointerId === down.pointerId && end()
  document.addEventListener('pointermove', onMove, options)
  document.addEventListener('pointerup', onEnd, options)
  document.addEventListener('pointercancel', onEnd, options)
  // A picture or a link in a tab would start a drag of the engine's own, which cancels the pointer.
  document.addEventListener('dragstart', (event) => event.preventDefault(), options)
  addEventListener('blur', end, { signal: waiting.signal })
}

/**
 * The engine leaves a finger on a tab to the page, also where it only wants to see the other tabs.
 * @param {PointerEvent} from
 * @param {Element} strip
 * @param {() => void} done
 */
function swipeStrip(from, strip, done) {
  const over = new AbortController()
  const options = { signal: over.signal, capture: true }
  const start = strip.scrollLeft + from.clientX
  /** @param {PointerEvent} move */
  const onMove = (move) => {
    if (move.pointerId === from.pointerId) strip.scrollLeft = start - move.clientX
  }
  /** @param {PointerEvent} event */
  const onEnd = (event) => {
    if (event.pointerId !== from.pointerId) return
    over.abort()
    done()
  }
  document.addEventListener('pointermove', onMove, options)
  document.addEventListener('pointerup', onEnd, options)
  document.addEventListener('pointercancel', onEnd, options)
}

/**
 * @param {EventTarget | null} target
 * @returns {Subject | null}
 */
function subjectOf(target) {
  if (!(target instanceof Element)) return null
  const strip = target.closest('.hs-tabstrip')
  const zoneElement = strip?.closest('[data-zone]')
  const zone = zoneElement instanceof HTMLElement ? (zoneElement.dataset.zone ?? '') : ''
  if (!strip || zone === '' || isControl(target, strip)) return null
  const tabs = tabsIn(/** @type {Element} */ (zoneElement))
  const pressed = target.closest('[data-tab]')
  const alone = tabs.length === 1
  const floating = zone.startsWith('float:')
  // The strip of a card, or of a zone with one tab, stands for that tab.
  const tab = pressed instanceof HTMLElement ? pressed : floating || alone ? tabs[0] : null
  if (tab) return canDrag(tab) ? { pane: tab.dataset.tab ?? '', zone, title: titleOf(tab), floating, alone, source: tab } : null
  if (zone === 'main' || tabs.length === 0) return null
  return { pane: null, zone, title: `${tabs.length} tabs`, floating: false, alone: true, source: /** @type {HTMLElement} */ (strip) }
}

/**
 * What a plugin draws in a strip is its own, except on a tab, which it only decorates.
 * @param {Element} target
 * @param {Element} strip
 */
function isControl(target, strip) {
  const control = target.closest(`${CONTROLS}, hermes-slot`)
  if (!control || !strip.contains(control)) return false
  return control.matches('hermes-slot') ? !control.closest('[data-tab]') : !control.matches('[role="tab"]')
}

/** @param {HTMLElement} tab */
const canDrag = (tab) => tab.dataset.drag !== 'false' && tab.dataset.tab !== 'workspace'
