/** How wide the entries of a bar are. */

/** How wide a folded entry was when it was last seen. @type {WeakMap<object, number>} */
const widths = new WeakMap()

/**
 * @param {import('./bar_entries.js').BarEntry} entry
 * @returns {number} px, with its margins; of a folded one what it was before
 */
export function widthOf({ slot }) {
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

/** One rem now, px. */
export const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/**
 * Marks which entries have no room, and keeps the list of them.
 * @param {readonly import('./bar_entries.js').BarEntry[]} entries in the order of the bar
 * @param {ReadonlySet<import('./bar_entries.js').BarEntry>} folded
 * @param {import('../vendor/nanostores.js').WritableAtom<readonly import('./bar_entries.js').BarEntry[]>} $folded
 */
export function markFolded(entries, folded, $folded) {
  for (const entry of entries) entry.slot.toggleAttribute('data-folded', folded.has(entry))
  const before = $folded.get()
  const now = entries.filter((entry) => folded.has(entry))
  // Entries are read anew each time: what counts is which they are and what they are called.
  const same = now.length === before.length && now.every((entry, at) => entry.slot === before[at].slot && nameOf(entry) === nameOf(before[at]))
  if (!same) $folded.set(now)
}

/** @param {import('./bar_entries.js').BarEntry} entry */
const nameOf = ({ label, owner, detail, broken }) => JSON.stringify([label, owner, detail, broken])
