/**
 * The text of a composer as pieces: plain runs, references after `@`, a command after `/`, and long pasted text that shows as one chip.
 * The pieces together are always the text itself, character by character.
 */

/** @typedef {'text' | 'ref' | 'command' | 'paste'} PieceKind */
/** @typedef {{ kind: PieceKind, text: string }} Piece */
/** @typedef {[start: number, end: number, kind: string]} Chip UTF-16 places of a chip in the text */

/** Longer text that comes in at once shows as a chip: an editor with 20,000 lines in it would be slow at every key. */
const LONG_TEXT = 20_000
const MANY_LINES = 400
const CHIP_KINDS = new Set(['ref', 'command', 'paste'])

const COMMAND = /^\/[a-z][\w:-]*(?=\s|$)/i
const REFERENCES = /(?<=^|\s)@(?:(?:file|folder|url|image|git|session|skill|tool|symbol|line|terminal):\S+|diff|staged)(?=\s|$)/g

/**
 * @param {string} text
 * @param {readonly Chip[]} [chips] where the chips of a stored draft are; without them they are looked for
 * @returns {Piece[]}
 */
export function piecesOf(text, chips) {
  if (chips) return cut(text, usable(text, chips))
  if (isLong(text)) return text === '' ? [] : [{ kind: 'paste', text }]
  return cut(text, found(text))
}

/** @param {string} text */
export function isLong(text) {
  if (text.length > LONG_TEXT) return true
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) if (++lines > MANY_LINES) return true
  return false
}

/**
 * What a chip of long text says.
 * @param {string} text
 */
export function longTextLabel(text) {
  const lines = text.split('\n').length
  const size = text.length < 10_000 ? `${text.length} characters` : `${Math.round(text.length / 1000).toLocaleString('en')} k characters`
  return lines > 1 ? `Pasted text · ${lines.toLocaleString('en')} lines · ${size}` : `Pasted text · ${size}`
}

/** Line ends as an editor has them. @param {string} text */
export const normalised = (text) => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)

/** @param {string} text @returns {Chip[]} */
function found(text) {
  /** @type {Chip[]} */
  const chips = []
  const command = COMMAND.exec(text)
  if (command) chips.push([0, command[0].length, 'command'])
  for (const match of text.matchAll(REFERENCES)) chips.push([match.index, match.index + match[0].length, 'ref'])
  return chips
}

/** In order, inside the text, none over another. @param {string} text @param {readonly Chip[]} chips @returns {Chip[]} */
function usable(text, chips) {
  /** @type {Chip[]} */
  const good = []
  let from = 0
  for (const [start, end, kind] of chips) {
    if (start < from || end <= start || end > text.length || !CHIP_KINDS.has(kind)) continue
    good.push([start, end, kind])
    from = end
  }
  return good
}

/** @param {string} text @param {readonly Chip[]} chips @returns {Piece[]} */
function cut(text, chips) {
  /** @type {Piece[]} */
  const pieces = []
  let from = 0
  for (const [start, end, kind] of chips) {
    if (start > from) pieces.push({ kind: 'text', text: text.slice(from, start) })
    pieces.push({ kind: /** @type {PieceKind} */ (kind), text: text.slice(start, end) })
    from = end
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}
