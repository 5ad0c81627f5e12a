/**
 * The text that can be seen in a pane, as find in page reads it: one string for each block, so that a match goes through inline markup but
 * never from one paragraph into the next. What is hidden, and what stands in fields, is left out. Nothing is changed.
 */

const MOST_NODES = 200_000
const MOST_CHARACTERS = 20_000_000
const SKIPPED = new Set(['audio', 'canvas', 'datalist', 'iframe', 'input', 'noscript', 'object', 'script', 'select', 'style', 'template', 'textarea', 'video'])

/** @typedef {{ text: string, nodes: Text[], starts: number[] }} Block starts: where each node's text begins in the block's */

export class PaneText {
  /** @type {Block[]} */
  blocks = []
  /** Whether a bound was reached before the end of the pane. */
  cut = false

  #parts = /** @type {string[]} */ ([])
  #nodes = /** @type {Text[]} */ ([])
  #starts = /** @type {number[]} */ ([])
  #length = 0
  #total = 0
  /** Elements whose own text is not seen, while elements in them may be. @type {WeakSet<Element>} */
  #unseen = new WeakSet()

  #endBlock() {
    if (this.#length > 0) this.blocks.push({ text: this.#parts.join(''), nodes: this.#nodes, starts: this.#starts })
    this.#parts = []
    this.#nodes = []
    this.#starts = []
    this.#length = 0
  }

  /**
   * Reads a pane; yields at every node.
   * @param {Element} root
   */
  *read(root) {
    /** @type {Node[]} elements that began a block */
    const open = []
    const leave = (/** @type {Node} */ node) => {
      if (open.at(-1) !== node) return
      open.pop()
      this.#endBlock()
    }
    let seen = 0
    /** @type {Node | null} */
    let node = root.firstChild
    while (node && node !== root) {
      yield
      if (++seen > MOST_NODES || this.#total > MOST_CHARACTERS) {
        this.cut = true
        break
      }
      const kind = node instanceof Element ? kindOf(node, this.#unseen) : 'text'
      if (kind === 'block' || kind === 'skipped block') this.#endBlock()
      if (kind === 'block') open.push(node)
      if (node instanceof Text) this.#add(node)
      if (!kind.startsWith('skipped') && node.firstChild) {
        node = node.firstChild
        continue
      }
      /** @type {Node | null} */
      let at = node
      while (at && at !== root && !at.nextSibling) {
        leave(at)
        at = at.parentNode
      }
      if (!at || at === root) break
      leave(at)
      node = at.nextSibling
    }
    this.#endBlock()
  }

  /** @param {Text} node */
  #add(node) {
    const { data, parentElement: parent } = node
    if (data === '' || !parent || this.#unseen.has(parent)) return
    this.#nodes.push(node)
    this.#starts.push(this.#length)
    this.#parts.push(data)
    this.#length += data.length
    this.#total += data.length
  }
}

/**
 * @param {Element} element
 * @param {WeakSet<Element>} unseen
 * @returns {'inline' | 'block' | 'skipped' | 'skipped block'}
 */
function kindOf(element, unseen) {
  const name = element.localName
  if (name === 'br' || name === 'hr') return 'skipped block'
  if (SKIPPED.has(name)) return 'skipped'
  const parent = element.parentElement
  if (parent?.localName === 'details' && name !== 'summary' && !parent.hasAttribute('open')) return 'skipped block'
  // Each property costs a microsecond of a hundred thousand elements.
  const style = getComputedStyle(element)
  const { display, position } = style
  if (display === 'none') return 'skipped'
  if ((position === 'absolute' || position === 'fixed') && isForScreenReaders(style)) return 'skipped'
  if (style.visibility !== 'visible' || (name === 'details' && !element.hasAttribute('open'))) unseen.add(element)
  return display === 'inline' || display === 'contents' ? 'inline' : 'block'
}

/** What only a screen reader shall find has no place to go to. @param {CSSStyleDeclaration} style */
function isForScreenReaders({ overflow, width, height, clipPath, clip }) {
  const tiny = overflow !== 'visible' && Number.parseFloat(width) <= 1 && Number.parseFloat(height) <= 1
  return tiny || /inset\((?:50|100)%/.test(clipPath) || /^rect\((?:0|1)px,? (?:0|1)px,? (?:0|1)px,? (?:0|1)px\)$/.test(clip)
}
