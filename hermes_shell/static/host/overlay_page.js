/**
 * Pages that lie over the window, such as Settings: what is below stays as it was, cannot be reached meanwhile, and has the focus again
 * afterwards. Esc, Back and the close button lead to where one was.
 */
import { registerCommand } from './commands.js'
import { isEditable } from './editable.js'
import { $route, $workspaceRoute, currentRoute, isOverlay, replaceRoute } from './router.js'

const COVERED = '.hs-titlebar, .hs-columns, .hs-skip'
/** Where the state of a history entry says how many entries ago the workspace was. */
const DEPTH = 'hermesOverlay'

/** A history that has not moved by then will not. */
const PATIENCE_MS = 1000

let open = false
/** How many entries ago the workspace was; null when it is there, or unknown. @type {number | null} */
let depth = null
/** @type {ReturnType<typeof setTimeout> | undefined} runs while the history is on its way back */
let leaving
/** @type {Element | null} what had the focus before */
let before = null

/** Follows the route. Call once, after the router. */
export function startOverlayPages() {
  registerCommand('overlay.close', closeOverlay)
  depth = depthOf(history.state)
  addEventListener('hashchange', noteDepth)
  document.addEventListener('keydown', closeOnEscape)
  $route.subscribe(show)
}

/** Leaves the page that lies over the window; nothing happens when there is none, or when it is being left. */
function closeOverlay() {
  if (!isOverlay($route.get()) || leaving !== undefined) return
  // Opened by its address: there is nothing to go back to.
  if (depth === null) return replaceRoute($workspaceRoute.get())
  history.go(-depth)
  // An engine goes back a moment later: a second Esc until then must not go back further.
  leaving = setTimeout(() => {
    leaving = undefined
    if (isOverlay($route.get())) replaceRoute($workspaceRoute.get())
  }, PATIENCE_MS)
}

/** @param {string} route */
function show(route) {
  const wanted = isOverlay(route)
  if (wanted === open) return
  open = wanted
  clearTimeout(leaving)
  leaving = undefined
  for (const element of document.querySelectorAll(COVERED)) /** @type {HTMLElement} */ (element).inert = open
  const container = document.getElementById('overlay-page')
  if (container) container.hidden = !open
  if (open) {
    // What opened it from a palette or a menu is gone when it closes.
    before = document.activeElement?.closest('#islands') ? null : document.activeElement
    container?.focus({ preventScroll: true })
  } else {
    const page = document.querySelector('[data-zone="main"] > .hs-pane:not([hidden], [data-pane="workspace"])') ?? document.getElementById('workspace-page')
    const next = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : page
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    before = null
  }
}

/** A new entry of the history has no state yet; it notes how far the workspace is behind it. @param {HashChangeEvent} event */
function noteDepth({ oldURL }) {
  const before = depth
  depth = depthOf(history.state)
  if (!isOverlay(currentRoute()) || depth !== null) return
  const old = new URL(oldURL).hash.slice(1)
  // A plugin may write the hash while a page lies over the window: one entry more lies above the workspace.
  depth = !isOverlay(old) ? 1 : before === null ? null : before + 1
  if (depth !== null) history.replaceState({ ...history.state, [DEPTH]: depth }, '')
}

/** @param {any} state @returns {number | null} */
const depthOf = (state) => (Number.isInteger(state?.[DEPTH]) ? state[DEPTH] : null)

/** @param {KeyboardEvent} event */
function closeOnEscape(event) {
  if (event.key !== 'Escape' || event.defaultPrevented || !open || event.isComposing) return
  const target = event.target instanceof Element ? event.target : document.body
  // A palette, menu or dialog above takes the key for itself.
  if (target.closest('#islands, [role="dialog"], [role="menu"], [role="listbox"]') || document.querySelector('[data-radix-popper-content-wrapper]')) return
  if (isEditable(event) && target instanceof HTMLInputElement && target.value !== '' && target.type === 'search') return
  event.preventDefault()
  closeOverlay()
}
