/**
 * The composer of one chat: text with chips, attachments, pills, slots of plugins. `mountComposer` is the door of the chat view; which
 * composer answers for which address is in composer_registry.js.
 */
import { channel } from './channel.js'
import { $chats } from './chat_state.js'
import { Drawing } from './composer_drawing.js'
import { factsOf } from './composer_facts.js'
import { ComposerFiles } from './composer_files.js'
import { HistoryKeys, rekeyHistory } from './composer_history.js'
import { listenTo } from './composer_listen.js'
import { CompletionMenu } from './composer_menu.js'
import { composerParts } from './composer_parts.js'
import { Outgoing } from './composer_outgoing.js'
import { showOutput } from './composer_output.js'
import { addComposer } from './composer_registry.js'
import { Restoring } from './composer_restore.js'
import { ComposerText } from './composer_text.js'
import { DraftKeeper } from './draft_store.js'
import { rescueDraft } from './draft_rescue.js'

/** @typedef {import('./composer_send.js').How} How */

/**
 * Puts a composer into a place. A draft comes in now and at no later time.
 *
 * @param {HTMLElement} place an empty element of the chat's column
 * @param {{ key: string, chat?: unknown }} of the chat's key: its stored id, or `new:<n>`
 * @returns {{ dispose(): void, rekey(key: string): void, focus(): void }}
 */
export function mountComposer(place, { key }) {
  const composer = new ComposerView(place, key)
  return { dispose: () => composer.dispose(), rekey: (next) => composer.rekey(next), focus: () => composer.text.focus() }
}

export class ComposerView {
  #history = new HistoryKeys()
  /** What a command may do here. */
  #commands = {
    show: (/** @type {string} */ title, /** @type {string} */ text) => showOutput(this.parts.output, title, text),
    fill: (/** @type {string} */ text) => queueMicrotask(() => this.text.set(text)),
    openModels: () => this.pills.openModels(),
    interrupt: () => void this.interrupt(),
  }
  /** @type {Restoring | null} */
  #restoring = null
  /** @type {(() => void)[]} */
  #ends = []

  /** @param {HTMLElement} place @param {string} key */
  constructor(place, key) {
    this.place = place
    this.key = key
    place.dataset.composerKey = key
    this.parts = composerParts()
    place.replaceChildren(this.parts.dock)
    this.outgoing = new Outgoing(this, this.#commands)
    const { input, surface, files } = this.parts
    this.text = new ComposerText(input, { changed: () => this.#changed(), moved: () => this.menu.refresh() })
    this.files = new ComposerFiles(files, () => this.#changed())
    this.menu = new CompletionMenu(input, surface, { key: () => this.key, text: this.text })
    this.draft = new DraftKeeper(key, () => this.outgoing.kept, () => this.drawing.say(this.isEmpty ? '' : 'Draft saved'))
    this.drawing = new Drawing(this)
    this.#ends.push(
      addComposer(this),
      listenTo(this, this.#history),
      $chats.listen(() => this.#factsChanged()),
      // Only what the server takes out by name may be gone: after a restart it knows no chat until one is shown.
      channel.on('chats', ({ remove }) => void (remove?.includes(this.key) && rescueDraft(this))),
      channel.on('welcome', () => void this.outgoing.lookUp()),
      () => this.drawing.dispose(),
    )
    this.show()
    this.#restoring = new Restoring(this)
    /** The draft is in, where there is one. */
    this.restored = this.#restoring.done.then(() => this.#restored())
  }

  get content() {
    return { text: this.text.text, chips: this.text.chips, attachments: this.files.ready }
  }

  get isEmpty() {
    return this.text.isEmpty && this.files.isEmpty
  }

  get isBusy() {
    return factsOf(this.key)?.busy === true
  }

  /** The chat has another key now: its stored id, or the new chat that took the text over. @param {string} key */
  rekey(key) {
    if (key === this.key) return
    rekeyHistory(this.key, key)
    this.key = key
    this.place.dataset.composerKey = key
    this.draft.rekey(key)
    this.drawing.all()
  }

  /** Sends a text as if it was typed; what is in the composer stays. @param {string} text @returns {Promise<boolean>} whether it was taken */
  send(text) {
    return this.outgoing.send(text)
  }

  /** Sends what is in the composer. It leaves the composer when it is on disk. @param {How} how */
  submit(how) {
    return this.outgoing.submit(how)
  }

  interrupt() {
    return this.outgoing.interrupt()
  }

  dispose() {
    this.draft.stop()
    for (const end of this.#ends.splice(0)) end()
    this.text.dispose()
    this.files.dispose()
    this.place.replaceChildren()
  }

  get pills() {
    return this.drawing.pills
  }

  /** Draws what depends on text, chat and focus. */
  show() {
    this.drawing.show()
  }

  #restored() {
    this.show()
    if (factsOf(this.key)?.gone) void rescueDraft(this)
  }

  #changed() {
    this.#restoring?.touch()
    this.drawing.say('')
    this.#history.typed()
    if (this.#restoring?.isLoading === false || !this.text.isEmpty) this.draft.changed(this.text.size)
    this.menu?.refresh()
    this.show()
  }

  #factsChanged() {
    if (this.drawing.refresh() && factsOf(this.key)?.gone) void rescueDraft(this)
  }
}
