/**
 * One chat: its messages above its composer, without a header. The server fills the list; what stands in its place while there are no
 * messages is drawn here (chat_notice.js).
 */
import { mountComposer } from './composer_view.js'
import { drawNotice } from './chat_notice.js'
import { $chats, isNew } from './chat_state.js'
import { $gateway } from './gateway_state.js'
import { moveBefore } from './host_element.js'
import { attachTranscript } from './transcript_view.js'

export class ChatView {
  /** The element that shows it; null while none does. @type {HTMLElement | null} */
  place = null
  /** Whether the page has everything that the server sent for it. */
  kept = false
  /** Whether the server can show older messages. */
  hasOlder = false
  /** Whether the server has answered since it is shown. */
  settled = false

  #gone = false
  /** px of the scroll bar that were written; -1 before. */
  #gutter = -1
  #composer
  #notice
  #list
  #scroll
  /** @type {(() => void)[]} */
  #endings = []
  #transcript

  /** @param {string} key */
  constructor(key) {
    this.key = key
    this.host = element('div', 'hs-chat')
    this.#scroll = element('div', 'hs-chat-scroll')
    this.#notice = element('div', 'hs-chat-notice')
    this.#list = element('div', 'hs-chat-messages')
    this.#list.setAttribute('role', 'log')
    this.#list.setAttribute('aria-label', 'Conversation')
    // A screen reader is told of each piece of an answer otherwise; the line that says how a turn goes speaks for it.
    this.#list.setAttribute('aria-live', 'off')
    this.#list.tabIndex = -1
    const composerPlace = element('div', 'hs-composer-place')
    this.#scroll.append(this.#notice, this.#list)
    this.host.append(this.#scroll, composerPlace)
    this.#name()
    this.#composer = mountComposer(composerPlace, { key })
    this.#transcript = attachTranscript(this.#scroll, this.#list)
    const filled = new MutationObserver(() => this.#draw())
    filled.observe(this.#list, { childList: true })
    this.#endings = [() => filled.disconnect(), $chats.listen(() => this.#draw()), $gateway.listen(() => this.#draw())]
    this.#draw()
  }

  /** Whether it has messages. */
  get filled() {
    return this.#list.querySelector(':scope > [data-turn]') !== null
  }

  /** @param {HTMLElement} place */
  attach(place) {
    this.place = place
    if (!moveBefore(place, this.host, null)) place.append(this.host)
    this.#measure()
    this.#transcript.restore()
    this.#draw()
  }

  /** @param {HTMLElement} room where it waits */
  leave(room) {
    this.place = null
    this.settled = false
    if (!moveBefore(room, this.host, null)) room.append(this.host)
  }

  /** @param {{ has_older: boolean }} answer */
  answered({ has_older: hasOlder }) {
    this.hasOlder = hasOlder
    this.settled = true
    this.host.toggleAttribute('data-has-older', hasOlder)
    this.#draw()
  }

  /** The chat was deleted: its messages go, what was typed stays. */
  markGone() {
    if (isNew(this.key)) return
    this.#gone = true
    this.kept = false
    this.#list.replaceChildren()
    this.#draw()
  }

  /** @param {string} key */
  rekey(key) {
    this.key = key
    this.#name()
    this.#composer.rekey(key)
    this.#draw()
  }

  /** Ends it; what was typed is kept by the composer. */
  dispose() {
    for (const end of this.#endings) end()
    this.#transcript.dispose()
    this.#composer.dispose()
    this.host.remove()
  }

  #name() {
    this.host.dataset.chat = this.key
    this.#list.dataset.list = `chat:${this.key}`
  }

  /** The composer stands below what scrolls, so it leaves out the room that the scroll bar takes. */
  #measure() {
    const { offsetWidth, clientWidth } = this.#scroll
    const gutter = offsetWidth - clientWidth
    if (gutter === this.#gutter) return
    // Only a change is written: what is read next would lay the whole chat out a second time.
    this.#gutter = gutter
    this.host.style.setProperty('--hs-chat-gutter', `${gutter}px`)
  }

  #draw() {
    const facts = $chats.get().get(this.key)
    this.host.toggleAttribute('data-empty', !this.filled)
    drawNotice(this.#notice, { key: this.key, facts, gateway: $gateway.get(), filled: this.filled, settled: this.settled, gone: this.#gone || facts?.gone === true })
  }
}

/** @param {string} tag @param {string} name */
function element(tag, name) {
  const made = document.createElement(tag)
  made.className = name
  return made
}
