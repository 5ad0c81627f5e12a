/**
 * Long drafts that a page could not send any more when it went: a browser lets it send 64 KiB. They wait in the browser until their chat
 * is opened, and give way to a draft that was saved later.
 */

const PREFIX = 'hermes-shell.draft:'

/** @typedef {import('./draft_store.js').Draft} Draft */

/** @param {string} key @param {Draft} draft */
export function leaveBehind(key, draft) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ at: Date.now() / 1000, draft }))
  } catch (error) {
    // The browser's own limit; the line to the server may still have taken it.
    console.warn('a long draft may be lost', error)
  }
}

/**
 * @param {string} key
 * @param {number} since when the server's draft was saved, in seconds
 * @returns {Draft | null}
 */
export function takeLeftBehind(key, since) {
  const text = localStorage.getItem(PREFIX + key)
  if (text === null) return null
  localStorage.removeItem(PREFIX + key)
  try {
    const { at, draft } = JSON.parse(text)
    return at > since && typeof draft?.text === 'string' ? draft : null
  } catch {
    return null // somebody else wrote there
  }
}
