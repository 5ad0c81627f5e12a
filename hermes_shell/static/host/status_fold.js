/**
 * Which entries of the status bar have no room. They fold from the middle, plugins' before the shell's own; urgent ones never do, as long
 * as there is anything else. Source: look of the shell, window.
 */
import { atom } from '../vendor/nanostores.js'
import { markFolded, rem, widthOf } from './bar_widths.js'

/** @typedef {import('./bar_entries.js').BarEntry} BarEntry */

/** What is folded now, in the order of the bar. */
export const $folded = atom(/** @type {readonly BarEntry[]} */ ([]))

/** Room for the "+N" chip while there is none to measure, rem. */
const MORE_REM = 2.75

/**
 * Folds and unfolds, from what can be measured now.
 * @param {HTMLElement} bar
 * @param {HTMLElement} more the place of the "+N" chip
 * @param {readonly BarEntry[]} entries those that the user did not hide
 */
export function fold(bar, more, entries) {
  const { columnGap, paddingLeft, paddingRight } = getComputedStyle(bar)
  const gap = Number.parseFloat(columnGap) || 0
  const room = bar.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - gap
  const sizes = new Map(entries.map((entry) => [entry, widthOf(entry)]))
  let excess = [...sizes.values()].reduce((sum, width) => sum + width, 0) - room
  /** @type {Set<BarEntry>} */
  const folded = new Set()
  if (excess > 0) {
    excess += (more.offsetWidth || MORE_REM * rem()) + gap
    // More broken items than have room fold too: a bar that is cut off hides any of them.
    const lastly = entries.filter(({ core, broken }) => broken && !core)
    for (const entry of [...foldOrder(entries), ...lastly]) {
      if (excess <= 0) break
      folded.add(entry)
      excess -= sizes.get(entry) ?? 0
    }
  }
  markFolded(entries, folded, $folded)
}

/**
 * The order in which entries go: of plugins first, then of the shell, from the middle outwards, the longer side first.
 * @template {{ area: string, core: boolean, urgent: boolean }} Entry
 * @param {readonly Entry[]} entries
 * @returns {Entry[]}
 */
export function foldOrder(entries) {
  /** @type {Entry[]} */
  const order = []
  for (const core of [false, true]) {
    const some = entries.filter((entry) => entry.core === core && !entry.urgent)
    const left = some.filter(({ area }) => area.endsWith('.left')).reverse()
    const right = some.filter(({ area }) => !area.endsWith('.left'))
    for (let side = right; left.length + right.length > 0; ) {
      side = right.length >= left.length ? right : left
      order.push(/** @type {Entry} */ (side.shift()))
    }
  }
  return order
}
