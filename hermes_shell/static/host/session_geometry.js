/** Where the lines of the session list stand: thousands of lines are a few runs of equal height. Pure. */

/** @typedef {'heading' | 'row' | 'hit' | 'note'} Kind */
/** @typedef {readonly [Kind, number]} Run a kind and how many lines of it follow one another */
/** @typedef {Readonly<Record<Kind, number>>} Heights px */

/** @param {readonly Run[]} runs */
export const lineCount = (runs) => runs.reduce((sum, [, count]) => sum + count, 0)

/**
 * The line at a distance from the top of the list; the last one for anything below.
 * @param {readonly Run[]} runs
 * @param {Heights} heights
 * @param {number} top px
 */
export function lineAt(runs, heights, top) {
  let line = 0
  let at = 0
  for (const [kind, count] of runs) {
    const height = heights[kind]
    if (top < at + count * height) return line + Math.max(0, Math.floor((top - at) / height))
    line += count
    at += count * height
  }
  return Math.max(0, line - 1)
}

/**
 * How far below the top of the list a line begins.
 * @param {readonly Run[]} runs
 * @param {Heights} heights
 * @param {number} line
 * @returns {number} px
 */
export function topOf(runs, heights, line) {
  let left = line
  let at = 0
  for (const [kind, count] of runs) {
    const taken = Math.min(count, left)
    at += taken * heights[kind]
    left -= taken
    if (left === 0) break
  }
  return at
}
