/** The way from a question, or from a notification about a chat, to the chat: where it stands already, else in the workspace. */
import { openSession } from '../sdk/chats.js'

/** A chat that opens shows its question within this time; then nobody waits for it any more. */
const PATIENCE_MS = 5000

/**
 * @param {string} key of the chat
 * @param {string} [question] the one whose card gets the focus
 */
export async function openChat(key, question = '') {
  await openSession(key)
  if (question) focusCard(question)
}

/** @param {string} question */
function focusCard(question) {
  const selector = `hermes-chat hermes-question[data-question="${CSS.escape(question)}"]`
  const found = () => {
    const card = document.querySelector(selector)
    if (!(card instanceof HTMLElement) || card.getClientRects().length === 0) return false
    card.focus()
    return true
  }
  if (found()) return
  const watch = new MutationObserver(() => found() && end())
  const timer = setTimeout(() => end(), PATIENCE_MS)
  const end = () => {
    watch.disconnect()
    clearTimeout(timer)
  }
  watch.observe(document.body, { childList: true, subtree: true })
}
