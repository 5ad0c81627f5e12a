/** Rectangles in px of the viewport, as plain values: what a drag decides with, read from the page once. */

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {'left' | 'right' | 'top' | 'bottom'} Side */

/** @type {readonly Side[]} */
export const SIDES = ['left', 'right', 'top', 'bottom']

/**
 * @param {Element} element
 * @returns {Box}
 */
export function boxOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}

/**
 * @param {Box} box
 * @param {Point} point
 */
export function holds({ left, top, width, height }, { x, y }) {
  return x >= left && x < left + width && y >= top && y < top + height
}

/**
 * @param {Box} box
 * @param {number} by px on every side; negative makes it smaller
 * @returns {Box}
 */
export const grown = ({ left, top, width, height }, by) => ({ left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by })

/**
 * What a box keeps free for something docked to one of its sides.
 * @param {Box} box
 * @param {Side} side
 * @param {number | null} [size] px along the axis; null = half
 * @returns {Box}
 */
export function sideOf({ left, top, width, height }, side, size = null) {
  const across = side === 'left' || side === 'right'
  const all = across ? width : height
  const part = Math.round(Math.min(size ?? all / 2, all))
  if (across) return { left: side === 'left' ? left : left + width - part, top, width: part, height }
  return { left, top: side === 'top' ? top : top + height - part, width, height: part }
}

/**
 * The side of a box that a point is nearest to, as shares of its measures.
 * @param {Box} box
 * @param {Point} point inside it
 * @returns {{ side: Side, share: number }} share: 0 at the side, 0.5 in the middle
 */
export function nearestSide({ left, top, width, height }, { x, y }) {
  /** @type {Record<Side, number>} */
  const shares = {
    left: (x - left) / width,
    right: (left + width - x) / width,
    top: (y - top) / height,
    bottom: (top + height - y) / height,
  }
  const side = SIDES.reduce((best, one) => (shares[one] < shares[best] ? one : best))
  return { side, share: shares[side] }
}

/**
 * The line where a tab will stand: before the one behind it, else after the last.
 * @param {Box} strip
 * @param {Box | null} behind
 * @param {Box | null} last
 * @param {boolean} upright
 * @returns {Box}
 */
export function lineIn(strip, behind, last, upright) {
  const y = behind?.top ?? (last ? last.top + last.height : strip.top)
  if (upright) return { ...strip, top: Math.min(Math.max(y - 1, strip.top), strip.top + strip.height - 2), height: 2 }
  const x = behind?.left ?? (last ? last.left + last.width : strip.left)
  return { ...strip, left: Math.min(Math.max(x - 1, strip.left), strip.left + strip.width - 2), width: 2 }
}
