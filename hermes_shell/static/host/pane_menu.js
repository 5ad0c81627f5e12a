/**
 * The menu of a tab, and of a strip's menu button: a right click, the menu key or Shift+F10 on a tab opens it. One island for all tabs,
 * because menus are never morphed. The focus goes back to the tab.
 */
import { createElement as h } from '../vendor/react.js'
import { atom } from '../vendor/nanostores.js'
import { islands, mountIsland } from './islands.js'
import { focusTab, frontOf } from './pane_focus.js'
import { PaneMenu } from './pane_menu_view.js'
import { placeOf, tabOf } from './pane_place.js'

/** @typedef {{ left: number, top: number, width: number, height: number }} Anchor px in the window */

/** What the menu is open for. */
const $menu = atom(/** @type {{ pane: string, anchor: Anchor } | null} */ (null))
let mounted = false

/** Listens for what opens it. Call once. */
export function startPaneMenu() {
  document.addEventListener('contextmenu', (event) => {
    const pane = event.defaultPrevented ? null : paneAt(event.target)
    if (pane === null) return
    event.preventDefault()
    const { clientX: left, clientY: top } = event
    // The menu key of some engines gives no place.
    openPaneMenu(pane, left || top ? { left, top, width: 0, height: 0 } : undefined)
  })
  document.addEventListener('keydown', (event) => {
    const asked = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey)
    const pane = asked && !event.defaultPrevented ? paneAt(event.target) : null
    if (pane === null) return
    event.preventDefault()
    openPaneMenu(pane)
  })
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-pane-menu]') : null
    const zone = button instanceof HTMLElement && !button.closest('.hermes-host') ? button.closest('[data-zone]') : null
    const pane = zone && frontOf(zone)
    if (button && pane) openPaneMenu(pane, button.getBoundingClientRect())
  })
}

/**
 * Opens the menu of a pane.
 * @param {string | null} pane
 * @param {Anchor} [anchor] below its tab when it is not given
 * @returns {boolean} false when it is shown nowhere
 */
export function openPaneMenu(pane, anchor) {
  const place = pane === null ? null : placeOf(pane)
  if (!place) return false
  if (!mounted) mountIsland(h(PaneMenu, { $menu, container: islands(), close }))
  mounted = true
  const { left, top, width, height } = anchor ?? anchorOf(place.pane, place.zone)
  $menu.set({ pane: place.pane, anchor: { left, top, width, height } })
  return true
}

function close() {
  const open = $menu.get()
  $menu.set(null)
  if (open) void focusTab(open.pane)
}

/** Below the tab, or at the start of the zone while its strip is hidden. @param {string} pane @param {Element} zone */
function anchorOf(pane, zone) {
  const tab = tabOf(pane)?.closest('[data-tab]') ?? tabOf(pane)
  if (tab && tab.getClientRects().length > 0) return tab.getBoundingClientRect()
  const { left, top } = zone.getBoundingClientRect()
  return { left, top, width: 0, height: 0 }
}

/**
 * The pane whose menu a right click or a key at some place means: the tab's, or the front one's on the rest of a strip.
 * @param {EventTarget | null} target
 */
function paneAt(target) {
  if (!(target instanceof Element)) return null
  const tab = target.closest('[data-tab], .hs-zone-fold > [data-pane-activate]')
  if (tab instanceof HTMLElement) return tab.dataset.tab ?? tab.dataset.paneActivate ?? null
  const strip = target.closest('.hs-tabstrip, .hs-zone-fold')
  const zone = strip && !target.closest('.hermes-host, button, [data-area]') ? strip.closest('[data-zone]') : null
  return zone ? frontOf(zone) : null
}
