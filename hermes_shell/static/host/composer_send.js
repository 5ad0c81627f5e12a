/** From the composer to the outbox: plugins' steps, commands, then the verb; the answer comes when the message is on disk. */
import { channel } from './channel.js'
import { runMiddleware } from './composer_middleware.js'
import { isCommandLine, runCommandLine } from './composer_slash.js'

/** @typedef {import('./draft_store.js').Attached} Attached */
/** @typedef {'send' | 'queue' | 'steer' | 'interrupt'} How */

/** The name of a message that was tried and not answered: the same message goes out under the same name, so it is never sent twice. */
let tried = { key: '', text: '', files: '', id: '' }

/**
 * @param {string} key the chat
 * @param {{ text: string, attachments: readonly Attached[] }} message
 * @param {How} how
 * @param {import('./composer_slash.js').CommandDoors} doors
 * @param {(clientId: string) => object | undefined} [leaving] gives the draft without the message, which is kept in the same step
 * @returns {Promise<boolean>} false: a plugin cancelled it
 * @throws {Error} it was not taken
 */
export async function sendMessage(key, message, how, doors, leaving = () => undefined) {
  let draft = await runMiddleware({ text: message.text, attachments: message.attachments, displayText: message.text })
  if (draft === null) return false
  if (isCommandLine(draft.text) && message.attachments.length === 0) {
    const outcome = await runCommandLine(key, draft.text, doors)
    if (outcome === null) return true
    draft = { ...draft, text: outcome.text, displayText: outcome.shown ?? outcome.text }
  }
  const known = new Set(message.attachments.map(({ id }) => id))
  const attachments = (Array.isArray(draft.attachments) ? draft.attachments : message.attachments).map((/** @type {any} */ one) => one?.id).filter((id) => known.has(id))
  if (how === 'steer' && attachments.length === 0 && (await channel.call('chat.steer', { key, text: draft.text })) !== 'rejected') return true
  const files = attachments.join(' ')
  if (tried.key !== key || tried.text !== draft.text || tried.files !== files) tried = { key, text: draft.text, files, id: crypto.randomUUID() }
  const prompt = { text: draft.text, display_text: typeof draft.displayText === 'string' ? draft.displayText : message.text, attachments, client_id: tried.id, mode: how === 'interrupt' ? 'interrupt' : 'queue' }
  const rest = leaving(tried.id)
  await channel.call('chat.submit', { key, prompt, ...(rest && { draft: rest }) })
  tried = { key: '', text: '', files: '', id: '' }
  return true
}
