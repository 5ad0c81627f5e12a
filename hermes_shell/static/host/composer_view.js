/**
 * The composer of one chat: text with chips, attachments, pills, slots of plugins. `mountComposer` is the door of the chat view; which
 * composer answers for which address is in composer_registry.js.
 */
import { channel } from './channel.js'
import { $chats, isNew } from './chat_state.js'
import { factsOf } from './composer_facts.js'
import { ComposerFiles } from './composer_files.js'
import { HistoryKeys, rekeyHistory } from './composer_history.js'
import { whileBusy } from './composer_keys.js'
import { listenTo } from './composer_listen.js'
import { CompletionMenu } from './composer_menu.js'
import { showMicroActions } from './composer_micro.js'
import { composerParts } from './composer_parts.js'
import { startPills } from './composer_pills.js'
import { Outgoing } from './composer_outgoing.js'
import { showOutput } from './composer_output.js'
import { addComposer } from './composer_registry.js'
import { keepSlots } from './composer_slots.js'
import { showHints, showState } from './composer_state.js'
import { ComposerText } from './composer_text.js'
import { DraftKeeper, loadDraft } from './draft_store.js'
import { rescueDraft } from './draft_rescue.js'
import { registry } from './registry.js'
import { notifyError } from './toasts.js'

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
  #loading = true
  #touched = false
  /** @type {import('./chat_state.js').ChatFacts | undefined} what is shown of the chat */
  #facts
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
    this.draft = new DraftKeeper(key, () => this.outgoing.kept, () => this.#say(this.isEmpty ? '' : 'Draft saved'))
    this.pills = startPills(this.parts, () => this.key)
    this.slots = Object.entries(this.parts.areas).map(([area, container]) => keepSlots(container, `composer.${area}`, () => this.#about()))
    this.#ends.push(
      addComposer(this),
      listenTo(this, this.#history),
      $chats.listen(() => this.#factsChanged()),
      // Only what the server takes out by name may be gone: after a restart it knows no chat until one is shown.
      channel.on('chats', ({ remove }) => void (remove?.includes(this.key) && rescueDraft(this))),
      registry.subscribe('composer.microActions', () => this.#showMicroActions()),
      () => this.slots.forEach(({ dispose }) => dispose()),
    )
    this.#showMicroActions()
    this.show()
    /** The draft is in, where there is one. */
    this.restored = this.#restore()
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
    this.#facts = factsOf(key)
    this.#draw()
  }

  /** Sends a text as if it was typed; what is in the composer stays. @param {string} text @returns {Promise<boolean>} whether it was taken */
  send(text) {
    return this.outgoing.send(text)
  }

  /** Sends what is in the composer. It leaves the composer when it is on disk. @param {How} how */
  submit(how) {
    return this.outgoing.submit(how)
  }

  async interrupt() {
    try {
      await channel.call('chat.interrupt', { key: this.key })
    } catch (error) {
      notifyError(error, 'The turn was not stopped')
    }
  }

  dispose() {
    this.draft.stop()
    this.pills.dispose()
    for (const end of this.#ends.splice(0)) end()
    this.text.dispose()
    this.files.dispose()
    this.place.replaceChildren()
  }

  async #restore() {
    try {
      const draft = await loadDraft(this.key)
      if (!draft) return
      // What was typed in the meantime stays, behind the draft.
      const typed = this.text.text
      this.text.restore(typed.trim() === '' ? draft.text : `${draft.text}\n${typed}`, draft.chips)
      this.files.restore(draft.attachments)
    } catch (error) {
      if (!this.#touched) notifyError(error, 'The draft of this chat could not be read')
    } finally {
      this.#loading = false
      this.show()
      if (factsOf(this.key)?.gone) void rescueDraft(this)
    }
  }

  #changed() {
    this.#touched = true
    this.#say('')
    this.#history.typed()
    if (!this.#loading || !this.text.isEmpty) this.draft.changed(this.text.size)
    this.menu?.refresh()
    this.show()
  }

  #factsChanged() {
    const facts = factsOf(this.key)
    // Every chat of the window is told in one message; most of them are others.
    if (facts === this.#facts) return
    if (facts?.gone) void rescueDraft(this)
    this.#facts = facts
    this.#draw()
  }

  #draw() {
    this.pills.refresh()
    for (const { refresh } of this.slots) refresh()
    this.#showMicroActions()
    this.show()
  }

  #about() {
    const live = factsOf(this.key)?.live ?? null
    const stored = isNew(this.key) ? null : this.key
    return { instance: this.key, args: { sessionId: live ?? stored, storedSessionId: stored } }
  }

  /** Draws what depends on text, chat and focus. */
  show() {
    const facts = factsOf(this.key)
    showState(this.parts, { facts, isEmpty: this.isEmpty, isSending: this.outgoing.isSending, isNew: isNew(this.key) })
    showHints(this.parts, { busy: this.isBusy, focused: this.text?.hasFocus === true, enter: whileBusy() })
  }

  /** @param {string} words about the draft */
  #say(words) {
    if (this.parts.saved.textContent !== words) this.parts.saved.textContent = words
  }

  /** Not with every key: what they offer depends on the chat, not on what is typed. */
  #showMicroActions() {
    showMicroActions(this.parts.micro, { busy: this.isBusy, sessionId: factsOf(this.key)?.live ?? null })
  }
}
