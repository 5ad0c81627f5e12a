/** How a node of the layout looks as an element; the first HTML is printed in the same way (`templates/areas/`, `layout/tracks.py`). */
import { element as make } from './elements.js'

/** Tracks that a sash holds keep their size until it lets go. @type {Set<HTMLElement>} */
const held = new Set()
/** The style that the layout gives a track. @type {WeakMap<HTMLElement, string>} */
const tracks = new WeakMap()

/**
 * @param {import('./layout_tree.js').LayoutNode} node
 * @returns {HTMLElement} without content
 */
export function newNode(node) {
  if (node.kind === 'split') return make('div', { class: 'hs-split', 'data-node': node.id })
  return make(node.id === 'main' ? 'main' : 'section', { class: 'hs-zone', 'data-zone': node.id, 'data-node': node.id })
}

/** @param {HTMLElement} element @param {import('./layout_tree.js').LayoutGroup} node */
export function dressGroup(element, node) {
  set(element, 'data-side', node.side)
  set(element, 'data-edge', node.edge)
  set(element, 'aria-label', node.label)
  set(element, 'data-tint', node.tint)
  set(element, 'data-strip', node.strip)
  set(element, 'data-minimised', node.minimised ? '' : null)
}

/** @param {HTMLElement} element @param {import('./layout_tree.js').LayoutSplit} node */
export function dressSplit(element, node) {
  set(element, 'data-node', node.id)
  set(element, 'data-axis', node.axis)
  set(element, 'data-side', node.side)
  set(element, 'data-edge', node.edge)
  set(element, 'data-folded', node.folded ? '' : null)
}

/**
 * Gives a child of a split its place along the split.
 * @param {HTMLElement} element
 * @param {import('./layout_tree.js').LayoutNode} node
 * @param {'row' | 'column'} axis of the split
 */
export function dressTrack(element, node, axis) {
  const style = trackStyle(node, axis)
  if (tracks.get(element) === style) return
  tracks.set(element, style)
  if (!held.has(element)) write(element, style)
}

/**
 * Keeps the layout's hands off tracks while a sash is dragged.
 * @param {HTMLElement[]} elements
 */
export function holdTracks(elements) {
  for (const element of elements) held.add(element)
}

/**
 * Lets the layout have them again: what it said last stands.
 * @param {HTMLElement[]} elements
 */
export function releaseTracks(elements) {
  for (const element of elements) {
    held.delete(element)
    const style = tracks.get(element)
    if (style !== undefined) write(element, style)
  }
}

/**
 * @param {import('./layout_tree.js').LayoutNode} node
 * @param {'row' | 'column'} axis
 */
function trackStyle(node, axis) {
  const side = axis === 'row' ? 'width' : 'height'
  const isFolded = node.kind === 'group' ? node.minimised : node.folded
  const flex = node.size === null ? `${node.weight} 1 0px` : `${node.grow ? 1 : 0} ${isFolded ? 0 : 1} ${node.size}`
  const least = node.min ?? (isFolded && node.size !== null ? node.size : '5rem')
  const most = node.max !== null && !node.grow ? `;max-${side}:${node.max}` : ''
  return `flex:${flex};min-${side}:${least}${most}${node.size === null ? '' : `;--track:${node.size}`}`
}

/** The first HTML has the same text, so that an element that is right is not touched. @param {HTMLElement} element @param {string} style */
function write(element, style) {
  if (element.getAttribute('style') !== style) element.setAttribute('style', style)
}

/** @param {HTMLElement} element @param {string} name @param {string | null} value */
function set(element, name, value) {
  if (value === null) element.removeAttribute(name)
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}
