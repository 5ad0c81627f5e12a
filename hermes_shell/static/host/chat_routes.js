/**
 * Addresses of chats. A stored one is `#/<stored id>`; a new one is `#/`, and its key stands in the entry of the history, so that going
 * back leads to the new chat that was there, with its draft. `#/?draft=<key>` is a new chat of another entry.
 */
import { keyNow } from './chat_moves.js'
import { mintKey, isNew } from './chat_state.js'
import { currentRoute, markCurrentRows, navigate, NEW_CHAT, replaceRoute } from './router.js'
import { pathOf } from './route_path.js'

/** Follows the history. Call once, after the router. @param {() => void} refresh shows what the address means now */
export function startChatRoutes(refresh) {
  // Between two new chats the hash stays the same.
  addEventListener('popstate', () => {
    if (pathOf(currentRoute()) !== '/') return
    refresh()
    markCurrentRows()
  })
}

/** The key of the new chat at this entry of the history. A chat that has a stored id by now is called by that. @returns {string} */
export function newChatKey() {
  const wanted = new URLSearchParams(currentRoute().split('?')[1] ?? '').get('draft')
  const known = wanted && isNew(wanted) ? wanted : history.state?.[NEW_CHAT]
  const key = typeof known === 'string' ? known : mintKey()
  if (history.state?.[NEW_CHAT] !== key && pathOf(currentRoute()) === '/') {
    history.replaceState({ ...history.state, [NEW_CHAT]: key }, '', '#/')
    // The address that named a draft has done its work.
    if (wanted) queueMicrotask(() => replaceRoute('/'))
  }
  return keyNow(key)
}

/** @param {string} key whether this entry of the history stands for that new chat */
export const hasNewChat = (key) => history.state?.[NEW_CHAT] === key

/** The entry stands for a chat with a stored id from now on. */
export function forgetNewChat() {
  const state = { ...history.state }
  delete state[NEW_CHAT]
  history.replaceState(state, '')
}

/**
 * Goes to a new chat in the workspace.
 * @param {string} [key] of one that was begun; without it, a fresh one
 */
export function goToNewChat(key = mintKey()) {
  // The hash may stay the same, so the entry is made by hand, and told of as a change of the hash is.
  history.pushState({ [NEW_CHAT]: key }, '', '#/')
  dispatchEvent(new HashChangeEvent('hashchange'))
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  navigate('/')
}
