/** Where a query occurs in the text of a pane. Pure, but for the ranges. */

export const LONGEST_QUERY = 500
export const MOST_MATCHES = 5_000

/** @typedef {import('./find_text.js').Block} Block */
/** @typedef {{ matchCase: boolean, wholeWord: boolean }} Options */
/** @typedef {{ startContainer: Text, startOffset: number, endContainer: Text, endOffset: number }} Match */

/**
 * @param {string} query
 * @param {Options} options
 * @returns {RegExp | null} null when there is nothing to look for
 */
export function patternOf(query, { matchCase, wholeWord }) {
  const words = query.slice(0, LONGEST_QUERY).trim()
  if (words === '') return null
  // A line break of the source is a space on the screen.
  const source = words.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('\\s+')
  const whole = wholeWord ? `(?<![\\p{L}\\p{N}_])${source}(?![\\p{L}\\p{N}_])` : source
  return new RegExp(whole, matchCase ? 'gu' : 'giu')
}

/**
 * Looks through blocks and yields after each of them.
 * @param {readonly Block[]} blocks
 * @param {RegExp} pattern
 * @param {Match[]} found gets at most `MOST_MATCHES`
 */
export function* search(blocks, pattern, found) {
  for (const block of blocks) {
    for (const match of block.text.matchAll(pattern)) {
      if (found.length >= MOST_MATCHES) return
      found.push(placeOf(block, match.index, match.index + match[0].length))
    }
    yield
  }
}

/** @param {Block} block @param {number} from @param {number} to @returns {Match} */
function placeOf({ nodes, starts }, from, to) {
  const first = nodeAt(starts, from)
  const last = nodeAt(starts, to - 1)
  return { startContainer: nodes[first], startOffset: from - starts[first], endContainer: nodes[last], endOffset: to - starts[last] }
}

/** @param {readonly number[]} starts @param {number} place @returns {number} index of the node that holds it */
function nodeAt(starts, place) {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle] <= place) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * @param {Match} match
 * @returns {Range | null} null when its text is gone meanwhile
 */
export function rangeOf({ startContainer, startOffset, endContainer, endOffset }) {
  const fits = startContainer.isConnected && endContainer.isConnected && startOffset <= startContainer.length && endOffset <= endContainer.length
  if (!fits) return null
  const range = document.createRange()
  range.setStart(startContainer, startOffset)
  range.setEnd(endContainer, endOffset)
  return range
}
