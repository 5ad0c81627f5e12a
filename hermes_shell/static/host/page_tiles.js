/**
 * Pages beside the workspace: a tile is a pane of its own, `page-tile:<path>`, with its own copy of a plugin's page. The layout keeps
 * the pane, so after a reload the tiles that it knows are registered again.
 */
import { createElement as h } from '../vendor/react.js'
import { offerCommandWhen, registerCommand } from './commands.js'
import { applyParts } from './fragments.js'
import { pageOf, pageTitle } from './page_routes.js'
import { PageTile } from './page_tile_view.js'
import { $layout, layoutOp } from './panes.js'
import { registry } from './registry.js'
import { pathOf } from './route_path.js'
import { $workspaceRoute, navigate } from './router.js'
import { snapshot } from './snapshot.js'
import { notify } from './toasts.js'

const PREFIX = 'page-tile:'
const MOST = 32
const DOCK = Object.freeze({ pane: 'workspace', pos: 'right' })

/** Path to the title of its tab and what unregisters the pane; also tiles that were closed, so that they can be reopened. @type {Map<string, { title: string, unregister: () => void }>} */
const tiles = new Map()
let scheduled = false

/** Brings back the tiles of the saved layout and offers the command. Call once, before the channel opens. */
export function startPageTiles() {
  for (const path of savedTiles(snapshot.layout)) put(path)
  registry.subscribe('routes', retitleLater)
  registry.subscribe('sidebar.nav', retitleLater)
  registerCommand('page.openToSide', (path) => openToSide(routeOf(path)))
  offerCommandWhen('page.openToSide', (path) => isTileable(pathOf(routeOf(path))))
}

/** @param {unknown} path of a row; without one it is the workspace's */
const routeOf = (path) => (typeof path === 'string' ? path : $workspaceRoute.get())

/** Only pages of plugins open beside the workspace. @param {string} path */
const isTileable = (path) => tiles.has(path) || pageOf(path) !== undefined

/**
 * Opens a plugin's page beside the workspace, or brings its tile to the front, and goes there with the keyboard.
 * @param {string} route the query is not part of a tile
 */
export async function openToSide(route) {
  const path = pathOf(route)
  if (!isTileable(path)) {
    notify({ id: 'page-tile', kind: 'info', title: 'This page stays in the workspace', message: 'Only pages of plugins open beside it.' })
    return
  }
  if (!tiles.has(path) && tiles.size >= MOST && !forgetClosed()) {
    notify({ id: 'page-tile', kind: 'warning', title: 'Too many pages beside the workspace', message: `Close one of the ${MOST} first.` })
    return
  }
  put(path)
  const before = document.activeElement
  await layoutOp('reveal', { pane: PREFIX + path })
  await applyParts([])
  const now = document.activeElement
  // Whoever took the focus meanwhile keeps it; a palette or a menu is on its way out.
  if (now !== before && now !== document.body && !now?.closest('#islands, [role="menu"]')) return
  // The tab first: a narrow window shows the right side while the focus is there.
  for (const part of ['tab', 'pane']) document.getElementById(`${part}:${PREFIX}${path}`)?.focus({ preventScroll: true })
}

/** @param {string} path */
function put(path) {
  const title = pageTitle(path)
  if (tiles.get(path)?.title === title) return
  const unregister = registry.register({
    id: PREFIX + path,
    area: 'panes',
    title,
    render: () => h(PageTile, { path }),
    data: { placement: 'main', dock: DOCK, closeBehavior: 'dismiss', tabMenuPrefix: menuRows(path) },
  })
  tiles.set(path, { title, unregister })
}

/** @param {string} path @returns {(parts: { Item: any }) => import('react').ReactNode} what stands in the menu of its tab */
const menuRows = (path) => (parts) => h(parts.Item, { onSelect: () => navigate(path) }, 'Show in the workspace')

/** Makes room for a tile. @returns {boolean} whether one had been closed */
function forgetClosed() {
  const closed = $layout.get()?.dismissed ?? []
  for (const [path, { unregister }] of tiles) {
    if (!closed.includes(PREFIX + path)) continue
    unregister()
    return tiles.delete(path)
  }
  return false
}

/** A tab says what its page is called now, also when that is known only after the start. */
function retitleLater() {
  if (scheduled || tiles.size === 0) return
  scheduled = true
  queueMicrotask(() => {
    scheduled = false
    for (const path of [...tiles.keys()]) put(path)
  })
}

/**
 * The paths of the tiles somewhere in a saved layout, of whatever version; those that were closed are not among them.
 * @param {any} layout
 * @returns {Set<string>}
 */
function savedTiles(layout) {
  /** @type {Set<string>} */
  const paths = new Set()
  /** @param {any} value */
  const walk = (value) => {
    if (typeof value === 'string' && value.startsWith(PREFIX) && paths.size < MOST) paths.add(pathOf(value.slice(PREFIX.length)))
    else if (value !== null && typeof value === 'object') Object.entries(value).forEach(([name, part]) => name !== 'dismissed' && walk(part))
  }
  walk(layout)
  return paths
}
