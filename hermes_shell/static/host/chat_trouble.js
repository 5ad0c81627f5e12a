/** What goes wrong around chats and needs no word to the user: the next connection, or the place of the messages, says it. */

/** @param {string} key @param {string} what @param {unknown} error */
export function noteError(key, what, error) {
  console.warn(`chat ${key} ${what}`, error)
}
