/** The draft of a composer comes into it once, when it is made. */
import { loadDraft } from './draft_store.js'
import { notifyError } from './toasts.js'

export class Restoring {
  /** Whether the draft is still on its way. */
  isLoading = true
  #touched = false

  /** @param {import('./composer_view.js').ComposerView} composer */
  constructor(composer) {
    this.composer = composer
    /** The draft is in, where there is one. */
    this.done = this.#restore()
  }

  /** Somebody has typed here. */
  touch() {
    this.#touched = true
  }

  async #restore() {
    const { key, text, files } = this.composer
    try {
      const draft = await loadDraft(key)
      if (!draft) return
      // What was typed in the meantime stays, behind the draft.
      const typed = text.text
      text.restore(typed.trim() === '' ? draft.text : `${draft.text}\n${typed}`, draft.chips)
      files.restore(draft.attachments)
    } catch (error) {
      if (!this.#touched) notifyError(error, 'The draft of this chat could not be read')
    } finally {
      this.isLoading = false
    }
  }
}
