/**
 * The core's contributions, which the server holds, in the page registry: from the boot snapshot, then by announcements. The realm never
 * sends them back.
 */
import { onAnnouncement } from './announcements.js'
import { registry } from './registry.js'
import { snapshot } from './snapshot.js'

/** @typedef {{ area: string, id: string, [field: string]: any }} CoreRow */

/** @type {Map<string, () => void>} key to disposer */
const held = new Map()

/** Registers what the server has, and follows its changes. */
export function startCoreContributions() {
  apply(snapshot.core, [])
  onAnnouncement('core', ({ put, remove }) => apply(put, remove))
  // After a gap the whole list comes; what is no longer in it is gone.
  onAnnouncement('hello', ({ core }) => {
    if (!core) return
    const now = new Set(core.map(keyOf))
    apply(core, [...held.keys()].filter((key) => !now.has(key)).map((key) => JSON.parse(key)))
  })
}

/**
 * @param {readonly CoreRow[]} put
 * @param {readonly [string, string][]} remove areas and ids
 */
function apply(put, remove) {
  registry.transaction(() => {
    for (const [area, id] of remove) {
      const key = keyOf({ area, id })
      held.get(key)?.()
      held.delete(key)
    }
    for (const row of put) held.set(keyOf(row), registry.register({ ...row, source: 'core', server: true }))
  })
}

/** @param {CoreRow} row */
const keyOf = ({ area, id }) => JSON.stringify([area, id])
