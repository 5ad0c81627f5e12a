/**
 * The composer of one chat.
 */

/**
 * Puts a composer into a place.
 *
 * @param {HTMLElement} place an empty element of the chat's column
 * @param {{ key: string, chat?: unknown }} of the chat's key: its stored id, or `new:<n>`
 * @returns {{ dispose(): void, rekey(key: string): void }}
 */
export function mountComposer(place, { key }) {
  place.dataset.composerKey = key
  return {
    dispose: () => place.replaceChildren(),
    rekey: (next) => {
      place.dataset.composerKey = next
    },
  }
}
