/** Who has the last word on a track: the hand while it holds the sash, then what the server makes of it. */
import { applyParts } from './fragments.js'
import { holdTracks, releaseTracks } from './layout_elements.js'
import { $layout } from './layout_tree.js'
import { layoutOp } from './panes.js'
import { freeze, othersOf, writeSize } from './sash_hold.js'

/** @typedef {import('./sash_hold.js').Hold} Hold */

/** What is held, by node. @type {Map<string, symbol>} */
const holders = new Map()

/**
 * Keeps the layout's hands off what a sash moves.
 * @param {Hold} hold
 * @returns {symbol} who holds it now
 */
export function take(hold) {
  const holder = Symbol(hold.zone)
  holders.set(hold.zone, holder)
  holdTracks(hold.tracks)
  freeze(hold)
  return holder
}

/**
 * Lets go without a change.
 * @param {Hold} hold
 * @param {number} size px that the sidebar goes back to
 */
export function giveUp(hold, size) {
  holders.delete(hold.zone)
  if (hold.beside) releaseTracks(hold.tracks)
  else writeSize(hold, size)
}

/**
 * Tells the server a size. What it answers stands then, also where it took another number or none.
 * @param {Hold} hold
 * @param {number} size px
 * @param {symbol} holder
 */
export async function tellSize(hold, size, holder) {
  const { zone } = hold
  await layoutOp('resize', { zone, size, ...othersOf(hold) })
  // The frame comes before the answer, and takes its time to be applied.
  await applyParts([])
  if (holders.get(zone) === holder) giveUp(hold, $layout.get()?.sidebar || size)
}

/**
 * Takes the width that the server decided for the sidebar, unless its sash is held.
 * @param {number} size px; 0 = hidden
 */
export function applySidebar(size) {
  const sidebar = document.querySelector('[data-region="sidebar"]')
  if (!(sidebar instanceof HTMLElement)) return
  if (sidebar.hidden !== (size === 0)) sidebar.hidden = size === 0
  const columns = /** @type {HTMLElement | null} */ (sidebar.closest('.hs-columns'))
  if (size > 0 && !holders.has('sidebar')) columns?.style.setProperty('--zone-sidebar', `${size}px`)
}
