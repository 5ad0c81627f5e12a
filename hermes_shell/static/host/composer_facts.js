/** What the server says of a chat, as its composer asks for it. */
import { $chats } from './chat_state.js'

/** @param {string} key @returns {import('./chat_state.js').ChatFacts | undefined} */
export const factsOf = (key) => $chats.get().get(key)

/**
 * The live id of a chat once the server tells it.
 * @param {string} key
 * @param {number} [patience] ms
 * @returns {Promise<string | null>} null: it has none by then
 */
export function liveOf(key, patience = 2000) {
  const now = () => factsOf(key)?.live ?? null
  if (now()) return Promise.resolve(now())
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve(now())
    }
    const stop = $chats.listen(() => now() && end())
    const timer = setTimeout(end, patience)
  })
}
