/**
 * The tree of splits and groups in the document, made to match what the server says. Only elements whose parent or order changed are
 * moved, and the workspace never where another can be; a node that is equal to what stands is not looked at.
 */
import { atom } from '../vendor/nanostores.js'
import { applyFloats } from './floats.js'
import { arrange } from './element_moves.js'
import { dressGroup, dressSplit, dressTrack, newNode } from './layout_elements.js'
import { showMaximised } from './maximised.js'
import { sashesBetween } from './sash_elements.js'
import { keepsWrappers, trackOf, wrap, wrappersOf } from './standing_wrappers.js'

/**
 * @typedef {object} LayoutTrack what a child of a split says of its size along the split
 * @property {string} id
 * @property {string} label
 * @property {string | null} size CSS length of a fixed track; null = flexible
 * @property {number} weight of a flexible track
 * @property {string | null} min
 * @property {string | null} max
 * @property {boolean} [grow] takes what a split of fixed tracks leaves
 * @property {'left' | 'right' | null} side
 * @property {'left' | 'right' | null} edge
 *
 * @typedef {LayoutTrack & { kind: 'group', minimised: boolean, tint: string | null, strip: string | null }} LayoutGroup
 * @typedef {LayoutTrack & { kind: 'split', axis: 'row' | 'column', folded: boolean, children: LayoutNode[] }} LayoutSplit
 * @typedef {LayoutGroup | LayoutSplit} LayoutNode
 *
 * @typedef {object} LayoutFloat
 * @property {string} pane
 * @property {string} zone
 * @property {string} title
 * @property {string} anchor
 * @property {number} x px from the anchor's corner
 * @property {number} y
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Layout
 * @property {LayoutNode} root
 * @property {LayoutFloat[]} floating
 * @property {string | null} maximised
 * @property {number} sidebar px; 0 = hidden
 * @property {Record<'left' | 'right', 'shown' | 'hidden' | 'empty'>} sides
 * @property {string[]} [dismissed] registered panes that the user closed
 */

/** The layout that stands in the document; null before the first. */
export const $layout = atom(/** @type {Layout | null} */ (null))

/** What each element was last made to match. @type {WeakMap<HTMLElement, string>} */
const shown = new WeakMap()

/**
 * @param {Layout} layout
 * @returns {HTMLElement[]} groups and splits that are no longer there, to be removed once their panes have moved
 */
export function applyLayout(layout) {
  const tree = document.querySelector('.hs-tree')
  if (!(tree instanceof HTMLElement)) return []
  /** @type {Pass} */
  const pass = { standing: nodesIn(tree), wanted: new Set(idsOf(layout.root)), used: new Set([tree]) }
  place(tree, rootOf(layout.root), pass)
  showMaximised(tree, layout.maximised)
  const leaving = [...pass.standing.values(), ...wrappersIn(tree)].filter((element) => !pass.used.has(element))
  leaving.push(...applyFloats(layout.floating))
  $layout.set(layout)
  return leaving
}

/**
 * @typedef {object} Pass
 * @property {Map<string, HTMLElement>} standing elements before, by node
 * @property {Set<string>} wanted the nodes of the new layout
 * @property {Set<HTMLElement>} used
 */

/** The element of the root is always a split, so a workspace that stood alone does not move when another group comes. @param {LayoutNode} root */
const rootOf = (root) =>
  root.kind === 'split'
    ? root
    : /** @type {LayoutSplit} */ ({ id: 'root', kind: 'split', axis: 'row', folded: false, side: null, edge: null, children: [root] })

/**
 * @param {HTMLElement} tree
 * @returns {Map<string, HTMLElement>}
 */
function nodesIn(tree) {
  const nodes = /** @type {NodeListOf<HTMLElement>} */ (tree.querySelectorAll('[data-node]:not([data-wraps])'))
  return new Map([...nodes].map((node) => [node.dataset.node ?? '', node]))
}

/** @param {HTMLElement} tree @returns {HTMLElement[]} */
const wrappersIn = (tree) => /** @type {HTMLElement[]} */ ([...tree.querySelectorAll('[data-wraps]')])

/** @param {LayoutNode} node @returns {string[]} */
const idsOf = (node) => [node.id, ...(node.kind === 'split' ? node.children.flatMap(idsOf) : [])]

/**
 * @param {HTMLElement} element
 * @param {LayoutNode} node
 * @param {Pass} pass
 */
function place(element, node, pass) {
  const text = JSON.stringify(node)
  if (shown.get(element) === text) return keepAll(node, pass)
  shown.set(element, text)
  if (node.kind === 'group') return dressGroup(element, node)
  dressSplit(element, node)
  const children = node.children.map((child) => elementOf(element, child, pass))
  const tracks = keepsWrappers() ? children.map((child) => standingTrack(element, child, pass)) : children
  arrange(element, sashesBetween(element, node, tracks), element.querySelector(':scope > [data-zone="main"], :scope > :has([data-zone="main"])'))
  for (const [at, child] of children.entries()) {
    dressTrack(tracks[at], node.children[at], node.axis)
    if (tracks[at] !== child) wrap(tracks[at], child, node.children[at], node.axis)
    place(child, node.children[at], pass)
  }
}

/** @param {HTMLElement} split @param {HTMLElement} child @param {Pass} pass */
function standingTrack(split, child, pass) {
  const track = trackOf(split, child, (above) => isFree(above, pass))
  for (let on = child; on !== track; pass.used.add(on)) on = on.parentElement ?? track
  return track
}

/** Whether a split is nothing else in the new layout. @param {HTMLElement} split @param {Pass} pass */
const isFree = (split, { wanted, used }) => !used.has(split) && (split.hasAttribute('data-wraps') || !wanted.has(split.dataset.node ?? ''))

/**
 * @param {HTMLElement} parent
 * @param {LayoutNode} node
 * @param {Pass} pass
 * @returns {HTMLElement}
 */
function elementOf(parent, node, pass) {
  const standing = pass.standing.get(node.id)
  const fits = standing && standing.matches(node.kind === 'group' ? '.hs-zone' : '.hs-split')
  const element = fits ? standing : (wrapperFor(parent, node, pass) ?? newNode(node))
  pass.used.add(element)
  return element
}

/** A wrapper becomes a split again when the group in it is split. @param {HTMLElement} parent @param {LayoutNode} node @param {Pass} pass */
function wrapperFor(parent, node, pass) {
  if (node.kind === 'group') return null
  const wrapper = node.children.map(({ id }) => pass.standing.get(id)?.parentElement).find((above) => above?.hasAttribute('data-wraps') && above.parentElement === parent && !pass.used.has(above))
  delete wrapper?.dataset.wraps
  return wrapper ?? null
}

/** @param {LayoutNode} node @param {Pass} pass */
function keepAll(node, pass) {
  const element = pass.standing.get(node.id)
  for (const kept of element ? [element, ...wrappersOf(element)] : []) pass.used.add(kept)
  if (node.kind === 'split') for (const child of node.children) keepAll(child, pass)
}
