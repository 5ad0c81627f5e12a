/** The texts at the right of the palette's rows: each is read once when its row comes in sight, and again after a run that kept the palette open. */
import { reportPluginError } from './errors.js'
import { oneLine } from './one_line.js'
import { LONGEST_DETAIL } from './palette_text.js'

/** A row may come again while the palette is open; one that comes again because its text is read must not go on for ever. */
const MOST_READS = 20

/** @typedef {import('./palette_row.js').Row} Row */

export class Details {
  /** @type {Map<string, { contribution: object, text: string, reads: number }>} */
  #read = new Map()

  /** @param {Row} row @returns {string} */
  of(row) {
    if (!row.detail) return ''
    const known = this.#read.get(row.key)
    if (known && (known.contribution === row.contribution || known.reads >= MOST_READS)) return known.text
    const text = textOf(row)
    this.#read.set(row.key, { contribution: row.contribution, text, reads: (known?.reads ?? 0) + 1 })
    return text
  }
}

/** @param {Row} row */
function textOf({ key, detail, contribution }) {
  try {
    const value = detail?.()
    return oneLine(typeof value === 'number' ? String(value) : value, LONGEST_DETAIL)
  } catch (error) {
    reportPluginError(contribution.source, `detail of palette row ${key}`, error)
    return ''
  }
}
