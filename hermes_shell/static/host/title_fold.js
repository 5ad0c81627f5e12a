/**
 * Which plugins' items have no room on the title bar. Those with the highest order fold first, wherever they stand; the shell's own tools
 * and the way to the palette never do.
 */
import { atom } from '../vendor/nanostores.js'
import { markFolded, rem, widthOf } from './bar_widths.js'

/** @typedef {import('./bar_entries.js').BarEntry} BarEntry */

/** What is folded now, in the order of the bar. */
export const $foldedTools = atom(/** @type {readonly BarEntry[]} */ ([]))

/** Room for the button with the list while there is none to measure, rem. */
const MORE_REM = 1.625
/** The gap behind an item, rem. */
const GAP_REM = 0.125

/**
 * Folds and unfolds, from what can be measured now.
 * @param {HTMLElement} bar
 * @param {HTMLElement} more the place of the button
 * @param {readonly BarEntry[]} entries
 */
export function foldTools(bar, more, entries) {
  const { columnGap, paddingLeft, paddingRight } = getComputedStyle(bar)
  const room = bar.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - 2 * (Number.parseFloat(columnGap) || 0)
  const field = bar.querySelector('.hs-palette-field')
  const least = field ? Number.parseFloat(getComputedStyle(field).minWidth) || 0 : 0
  const gap = GAP_REM * rem()
  const sizes = new Map(entries.map((entry) => [entry, widthOf(entry) + gap]))
  // What stands between the groups has gaps too.
  let excess = [...sizes.values()].reduce((sum, width) => sum + width, least) + 4 * gap - room
  /** @type {Set<BarEntry>} */
  const folded = new Set()
  if (excess > 0) {
    excess += (more.offsetWidth || MORE_REM * rem()) + gap
    for (const entry of foldOrder(entries)) {
      if (excess <= 0) break
      folded.add(entry)
      excess -= sizes.get(entry) ?? 0
    }
  }
  markFolded(entries, folded, $foldedTools)
}

/**
 * Plugins' entries, the first to go first: by descending order, of one order the last on the bar; what shows an error goes last.
 * @template {{ core: boolean, broken: boolean, order: number }} Entry
 * @param {readonly Entry[]} entries in the order of the bar
 * @returns {Entry[]}
 */
export function foldOrder(entries) {
  return entries
    .filter(({ core }) => !core)
    .reverse()
    .sort((one, other) => Number(one.broken) - Number(other.broken) || other.order - one.order)
}
