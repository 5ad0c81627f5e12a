/** The geometry of the palette's list: 5,000 rows are numbers, only those near the viewport become elements. Pure. */

/** Heights as the style sheet has them, in px at a root font size of 16. */
const ROW_HEIGHT = 32
const HEADING_HEIGHT = 28
const VIEWPORT = 448
const OVERSCAN = 160

/** @typedef {import('./palette_search.js').Hit} Hit */
/** @typedef {{ key: string, top: number, height: number, label: string, hit: Hit | null, index: number }} Item hit: null for a heading */
/** @typedef {{ items: Item[], rows: (Item & { hit: Hit })[], height: number, scale: number }} PaletteList rows: the items that can be chosen */

/**
 * @param {readonly import('./palette_search.js').Group[]} groups a group without a label has no heading
 * @param {number} scale root font size / 16 px
 * @returns {PaletteList}
 */
export function layOut(groups, scale) {
  const rowHeight = ROW_HEIGHT * scale
  const headingHeight = HEADING_HEIGHT * scale
  /** @type {Item[]} */
  const items = []
  /** @type {(Item & { hit: Hit })[]} */
  const rows = []
  let top = 0
  for (const { label, hits } of groups) {
    if (label !== '') {
      items.push({ key: `heading:${label}`, top, height: headingHeight, label, hit: null, index: -1 })
      top += headingHeight
    }
    for (const hit of hits) {
      const item = { key: hit.key, top, height: rowHeight, label: hit.row.label, hit, index: rows.length }
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
