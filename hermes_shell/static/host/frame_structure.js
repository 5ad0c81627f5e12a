/** The structure of a frame: groups first, then the panels that change theirs, so that what fills the groups finds both in place. */
import { carryPanels } from './carried_panels.js'
import { $layout, applyLayout } from './layout_tree.js'
import { parkPanels, sweepParking } from './parked_panels.js'
import { applySidebar } from './sash_result.js'
import { refreshSashes } from './sash_values.js'

/**
 * @param {readonly import('./fragments.js').Part[]} parts of one frame
 * @returns {HTMLElement[]} groups that leave: hidden, to be removed when the frame is done
 */
export function applyStructure(parts) {
  /** @type {HTMLElement[]} */
  const leaving = []
  try {
    for (const { layout } of parts) {
      if (!layout) continue
      leaving.push(...applyLayout(layout))
      applySidebar(layout.sidebar)
      refreshSashes()
    }
    carryPanels(parts)
    const layout = $layout.get()
    if (layout) {
      parkPanels(leaving, layout)
      sweepParking(layout)
    }
    for (const element of leaving) element.hidden = true
  } catch (error) {
    console.error('the layout could not be applied', error)
  }
  return leaving
}
