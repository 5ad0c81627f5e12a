/** What the children of a split measure now, as the layout is told of a drop and of a sash: px by node. */
import { $layout } from './layout_tree.js'

/** @typedef {import('./layout_tree.js').LayoutNode} LayoutNode */
/** @typedef {import('./layout_tree.js').LayoutSplit} LayoutSplit */
/** @typedef {import('./boxes.js').Side} Side */

const LEAST = 80
/** What stays of the workspace, as the layout prints it. */
const LEAST_MAIN = { row: 384, column: 192 }

/**
 * The tracks of a split whose size is not what the layout says: those that share what is left, and fixed ones for which there was no room.
 * @param {LayoutSplit} split
 * @returns {Record<string, number>} px along the split
 */
export function measuredTracks({ axis, children }) {
  /** @type {Record<string, number>} */
  const sizes = {}
  for (const child of children) {
    const element = elementOf(child.id)
    if (!element || isFolded(child)) continue
    const size = lengthOf(element, axis)
    const basis = Number.parseFloat(getComputedStyle(element).flexBasis)
    if (size > 0 && (child.size === null || child.grow || size < basis - 0.5)) sizes[child.id] = size
  }
  return sizes
}

/**
 * What a drop at an edge asks for: the size that its preview has, and what is left of the others.
 * @param {string} zone where: a group, or `root`
 * @param {Side} pos
 * @param {number} size px of the preview along the axis
 * @returns {{ size?: number, sizes?: Record<string, number>, tracks?: Record<string, number> }} empty without a layout
 */
export function dropSizes(zone, pos, size) {
  const root = $layout.get()?.root
  if (!root) return {}
  const axis = pos === 'left' || pos === 'right' ? 'row' : 'column'
  const tracks = allTracks(root)
  if (zone === 'root') return { size, sizes: edgeSizes(root, axis, size), tracks }
  const element = elementOf(zone)
  const parent = parentOf(root, zone)
  if (!element) return {}
  return { size, sizes: { ...(parent?.axis === axis ? measuredTracks(parent) : {}), [zone]: lengthOf(element, axis) - size }, tracks }
}

/**
 * What is left of the children of the tree beside what is put at its edge.
 * @param {LayoutNode} root
 * @param {'row' | 'column'} axis
 * @param {number} size
 */
function edgeSizes(root, axis, size) {
  const tree = document.querySelector('.hs-tree')
  if (!tree) return {}
  if (root.kind === 'group' || root.axis !== axis) return { [root.id]: lengthOf(tree, axis) - size }
  const tracks = root.children.flatMap((child) => {
    const element = elementOf(child.id)
    if (!element || isFolded(child)) return []
    const now = lengthOf(element, axis)
    return [{ id: child.id, shares: child.size === null || child.grow, now, spare: Math.max(0, now - leastOf(child, axis, lengthOf(tree, axis))) }]
  })
  // Those that share what is left give first; where they have no more, the others do.
  let wanted = size
  for (const shares of [true, false]) {
    const givers = tracks.filter((track) => track.shares === shares)
    const spare = givers.reduce((sum, giver) => sum + giver.spare, 0)
    const part = spare > 0 ? Math.min(1, wanted / spare) : 0
    for (const giver of givers) giver.now -= giver.spare * part
    wanted -= spare * part
    if (wanted < 1) return Object.fromEntries(tracks.filter((track) => shares === false || track.shares).map(({ id, now }) => [id, now]))
  }
  return Object.fromEntries(tracks.map(({ id, now }) => [id, now]))
}

/**
 * @param {LayoutNode} node
 * @param {'row' | 'column'} axis
 * @param {number} room px of its split
 */
function leastOf(node, axis, room) {
  if (holdsMain(node)) return Math.min(LEAST_MAIN[axis], room / 2)
  return Number.parseFloat(node.min ?? '') || LEAST
}

/** @param {LayoutNode} node @returns {boolean} */
const holdsMain = (node) => (node.kind === 'group' ? node.id === 'main' : node.children.some(holdsMain))

/** @param {LayoutNode} node @returns {Record<string, number>} px along the split that each stands in */
function allTracks(node) {
  if (node.kind === 'group') return {}
  const own = node.children.flatMap(({ id }) => {
    const element = elementOf(id)
    return element ? [[id, lengthOf(element, node.axis)]] : []
  })
  return Object.assign(Object.fromEntries(own), ...node.children.map(allTracks))
}

/** @param {LayoutNode} node @param {string} id @returns {LayoutSplit | null} */
function parentOf(node, id) {
  if (node.kind === 'group') return null
  if (node.children.some((child) => child.id === id)) return node
  for (const child of node.children) {
    const found = parentOf(child, id)
    if (found) return found
  }
  return null
}

/** @param {string} id */
const elementOf = (id) => document.querySelector(`.hs-tree [data-node="${CSS.escape(id)}"]:not([data-wraps])`)

/** @param {LayoutNode} node */
const isFolded = (node) => (node.kind === 'group' ? node.minimised : node.folded)

/** @param {Element} element @param {'row' | 'column'} axis */
function lengthOf(element, axis) {
  const { width, height } = element.getBoundingClientRect()
  return axis === 'row' ? width : height
}
