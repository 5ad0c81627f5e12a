/**
 * How a query finds rows and ranks them: the whole label, its beginning, beginnings of its words, any part of it, keywords, and last letters
 * in their order. With a query groups are ranked by their best match; ties keep the order. Pure. Source: contract section 4.8.
 */
import { prepare, single } from '../vendor/fuzzy.js'
import { folded, isWordStart } from './palette_text.js'

/** A longer list helps nobody, and ranking stays within a frame. */
const MOST_MATCHES = 300
const LONGEST_QUERY = 100
/** Matches by words that are enough. */
const FEW = 20
const EXACT = 9
const PREFIX = 8
/** The query stands at the beginning of a word of the label. */
const WORD = 7
/** Every word of the query is the beginning of a word of the label. */
const WORDS = 6
const INSIDE = 5
/** Every word of the query is the beginning of a word of the label or of the keywords. */
const KEYWORDS = 4
/** Letters of the label in their order: between 1 and 4. */
const LETTERS = 1
/** Scores of the fuzzy matches: below the first they are accidents; from the second on, the letters begin words. */
const LEAST_SCORE = 0.25
const GOOD_SCORE = 0.5

/** @typedef {import('./palette_row.js').Row} Row */
/** @typedef {{ label: string, rows: readonly Row[], prefix?: string }} RowGroup prefix: of the keys of its items, where its rows stand elsewhere too */
/** @typedef {{ row: Row, key: string, quality: number, letters: readonly number[] | null }} Hit letters: places in the label */
/** @typedef {{ label: string, hits: readonly Hit[] }} Group */
/** @typedef {{ text: string, words: readonly string[] }} Query */

/** @param {string} text */
export function queryOf(text) {
  const plain = folded(text.slice(0, LONGEST_QUERY).trim().replace(/\s+/g, ' '))
  return { text: plain, words: plain === '' ? [] : [...new Set(plain.split(' '))] }
}

/**
 * @param {readonly RowGroup[]} groups
 * @param {Query} query
 * @returns {Group[]}
 */
export function searchGroups(groups, query) {
  if (query.text === '') return groups.map(({ label, rows, prefix = '' }) => ({ label, hits: rows.map((row) => hitOf(row, prefix, 0)) }))
  const sought = groups.filter(({ prefix }) => prefix === undefined).map(({ label, rows }) => ({ label, rows, hits: rows.flatMap((row) => matchWords(row, query) ?? []) }))
  const count = sought.reduce((sum, { hits }) => sum + hits.length, 0)
  // Where words find little, letters help; where they find something, only letters that begin words do.
  if (count < FEW) for (const group of sought) group.hits = withLetters(group, query, count > 0 ? GOOD_SCORE : LEAST_SCORE)
  return sought
    // Sorting is stable: equal matches stay in the order of the registry.
    .map(({ label, hits }) => ({ label, hits: hits.sort((one, other) => other.quality - one.quality).slice(0, MOST_MATCHES) }))
    .filter(({ hits }) => hits.length > 0)
    .sort((one, other) => other.hits[0].quality - one.hits[0].quality)
}

/**
 * The parts of a label that a query matched.
 * @param {Hit} hit
 * @param {Query} query
 * @returns {[number, number][]} from and to, in order, apart
 */
export function matchedParts({ row, quality, letters }, { text, words }) {
  if (quality === 0) return []
  if (letters) return joined(letters.map((at) => [at, at + 1]))
  const label = foldedLabel(row)
  if (quality >= PREFIX) return [[0, text.length]]
  if (quality === WORD) return [[wordAt(label, row.label, text), wordAt(label, row.label, text) + text.length]]
  if (quality === INSIDE) return [[label.indexOf(text), label.indexOf(text) + text.length]]
  const places = words.map((word) => [wordAt(label, row.label, word), word.length]).filter(([at]) => at >= 0)
  return joined(places.map(([at, length]) => [at, at + length]))
}

/** @param {Row} row @param {Query} query @returns {Hit | null} */
function matchWords(row, { text, words }) {
  const label = foldedLabel(row)
  const at = label.indexOf(text)
  if (at === 0) return hitOf(row, '', label.length === text.length ? EXACT : PREFIX)
  if (at > 0 && wordAt(label, row.label, text, at) >= 0) return hitOf(row, '', WORD)
  const inLabel = words.map((word) => wordAt(label, row.label, word) >= 0)
  if (inLabel.every(Boolean)) return hitOf(row, '', WORDS)
  if (at > 0) return hitOf(row, '', INSIDE)
  row.words ??= folded(row.keywords)
  const more = row.words
  return words.every((word, index) => inLabel[index] || wordAt(more, more, word) >= 0) ? hitOf(row, '', KEYWORDS) : null
}

/** @param {{ rows: readonly Row[], hits: Hit[] }} group @param {Query} query @param {number} least score @returns {Hit[]} */
function withLetters({ rows, hits }, { text }, least) {
  const known = new Set(hits.map(({ row }) => row))
  const more = rows.flatMap((row) => {
    const found = known.has(row) ? null : single(text, (row.prepared ??= prepare(row.label)))
    return found && found.score >= least ? [{ ...hitOf(row, '', LETTERS + found.score * 2), letters: found.indexes }] : []
  })
  return [...hits, ...more]
}

/** @param {Row} row @param {string} prefix @param {number} quality @returns {Hit} */
const hitOf = (row, prefix, quality) => ({ row, key: prefix + row.key, quality, letters: null })

/** @param {Row} row */
const foldedLabel = (row) => (row.folded ??= folded(row.label))

/**
 * @param {string} text folded
 * @param {string} written the same as it is written: a capital begins a word too
 * @param {string} word
 * @param {number} [from]
 * @returns {number} where the word begins a word of the text, -1 nowhere
 */
function wordAt(text, written, word, from = 0) {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) if (isWordStart(written, at)) return at
  return -1
}

/** @param {number[][]} parts @returns {[number, number][]} */
function joined(parts) {
  /** @type {[number, number][]} */
  const result = []
  for (const [from, to] of parts.sort(([one], [other]) => one - other)) {
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}
