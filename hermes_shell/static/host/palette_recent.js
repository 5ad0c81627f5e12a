/** Keys of the palette's rows that were run last, newest first; the server keeps them for the home, for all its windows. */
import { atom } from '../vendor/nanostores.js'
import { onAnnouncement } from './announcements.js'
import { channel } from './channel.js'
import { snapshot } from './snapshot.js'

/** The server takes no longer key. */
const LONGEST_KEY = 500

/** What was run last, of whatever is there now and of what is not. */
export const $recent = atom(/** @type {readonly string[]} */ (snapshot.palette_recent ?? []))

onAnnouncement('palette-recent', ({ rows }) => $recent.set(rows))
onAnnouncement('hello', ({ palette_recent: rows }) => rows && $recent.set(rows))

/** @param {string} key of a row that was run */
export function noteUse(key) {
  if (key.length > LONGEST_KEY) return
  $recent.set([key, ...$recent.get().filter((other) => other !== key)])
  channel.call('palette.used', { key }).catch((error) => console.warn(`the use of ${key} was not kept`, error))
}

/** Forgets them all. @returns {Promise<unknown>} rejects when the server did not */
export function clearRecent() {
  $recent.set([])
  return channel.call('palette.clearRecent')
}
