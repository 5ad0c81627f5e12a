/**
 * Chats beside the workspace: a tile is a pane of its own, `session-tile:<key>`, as `page-tile:<path>` is one of a page. The layout keeps
 * the pane, so after a reload the tiles that it knows are registered again.
 */
import { createElement as h, useLayoutEffect, useRef } from '../vendor/react.js'
import { atom } from '../vendor/nanostores.js'
import { $chats, isNew } from './chat_state.js'
import { $layout, closePane, layoutOp } from './panes.js'
import { registry } from './registry.js'
import { chatPath } from './route_path.js'
import { navigate } from './router.js'
import { snapshot } from './snapshot.js'
import { notify } from './toasts.js'

const PREFIX = 'session-tile:'
const MOST = 32
/** Where a tile goes at first: beside the workspace, or among its tabs. */
export const DOCKS = Object.freeze({
  side: Object.freeze({ pane: 'workspace', pos: 'right' }),
  tab: Object.freeze({ pane: 'workspace', pos: 'center' }),
})

/** @typedef {{ title: string, dock: object, unregister: () => void }} Tile */
/** Key to its tile, closed ones included, so that they can be reopened. @type {Map<string, Tile>} */
const tiles = new Map()

/** Keys of the chats that have an open tile. @type {import('../vendor/nanostores.js').WritableAtom<ReadonlySet<string>>} */
export const $tiles = atom(new Set())

/** Brings back the tiles of the saved layout. Call once, before the channel opens. */
export function startChatTiles() {
  for (const key of savedTiles(snapshot.layout)) put(key, DOCKS.side)
  $layout.listen(refresh)
  $chats.listen(() => {
    for (const [key, { dock }] of tiles) put(key, dock)
  })
}

/** @param {string} key @returns {string} the id of its pane */
export const paneOf = (key) => PREFIX + key

/**
 * Opens a chat in a tile, or brings its tile to the front.
 * @param {string} key
 * @param {{ dock?: object }} [options]
 * @returns {Promise<boolean>} whether it stands there now
 */
export async function openTile(key, { dock = DOCKS.side } = {}) {
  if (!tiles.has(key) && tiles.size >= MOST && !forgetClosed()) {
    notify({ id: 'session-tile', kind: 'warning', title: 'Too many chats beside the workspace', message: `Close one of the ${MOST} first.` })
    return false
  }
  put(key, dock)
  await layoutOp('reveal', { pane: PREFIX + key })
  refresh()
  focusTile(key)
  return true
}

/** @param {string} key */
export function revealTile(key) {
  void openTile(key)
}

/** @param {string} key */
export function closeTile(key) {
  void closePane(PREFIX + key)
}

/** A chat has another key: its tile takes its place. @param {string} from @param {string} to */
export function moveTile(from, to) {
  const tile = tiles.get(from)
  if (!tile) return
  const open = $tiles.get().has(from)
  put(to, { pane: PREFIX + from, pos: 'center' })
  // Dismissed, or the layout keeps its place as that of a pane that may come back, and the next window makes a tile of it.
  if (open) void layoutOp('reveal', { pane: PREFIX + to }).then(() => layoutOp('dismiss', { pane: PREFIX + from })).finally(() => drop(from))
  else drop(from)
  refresh()
}

/** @param {string} key */
function drop(key) {
  tiles.get(key)?.unregister()
  tiles.delete(key)
  refresh()
}

/** @param {string} key */
function focusTile(key) {
  const input = document.getElementById(`pane:${PREFIX}${key}`)?.querySelector('[data-slot="composer-input"]')
  if (input instanceof HTMLElement) input.focus({ preventScroll: true })
}

/** @param {string} key @param {object} dock */
function put(key, dock) {
  const title = $chats.get().get(key)?.title || (isNew(key) ? 'New chat' : 'Chat')
  if (tiles.get(key)?.title === title) return
  const unregister = registry.register({
    id: PREFIX + key,
    area: 'panes',
    title,
    render: () => h(ChatTile, { chat: key }),
    data: { placement: 'main', dock, minWidth: '384px', closeBehavior: 'dismiss', tabMenuPrefix: menuRows(key) },
  })
  tiles.set(key, { title, dock, unregister })
  refresh()
}

/** @param {string} key @returns {(parts: { Item: any }) => import('react').ReactNode} what stands in the menu of its tab */
const menuRows = (key) => (parts) => h(parts.Item, { onSelect: () => showInWorkspace(key) }, 'Show in the workspace')

/** @param {string} key */
function showInWorkspace(key) {
  closeTile(key)
  navigate(isNew(key) ? `/?draft=${encodeURIComponent(key)}` : chatPath(key))
}

/** @param {{ chat: string }} props */
function ChatTile({ chat }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null))
  useLayoutEffect(() => {
    const element = document.createElement('hermes-chat')
    element.setAttribute('place', 'tile')
    element.setAttribute('key', chat)
    place.current?.replaceChildren(element)
    return () => element.remove()
  }, [chat])
  return h('div', { className: 'hs-chat-tile', ref: place })
}

/** Which tiles are open: what the layout dismissed is not. */
function refresh() {
  const closed = new Set($layout.get()?.dismissed ?? [])
  const open = new Set([...tiles.keys()].filter((key) => !closed.has(PREFIX + key)))
  const before = $tiles.get()
  if (open.size !== before.size || [...open].some((key) => !before.has(key))) $tiles.set(open)
}

/** Makes room for a tile. @returns {boolean} whether one had been closed */
function forgetClosed() {
  const key = [...tiles.keys()].find((one) => !$tiles.get().has(one))
  if (key !== undefined) drop(key)
  return key !== undefined
}

/**
 * The keys of the tiles somewhere in a saved layout, of whatever version; those that were closed are not among them.
 * @param {any} layout
 * @returns {Set<string>}
 */
function savedTiles(layout) {
  /** @type {Set<string>} */
  const keys = new Set()
  /** @param {any} value */
  const walk = (value) => {
    if (typeof value === 'string' && value.startsWith(PREFIX) && keys.size < MOST) keys.add(value.slice(PREFIX.length))
    else if (value !== null && typeof value === 'object') Object.entries(value).forEach(([name, part]) => name !== 'dismissed' && walk(part))
  }
  walk(layout)
  return keys
}
