/** What a composer shows around its text: pills, slots of plugins, hints, and what is said of the draft. */
import { isNew } from './chat_state.js'
import { factsOf } from './composer_facts.js'
import { whileBusy } from './composer_keys.js'
import { showMicroActions } from './composer_micro.js'
import { startPills } from './composer_pills.js'
import { keepSlots } from './composer_slots.js'
import { showHints, showState } from './composer_state.js'
import { registry } from './registry.js'

export class Drawing {
  /** @type {import('./chat_state.js').ChatFacts | undefined} what is shown of the chat */
  #facts

  /** @param {import('./composer_view.js').ComposerView} composer */
  constructor(composer) {
    this.composer = composer
    const { parts } = composer
    this.pills = startPills(parts, () => composer.key)
    this.slots = Object.entries(parts.areas).map(([area, container]) => keepSlots(container, `composer.${area}`, () => this.#about()))
    this.end = registry.subscribe('composer.microActions', () => this.#showMicroActions())
    this.#showMicroActions()
  }

  /** Draws what depends on text, chat and focus. */
  show() {
    const { parts, key, isEmpty, isBusy, outgoing, text } = this.composer
    showState(parts, { facts: factsOf(key), isEmpty, isSending: outgoing.isSending, isNew: isNew(key) })
    showHints(parts, { busy: isBusy, focused: text.hasFocus, enter: whileBusy() })
  }

  /** Draws the chat when something else is known of it than before. @returns {boolean} whether it is */
  refresh() {
    const facts = factsOf(this.composer.key)
    // Every chat of the window is told in one message; most of them are others.
    if (facts === this.#facts) return false
    this.all()
    return true
  }

  /** Draws all of it: the chat may be another one. */
  all() {
    this.#facts = factsOf(this.composer.key)
    this.pills.refresh()
    for (const { refresh } of this.slots) refresh()
    this.#showMicroActions()
    this.show()
  }

  /** @param {string} words about the draft */
  say(words) {
    const { saved } = this.composer.parts
    if (saved.textContent !== words) saved.textContent = words
  }

  dispose() {
    this.end()
    this.pills.dispose()
    for (const { dispose } of this.slots) dispose()
  }

  #about() {
    const { key } = this.composer
    const live = factsOf(key)?.live ?? null
    const stored = isNew(key) ? null : key
    return { instance: key, args: { sessionId: live ?? stored, storedSessionId: stored } }
  }

  /** Not with every key: what they offer depends on the chat, not on what is typed. */
  #showMicroActions() {
    const { parts, key, isBusy } = this.composer
    showMicroActions(parts.micro, { busy: isBusy, sessionId: factsOf(key)?.live ?? null })
  }
}
