/**
 * `<hermes-chat key place>`: where a chat stands. `key` is a stored id, a key of this page, or `new` for the new chat of the current
 * history entry; `place` is `workspace` or `tile`. A chat stands once in a window: in its tile where it has one.
 */
import { $focusedTile, $primaryChat } from './chat_state.js'
import { keyNow } from './chat_moves.js'
import { newChatKey } from './chat_routes.js'
import { $tiles, closeTile, revealTile } from './chat_tiles.js'
import { attachView, detachView } from './chat_views.js'

/** @typedef {import('./chat_view.js').ChatView} ChatView */

export class HermesChat extends HTMLElement {
  static observedAttributes = ['key']

  /** @type {ChatView | null} */
  #view = null
  /** @type {(() => void) | null} */
  #unlisten = null

  connectedCallback() {
    // Its inside belongs to the page: a fragment says only where it stands.
    this.setAttribute('data-island', '')
    this.#unlisten ??= $tiles.listen(() => this.show())
    this.show()
  }

  disconnectedCallback() {
    this.#unlisten?.()
    this.#unlisten = null
    this.#leave()
  }

  /** Defined so that an engine with moveBefore does not report a move as leaving and entering. */
  connectedMoveCallback() {}

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (before !== now && this.isConnected) this.show()
  }

  get isTile() {
    return this.getAttribute('place') === 'tile'
  }

  /** Shows what its address means now. */
  show() {
    const given = this.getAttribute('key') ?? ''
    const key = given === 'new' ? newChatKey() : keyNow(given)
    if (!key) return
    if (!this.isTile) $primaryChat.set(key)
    const beside = !this.isTile && $tiles.get().has(key)
    if (!beside && this.#view?.key === key && this.#view.place === this) return
    this.#leave()
    this.replaceChildren(...(beside ? [elsewhere(key)] : []))
    if (!beside) this.#view = attachView(key, this)
  }

  #leave() {
    if (this.#view) detachView(this.#view, this)
    this.#view = null
  }
}

/** Defines the element and follows the focus among chats. Call once. */
export function startChatElements() {
  customElements.define('hermes-chat', HermesChat)
  document.addEventListener('focusin', ({ target }) => {
    const chat = target instanceof Element ? target.closest('hermes-chat') : null
    if (!(chat instanceof HermesChat)) return
    $focusedTile.set(chat.isTile ? keyNow(chat.getAttribute('key') ?? '') : null)
  })
  $tiles.listen((tiles) => {
    const focused = $focusedTile.get()
    if (focused !== null && !tiles.has(focused)) $focusedTile.set(null)
  })
}

/** Refreshes what stands in the workspace: the same address means another new chat. */
export function refreshWorkspaceChat() {
  const chat = document.querySelector('#workspace-page hermes-chat')
  if (chat instanceof HermesChat) chat.show()
}

/** @param {string} key @returns {HTMLElement} what the workspace says of a chat that stands in a tile */
function elsewhere(key) {
  const notice = document.createElement('div')
  notice.className = 'hs-chat-elsewhere'
  const text = Object.assign(document.createElement('p'), { textContent: 'This chat is open beside.' })
  const actions = Object.assign(document.createElement('p'), { className: 'hs-chat-actions' })
  actions.append(button('Go to it', () => revealTile(key)), button('Show here', () => closeTile(key)))
  notice.append(text, actions)
  return notice
}

/** @param {string} text @param {() => void} run */
function button(text, run) {
  const made = Object.assign(document.createElement('button'), { type: 'button', textContent: text, onclick: run })
  Object.assign(made.dataset, { slot: 'button', variant: 'outline', size: 'default' })
  return made
}
