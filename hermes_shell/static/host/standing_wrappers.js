/**
 * In engines without moveBefore a move reloads the frames inside. There a group whose neighbour closes stays where it is: the split
 * that held both goes on as a wrapper around the one that is left.
 */

/** Whether the engine needs this. */
export const keepsWrappers = () => !('moveBefore' in Element.prototype)

/**
 * @param {HTMLElement} split that gets the element as a child
 * @param {HTMLElement} element a group or split
 * @param {(wrapper: HTMLElement) => boolean} isFree whether a split is nothing else in the new layout
 * @returns {HTMLElement} the child of the split that holds the element already; else the element, which has to move
 */
export function trackOf(split, element, isFree) {
  let track = element
  for (let above = track.parentElement; above && above !== split && above.matches('.hs-split') && isFree(above); above = above.parentElement) track = above
  return track.parentElement === split ? track : element
}

/**
 * @param {HTMLElement} element
 * @returns {HTMLElement[]} the wrappers around it
 */
export function wrappersOf(element) {
  const found = []
  for (let above = element.parentElement; above?.hasAttribute('data-wraps'); above = above.parentElement) found.push(above)
  return found
}

/**
 * Makes what stands between a split and an element its wrapper.
 * @param {HTMLElement} track child of the split
 * @param {HTMLElement} element
 * @param {import('./layout_tree.js').LayoutNode} node of the element
 * @param {'row' | 'column'} axis of the split
 */
export function wrap(track, element, node, axis) {
  for (let inner = element; inner !== track; ) {
    const wrapper = /** @type {HTMLElement} */ (inner.parentElement)
    for (const sash of wrapper.querySelectorAll(':scope > .hs-sash')) sash.remove()
    wrapper.dataset.wraps = ''
    wrapper.dataset.node = node.id
    wrapper.dataset.axis = axis
    delete wrapper.dataset.folded
    for (const [name, value] of Object.entries({ side: node.side, edge: node.edge })) {
      if (value === null) delete wrapper.dataset[name]
      else wrapper.dataset[name] = value
    }
    inner.setAttribute('style', `flex:1 1 0px;min-${axis === 'row' ? 'width' : 'height'}:0px`)
    inner = wrapper
  }
}
