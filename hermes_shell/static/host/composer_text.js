/**
 * The text field of a composer. It takes text from its first moment; the editor with chips, undo and paste comes a moment later and
 * takes over what was typed until then.
 */
import { piecesOf } from './composer_pieces.js'

/** @typedef {import('./composer_pieces.js').Chip} Chip */
/** @typedef {ReturnType<typeof import('./composer_editor.js').createComposerEditor>} Editor */

export class ComposerText {
  /** @type {Editor | null} */
  #editor = null
  #disposed = false
  #composing = false

  /**
   * @param {HTMLElement} element
   * @param {{ changed: () => void, moved: () => void }} told
   */
  constructor(element, told) {
    this.element = element
    this.told = told
    element.contentEditable = 'plaintext-only'
    element.addEventListener('input', this.#typedEarly)
    element.addEventListener('compositionstart', () => (this.#composing = true))
    element.addEventListener('compositionend', () => (this.#composing = false))
    /** Resolves when the editor is there. @type {Promise<void>} */
    this.ready = this.#load()
  }

  get text() {
    return this.#editor ? this.#editor.text() : this.element.innerText.replace(/\n$/, '')
  }

  /** Characters of the text. */
  get size() {
    return this.text.length
  }

  /** @returns {Chip[]} */
  get chips() {
    return this.#editor?.chips() ?? []
  }

  get isEmpty() {
    return this.#editor ? this.#editor.isEmpty() : this.element.innerText.trim() === ''
  }

  get hasFocus() {
    return this.element.contains(document.activeElement)
  }

  /** Puts text in the place of all that is there. @param {string} text @param {readonly Chip[]} [chips] */
  set(text, chips) {
    if (this.#editor) this.#editor.set(text, chips)
    else {
      this.element.textContent = text
      this.pending = { text, chips }
      this.told.changed()
    }
  }

  /** Like `set`, and not a step of undo: a draft that comes back. @param {string} text @param {readonly Chip[]} chips */
  restore(text, chips) {
    if (this.#editor) this.#editor.set(text, chips, true)
    else this.set(text, chips)
  }

  /** @param {string} text @param {'block' | 'inline' | 'prefix'} mode */
  insert(text, mode) {
    if (this.#editor) this.#editor.insert(text, mode)
    else if (mode === 'prefix') this.set(`${text} ${this.text}`.trimEnd())
    else this.set(this.text === '' ? text : `${this.text}${mode === 'block' ? '\n' : ' '}${text}`)
  }

  /** What stands before the caret; null where something is selected. */
  before() {
    return this.#editor?.before() ?? null
  }

  /** @param {number} count @param {import('./composer_pieces.js').Piece} piece */
  complete(count, piece) {
    this.#editor?.complete(count, piece)
  }

  /** @param {'start' | 'end'} edge */
  isAt(edge) {
    return this.#editor?.isAt(edge) ?? false
  }

  /** A new line at the caret, as the keys make it. */
  newLine() {
    document.execCommand('insertLineBreak')
  }

  /** The caret goes to where it was; in text that nobody has been in, to its end. */
  focus() {
    if (this.#editor) this.#editor.focus()
    else this.element.focus({ preventScroll: true })
  }

  /** The keyboard at once, with the caret behind the text: keys that come now go there. */
  focusEnd() {
    this.element.focus({ preventScroll: true })
    if (this.#editor) return this.#editor.caretToEnd()
    const selection = getSelection()
    selection?.selectAllChildren(this.element)
    selection?.collapseToEnd()
  }

  dispose() {
    this.#disposed = true
    this.#editor?.dispose()
    this.#editor = null
  }

  #typedEarly = () => this.told.changed()

  async #load() {
    const { createComposerEditor } = await import('./composer_editor.js')
    // An input method holds on to the text that it writes into.
    while (this.#composing) await new Promise((resolve) => this.element.addEventListener('compositionend', resolve, { once: true }))
    if (this.#disposed) return
    const early = this.text
    const chips = this.pending?.text === early ? this.pending.chips : undefined
    const focused = this.hasFocus
    this.element.removeEventListener('input', this.#typedEarly)
    this.element.contentEditable = 'true'
    this.element.textContent = ''
    this.#editor = createComposerEditor(this.element, this.told)
    if (early !== '') this.#editor.set(early, chips ?? piecesAsChips(early), true)
    if (focused) this.#editor.focus()
  }
}

/** Where chips are in text that was typed before the editor came. @param {string} text @returns {Chip[]} */
function piecesAsChips(text) {
  let at = 0
  return piecesOf(text).flatMap(({ kind, text: piece }) => {
    const start = at
    at += piece.length
    return kind === 'text' ? [] : [/** @type {Chip} */ ([start, at, kind])]
  })
}
