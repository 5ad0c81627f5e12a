/**
 * What a person does with a pane and its zone, by key, palette or menu. The server changes the layout; what failed says so itself.
 * Source: contract section 4.1, "Layout tree model".
 */
import { closedPlugins } from './closed_plugins.js'
import { plugins } from './loader.js'
import { focusTab, focusZone } from './pane_focus.js'
import { isFloat, neighbourOf, placeOf, tabOf, tabsOf } from './pane_place.js'
import { $layout, activatePane, closePane, focusedZone, layoutOp } from './panes.js'
import { decide } from './plugin_switches.js'
import { notify } from './toasts.js'

/** @typedef {import('./pane_place.js').Direction} Direction */

const EDGE = /** @type {const} */ ({ left: 'left', right: 'right', up: 'top', down: 'bottom' })

/**
 * Closes a pane; the focus goes to what comes to the front in its place.
 * @param {string | null} pane
 */
export async function closeTab(pane) {
  const place = pane === null ? null : placeOf(pane)
  if (!place?.closable) return false
  const { zoneId } = place
  await closePane(place.pane)
  await focusZone(zoneId)
  return true
}

/**
 * Closes the other panes of a zone that can be closed.
 * @param {string} pane the one that stays, and comes to the front
 */
export async function closeOthers(pane) {
  const others = (placeOf(pane)?.tabs ?? []).filter((other) => other !== pane && placeOf(other)?.closable)
  activatePane(pane)
  for (const other of others) await closePane(other)
  await focusTab(pane)
}

/** Whether there is something to bring back. */
export function canReopen() {
  if (($layout.get()?.dismissed ?? []).length > 0) return true
  return [...plugins.values()].some(({ id, wanted }) => id !== null && !wanted && closedPlugins.has(id))
}

/** Brings back what was closed last; a pane gets the focus. */
export async function reopenTab() {
  const reopened = await layoutOp('reopen')
  if (reopened === false) notify({ kind: 'info', message: 'There is no closed pane to reopen.' })
  if (typeof reopened === 'string') await focusTab(reopened)
  return true
}

/**
 * Splits a pane off to one side; one that is alone in its zone goes past its neighbour on that side, or to the edge of the window.
 * @param {string | null} pane
 * @param {Direction} direction
 */
export async function movePane(pane, direction) {
  const place = pane === null ? null : placeOf(pane)
  if (!place?.movable || place.floating) return false
  const neighbour = place.tabs.length > 1 ? place.zone : neighbourOf(place.zone, direction)
  await layoutOp('move', { pane, zone: neighbour?.dataset.zone ?? 'root', pos: EDGE[direction] })
  await focusTab(place.pane)
  return true
}

/**
 * Moves a pane to the end of another zone's tabs, in front.
 * @param {string} pane
 * @param {string} zone
 */
export async function movePaneTo(pane, zone) {
  await layoutOp('move', { pane, zone, pos: 'center' })
  await focusTab(pane)
}

/**
 * Lets a pane float, or docks it again.
 * @param {string | null} pane
 */
export async function toggleFloat(pane) {
  const place = pane === null ? null : placeOf(pane)
  if (!place?.movable) return false
  await layoutOp(place.floating ? 'unfloat' : 'float', { pane })
  await focusTab(place.pane)
  return true
}

/**
 * Folds a pane's zone to its strip, or unfolds it.
 * @param {string | null} pane
 */
export async function toggleMinimised(pane) {
  const place = pane === null ? null : placeOf(pane)
  if (!place?.foldable) return false
  await layoutOp('minimise', { zone: place.zoneId })
  await focusTab(place.pane)
  return true
}

/** @param {string | null} pane lets its zone cover all others, or gives them their room back */
export async function toggleMaximised(pane) {
  const now = $layout.get()?.maximised ?? null
  const place = pane === null ? null : placeOf(pane)
  if (now === null && (!place || place.floating)) return false
  await layoutOp('maximise', { zone: now === null ? place?.zoneId : null })
  if (place) await focusTab(place.pane)
  return true
}

/** Hides the tab strip of a zone, or keeps it shown. @param {Element} zone */
export function toggleStrip(zone) {
  if (isFloat(zone)) return false
  const shown = zone.getAttribute('data-strip') !== 'never'
  return layoutOp('strip', { zone: zone.getAttribute('data-zone'), show: shown ? 'never' : 'always' })
}

/**
 * @param {number} slot from 1
 * @returns {boolean} false when the zone with the focus has no such tab
 */
export function activateSlot(slot) {
  const zone = focusedZone()
  const pane = tabsOf(zone)[slot - 1]
  if (pane === undefined) return false
  const focused = zone.contains(document.activeElement)
  activatePane(pane)
  // What had the focus may be hidden now.
  if (focused) tabOf(pane)?.focus({ preventScroll: true })
  return true
}

/**
 * Turns a plugin off, with all that it contributed.
 * @param {string} plugin
 * @param {string} zoneId of the pane that was asked
 */
export async function turnOff(plugin, zoneId) {
  await decide(plugin, false, `${plugin} is still on`)
  await focusZone(zoneId)
}
