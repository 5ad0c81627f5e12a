/**
 * The toggles of the sidebar and of the right panes. In a wide window both change the layout; in a narrow one, where they lie over the
 * content, they open and close what is there and the layout stays as it was.
 */
import { setCommandState } from './command_states.js'
import { channel } from './channel.js'

let asked = false

/** Follows what closes an opened sidebar, and the window's width. Call once. */
export function startFrameToggles() {
  document.addEventListener('pointerdown', (event) => {
    if (isSidebarOpen() && !isIn(event, '[data-region="sidebar"], [data-slot="titlebar-tool"]')) openSidebar(false)
  })
  document.addEventListener('click', (event) => {
    if (isSidebarOpen() && isIn(event, '[data-region="sidebar"] .hs-nav-row')) openSidebar(false)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    const focused = [heldOpen(sidebar(), ':focus-visible'), heldOpen(rightZone(), ':focus')].find((part) => part !== null)
    if (!focused && !isSidebarOpen()) return
    openSidebar(false)
    if (focused) leave(focused)
    event.preventDefault()
  })
  for (const type of ['focusin', 'focusout']) addEventListener(type, refreshFrameToggles)
  // Its height follows the size of the text, which counts as the width does.
  const bar = document.querySelector('[data-region="titlebar"]')
  if (bar) new ResizeObserver(refreshFrameToggles).observe(bar)
  refreshFrameToggles()
}

/** Shows or hides the sidebar. */
export async function toggleSidebar() {
  const element = sidebar()
  if (!isOverlay(element)) return operate('toggle_sidebar')
  if (element?.hidden) await operate('toggle_sidebar')
  openSidebar(element?.hidden === false && !isSidebarOpen())
  return true
}

/** Folds or unfolds the right panes. */
export function toggleRightPanes() {
  const zone = rightZone()
  if (!isOverlay(zone)) return operate('minimise', { zone: 'right' })
  if (zone?.contains(document.activeElement)) return leave(zone)
  const tab = zone?.querySelector('[role="tab"][aria-selected="true"]')
  if (tab instanceof HTMLElement) tab.focus()
  return true
}

/** Tells the buttons what is on, once a frame; after each fragment and each local change. */
export function refreshFrameToggles() {
  if (!asked) requestAnimationFrame(tell)
  asked = true
}

function tell() {
  asked = false
  const element = sidebar()
  const zone = rightZone()
  setCommandState('view.toggleSidebar', { pressed: element !== null && !element.hidden && (!isOverlay(element) || isSidebarOpen()) })
  const empty = zone === null || zone.hasAttribute('data-empty')
  const open = !empty && !zone.hasAttribute('data-minimised') && (!isOverlay(zone) || zone.contains(document.activeElement))
  setCommandState('view.toggleRightSidebar', { pressed: open, disabled: empty })
}

const columns = () => /** @type {HTMLElement | null} */ (document.querySelector('.hs-columns'))
const sidebar = () => /** @type {HTMLElement | null} */ (document.querySelector('[data-region="sidebar"]'))
const rightZone = () => /** @type {HTMLElement | null} */ (document.querySelector('[data-zone="right"]'))
const isSidebarOpen = () => columns()?.dataset.sidebar === 'open'

/** The sheet decides when a part lies over the content. @param {HTMLElement | null} part */
const isOverlay = (part) => part !== null && getComputedStyle(part).getPropertyValue('--hs-overlaid').trim() === 'yes'

/** @param {boolean} open */
function openSidebar(open) {
  const element = columns()
  if (!element) return
  if (open) element.dataset.sidebar = 'open'
  else delete element.dataset.sidebar
  refreshFrameToggles()
}

/** @param {HTMLElement | null} part @param {string} focus the focus that opens it, also without its toggle */
const heldOpen = (part, focus) => (isOverlay(part) && part?.querySelector(focus) ? part : null)

/** Gives the focus back to the content, which folds what lies over it. @param {HTMLElement} part that has the focus */
function leave(part) {
  document.getElementById('workspace-page')?.focus({ preventScroll: true })
  if (part.contains(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur()
  return true
}

/**
 * @param {string} op
 * @param {Record<string, unknown>} [args]
 */
const operate = (op, args = {}) => channel.call('layout', { op, ...args })

/** @param {Event} event @param {string} selector */
const isIn = (event, selector) => event.target instanceof Element && event.target.closest(selector) !== null
