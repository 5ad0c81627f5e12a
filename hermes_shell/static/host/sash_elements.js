/** The separators between the children of a split; one whose two neighbours stay is the same element, so it keeps the focus. */
import { element as make } from './elements.js'

/** @typedef {import('./layout_tree.js').LayoutNode} LayoutNode */

/**
 * @param {HTMLElement} split
 * @param {import('./layout_tree.js').LayoutSplit} node
 * @param {readonly HTMLElement[]} children elements of the node's children
 * @returns {HTMLElement[]} the children with their sashes between them; sashes of before that part nothing any more are gone
 */
export function sashesBetween(split, node, children) {
  const standing = new Map([...split.children].filter(isSash).map((sash) => [keyOf(sash.dataset.sash, sash.dataset.beside), sash]))
  /** @type {HTMLElement[]} */
  const wanted = []
  for (const [at, child] of children.entries()) {
    const sash = at > 0 ? sashAt(node, at, standing) : null
    wanted.push(...(sash ? [sash, child] : [child]))
  }
  for (const sash of standing.values()) if (!wanted.includes(sash)) sash.remove()
  return wanted
}

/**
 * @param {import('./layout_tree.js').LayoutSplit} node
 * @param {number} at index of the child behind the sash
 * @param {Map<string, HTMLElement>} standing
 */
function sashAt({ axis, children }, at, standing) {
  const [first, second] = [children[at - 1], children[at]]
  if (isFolded(first) || isFolded(second)) return null
  const isSecond = isFixed(second) && (!isFixed(first) || children.slice(0, at).some(holdsMain))
  const [target, beside] = isSecond ? [second, first] : [first, second]
  const sash = standing.get(keyOf(target.id, beside.id)) ?? make('div', { class: 'hs-sash', role: 'separator', tabindex: '0' })
  const attributes = {
    'data-sash': target.id,
    'data-beside': beside.id,
    'data-sign': isSecond ? '-1' : '1',
    'aria-orientation': axis === 'row' ? 'vertical' : 'horizontal',
    // A title, not a label: what is labelled counts as content, and content belongs into a landmark.
    title: `Resize ${target.label}`,
  }
  for (const [name, value] of Object.entries(attributes)) if (sash.getAttribute(name) !== value) sash.setAttribute(name, value)
  return sash
}

/** @param {string | undefined} target @param {string | undefined} beside */
const keyOf = (target, beside) => JSON.stringify([target, beside])

/** @param {Element} child @returns {child is HTMLElement} */
const isSash = (child) => child.classList.contains('hs-sash')

/** @param {LayoutNode} node */
const isFixed = (node) => node.size !== null && !node.grow

/** @param {LayoutNode} node */
const isFolded = (node) => (node.kind === 'group' ? node.minimised : node.folded)

/** @param {LayoutNode} node @returns {boolean} */
const holdsMain = (node) => (node.kind === 'group' ? node.id === 'main' : node.children.some(holdsMain))
