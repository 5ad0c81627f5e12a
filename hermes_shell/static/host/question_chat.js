/** The way from a question, or from a notification about a chat, to the chat. */
import { navigate } from './router.js'

/** @param {string} key of the chat */
export function openChat(key) {
  navigate(`/${key}`)
}
