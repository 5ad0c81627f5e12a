/** The words of a plugin's error. */

/** @typedef {import('./plugin_failures.js').Failure} Failure */
/** @typedef {{ first: number, lines: string[], line: number, column: number | null }} Excerpt the lines around an error, as the server cut them */

/** @param {Failure} failure what people call the plugin */
export const nameOf = ({ name, id, folder }) => name || id || folder

/**
 * @param {Failure} failure
 * @returns {string} what happened, to be read behind the plugin's name
 */
export function eventOf({ error }) {
  if (error.phase === 'register') return 'stopped in register()'
  return error.phase === 'read' ? 'could not be read' : 'did not load'
}

/**
 * @param {Failure} failure
 * @returns {string} `folder/plugin.js:line:column`, as far as it is known
 */
export function placeOf({ folder, error: { line, column } }) {
  return [`${folder}/plugin.js`, line, line && column].filter(Boolean).join(':')
}

/** @param {Failure} failure what runs while the file is broken */
export const meanwhileOf = ({ stale }) => (stale ? 'The last good version keeps running.' : 'Nothing of it runs until a save loads.')

/**
 * All of it as text, for an issue or a chat.
 * @param {Failure} failure
 * @param {Excerpt | null} excerpt
 * @returns {string}
 */
export function asText(failure, excerpt) {
  const head = [`${nameOf(failure)} ${eventOf(failure)}`, failure.error.message, placeOf(failure)]
  return [...head, ...(excerpt ? ['', ...numbered(excerpt)] : []), '', meanwhileOf(failure)].join('\n')
}

/** @param {Excerpt} excerpt */
function numbered({ first, lines, line, column }) {
  const width = String(first + lines.length - 1).length
  return lines.flatMap((text, index) => {
    const number = first + index
    const row = `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}`.trimEnd()
    if (number !== line || !column) return [row]
    // Tabs stay tabs, so that the mark stands where the reader's tab stops put the letter.
    return [row, `  ${' '.repeat(width)} | ${text.slice(0, column - 1).replace(/[^\t]/gu, ' ')}^`]
  })
}
