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
      const kind = node instanceof Element ? kindOf(node) : 'text'
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
    const { data } = node
    if (data === '' || (node.parentElement && getComputedStyle(node.parentElement).visibility !== 'visible')) return
    this.#nodes.push(node)
    this.#starts.push(this.#length)
    this.#parts.push(data)
    this.#length += data.length
    this.#total += data.length
  }
}

/**
 * @param {Element} element
 * @returns {'inline' | 'block' | 'skipped' | 'skipped block'}
 */
function kindOf(element) {
  const name = element.localName
  if (name === 'br' || name === 'hr') return 'skipped block'
  if (SKIPPED.has(name)) return 'skipped'
  const parent = element.parentElement
  if (parent instanceof HTMLDetailsElement && !parent.open && name !== 'summary') return 'skipped block'
  const style = getComputedStyle(element)
  if (style.display === 'none') return 'skipped'
  if (style.getPropertyValue('content-visibility') === 'hidden' || isForScreenReaders(style)) return 'skipped'
  return style.display === 'inline' || style.display === 'contents' ? 'inline' : 'block'
}

/** What only a screen reader shall find has no place to go to. @param {CSSStyleDeclaration} style */
function isForScreenReaders({ position, overflow, width, height, clipPath, clip }) {
  if (position !== 'absolute' && position !== 'fixed') return false
  const tiny = overflow !== 'visible' && Number.parseFloat(width) <= 1 && Number.parseFloat(height) <= 1
  return tiny || /inset\((?:50|100)%/.test(clipPath) || /^rect\((?:0|1)px,? (?:0|1)px,? (?:0|1)px,? (?:0|1)px\)$/.test(clip)
}
