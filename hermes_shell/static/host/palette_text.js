/** Texts of plugins as the palette can bear them: one line, a bounded length, nothing that is no text. Pure. */

export const LONGEST_LABEL = 200
export const LONGEST_DETAIL = 80
const LONGEST_WORDS = 500
const MOST_WORDS = 50

/**
 * @param {unknown} keywords a list of texts, or one text
 * @returns {string} the words with spaces between them
 */
export function wordsOf(keywords) {
  const list = Array.isArray(keywords) ? keywords.slice(0, MOST_WORDS) : [keywords]
  return list.filter((word) => typeof word === 'string').map((word) => word.slice(0, LONGEST_WORDS)).join(' ').slice(0, LONGEST_WORDS)
}

/**
 * A text without case and accents, unit for unit as long as the text itself, so that places in it are places in the text.
 * @param {string} text
 */
export function folded(text) {
  // eslint-disable-next-line no-control-regex
  return /^[\x00-\x7f]*$/.test(text) ? text.toLowerCase() : [...Array(text.length).keys()].map((at) => foldedUnit(text[at])).join('')
}

/** @param {string} unit */
function foldedUnit(unit) {
  const plain = unit.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.length === 1 ? plain : unit
}

/** @param {string} text @param {number} at @returns {boolean} whether a word begins there */
export function isWordStart(text, at) {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]) || (/\p{Ll}|\p{N}/u.test(text[at - 1]) && /\p{Lu}/u.test(text[at] ?? ''))
}
