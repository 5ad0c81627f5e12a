/**
 * `<hermes-chat key place>`: where a chat stands. `key` is a stored id, a key of this page, or `new` for the new chat of the current
 * history entry; `place` is `workspace` or `tile`. A chat stands once in a window: in its tile where it has one.
 */
import { $focusedTile, $primaryChat } from './chat_state.js'
import { keyNow } from './chat_moves.js'
import { newChatKey } from './chat_routes.js'
import { $tiles, closeTile, revealTile } from './chat_tiles.js'
import { attachView, detachView, viewOf } from './chat_views.js'
import { offerFocus } from './composer_focus.js'
import { pathOf } from './route_path.js'
import { $workspaceRoute } from './router.js'

/** @typedef {import('./chat_view.js').ChatView} ChatView */

/** Addresses that no page can have: the server will say the same of them. Source: `_SESSION` of areas/routes.py. */
const STORED = /^\/\d{8}_\d{6}_[0-9a-f]+$/

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
    // Behind the frame that brought it, which may give the focus to the page.
    if (!beside && !this.isTile) queueMicrotask(offerFocus)
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
  // Behind the message that tells the server of the address.
  $workspaceRoute.listen(() => queueMicrotask(showAtOnce))
  $tiles.listen((tiles) => {
    const focused = $focusedTile.get()
    if (focused !== null && !tiles.has(focused)) $focusedTile.set(null)
  })
}

/** Shows a chat that this page has kept before the server has answered: what it will send says the same. */
function showAtOnce() {
  const path = pathOf($workspaceRoute.get())
  const chat = document.querySelector('#workspace-page hermes-chat')
  if (chat && STORED.test(path) && viewOf(path.slice(1))?.kept) chat.setAttribute('key', path.slice(1))
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
