/**
 * Drafts in this window: saved a moment after the last key, at once when a composer goes or the page does. What is not on disk yet is
 * kept here, so a composer that comes back has it whatever the server has heard.
 */
import { channel } from './channel.js'
import { leaveBehind, takeLeftBehind } from './draft_leftovers.js'
import { base, snapshot } from './snapshot.js'

const PAUSE_MS = 250
const LONGEST_MS = 2000
/** Long drafts are saved less often: 1 MB every second. */
const CHARACTERS_A_MS = 1000
/** What a browser lets a page send while it goes. */
const KEEPALIVE_LIMIT = 60_000
/** So much more text at once is worth saving at once. */
const LARGE_CHANGE = 2_000

/** @typedef {{ id: string, name: string, kind: 'image' | 'file', size: number }} Attached */
/** @typedef {{ text: string, chips: import('./composer_pieces.js').Chip[], attachments: Attached[] }} Held what a composer holds */
/** @typedef {Held & { sending?: { client_id: string, rest: Held } }} Draft `sending`: what is left once that prompt is in the outbox */

/** What the server has not acknowledged. @type {Map<string, { draft: Draft, serial: number, flying: boolean }>} */
const unsaved = new Map()
/** @type {Set<DraftKeeper>} */
const keepers = new Set()
/** @type {Map<string, string>} keys of new chats that have a stored id now */
const moved = new Map()
let serial = 0

channel.on('chat-moved', ({ from, to }) => {
  moved.set(from, to)
  const waiting = unsaved.get(from)
  if (!waiting) return
  unsaved.delete(from)
  unsaved.set(to, waiting)
})
channel.on('welcome', sendAgain)
addEventListener('pagehide', sayLastWords)
addEventListener('beforeunload', sayLastWords)
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flushDrafts())

/**
 * @param {string} key
 * @returns {Promise<Draft | null>}
 */
export async function loadDraft(key) {
  const mine = unsaved.get(now(key))
  if (mine) return mine.draft
  const stored = await channel.call('draft.get', { key: now(key) })
  const left = takeLeftBehind(key, stored?.at ?? 0)
  if (left) void keep(key, left)
  return left ?? stored
}

/** Whether something typed is not on disk yet. */
export const areDraftsPending = () => unsaved.size > 0 || [...keepers].some((keeper) => keeper.dirty)

/** Sends what the server has not acknowledged: there is a connection again. */
export function sendAgain() {
  for (const key of [...unsaved.keys()]) void send(key)
}

/** Saves what waits for a pause in typing. */
export function flushDrafts() {
  for (const keeper of keepers) keeper.flush()
}

/** Saves the draft of one composer for as long as that is there. */
export class DraftKeeper {
  dirty = false
  #timer = 0
  #since = 0
  #size = 0

  /** @param {string} key @param {() => Draft} read @param {() => void} [saved] called when all of it is on disk */
  constructor(key, read, saved = () => {}) {
    this.key = key
    this.read = read
    this.saved = saved
    keepers.add(this)
  }

  /** Something was typed. @param {number} [size] characters of it all, where known */
  changed(size = 0) {
    const at = performance.now()
    if (!this.dirty) this.#since = at
    this.dirty = true
    clearTimeout(this.#timer)
    const large = Math.abs(size - this.#size) > LARGE_CHANGE
    this.#size = size
    if (large) return void queueMicrotask(() => this.flush())
    const pause = PAUSE_MS + size / CHARACTERS_A_MS
    this.#timer = setTimeout(() => this.flush(), Math.max(0, Math.min(pause, this.#since + LONGEST_MS + size / CHARACTERS_A_MS - at)))
  }

  flush() {
    clearTimeout(this.#timer)
    if (!this.dirty) return
    this.dirty = false
    void keep(this.key, this.read()).then(() => !this.dirty && !unsaved.has(now(this.key)) && this.saved())
  }

  /** From now on the draft is another chat's: a new chat has its stored id, or the session has gone. @param {string} key */
  rekey(key) {
    this.flush()
    this.key = key
  }

  stop() {
    this.flush()
    keepers.delete(this)
  }
}

/** What stays in a composer while a prompt goes out of it, for the call that takes that prompt. @param {Held} rest */
export const leavingDraft = (rest) => ({ ...fieldsOf(rest), serial: ++serial })

/** @param {string} key @param {Draft} draft */
export function keep(key, draft) {
  const place = now(key)
  unsaved.set(place, { draft, serial: ++serial, flying: false })
  return send(place)
}

/** @param {string} key */
async function send(key) {
  const waiting = unsaved.get(key)
  if (!waiting || waiting.flying) return
  waiting.flying = true
  try {
    await channel.call('draft.set', argsOf(key, waiting))
    if (unsaved.get(now(key)) === waiting) unsaved.delete(now(key))
  } catch (error) {
    // It stays here and goes out with the next connection.
    waiting.flying = false
    console.warn('a draft is not saved yet', error)
  }
}

function sayLastWords() {
  flushDrafts()
  for (const [key, waiting] of unsaved) {
    const args = argsOf(key, waiting)
    channel.send({ t: 'tell', topic: 'draft', args })
    const body = JSON.stringify({ ...args, window: channel.window })
    if (body.length > KEEPALIVE_LIMIT) {
      leaveBehind(key, waiting.draft)
      continue
    }
    const headers = { 'X-Hermes-CSRF': snapshot.csrf, 'Content-Type': 'application/json' }
    // The page is gone before the answer; the line above may have been cut.
    fetch(`${base}api/chat/drafts`, { method: 'POST', keepalive: true, headers, body }).catch(() => undefined)
  }
}

/** @param {string} key @param {{ draft: Draft, serial: number }} waiting */
const argsOf = (key, { draft: { sending, ...held }, serial: number }) => ({
  key, ...fieldsOf(held), serial: number, ...(sending && { sending: { client_id: sending.client_id, ...fieldsOf(sending.rest) } }),
})

/** @param {Held} held */
const fieldsOf = ({ text, chips, attachments }) => ({ text, chips, attachments: attachments.map(({ id }) => id) })

/** @param {string} key */
const now = (key) => moved.get(key) ?? key
