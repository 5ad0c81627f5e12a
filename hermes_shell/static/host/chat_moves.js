/** A chat that got its stored id: the address and the tile that name it follow. */
import { forgetNewChat, hasNewChat } from './chat_routes.js'
import { moveTile } from './chat_tiles.js'
import { currentRoute, replaceRoute } from './router.js'
import { chatKey, chatPath, pathOf } from './route_path.js'

/** Earlier keys of chats to those that they have now. @type {Map<string, string>} */
const moves = new Map()

/** @param {string} key @returns {string} what the chat of this key is called by now */
export const keyNow = (key) => moves.get(key) ?? key

/**
 * Notes a move. Call when the view of the chat gets its key, so that the two never differ.
 * @param {string} from
 * @param {string} to
 */
export function noteMove(from, to) {
  for (const [old, now] of moves) if (now === from) moves.set(old, to)
  moves.set(from, to)
}

/**
 * @param {string} from
 * @param {string} to
 */
export function followMove(from, to) {
  moveTile(from, to)
  const here = pathOf(currentRoute())
  if (here === '/' && hasNewChat(from)) {
    forgetNewChat()
    replaceRoute(chatPath(to))
  } else if (chatKey(here) === from) replaceRoute(chatPath(to))
}
