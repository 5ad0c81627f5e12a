/**
 * `host.composer`: reading and writing the text of a composer. Every verb answers for the one composer that its address means, or not at
 * all; nothing is ever broadcast, and nothing throws.
 *
 * Contract: host, `host.composer` (rules H9, H10, H11).
 */
import { chatOf } from '../host/chat_state.js'
import { composerAt } from '../host/composer_registry.js'
import { loadDraft } from '../host/draft_store.js'

const MODES = new Set(['block', 'inline', 'prefix'])

/** @param {string | null} [id] @returns {Promise<string | null>} the live text, else the stored draft of that session; null when nothing holds it */
async function getDraft(id = null) {
  const composer = composerAt(id)
  if (composer) return composer.text.text
  const key = id === null || id === '' || id === 'new' ? null : chatOf(id)
  if (key === null) return null
  try {
    return (await loadDraft(key))?.text || null
  } catch {
    return null // fail-closed: a plugin cannot do anything about it
  }
}

/** @param {string | null} id @param {unknown} text @returns {Promise<boolean>} whether a mounted composer took it */
async function setDraft(id, text) {
  const composer = typeof text === 'string' ? composerAt(id) : null
  if (!composer || typeof text !== 'string') return false
  await composer.text.ready
  composer.text.set(text)
  focusShown(composer)
  return true
}

/**
 * @param {string | null} id
 * @param {unknown} text
 * @param {{ mode?: 'block' | 'inline' | 'prefix' }} [options]
 * @returns {Promise<boolean>} whether a mounted composer took it
 */
async function insertText(id, text, options) {
  if (typeof text !== 'string' || text.trim() === '') return false
  const composer = composerAt(id)
  if (!composer) return false
  const mode = /** @type {any} */ (options)?.mode
  await composer.text.ready
  composer.text.insert(text, MODES.has(mode) ? mode : 'block')
  focusShown(composer)
  return true
}

/** @param {string | null} id @param {unknown} text @returns {boolean} whether there is a composer that sends it */
function submit(id, text) {
  const composer = typeof text === 'string' && text.trim() !== '' ? composerAt(id) : null
  if (!composer || !isShown(composer)) return false
  void composer.send(String(text))
  return true
}

/** @param {string | null} [id] */
function focus(id = null) {
  composerAt(id)?.text.focus()
}

/** @param {import('../host/composer_view.js').ComposerView} composer */
const isShown = ({ place }) => place.getClientRects().length > 0

/** @param {import('../host/composer_view.js').ComposerView} composer */
function focusShown(composer) {
  if (isShown(composer)) composer.text.focus()
}

export const composer = Object.freeze({ getDraft, setDraft, insertText, submit, focus })
