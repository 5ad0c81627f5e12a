/**
 * What this window knows of chats: the facts of all of them, which one the workspace shows, and which one has the focus. Everything that
 * `host.state` says of chats is set here (contract, host).
 */
import { state } from '../sdk/state.js'
import { atom } from '../vendor/nanostores.js'
import { channel } from './channel.js'

/**
 * @typedef {object} ChatFacts
 * @property {string | null} live the gateway's live id
 * @property {string} title
 * @property {boolean} busy
 * @property {boolean} awaiting
 * @property {Record<string, number> | null} usage
 * @property {string} model
 * @property {string} provider
 * @property {string} reasoning
 * @property {string} cwd
 * @property {string} profile
 * @property {boolean} yolo the agent runs everything in it without asking
 * @property {readonly { client_id: string, text: string }[]} queued
 * @property {string | null} fault
 * @property {boolean} waiting a question waits for the user
 * @property {boolean} unread
 * @property {boolean} gone the gateway does not know it any more
 * @property {boolean} loaded its messages are on the server
 */

const NEW = 'new:'

/** Key to facts. @type {import('../vendor/nanostores.js').WritableAtom<ReadonlyMap<string, ChatFacts>>} */
export const $chats = atom(new Map())

/** The chat that the workspace shows, or showed before a page came. @type {import('../vendor/nanostores.js').WritableAtom<string | null>} */
export const $primaryChat = atom(null)

/** The chat of the tile that had the focus last; null when it was the workspace. @type {import('../vendor/nanostores.js').WritableAtom<string | null>} */
export const $focusedTile = atom(null)

/** The key of the focused chat: the tile with the focus, else the workspace's. @type {import('../vendor/nanostores.js').WritableAtom<string | null>} */
export const $focusedChat = atom(null)

/** @param {string} key whether the gateway does not know the chat yet */
export const isNew = (key) => key.startsWith(NEW)

/** @returns {string} the key of a chat that nobody has seen */
export const mintKey = () => NEW + crypto.randomUUID()

/**
 * The chat of an address: null or '' is the focused one, 'new' the workspace's while it is a new one, else a key, stored or live id.
 * @param {unknown} address
 * @returns {string | null}
 */
export function chatOf(address) {
  if (address === null || address === undefined || address === '') return $focusedChat.get()
  if (typeof address !== 'string') return null
  if (address === 'new') return $primaryChat.get() !== null && isNew($primaryChat.get() ?? '') ? $primaryChat.get() : null
  if ($chats.get().has(address)) return address
  for (const [key, facts] of $chats.get()) if (facts.live === address) return key
  return address
}

/** Follows the server and keeps `host.state` right. Call once, before the channel opens. */
export function startChatState() {
  channel.on('chats', take)
  channel.on('chat-moved', ({ from, to }) => moved(from, to))
  $primaryChat.listen(refresh)
  $focusedTile.listen(refresh)
  state.gateway.listen(refresh)
}

/** @param {{ put?: Record<string, ChatFacts>, remove?: string[], all?: boolean }} message `all`: what it does not name is not there */
function take({ put = {}, remove = [], all = false }) {
  const next = all ? new Map() : new Map($chats.get())
  for (const key of remove) next.delete(key)
  for (const [key, facts] of Object.entries(put)) next.set(key, Object.freeze(facts))
  $chats.set(next)
  refresh()
}

/** @param {string} from @param {string} to */
function moved(from, to) {
  const facts = $chats.get().get(from)
  const next = new Map($chats.get())
  next.delete(from)
  if (facts) next.set(to, facts)
  $chats.set(next)
  for (const $key of [$primaryChat, $focusedTile]) if ($key.get() === from) $key.set(to)
  refresh()
}

function refresh() {
  const primary = $primaryChat.get()
  const key = $focusedTile.get() ?? primary
  $focusedChat.set(key)
  const chats = $chats.get()
  const focused = key === null ? undefined : chats.get(key)
  const first = primary === null ? undefined : chats.get(primary)
  const stored = key === null || isNew(key) ? null : key
  // A chat without a stored id is a draft to plugins, also when its session was made ahead.
  const live = stored === null ? null : (focused?.live ?? null)
  set('activeSessionId', primary === null || isNew(primary) ? null : (first?.live ?? null))
  set('focusedSessionId', live)
  set('focusedStoredSessionId', stored)
  set('busy', focused?.busy ?? false)
  set('awaitingResponse', focused?.awaiting ?? false)
  set('busyBySession', busyOf(chats))
  set('focusedUsage', focused?.usage ?? null)
  set('cwd', first?.cwd ?? '')
  set('model', first?.model ?? '')
  const profile = focused?.profile ?? state.profile.get()
  set('focusedSessionProfile', profile)
  const connectionId = state.connectionId.get()
  set('focusedSessionOwner', connectionId === null ? null : { connectionId, profile })
}

/** @param {ReadonlyMap<string, ChatFacts>} chats @returns {Record<string, boolean>} live id to whether a turn runs */
function busyOf(chats) {
  /** @type {Record<string, boolean>} */
  const busy = {}
  for (const { live, busy: works } of chats.values()) if (live) busy[live] = works
  return busy
}

/**
 * Sets an atom only when its value says something else: a listener hears changes, not messages.
 * @param {Exclude<keyof typeof state, 'viewport'>} name
 * @param {any} value
 */
function set(name, value) {
  const $atom = /** @type {import('../vendor/nanostores.js').WritableAtom<any>} */ (state[name])
  const before = $atom.get()
  if (before === value) return
  const isObject = value !== null && typeof value === 'object'
  if (isObject && JSON.stringify(before) === JSON.stringify(value)) return
  $atom.set(isObject ? Object.freeze(value) : value)
}
