/**
 * `location.hash` is the router: verbs write it first and synchronously, the server follows over the channel.
 * Source: architecture section 8, contract section 4.2 (rules RO1, RO2).
 */
import { atom } from '../vendor/nanostores.js'
import { revealPane } from './panes.js'
import { rememberedRoute } from './remembered_route.js'
import { pathOf } from './route_path.js'
import { snapshot } from './snapshot.js'

/** Under this name the key of a new chat stands in the state of its entry of the history. */
export const NEW_CHAT = 'hsNewChat'

const overlays = new Set(snapshot.overlay_pages ?? [])

/** The current path with its query, for example `/my-page?x=1`. */
export const $route = atom(currentRoute())

/** The workspace's path: the current one, or the last one before a page came that lies over the window. */
export const $workspaceRoute = atom(isOverlay($route.get()) ? '/' : $route.get())

/** @type {{ route(path: string): unknown } | null} */
let serverChannel = null

/**
 * The path in the hash right now.
 * @returns {string}
 */
export function currentRoute() {
  const hash = location.hash.replace(/^#/, '')
  return hash.startsWith('/') ? hash : '/'
}

/**
 * Whether a path is a page that lies over the window while the workspace stays where it was.
 * @param {string} path
 */
export function isOverlay(path) {
  return overlays.has(pathOf(path))
}

/**
 * Goes to a page or session; also brings the workspace pane to the front, when already there too.
 * @param {string} path `/x` or `#/x`
 */
export function navigate(path) {
  const next = routeOf(path)
  // Inside a page over the window there is one place to come back to: where one was before it.
  if (isOverlay(currentRoute()) && isOverlay(next)) return replaceRoute(next)
  if (currentRoute() !== next) location.hash = `#${next}`
  enter(currentRoute(), true)
}

/**
 * Goes to another path without a new entry in the history: a filter, a tab of a page.
 * @param {string} path `/x` or `#/x`
 */
export function replaceRoute(path) {
  const next = routeOf(path)
  if (currentRoute() !== next) history.replaceState(history.state, '', `#${next}`)
  enter(currentRoute())
}

/** @param {string} path */
function routeOf(path) {
  const target = String(path).replace(/^#/, '')
  return target.startsWith('/') ? target : `/${target}`
}

/**
 * Follows the hash from now on. A window that opens without a route starts where the last one was.
 * @param {{ route(path: string): unknown }} channel
 */
export function startRouter(channel) {
  if (!location.hash) restoreRoute()
  $route.set(currentRoute())
  $workspaceRoute.set(isOverlay(currentRoute()) ? (rememberedRoute() ?? '/') : currentRoute())
  markCurrentRows()
  serverChannel = channel
  window.addEventListener('hashchange', () => {
    if (currentRoute() !== $route.get()) enter(currentRoute())
  })
}

/** Marks the navigation row of the route. Fragments carry the same mark, this one does not wait for them. */
export function markCurrentRows() {
  const current = pathOf($workspaceRoute.get())
  for (const row of document.querySelectorAll('a.hs-nav-row, a.hs-session-link')) {
    const [href, query] = (row.getAttribute('href') ?? '').split('?')
    // All new chats have one path: which of them is shown stands in the entry of the history.
    const draft = new URLSearchParams(query).get('draft')
    if (pathOf(href) === current && (draft === null || draft === history.state?.[NEW_CHAT])) row.setAttribute('aria-current', 'page')
    else row.removeAttribute('aria-current')
  }
}

/**
 * @param {string} path
 * @param {boolean} [asked] somebody wants to see this page; else it may be the way back from a page over the window
 */
function enter(path, asked = false) {
  const below = $workspaceRoute.get()
  if ($route.get() !== path) {
    $route.set(path)
    if (!isOverlay(path)) $workspaceRoute.set(path)
    markCurrentRows()
    serverChannel?.route(path)
  }
  // What lay below is as it was, also the pane in front of the workspace.
  if (!isOverlay(path) && (asked || path !== below)) revealPane('workspace')
}

function restoreRoute() {
  const remembered = rememberedRoute()
  // replaceState fires no hashchange and adds no history entry.
  if (remembered) history.replaceState(null, '', `#${remembered}`)
}
