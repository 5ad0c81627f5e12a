/**
 * `ctx.storage`: synchronous on the boot snapshot, written through the channel (architecture section 8). Values are kept as JSON text, so
 * nothing that a plugin changes later leaks in or out.
 */
import { onAnnouncement } from './announcements.js'
import { channel } from './channel.js'
import { PacedWrites } from './paced_writes.js'
import { snapshot } from './snapshot.js'

const QUOTA = 5 * 1024 * 1024
/** No snapshot takes longer to fetch. */
const LONGEST_FETCH = 60_000

/** @typedef {{ text: string, bytes: number }} Stored */
/**
 * One plugin's storage.
 * @typedef {{ values: Map<string, Stored>, bytes: number, writes: PacedWrites, settled: Map<string, number> }} Scope `settled`: when
 *   the last acknowledged write of a key, an own one or another window's, came in
 */

const encoder = new TextEncoder()

/** @type {Map<string, Scope>} */
const scopes = new Map()
takeStorage(snapshot.storage)

/**
 * @param {string} id the plugin
 * @returns {{ get(key: string, fallback?: unknown): any, set(key: string, value: unknown): void, remove(key: string): void }}
 */
export function pluginStorage(id) {
  const scope = scopeOf(id)
  /** @param {string} key */
  const remove = (key) => {
    if (drop(scope, String(key))) scope.writes.write(String(key))
  }
  return {
    get(key, fallback) {
      const stored = scope.values.get(String(key))
      return stored ? JSON.parse(stored.text) : fallback
    },
    set(key, value) {
      const text = textOf(id, key, value)
      if (text === undefined) remove(key)
      else if (scope.values.get(String(key))?.text !== text) {
        put(id, scope, String(key), text)
        scope.writes.write(String(key))
      }
    },
    remove,
  }
}

/** @returns {boolean} whether a value waits for its turn or for its acknowledgement */
export function isStoragePending() {
  for (const { writes } of scopes.values()) if (writes.pending > 0) return true
  return false
}

/** Sends every value that still waits for its turn: the page is going away. */
export function flushStorage() {
  for (const { writes } of scopes.values()) writes.flush()
}

/** Follows the acknowledged writes of other windows. */
export function startStorage() {
  channel.on('storage', ({ plugin, key, value, remove }) => {
    const scope = scopeOf(plugin)
    // An own write that is not acknowledged yet comes later in the server's order and wins.
    if (scope.writes.isUnsettled(key)) return
    drop(scope, key)
    if (!remove && value !== undefined) keep(scope, key, JSON.stringify(value))
    settled(scope, key)
  })
  onAnnouncement('hello', ({ storage, asked }) => storage && takeStorage(storage, asked))
  // Before a reload asks for the next page; what comes later leaves with this one.
  addEventListener('beforeunload', flushStorage)
  addEventListener('pagehide', flushStorage)
}

/**
 * Takes the server's values. Keys with an own write on its way keep theirs, and so do those that settled after the values were asked for:
 * they may have been read before.
 * @param {Record<string, Record<string, unknown>>} storage
 * @param {number} [asked] when
 */
export function takeStorage(storage, asked = performance.now()) {
  for (const id of new Set([...scopes.keys(), ...Object.keys(storage)])) {
    const scope = scopeOf(id)
    for (const [key, at] of [...scope.settled]) if (at < asked) scope.settled.delete(key)
    /** @param {string} key */
    const isNewer = (key) => scope.writes.has(key) || scope.settled.has(key)
    for (const key of [...scope.values.keys()]) if (!isNewer(key)) drop(scope, key)
    for (const [key, value] of Object.entries(storage[id] ?? {})) {
      if (!isNewer(key)) keep(scope, key, JSON.stringify(value))
    }
  }
}

/**
 * @param {Scope} scope
 * @param {string} key
 */
function settled(scope, key) {
  const now = performance.now()
  scope.settled.delete(key)
  scope.settled.set(key, now)
  for (const [first, at] of scope.settled) {
    if (at > now - LONGEST_FETCH) return
    scope.settled.delete(first)
  }
}

/**
 * @param {string} id
 * @returns {Scope}
 */
function scopeOf(id) {
  const known = scopes.get(id)
  if (known) return known
  /** @type {Map<string, Stored>} */
  const values = new Map()
  /** @param {string} key */
  const value = (key) => {
    const stored = values.get(key)
    return stored ? JSON.parse(stored.text) : undefined
  }
  /** @type {Scope} */
  const scope = { values, bytes: 0, writes: new PacedWrites(id, value, (key) => settled(scope, key)), settled: new Map() }
  scopes.set(id, scope)
  return scope
}

/**
 * @param {string} id
 * @param {string} key
 * @param {unknown} value
 * @returns {string | undefined} undefined when JSON has no form for the value (undefined, a function)
 */
function textOf(id, key, value) {
  try {
    return JSON.stringify(value)
  } catch (error) {
    throw new TypeError(`[plugin:${id}] storage.set("${key}"): the value cannot be written as JSON`, { cause: error })
  }
}

/**
 * @param {string} id
 * @param {Scope} scope
 * @param {string} key
 * @param {string} text
 */
function put(id, scope, key, text) {
  const bytes = sizeOf(key, text)
  const total = scope.bytes - (scope.values.get(key)?.bytes ?? 0) + bytes
  if (total > QUOTA) {
    const used = (total / 1024 / 1024).toFixed(1)
    throw new Error(`[plugin:${id}] storage.set("${key}"): ${used} MiB would exceed the 5 MiB that a plugin may store; the old value stays`)
  }
  drop(scope, key)
  scope.values.set(key, { text, bytes })
  scope.bytes += bytes
}

/**
 * @param {Scope} scope
 * @param {string} key
 * @param {string} text
 */
function keep(scope, key, text) {
  const bytes = sizeOf(key, text)
  scope.values.set(key, { text, bytes })
  scope.bytes += bytes
}

/**
 * @param {Scope} scope
 * @param {string} key
 * @returns {boolean} whether there was a value
 */
function drop(scope, key) {
  scope.bytes -= scope.values.get(key)?.bytes ?? 0
  return scope.values.delete(key)
}

/**
 * @param {string} key
 * @param {string} text
 */
function sizeOf(key, text) {
  return encoder.encode(key).length + encoder.encode(text).length
}
