/** The focus when a frame takes away what has it: it goes where the same thing stands now, else to the front tab of its group. */
import { frontTab } from './pane_zones.js'

/**
 * Call it before a frame.
 * @returns {() => void} call it after; nothing happens when the focus is still somewhere
 */
export function noteZoneFocus() {
  const focused = document.activeElement
  const zone = focused?.closest('.hs-zone, .hs-sash')
  if (!(focused instanceof HTMLElement) || !zone) return () => {}
  const { id } = focused
  const pane = focused.closest('[data-tab], .hs-pane')
  const key = pane instanceof HTMLElement ? (pane.dataset.tab ?? pane.dataset.pane) : undefined
  return () => {
    const active = document.activeElement
    if (active && active !== document.body && isThere(active)) return
    const heirs = [
      id ? document.getElementById(id) : null,
      key ? document.getElementById(`tab:${key}`) : null,
      tabOf(zone.closest('.hs-zone')),
      foldOf(zone.closest('.hs-zone')),
      tabOf(document.querySelector('[data-zone="main"]')),
    ]
    heirs.find((heir) => heir !== null && isThere(heir))?.focus({ preventScroll: true })
  }
}

/** @param {Element} element */
const isThere = (element) => element.isConnected && element.checkVisibility({ visibilityProperty: true })

/** @param {Element | null} zone @returns {HTMLElement | null} */
function tabOf(zone) {
  return (zone && frontTab(zone)?.querySelector('[role="tab"]')) ?? null
}

/** @param {Element | null} zone @returns {HTMLElement | null} */
const foldOf = (zone) => zone?.querySelector(':scope > .hs-zone-fold > button') ?? null
