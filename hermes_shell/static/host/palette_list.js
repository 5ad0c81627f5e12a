/** The geometry of the palette's list: 5,000 rows are numbers, only those near the viewport become elements. Pure. */

/** Heights as the style sheet has them, in px at a root font size of 16. */
const ROW_HEIGHT = 32
const HEADING_HEIGHT = 28
const VIEWPORT = 448
const OVERSCAN = 160

/** @typedef {import('./palette_rows.js').Row} Row */
/** @typedef {{ top: number, height: number, label: import('react').ReactNode, row: Row | null, index: number }} Item */
/** @typedef {{ items: Item[], rows: (Item & { row: Row })[], height: number, scale: number }} PaletteList rows: the items that can be chosen */

/**
 * @param {readonly import('./palette_rows.js').Group[]} groups
 * @param {number} scale root font size / 16 px
 * @returns {PaletteList}
 */
export function layOut(groups, scale) {
  const rowHeight = ROW_HEIGHT * scale
  const headingHeight = HEADING_HEIGHT * scale
  /** @type {Item[]} */
  const items = []
  /** @type {(Item & { row: Row })[]} */
  const rows = []
  let top = 0
  for (const { label, hits } of groups) {
    items.push({ top, height: headingHeight, label, row: null, index: -1 })
    top += headingHeight
    for (const hit of hits) {
      const item = { top, height: rowHeight, label: hit.label, row: hit.row, index: rows.length }
      items.push(item)
      rows.push(item)
      top += rowHeight
    }
  }
  return { items, rows, height: top, scale }
}

/**
 * @param {PaletteList} list
 * @param {number} scrollTop px
 * @returns {Item[]}
 */
export function visibleItems({ items, scale }, scrollTop) {
  const from = scrollTop - OVERSCAN * scale
  const to = scrollTop + (VIEWPORT + OVERSCAN) * scale
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (items[middle].top + items[middle].height < from) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < items.length && items[end].top <= to) end++
  return items.slice(low, end)
}
