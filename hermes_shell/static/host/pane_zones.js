/** Where panes stand in the document: their panels, the groups around them, and the group that has the focus. */

/** The group that had the focus when something that floats over the window took it. @type {Element | null} */
let lastZone = null

/** Follows the focus, so that a command of the palette knows where it was called from. Call once. */
export function startPaneZones() {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !target.closest('#islands')) lastZone = target.closest('.hs-zone')
    markCurrentZone()
  })
  markCurrentZone()
}

/** Marks the group that commands act on; after each frame and each move of the focus. */
export function markCurrentZone() {
  const current = focusedZone()
  if (current?.hasAttribute('data-current')) return
  for (const zone of document.querySelectorAll('.hs-zone[data-current]')) zone.removeAttribute('data-current')
  current?.setAttribute('data-current', '')
}

/** @param {string} id @returns {HTMLElement | null} */
export const panelOf = (id) => document.querySelector(`.hs-pane[data-pane="${CSS.escape(id)}"]`)

/** @param {string} id @returns {Element | null} the group or floating card that a pane stands in */
export const zoneOf = (id) => panelOf(id)?.closest('[data-zone]') ?? null

/** @returns {Element} the group with the focus, else the workspace's */
export function focusedZone() {
  const active = document.activeElement
  const zone = active?.closest('#islands') || active === document.body ? lastZone : active?.closest('.hs-zone')
  return zone?.isConnected ? zone : /** @type {Element} */ (document.querySelector('[data-zone="main"]'))
}

/**
 * The tabs of a group, and no others: what plugins draw in its panes and beside its tabs may have tabs of its own.
 * @param {Element} zone
 * @returns {HTMLElement[]}
 */
export const tabsIn = (zone) => [.../** @type {NodeListOf<HTMLElement>} */ (zone.querySelectorAll(':scope > .hs-tabstrip > [role="tablist"] > [data-tab]'))]

/** @param {Element} zone @returns {HTMLElement | null} the tab of the pane in front */
export const frontTab = (zone) => tabsIn(zone).find((tab) => tab.dataset.active === 'true') ?? null

/** @param {Element} zone @returns {string | null} the pane in front of a group */
export const frontPane = (zone) => frontTab(zone)?.dataset.tab ?? null

/** @param {Element | null | undefined} zone */
export const isFolded = (zone) => zone?.hasAttribute('data-minimised') === true

/** @param {string} id @returns {boolean} placed, not closed, its group neither folded nor behind a maximised one, its tab in front */
export function isVisible(id) {
  const panel = panelOf(id)
  const zone = panel?.closest('[data-zone]')
  return !!panel && !!zone && !panel.hidden && !isFolded(zone) && zone.closest('[data-behind]') === null
}

/**
 * Shows one panel of a group and marks its tab, before the server says the same.
 * @param {string} id
 * @returns {boolean} false when the pane has no panel yet, or its group is folded
 */
export function showFront(id) {
  const panel = panelOf(id)
  const zone = panel?.closest('[data-zone]')
  if (!panel || !zone || isFolded(zone)) return false
  for (const other of zone.querySelectorAll(':scope > .hs-pane')) /** @type {HTMLElement} */ (other).hidden = other !== panel
  for (const tab of tabsIn(zone)) {
    const active = tab.dataset.tab === id
    tab.setAttribute('data-active', String(active))
    const button = tab.querySelector('[role="tab"]')
    button?.setAttribute('aria-selected', String(active))
    button?.setAttribute('tabindex', active ? '0' : '-1')
  }
  return true
}
