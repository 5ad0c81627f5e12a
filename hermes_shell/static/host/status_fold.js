/**
 * Which entries of the status bar have no room. They fold from the middle, plugins' before the shell's own; urgent ones never do.
 * Source: look of the shell, window.
 */
import { atom } from '../vendor/nanostores.js'

/** @typedef {import('./status_entries.js').StatusEntry} StatusEntry */

/** What is folded now, in the order of the bar. */
export const $folded = atom(/** @type {readonly StatusEntry[]} */ ([]))

/** Room for the "+N" chip while there is none to measure, rem. */
const MORE_REM = 2.75

/** How wide a folded entry was when it was last seen. @type {WeakMap<object, number>} */
const widths = new WeakMap()

/**
 * Folds and unfolds, from what can be measured now.
 * @param {HTMLElement} bar
 * @param {HTMLElement} more the place of the "+N" chip
 * @param {readonly StatusEntry[]} entries those that the user did not hide
 */
export function fold(bar, more, entries) {
  const { columnGap, paddingLeft, paddingRight } = getComputedStyle(bar)
  const gap = Number.parseFloat(columnGap) || 0
  const room = bar.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - gap
  const sizes = new Map(entries.map((entry) => [entry, widthOf(entry)]))
  let excess = [...sizes.values()].reduce((sum, width) => sum + width, 0) - room
  /** @type {Set<StatusEntry>} */
  const folded = new Set()
  if (excess > 0) {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
    excess += (more.offsetWidth || MORE_REM * rem) + gap
    for (const entry of foldOrder(entries)) {
      if (excess <= 0) break
      folded.add(entry)
      excess -= sizes.get(entry) ?? 0
    }
  }
  for (const entry of entries) entry.slot.toggleAttribute('data-folded', folded.has(entry))
  const before = $folded.get()
  const now = entries.filter((entry) => folded.has(entry))
  // Entries are read anew each time: what counts is which they are and what they are called.
  if (now.length !== before.length || now.some((entry, at) => entry.slot !== before[at].slot || entry.label !== before[at].label)) $folded.set(now)
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

/** @param {StatusEntry} entry @returns {number} px */
function widthOf({ slot }) {
  const key = slot.slotEntry ?? slot
  if (slot.hasAttribute('data-folded')) return widths.get(key) ?? 0
  const width = widthInside(slot)
  widths.set(key, width)
  return width
}

/**
 * The width of what stands in an element without a box of its own: slots and hosts are `display: contents`.
 * @param {Node} parent
 * @returns {number} px
 */
function widthInside(parent) {
  let width = 0
  for (const node of parent.childNodes) {
    if (node instanceof Element) {
      const style = getComputedStyle(node)
      if (style.display === 'contents') width += widthInside(node)
      else width += node.getBoundingClientRect().width + (Number.parseFloat(style.marginLeft) || 0) + (Number.parseFloat(style.marginRight) || 0)
    } else if (node instanceof Text) {
      const range = document.createRange()
      range.selectNodeContents(node)
      width += range.getBoundingClientRect().width
    }
  }
  return width
}
