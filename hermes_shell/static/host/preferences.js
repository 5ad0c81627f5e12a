/**
 * The shell's own settings in this window. The server knows keys, defaults and what fits; a change shows here at once and goes back
 * when the server refuses it. Plugins have `host.settings` instead.
 */
import { onAnnouncement } from './announcements.js'
import { channel } from './channel.js'
import { snapshot } from './snapshot.js'

/**
 * @typedef {object} Kept
 * @property {unknown} value as it shows here
 * @property {unknown} confirmed as the server last told it
 * @property {number} writing how many of this window's writes are under way
 * @property {Set<string>} heard what was announced meanwhile
 * @property {Set<(value: any) => void>} listeners
 */

/** @type {Map<string, Kept>} */
const all = new Map()
for (const [key, value] of Object.entries(snapshot.preferences ?? {})) all.set(key, { value, confirmed: value, writing: 0, heard: new Set(), listeners: new Set() })

/**
 * @param {string} key
 * @returns {any} its value now
 * @throws {Error} for a key that is not a setting of the shell
 */
export function preference(key) {
  return find(key).value
}

/**
 * Takes effect at once here; the server stores it and tells the other windows. The last write wins.
 * @param {string} key
 * @param {unknown} value
 * @returns {Promise<void>} resolves when it is stored, rejects with the server's sentence when it is not; then the old value is back
 */
export async function setPreference(key, value) {
  const kept = find(key)
  if (same(kept.value, value)) return
  kept.writing++
  show(kept, value)
  try {
    const stored = await channel.call('settings.set', { key, value })
    // Announcements come in the server's order and may be ahead of the answer: then another window's later write counts.
    if (!kept.heard.has(JSON.stringify(stored))) kept.confirmed = stored
  } finally {
    kept.writing--
    if (kept.writing === 0) {
      kept.heard.clear()
      show(kept, kept.confirmed)
    }
  }
}

/**
 * @param {string} key
 * @param {(value: any) => void} fn called now and after every change
 * @returns {() => void} idempotent disposer
 * @throws {Error} for a key that is not a setting of the shell
 */
export function onPreference(key, fn) {
  const kept = find(key)
  kept.listeners.add(fn)
  fn(kept.value)
  return () => void kept.listeners.delete(fn)
}

onAnnouncement('setting', ({ key, value }) => hear(key, value))
onAnnouncement('hello', ({ preferences }) => {
  for (const [key, value] of Object.entries(preferences ?? {})) hear(key, value)
})

/** @param {string} key @param {unknown} value */
function hear(key, value) {
  const kept = all.get(key)
  if (!kept) return
  kept.confirmed = value
  // While the user turns a control its own earlier values come back: they must not undo the newest one.
  if (kept.writing === 0) show(kept, value)
  else kept.heard.add(JSON.stringify(value))
}

/** @param {Kept} kept @param {unknown} value */
function show(kept, value) {
  if (same(kept.value, value)) return
  kept.value = value
  for (const listener of [...kept.listeners]) {
    try {
      listener(value)
    } catch (error) {
      console.error('a listener of a setting failed', error)
    }
  }
}

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other)

/** @param {string} key */
function find(key) {
  const kept = all.get(key)
  if (!kept) throw new Error(`There is no setting ${key}.`)
  return kept
}
