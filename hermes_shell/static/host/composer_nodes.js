/** The chips inside the editor: references and commands are text that is kept whole, long pasted text is one node with a label. */
import { $createLineBreakNode, $createTextNode, DecoratorNode, TextNode } from '../vendor/lexical.js'
import { longTextLabel } from './composer_pieces.js'

/** @typedef {import('./composer_pieces.js').Piece} Piece */

/** `@file:a.txt` or `/compact`: typed over, deleted and walked over as one. */
export class ChipNode extends TextNode {
  /** @type {'ref' | 'command'} */
  __kind = 'ref'

  static getType() {
    return 'hs-chip'
  }

  /** @param {ChipNode} node */
  static clone(node) {
    return new ChipNode(node.__text, node.__kind, node.__key)
  }

  /** @param {any} serialized */
  static importJSON(serialized) {
    return $createChip(serialized.text, serialized.kind)
  }

  /** @param {string} [text] @param {'ref' | 'command'} [kind] @param {string} [key] */
  constructor(text = '', kind = 'ref', key) {
    super(text, key)
    this.__kind = kind
  }

  exportJSON() {
    return { ...super.exportJSON(), kind: this.__kind }
  }

  /** @param {any} config @param {any} editor */
  createDOM(config, editor) {
    const dom = super.createDOM(config, editor)
    dom.className = 'hs-composer-chip'
    dom.dataset.chip = this.__kind
    dom.spellcheck = false
    return dom
  }

  canInsertTextBefore() {
    return false
  }

  canInsertTextAfter() {
    return false
  }

  isTextEntity() {
    return true
  }
}

/** Long pasted text. The editor never holds its lines, so typing beside it costs nothing. */
export class LongTextNode extends DecoratorNode {
  __whole = ''

  static getType() {
    return 'hs-long-text'
  }

  /** @param {LongTextNode} node */
  static clone(node) {
    return new LongTextNode(node.__whole, node.__key)
  }

  /** @param {any} serialized */
  static importJSON(serialized) {
    return new LongTextNode(serialized.whole)
  }

  /** @param {string} [whole] @param {string} [key] */
  constructor(whole = '', key) {
    super(key)
    this.__whole = whole
  }

  exportJSON() {
    return { ...super.exportJSON(), whole: this.__whole }
  }

  createDOM() {
    const dom = document.createElement('span')
    dom.className = 'hs-composer-chip'
    dom.dataset.chip = 'paste'
    dom.contentEditable = 'false'
    dom.textContent = longTextLabel(this.__whole)
    dom.title = `${this.__whole.slice(0, 600)}${this.__whole.length > 600 ? ' …' : ''}`
    return dom
  }

  updateDOM() {
    return false
  }

  decorate() {
    return null
  }

  isInline() {
    return true
  }

  getTextContent() {
    return this.__whole
  }
}

/** @param {string} text @param {'ref' | 'command'} kind */
export function $createChip(text, kind) {
  return new ChipNode(text, kind).setMode('token')
}

/**
 * Nodes of some pieces.
 * @param {readonly Piece[]} pieces
 * @returns {import('../vendor/lexical.js').LexicalNode[]}
 */
export const $nodesOf = (pieces) => pieces.flatMap($nodesOfPiece)

/** @param {Piece} piece @returns {import('../vendor/lexical.js').LexicalNode[]} */
function $nodesOfPiece({ kind, text }) {
  if (kind === 'paste') return [new LongTextNode(text)]
  if (kind !== 'text') return [$createChip(text, kind)]
  return text.split('\n').flatMap((line, at) => [...(at > 0 ? [$createLineBreakNode()] : []), ...(line ? [$createTextNode(line)] : [])])
}
