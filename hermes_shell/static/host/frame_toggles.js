/**
 * The toggles of the sidebar and of the right panes. In a wide window both change the layout; in a narrow one, where they lie over the
 * content, they open and close what is there and the layout stays as it was.
 */
import { setCommandState } from './command_states.js'
import { $layout } from './layout_tree.js'
import { layoutOp } from './panes.js'

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
    const focused = [heldOpen(sidebar(), ':focus-visible'), ...rightParts().map((part) => heldOpen(part, ':focus'))].find((part) => part !== null)
    if (!focused && !isSidebarOpen()) return
    openSidebar(false)
    if (focused) leave(focused)
    event.preventDefault()
  })
  for (const type of ['focusin', 'focusout']) addEventListener(type, refreshFrameToggles)
  // A narrow window shows the whole sidebar to whoever walks through it by keyboard.
  document.addEventListener('focusin', ({ target }) => {
    const isKeyboard = target instanceof Element && target.matches(':focus-visible') && sidebar()?.contains(target) === true
    sidebar()?.toggleAttribute('data-keyboard', isKeyboard)
  })
  document.addEventListener('focusout', ({ relatedTarget }) => !relatedTarget && sidebar()?.removeAttribute('data-keyboard'))
  // The focus of a press would unfold what is under the pointer, and the click would fall on something else: the click gives it.
  document.addEventListener('mousedown', (event) => {
    const part = rightParts().find((one) => event.target instanceof Node && one.contains(event.target))
    if (part && isOverlay(part) && !part.contains(document.activeElement)) event.preventDefault()
  })
  // Its height follows the size of the text, which counts as the width does.
  const bar = document.querySelector('[data-region="titlebar"]')
  if (bar) new ResizeObserver(refreshFrameToggles).observe(bar)
  refreshFrameToggles()
}

/** Shows or hides the sidebar, and the panes on the left with it. */
export async function toggleSidebar() {
  const element = sidebar()
  if (!isOverlay(element)) return layoutOp('toggle_sidebar')
  if (element?.hidden) await layoutOp('toggle_sidebar')
  openSidebar(element?.hidden === false && !isSidebarOpen())
  return true
}

/** Shows or hides the panes on the right; where they are folded to strips, opens and closes the nearest. */
export function toggleRightPanes() {
  const parts = rightParts().filter(isOverlay)
  if ($layout.get()?.sides.right !== 'shown' || parts.length === 0) return layoutOp('toggle_side', { side: 'right' })
  const open = parts.find((part) => part.contains(document.activeElement))
  if (open) return leave(open)
  const tab = parts[0].querySelector('[role="tab"][aria-selected="true"]')
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
  setCommandState('view.toggleSidebar', { pressed: element !== null && !element.hidden && (!isOverlay(element) || isSidebarOpen()) })
  const side = $layout.get()?.sides.right ?? 'empty'
  const parts = rightParts()
  const overlaid = parts.filter(isOverlay)
  const open = side === 'shown' && (overlaid.length === 0 || overlaid.length < parts.length || overlaid.some((part) => part.contains(document.activeElement)))
  setCommandState('view.toggleRightSidebar', { pressed: open, disabled: side === 'empty' })
}

const columns = () => /** @type {HTMLElement | null} */ (document.querySelector('.hs-columns'))
const sidebar = () => /** @type {HTMLElement | null} */ (document.querySelector('[data-region="sidebar"]'))
/** What stands on the right of the workspace, nearest first. @returns {HTMLElement[]} */
const rightParts = () => [...document.querySelectorAll('.hs-tree [data-edge="right"]')].filter((part) => part instanceof HTMLElement)
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

/** @param {Event} event @param {string} selector */
const isIn = (event, selector) => event.target instanceof Element && event.target.closest(selector) !== null
