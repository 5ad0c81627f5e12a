/** Panels of a side that is hidden live on out of sight, so that showing it again brings back what was typed and read in them. */
import { moveWithState } from './element_moves.js'

/** @typedef {import('./layout_tree.js').Layout} Layout */

/**
 * @param {readonly HTMLElement[]} leaving groups that a frame takes away; panels that went elsewhere have left them
 * @param {Layout} layout that stands now
 */
export function parkPanels(leaving, { sides }) {
  for (const group of leaving) {
    const owner = group.closest('[data-side]')
    const side = owner instanceof HTMLElement ? owner.dataset.side : undefined
    if ((side !== 'left' && side !== 'right') || sides[side] !== 'hidden') continue
    for (const panel of group.querySelectorAll(':scope > .hs-pane')) {
      /** @type {HTMLElement} */ (panel).dataset.parked = side
      moveWithState(parking(), panel, null)
    }
  }
}

/**
 * Ends what was kept for a side that is shown again without it, or was closed meanwhile.
 * @param {Layout} layout
 */
export function sweepParking({ sides, dismissed = [] }) {
  for (const panel of /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.hs-parked > .hs-pane')])) {
    const side = /** @type {'left' | 'right'} */ (panel.dataset.parked)
    if (sides[side] !== 'hidden' || dismissed.includes(panel.dataset.pane ?? '')) panel.remove()
  }
}

function parking() {
  const known = document.querySelector('.hs-parked')
  if (known) return known
  const made = document.createElement('div')
  made.className = 'hs-parked'
  made.hidden = true
  document.querySelector('.hs-columns')?.append(made)
  return made
}
