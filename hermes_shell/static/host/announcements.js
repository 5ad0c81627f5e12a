/**
 * Process-wide changes that the server announces, in one order: whoever keeps such state listens here. A gap is closed with the boot
 * snapshot of now, which goes through the same `hello` (reconciling is idempotent).
 */
import { Backoff } from './backoff.js'
import { base, snapshot } from './snapshot.js'

/** @typedef {{ kind: string, number?: number, epoch?: string, [field: string]: any }} Announcement */

/** A stream that goes on says hello no more: one answer that is lost must not leave this window behind. */
const MOST_PAUSES = 4

/** @type {Map<string, Set<(announcement: any) => void>>} */
const listeners = new Map()

let epoch = snapshot.epoch
let number = snapshot.number
/** @type {Announcement[] | null} what arrives while a gap is being closed */
let waiting = null

/** @returns {{ epoch: string, number: number }} the last announcement that this window knows of */
export const seen = () => ({ epoch, number })

/**
 * @param {string} kind an announcement kind, or `hello`
 * @param {(announcement: any) => void} fn
 * @returns {() => void}
 */
export function onAnnouncement(kind, fn) {
  const group = listeners.get(kind) ?? new Set()
  listeners.set(kind, group.add(fn))
  return () => void group.delete(fn)
}

/**
 * Takes one announcement in. One that was seen before is ignored; one that skips a number starts a resync.
 * @param {Announcement} announcement
 */
export function receive(announcement) {
  if (waiting) {
    waiting.push(announcement)
    return
  }
  if (announcement.kind === 'hello') hello(announcement)
  else if ((announcement.epoch ?? epoch) !== epoch) resync()
  else if (Number(announcement.number) > number + 1) resync()
  else if (Number(announcement.number) === number + 1) {
    number++
    dispatch(announcement)
  }
}

/** Fetches the boot snapshot of now and reconciles with it. One at a time; when it cannot be had the old state stays and the next `hello` tries again. */
export async function resync() {
  if (waiting) return
  waiting = []
  const now = await fetchSnapshot()
  const held = waiting
  waiting = null
  if (!now) return
  hello({ ...now, kind: 'hello', complete: true })
  // A gap among these cannot be: they arrived on an ordered stream after the snapshot was asked for.
  for (const announcement of held) receive(announcement)
}

/** @returns {Promise<Announcement | null>} null when it did not come several times; `asked` is when it was asked for */
async function fetchSnapshot() {
  const backoff = new Backoff()
  while (true) {
    const asked = performance.now()
    try {
      const answer = await fetch(`${base}api/shell/snapshot`, { headers: { accept: 'application/json' } })
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      return { ...(await answer.json()), asked }
    } catch (error) {
      console.warn('the shell snapshot could not be fetched', error)
    }
    if (backoff.attempt >= MOST_PAUSES) return null
    await new Promise((resolve) => setTimeout(resolve, backoff.next()))
  }
}

/** @param {Announcement} announcement */
function hello(announcement) {
  const skipped = announcement.epoch !== epoch || Number(announcement.number) !== number
  if (announcement.epoch === epoch && Number(announcement.number) < number) return
  epoch = String(announcement.epoch)
  number = Number(announcement.number)
  dispatch(announcement)
  // A stream's hello holds plugins only; themes, settings and storage may have changed meanwhile too.
  if (skipped && !announcement.complete) resync()
}

/** @param {Announcement} announcement */
function dispatch(announcement) {
  for (const listener of [...(listeners.get(announcement.kind) ?? [])]) {
    try {
      listener(announcement)
    } catch (error) {
      console.error(`a listener of the announcement ${announcement.kind} failed`, error)
    }
  }
}
