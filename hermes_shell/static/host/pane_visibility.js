/** Whether panes can be seen, for whoever asks (contract section 1.3). */
import { atom, onStart, onStop } from '../vendor/nanostores.js'
import { refreshFrameToggles } from './frame_toggles.js'
import { isVisible } from './pane_zones.js'
import { WeakValues } from './weak_values.js'

/** @typedef {import('../vendor/nanostores.js').WritableAtom<boolean>} Visibility */

/** Plugins may ask for any id, so an atom that nobody holds is forgotten. @type {WeakValues<Visibility>} */
const visibility = new WeakValues()
/** Who listens need not hold the atom. @type {Set<Visibility>} */
const heard = new Set()
/** @type {Set<() => void>} */
const followers = new Set()

/**
 * Whether a pane can be seen: placed, not closed, its group not folded, its tab in front. The same atom for the same id.
 * @param {string} id
 * @returns {import('../vendor/nanostores.js').ReadableAtom<boolean>}
 */
export function paneVisibility(id) {
  return visibility.get(id, () => {
    const $visible = atom(isVisible(id))
    onStart($visible, () => void heard.add($visible))
    onStop($visible, () => void heard.delete($visible))
    return $visible
  })
}

/**
 * @param {() => void} follow runs after each frame and each local change, once the visibility of the panes is told
 * @returns {() => void} ends it
 */
export function onPanesShown(follow) {
  followers.add(follow)
  return () => void followers.delete(follow)
}

/** Reads again which of the asked panes can be seen; after each frame and each local change. */
export function refreshVisibility() {
  for (const [id, $visible] of visibility.entries()) {
    const now = isVisible(id)
    if ($visible.get() !== now) $visible.set(now)
  }
  refreshFrameToggles()
  for (const follow of [...followers]) follow()
}
