/** Where the focus is among panes and zones, and where it goes after something was done with them. */
import { applyParts } from './fragments.js'
import { shownZones, tabOf, tabsOf } from './pane_place.js'
import { focusedZone, frontPane } from './panes.js'

/** The pane of the tab that has the focus, else the one in front of the zone with the focus, or null. @returns {string | null} */
export const focusedPane = () => focusedTab(document.body) ?? frontOf(focusedZone())

/** The pane in front of a zone; of a folded one the one that has the focus, else the first. @param {Element} zone @returns {string | null} */
export const frontOf = (zone) => frontPane(zone) ?? focusedTab(zone) ?? tabsOf(zone)[0] ?? null

/** The pane whose tab, or whose button in a fold, has the focus. @param {Element} within @returns {string | null} */
function focusedTab(within) {
  const active = document.activeElement
  const tab = active && within.contains(active) ? active.closest('[role="tab"][data-pane-activate], .hs-zone-fold > [data-pane-activate]') : null
  return tab?.getAttribute('data-pane-activate') ?? null
}

/** @param {1 | -1} step gives the focus to the next zone, or to the one before */
export function focusNextZone(step) {
  const zones = shownZones()
  if (zones.length === 0) return false
  const at = zones.findIndex((zone) => zone === focusedZone())
  const zone = zones[(at + step + zones.length) % zones.length]
  const pane = frontOf(zone)
  return pane !== null && focus(pane)
}

/**
 * Gives the focus to a pane's tab once the page shows what was asked for, unless something else took it meanwhile.
 * @param {string} pane
 */
export async function focusTab(pane) {
  await applyParts([])
  if (isFocusFree()) focus(pane)
}

/** @param {string} zoneId gives the focus to its front tab, or to the main zone's when it is gone */
export async function focusZone(zoneId) {
  await applyParts([])
  if (!isFocusFree()) return
  const zone = document.querySelector(`[data-zone="${CSS.escape(zoneId)}"]`)
  const pane = (zone && frontOf(zone)) ?? 'workspace'
  focus(pane)
}

/** @param {string} pane */
function focus(pane) {
  const tab = tabOf(pane)
  tab?.focus({ preventScroll: true })
  return tab !== null
}

/** Whether nothing has the focus, or only the strip or menu from which the pane was handled. */
function isFocusFree() {
  const active = document.activeElement
  return !active || active === document.body || active.closest('.hs-tabstrip, .hs-zone-fold, [role="menu"]') !== null
}
