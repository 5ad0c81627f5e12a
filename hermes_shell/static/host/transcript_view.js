/** What a conversation does in the page beside showing what the server sends: where it stands, older messages, prompts that stick. */
import { OlderMessages } from './transcript_older.js'
import { TranscriptScroll } from './transcript_scroll.js'
import { StickyPrompts } from './transcript_sticky.js'
import './transcript_directives.js'
import './transcript_since.js'

/** @type {WeakMap<Element, OlderMessages>} scroller to its older messages */
const olderOf = new WeakMap()

/**
 * @param {HTMLElement} scroll what scrolls
 * @param {HTMLElement} list its turns, named `chat:<key>`
 * @returns {{ restore: () => void, toEnd: () => void, dispose: () => void }} `restore` brings back the place after it was out of the document
 */
export function attachTranscript(scroll, list) {
  const place = new TranscriptScroll(scroll, list)
  const older = new OlderMessages(scroll, list)
  const sticky = new StickyPrompts(scroll, list)
  olderOf.set(scroll, older)
  return {
    restore: () => place.restore(),
    toEnd: () => place.toEnd(),
    dispose: () => {
      olderOf.delete(scroll)
      for (const one of [place, older, sticky]) one.dispose()
    },
  }
}

/** Asks for older messages. @param {Element | null} scroll @returns {Promise<void>} rejects when they do not come */
export const loadOlder = async (scroll) => (scroll ? olderOf.get(scroll)?.load() : undefined)

/**
 * Brings every message of a conversation into the document: what is searched has to be there.
 * @param {Element} within a pane, or what is in it
 * @returns {Promise<void>}
 */
export async function loadWholeTranscript(within) {
  const scroll = within.querySelector('.hs-chat-scroll')
  if (scroll) await olderOf.get(scroll)?.loadAll()
}
