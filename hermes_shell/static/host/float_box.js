/**
 * Where a floating pane may stand. Boxes are in px of the columns element, whose top is the lower edge of the title bar.
 * Source: contract section 4.1, floating panes. The sheet clamps the same way when the window changes.
 */

/** @typedef {import('./boxes.js').Box} Box */
/** @typedef {'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'} Anchor */
/** @typedef {{ width: number, height: number }} Room of the columns element */
/** @typedef {{ anchor: Anchor, x: number, y: number, width: number, height: number }} Floating x and y: px from the anchor's corner */

export const FLOAT_SIZE = { width: 320, height: 240 }
const LEAST = { width: 160, height: 96 }
const MARGIN = 12

/**
 * @param {Box} box
 * @param {Room} room
 * @returns {Box} the same box whole in the room; one that is larger than the room covers it, with its strip in sight
 */
export function clamped(box, room) {
  const width = bounded(box.width, LEAST.width, room.width - 2 * MARGIN)
  const height = bounded(box.height, LEAST.height, room.height - 2 * MARGIN)
  const spare = room.width - width
  return { left: bounded(box.left, Math.min(0, spare), Math.max(0, spare)), top: bounded(box.top, 0, room.height - height), width, height }
}

/**
 * @param {Box} box
 * @param {Room} room
 * @returns {Floating} measured from the corner that the box is nearest to, so that it keeps its distance when the window changes
 */
export function anchored({ left, top, width, height }, room) {
  const right = room.width - left - width
  const bottom = room.height - top - height
  // A card that is higher than the room keeps its strip where it is.
  const low = bottom < top && bottom >= 0
  const anchor = /** @type {Anchor} */ (`${low ? 'bottom' : 'top'}-${right < left ? 'right' : 'left'}`)
  return { anchor, x: right < left ? right : left, y: low ? bottom : top, width, height }
}

/**
 * @param {Box} box before the drag
 * @param {string} edges of `n`, `s`, `w`, `e`: what is dragged
 * @param {number} dx px
 * @param {number} dy px
 * @param {Room} room
 * @returns {Box} the opposite edges stay where they are
 */
export function resized({ left, top, width, height }, edges, dx, dy, room) {
  const west = edges.includes('w')
  const north = edges.includes('n')
  const most = {
    width: Math.min(room.width - 2 * MARGIN, west ? left + width : room.width - left),
    // The strip stays below the title bar.
    height: Math.min(room.height - 2 * MARGIN, north ? top + height : room.height - top),
  }
  const w = bounded(width + (edges.includes('e') ? dx : west ? -dx : 0), LEAST.width, most.width)
  const h = bounded(height + (edges.includes('s') ? dy : north ? -dy : 0), LEAST.height, most.height)
  return { left: west ? left + width - w : left, top: north ? top + height - h : top, width: w, height: h }
}

/**
 * @param {number} value
 * @param {number} least wins over `most`
 * @param {number} most
 */
const bounded = (value, least, most) => Math.round(Math.max(least, Math.min(value, most)))
