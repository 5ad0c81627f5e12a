/** What goes out of a composer: it stays there until it is in the outbox, and is no draft from the same moment on. */
import { channel } from './channel.js'
import { factsOf } from './composer_facts.js'
import { rememberSent } from './composer_history.js'
import { whileBusy } from './composer_keys.js'
import { sendMessage } from './composer_send.js'
import { rescueDraft } from './draft_rescue.js'
import { leavingDraft } from './draft_store.js'
import { notifyError } from './toasts.js'

/** @typedef {import('./draft_store.js').Attached} Attached */
/** @typedef {import('./composer_send.js').How} How */

export class Outgoing {
  /** Something is on its way to the outbox. */
  isSending = false
  /** What the outbox has not answered for. @type {{ id: string, text: string, attachments: readonly Attached[] } | null} */
  #sent = null

  /** @param {import('./composer_view.js').ComposerView} composer @param {import('./composer_slash.js').CommandDoors} commands */
  constructor(composer, commands) {
    this.composer = composer
    this.commands = commands
  }

  /** What is kept of the composer: a message on its way belongs to it only until it is in the outbox. @returns {import('./draft_store.js').Draft} */
  get kept() {
    const { content } = this.composer
    return this.#sent ? { ...content, sending: { client_id: this.#sent.id, rest: this.#without(this.#sent) } } : content
  }

  /** Sends a text as if it was typed; what is in the composer stays. @param {string} text @returns {Promise<boolean>} whether it was taken */
  async send(text) {
    const { key, isBusy } = this.composer
    try {
      return await sendMessage(key, { text, attachments: [] }, isBusy ? whileBusy() : 'send', this.commands)
    } catch (error) {
      notifyError(error, 'The message was not sent')
      return false
    }
  }

  /** Ends the turn that runs. */
  async interrupt() {
    try {
      await channel.call('chat.interrupt', { key: this.composer.key })
    } catch (error) {
      notifyError(error, 'The turn was not stopped')
    }
  }

  /** Sends what is in the composer. It leaves the composer when it is on disk. @param {How} how */
  async submit(how) {
    if (this.isSending || this.composer.isEmpty) return
    if (factsOf(this.composer.key)?.gone) return rescueDraft(this.composer)
    this.isSending = true
    this.composer.show()
    try {
      await this.#submit(how)
    } catch (error) {
      notifyError(error, 'The message was not sent')
    } finally {
      this.isSending = false
      this.composer.show()
    }
  }

  /** There is a connection again: a message whose answer was lost leaves the composer when the outbox has it. */
  async lookUp() {
    const sent = this.#sent
    if (sent === null || this.isSending) return
    try {
      const taken = await channel.call('chat.took', { key: this.composer.key, client_id: sent.id })
      if (taken && this.#sent === sent && !this.isSending) this.#left(sent)
    } catch (error) {
      console.warn('a message is looked up with the next connection', error)
    }
  }

  /** @param {How} how */
  async #submit(how) {
    const { key, files } = this.composer
    const ready = await files.settled()
    const { text, attachments } = this.composer.content
    if (!ready || (text.trim() === '' && attachments.length === 0)) return
    const leaving = (/** @type {string} */ id) => {
      this.#sent = { id, text, attachments }
      return leavingDraft(this.#without(this.#sent))
    }
    if (await sendMessage(key, { text, attachments }, how, this.commands, leaving)) this.#left({ text, attachments })
  }

  /** Takes what has gone out of the composer. @param {{ text: string, attachments: readonly Attached[] }} message */
  #left({ text, attachments }) {
    const { key, files, draft, text: field } = this.composer
    this.#sent = null
    rememberSent(key, text)
    if (field.text.startsWith(text)) field.set(behind(field.text, text))
    files.drop(attachments)
    draft.changed()
    draft.flush()
  }

  /** What is left in the composer without a message. @param {{ text: string, attachments: readonly Attached[] }} message */
  #without({ text, attachments }) {
    const now = this.composer.content
    const gone = new Set(attachments.map(({ id }) => id))
    const left = now.attachments.filter(({ id }) => !gone.has(id))
    return now.text.startsWith(text) ? { text: behind(now.text, text), chips: [], attachments: left } : { ...now, attachments: left }
  }
}

/** @param {string} text @param {string} sent @returns {string} what was typed behind what was sent */
const behind = (text, sent) => text.slice(sent.length).trimStart()
