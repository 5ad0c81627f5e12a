/**
 * Lists inside the palette: a row opens one, a chip says which one it is, Backspace in the empty field goes back. The shell's own; plugins
 * have rows. One module one list.
 */

/** @typedef {import('./palette_row.js').Row} Row */

/**
 * @typedef {object} PaletteList
 * @property {string} title in the chip
 * @property {string} placeholder
 * @property {() => readonly Row[]} rows read when it opens, when contributions change and after a run that kept the palette open
 * @property {(query: string) => Promise<readonly Row[]>} [search] finds the rows of a query elsewhere; they are shown as they come
 * @property {() => string | null} [current] key of the row at which it begins
 * @property {(row: Row) => void} [preview] what is marked now
 * @property {() => void} [leave] runs when it is left, whichever way
 */

/**
 * @typedef {object} Opener the row that opens a list
 * @property {string} id
 * @property {string} label
 * @property {string} group one of the palette's groups
 * @property {readonly string[]} keywords
 * @property {string} icon a codicon
 * @property {PaletteList} list
 */

/** @type {Map<string, Opener>} */
const openers = new Map()

/**
 * Puts a row into the palette that opens a list.
 * @param {Opener} opener
 * @returns {() => void} takes it away
 */
export function registerPaletteList(opener) {
  openers.set(opener.id, opener)
  return () => {
    if (openers.get(opener.id) === opener) openers.delete(opener.id)
  }
}

/** @returns {readonly Opener[]} in the order of registration */
export const paletteOpeners = () => [...openers.values()]
