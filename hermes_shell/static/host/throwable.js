/** What a plugin threw while it was drawn, as something that React can take. */

/**
 * React asks an object that was thrown whether it is a promise. One that cannot even be asked would stop React itself, and with it
 * everything that all plugins draw: an error stands in for it.
 * @param {unknown} thrown
 * @returns {unknown} the same, or an error in its place
 */
export function throwable(thrown) {
  if (thrown === null || typeof thrown !== 'object') return thrown
  try {
    void (/** @type {{ then?: unknown }} */ (thrown).then)
    return thrown
  } catch {
    return new TypeError('threw something that cannot be read')
  }
}
