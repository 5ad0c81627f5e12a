/** A text of a plugin as one line of the shell can bear it. Pure. */

/**
 * What is cut off ends visibly.
 * @param {unknown} value
 * @param {number} most characters
 * @returns {string} empty for what is no text
 */
export function oneLine(value, most) {
  if (typeof value !== 'string') return ''
  // A megabyte is cut before anything looks at it.
  const line = value.slice(0, 4 * most).replace(/\s+/g, ' ').trim()
  return line.length > most || value.length > 4 * most ? `${line.slice(0, most).trimEnd()}…` : line
}
