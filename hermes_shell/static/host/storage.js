/**
 * `ctx.storage`: synchronous on the boot snapshot, written through the channel (architecture section 8). Values are kept as JSON text, so
 * nothing that a plugin changes later leaks in or out. A key is written at once, then at most once in 200 ms, the last value always.
 */
import { onAnnouncement } from './announcements.js'
import { channel } from './channel.js'
import { reportPluginError } from './errors.js'
import { snapshot } from './snapshot.js'

const QUOTA = 5 * 1024 * 1024
const PACE = 200
const MOST_TRIES = 5
/** No snapshot takes longer to fetch. */
const LONGEST_FETCH = 60_000

/** @typedef {{ text: string, bytes: number }} Stored */
/** @typedef {{ flying: boolean, paced: boolean, dirty: boolean, failures: number }} Write the state of one key's writes */
/**
 * One plugin's storage.
 * @typedef {{ values: Map<string, Stored>, bytes: number, writes: Map<string, Write>, settled: Map<string, number> }} Scope `settled`: when
 *   the last acknowledged write of a key, an own one or another window's, came in
 */

const encoder = new TextEncoder()

/** @type {Map<string, Scope>} */
const scopes = new Map()
fill(snapshot.storage)

/**
 * @param {string} id the plugin
 * @returns {{ get(key: string, fallback?: unknown): any, set(key: string, value: unknown): void, remove(key: string): void }}
 */
export function pluginStorage(id) {
  const scope = scopeOf(id)
  /** @param {string} key */
  const remove = (key) => {
    if (drop(scope, String(key))) write(id, scope, String(key))
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
        write(id, scope, String(key))
      }
    },
    remove,
  }
}

/** @returns {boolean} whether a value waits for its turn or for its acknowledgement */
export function isStoragePending() {
  for (const { writes } of scopes.values()) if (writes.size > 0) return true
  return false
}

/** Sends every value that still waits for its turn: the page is going away. */
export function flushStorage() {
  for (const [id, scope] of scopes) {
    for (const [key, state] of scope.writes) if (state.dirty) send(id, scope, key, state)
  }
}

/** Follows the acknowledged writes of other windows. */
export function startStorage() {
  channel.on('storage', ({ plugin, key, value, remove }) => {
    const scope = scopeOf(plugin)
    const own = scope.writes.get(key)
    // An own write that is not acknowledged yet comes later in the server's order and wins.
    if (own && (own.flying || own.dirty)) return
    drop(scope, key)
    if (!remove && value !== undefined) keep(scope, key, JSON.stringify(value))
    settled(scope, key)
  })
  onAnnouncement('hello', ({ storage, asked }) => storage && fill(storage, asked))
  addEventListener('pagehide', flushStorage)
}

/**
 * Takes the server's values. Keys with an own write on its way keep theirs, and so do those that settled after the values were asked for:
 * they may have been read before.
 * @param {Record<string, Record<string, unknown>>} storage
 * @param {number} [asked] when
 */
function fill(storage, asked = performance.now()) {
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
  const scope = { values: new Map(), bytes: 0, writes: new Map(), settled: new Map() }
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

/**
 * @param {string} id
 * @param {Scope} scope
 * @param {string} key
 */
function write(id, scope, key) {
  const state = scope.writes.get(key)
  if (state) state.dirty = true
  else {
    const fresh = { flying: false, paced: false, dirty: true, failures: 0 }
    scope.writes.set(key, fresh)
    send(id, scope, key, fresh)
  }
}

/**
 * @param {string} id
 * @param {Scope} scope
 * @param {string} key
 * @param {Write} state
 */
function send(id, scope, key, state) {
  state.dirty = false
  state.flying = state.paced = true
  const next = () => {
    if (state.flying || state.paced) return
    if (state.dirty) send(id, scope, key, state)
    else if (scope.writes.get(key) === state) {
      scope.writes.delete(key)
      settled(scope, key)
    }
  }
  const stored = scope.values.get(key)
  const written = channel.store(id, key, stored ? JSON.parse(stored.text) : undefined)
  written
    .then(() => (state.failures = 0))
    .catch((error) => {
      reportPluginError(id, `storage write of "${key}"`, error)
      // A busy server may take it the next time.
      if (++state.failures < MOST_TRIES) state.dirty = true
    })
    .then(() => {
      state.flying = false
      next()
    })
  setTimeout(() => {
    state.paced = false
    next()
  }, PACE)
}
