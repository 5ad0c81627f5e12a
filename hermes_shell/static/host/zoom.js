/**
 * `hermesDesktop.zoom`: the size of everything that is shown, kept as the setting `appearance.zoom`. A page cannot zoom itself the way
 * the Electron app's main process does: under the CSS property `zoom` menus and the viewport's units miss their place. So it
 * scales the root's font size, which every size in rem follows; sizes in px stay.
 */
import { onPreference, preference, setPreference } from './preferences.js'

const LEAST = 50
const MOST = 300
/** Electron counts zoom in levels; each is a fifth larger than the one before. */
const STEP = 1.2
/** The sizes that the commands step through, in percent. */
const STEPS = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300]

/** @typedef {{ level: number, percent: number }} Zoom */

/** @returns {Zoom} */
function current() {
  const percent = preference('appearance.zoom')
  return { level: Math.log(percent / 100) / Math.log(STEP), percent }
}

/** @param {number} wished */
function setPercent(wished) {
  const bounded = Math.min(MOST, Math.max(LEAST, Math.round(Number(wished) || 100)))
  setPreference('appearance.zoom', bounded).catch((error) => console.warn('the zoom could not be stored', error))
}

/**
 * @param {(zoom: Zoom) => void} listener called after every change
 * @returns {() => void} ends it
 */
function onChanged(listener) {
  let first = true
  return onPreference('appearance.zoom', () => {
    if (!first) listener(current())
    first = false
  })
}

/** @param {1 | -1} direction to larger or smaller */
export function stepZoom(direction) {
  const { percent } = current()
  const next = direction > 0 ? STEPS.find((step) => step > percent) : STEPS.findLast((step) => step < percent)
  return next === undefined ? undefined : setPreference('appearance.zoom', next)
}

export const zoom = Object.freeze({ get: async () => current(), setPercent, onChanged })
