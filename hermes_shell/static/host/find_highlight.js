/**
 * Matches painted by the engine: no element of a plugin changes, and neither does the selection. An engine that has no highlights gets a
 * frame around the current match (see find_bar.js): a selection would take the caret out of the field.
 */

const ALL = 'hs-find'
const CURRENT = 'hs-find-current'

/** Whether this engine paints highlights. */
export const canHighlight = () => typeof Highlight === 'function' && 'highlights' in CSS

/** @typedef {import('./find_matches.js').Match} Match */

/** @param {readonly Match[]} matches */
export function highlightAll(matches) {
  if (!canHighlight()) return
  // Static ranges: five thousand living ones would slow down every change of the page.
  const ranges = matches.filter(fits).map((match) => new StaticRange(match))
  if (ranges.length > 0) CSS.highlights.set(ALL, new Highlight(...ranges))
  else CSS.highlights.delete(ALL)
}

/** @param {Match | null} match */
export function highlightCurrent(match) {
  if (!canHighlight()) return
  if (!match || !fits(match)) return void CSS.highlights.delete(CURRENT)
  const highlight = new Highlight(new StaticRange(match))
  highlight.priority = 1
  CSS.highlights.set(CURRENT, highlight)
}

export function clearHighlights() {
  if (!canHighlight()) return
  CSS.highlights.delete(ALL)
  CSS.highlights.delete(CURRENT)
}

/** @param {Match} match */
const fits = ({ startContainer, startOffset, endContainer, endOffset }) => startOffset <= startContainer.length && endOffset <= endContainer.length
