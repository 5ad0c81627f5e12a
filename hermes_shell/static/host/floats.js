/** The sections of floating panes. Where they stand is numbers in their style; what is raised is not moved in the document. */
import { element as make } from './elements.js'

/**
 * @param {readonly import('./layout_tree.js').LayoutFloat[]} floating later = in front
 * @returns {HTMLElement[]} sections that are no longer there
 */
export function applyFloats(floating) {
  const layer = document.querySelector('.hs-floats')
  if (!layer) return []
  const standing = /** @type {HTMLElement[]} */ ([...layer.children])
  const used = new Set(floating.map((float, order) => applyFloat(layer, float, order)))
  return standing.filter((section) => !used.has(section))
}

/**
 * @param {Element} layer
 * @param {import('./layout_tree.js').LayoutFloat} float
 * @param {number} order
 * @returns {HTMLElement}
 */
function applyFloat(layer, { zone, title, anchor, x, y, width, height }, order) {
  const known = layer.querySelector(`:scope > [data-zone="${CSS.escape(zone)}"]`)
  const section = known instanceof HTMLElement ? known : make('section', { class: 'hs-zone hs-float', 'data-zone': zone })
  if (section.dataset.anchor !== anchor) section.dataset.anchor = anchor
  if (section.getAttribute('aria-label') !== title) section.setAttribute('aria-label', title)
  // A pointer that drags the card has the last word on where it stands.
  const numbers = section.hasAttribute('data-dragging') ? {} : { x: `${x}px`, y: `${y}px`, width: `${width}px`, height: `${height}px` }
  for (const [name, value] of Object.entries({ ...numbers, order: String(order) })) {
    if (section.style.getPropertyValue(`--float-${name}`) !== value) section.style.setProperty(`--float-${name}`, value)
  }
  section.hidden = false
  if (section !== known) layer.append(section)
  return section
}
