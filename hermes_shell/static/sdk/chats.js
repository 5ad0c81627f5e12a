/**
 * `host.openSession`, `host.newChat` and what belongs to them: chats in the workspace, beside it, as a tab, in a window of their own.
 *
 * Contract: host, 1.3 and H8.
 */
import { goToNewChat } from '../host/chat_routes.js'
import { $primaryChat, chatOf, isNew, mintKey } from '../host/chat_state.js'
import { $tiles, DOCKS, openTile, revealTile } from '../host/chat_tiles.js'
import { whenShown } from '../host/chat_views.js'
import { newWindow } from '../host/new_window.js'
import { chatPath } from '../host/route_path.js'
import { navigate } from '../host/router.js'

/** Modes in which chats stand as tabs of their own instead of following one another in the workspace. */
const TABS = new Set(['bots'])
const HYDRATION_MS = 15_000

/** Counts the calls: a newer one supersedes an older one that still waits. */
let calls = 0
/** @type {{ mode: string, ownerKey: string | null, target: unknown }} */
let scope = { mode: '', ownerKey: null, target: null }
/** Key of a chat to the owner that opened it. @type {Map<string, string>} */
const owners = new Map()

/**
 * Opens a chat.
 * @param {string} storedId or a live id
 * @param {{ intent?: string, awaitHydration?: boolean, hydrationTimeoutMs?: number, retryHydrationTimeoutOnce?: boolean,
 *   workspaceOwnerKey?: string }} [options] intent: in-place (default), stack, tab or window
 * @returns {Promise<void>} rejects when a newer call came, or when its messages do not
 */
export async function openSession(storedId, options = {}) {
  const key = typeof storedId === 'string' ? chatOf(storedId.trim()) : null
  if (!key) throw new TypeError('openSession: the id of a session is a text')
  calls += 1
  const call = calls
  if (options.workspaceOwnerKey) owners.set(key, options.workspaceOwnerKey)
  await stand(key, options.intent ?? 'in-place')
  if (!options.awaitHydration || options.intent === 'window') return
  const patience = options.hydrationTimeoutMs ?? HYDRATION_MS
  for (let attempt = options.retryHydrationTimeoutOnce ? 2 : 1; attempt > 0; attempt -= 1) {
    const shown = await whenShown(key, patience)
    if (call !== calls) throw new Error(`Opening ${key} was superseded by a newer selection`)
    if (shown) return
  }
  throw new Error(`Timed out loading ${key}`)
}

/** @param {string} key @param {string} intent */
async function stand(key, intent) {
  if (intent === 'window') return newWindow(chatPath(key))
  if ($tiles.get().has(key)) return revealTile(key)
  if (intent === 'tab') return void (await openTile(key, { dock: DOCKS.tab }))
  if (intent === 'stack') return void (await openTile(key))
  navigate(chatPath(key))
}

/**
 * Begins a chat. In a scope whose chats are tabs it gets one of its own.
 * @param {unknown} [route] of a profile; there is one
 * @param {{ workspaceMode?: string, workspaceOwnerKey?: string }} [options]
 * @returns {Promise<void>}
 */
export async function newChat(route, options = {}) {
  const mode = options?.workspaceMode ?? scope.mode
  if (!TABS.has(mode)) return goToNewChat()
  const key = mintKey()
  setWorkspaceScope(mode, options?.workspaceOwnerKey ?? scope.ownerKey, { route: route ?? null, key })
  if (options?.workspaceOwnerKey) owners.set(key, options.workspaceOwnerKey)
  await openTile(key, { dock: DOCKS.tab })
}

/**
 * Says which chats the workspace is about.
 * @param {string} mode
 * @param {string | null} [ownerKey]
 * @param {unknown} [target]
 * @returns {boolean} whether that is another scope than before
 */
export function setWorkspaceScope(mode, ownerKey = null, target = null) {
  if (typeof mode !== 'string') return false
  const changed = scope.mode !== mode || scope.ownerKey !== ownerKey || scope.target !== target
  scope = { mode, ownerKey, target }
  return changed
}

/** @returns {Readonly<typeof scope>} what the workspace is about */
export const workspaceScope = () => Object.freeze({ ...scope })

/**
 * Brings a chat of an owner to the front that is open already.
 * @param {string} ownerKey
 * @param {(id: string) => boolean} [isStaleTile] says of a tile that it does not count
 * @param {readonly string[]} [onlyStoredIds]
 * @returns {string | null} its stored id
 */
export function focusOpenWorkspaceSession(ownerKey, isStaleTile, onlyStoredIds) {
  const counts = (/** @type {string} */ key) =>
    owners.get(key) === ownerKey && !isNew(key) && (!onlyStoredIds || onlyStoredIds.includes(key)) && isStaleTile?.(key) !== true
  const tile = [...$tiles.get()].find(counts)
  if (tile !== undefined) {
    revealTile(tile)
    return tile
  }
  const primary = $primaryChat.get()
  if (primary === null || !counts(primary)) return null
  navigate(chatPath(primary))
  return primary
}
