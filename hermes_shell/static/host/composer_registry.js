/**
 * The composers of this window, and which of them answers for an address (contract, host.composer): the one that shows that very chat,
 * or none.
 */
import { $focusedChat, chatOf } from './chat_state.js'

/** @typedef {import('./composer_view.js').ComposerView} ComposerView */

/** @type {Set<ComposerView>} */
const composers = new Set()

/** @param {ComposerView} composer @returns {() => void} takes it out again */
export function addComposer(composer) {
  composers.add(composer)
  return () => void composers.delete(composer)
}

/** Views that wait aside are kept with their composers, and answer for nothing. @param {ComposerView} composer */
const isMounted = ({ place }) => place.isConnected && place.closest('#hs-chats-aside') === null

/** The composer of the chat that has the focus. @returns {ComposerView | null} */
export const focusedComposer = () => composerOf($focusedChat.get())

/**
 * @param {unknown} address null or '' is the chat in use, 'new' the workspace's while it is a new one, else a stored or live id
 * @returns {ComposerView | null} null: nobody answers, and nobody else is asked
 */
export const composerAt = (address) => composerOf(chatOf(address))

/** The composer of a chat, also where it waits aside. @param {string} key @returns {ComposerView | null} */
export const madeComposerOf = (key) => [...composers].find((one) => one.key === key) ?? null

/** @param {string | null} key @returns {ComposerView | null} */
export function composerOf(key) {
  if (key === null) return null
  return [...composers].find((one) => one.key === key && isMounted(one)) ?? null
}
