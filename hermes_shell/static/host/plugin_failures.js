/**
 * Which plugins failed in this window since it opened, for the error overlay. What was broken already when the page started is said by
 * its row alone, and what was dismissed stays away until another revision fails (architecture section 12, "a save that does not evaluate").
 */
import { atom } from '../vendor/nanostores.js'
import { onAnnouncement } from './announcements.js'
import { snapshot } from './snapshot.js'

/**
 * @typedef {object} Failure
 * @property {string} folder
 * @property {string | null} id
 * @property {string | null} name what people call it; the folder's name while it did not register
 * @property {string | null} rev the revision that failed; null when the file could not be read
 * @property {import('./snapshot.js').PluginError} error
 * @property {boolean} stale whether an older version runs meanwhile
 * @property {boolean} [unreachable] the file did not arrive: nothing the plugin could help
 */

/** @typedef {{ failures: readonly Failure[], at: number }} Shown newest first, and which of them is to be seen */

/** What the overlay shows. */
export const $failures = atom(/** @type {Shown} */ ({ failures: [], at: 0 }))

/** Folder to the revision whose failure is not shown. @type {Map<string, string | null>} */
const quiet = new Map(snapshot.inventory.map(({ folder, rev }) => [folder, rev]))
/** Whether the server still looks for the first time: what it finds was there before. */
let scanning = !snapshot.scanned

/** Learns which revisions were there before this window could see a save. Call once, before the loader listens. */
export function watchFirstScan() {
  onAnnouncement('plugin-changed', ({ plugin }) => scanning && void quiet.set(plugin.folder, plugin.rev))
  onAnnouncement('scan-ended', () => void (scanning = false))
  onAnnouncement('hello', ({ scanned, inventory }) => {
    // The scan may have ended between the page and its first hello: what that one lists was there before too.
    const found = scanning || scanned === false ? (inventory ?? []) : []
    for (const { folder, rev } of found) quiet.set(folder, rev)
    scanning = scanned === false
  })
}

/**
 * A plugin failed: it comes to the front, unless this revision is to stay quiet.
 * @param {Failure} failure
 * @returns {boolean} whether it is shown
 */
export function addFailure(failure) {
  const { folder, rev } = failure
  if (failure.unreachable || quiet.get(folder) === rev) return false
  quiet.delete(folder)
  $failures.set({ failures: [failure, ...without(folder)], at: 0 })
  return true
}

/**
 * More is known of a failure that is shown: its place, or what runs meanwhile.
 * @param {string} folder
 * @param {Partial<Failure>} more
 */
export function amendFailure(folder, more) {
  const { failures, at } = $failures.get()
  if (!failures.some((one) => one.folder === folder)) return
  $failures.set({ failures: failures.map((one) => (one.folder === folder ? { ...one, ...more } : one)), at })
}

/**
 * A failure is over.
 * @param {string} folder
 * @param {boolean} good whether the plugin runs as its file says: from here on every failure is a new one
 */
export function endFailure(folder, good) {
  if (good) quiet.delete(folder)
  remove(folder)
}

/**
 * The user has seen a failure.
 * @param {string} folder
 */
export function dismissFailure(folder) {
  const failure = $failures.get().failures.find((one) => one.folder === folder)
  if (!failure) return
  quiet.set(folder, failure.rev)
  remove(folder)
}

/** Shows the failure behind the one that is shown, the first one after the last. */
export function showNextFailure() {
  const { failures, at } = $failures.get()
  $failures.set({ failures, at: (at + 1) % Math.max(1, failures.length) })
}

/** @param {string} folder */
function remove(folder) {
  const { failures, at } = $failures.get()
  const gone = failures.findIndex((one) => one.folder === folder)
  if (gone < 0) return
  const left = without(folder)
  const next = gone < at ? at - 1 : at
  $failures.set({ failures: left, at: next < left.length ? next : 0 })
}

/** @param {string} folder */
const without = (folder) => $failures.get().failures.filter((one) => one.folder !== folder)
