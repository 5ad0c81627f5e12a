/**
 * `hermesDesktop.zoom`: the size of what is shown in this window, as long as the window lives. A page cannot zoom itself the way
 * the Electron app's main process does: under the CSS property `zoom` menus and the viewport's units miss their place. So it
 * scales the root's font size, which every size in rem follows; sizes in px stay.
 */

const LEAST = 50
const MOST = 300
/** Electron counts zoom in levels; each is a fifth larger than the one before. */
const STEP = 1.2
const VARIABLE = '--hs-zoom'

/** @typedef {{ level: number, percent: number }} Zoom */

/** @type {Set<(zoom: Zoom) => void>} */
const listeners = new Set()
let percent = 100

/** @returns {Zoom} */
const current = () => ({ level: Math.log(percent / 100) / Math.log(STEP), percent })

/** @param {number} wished */
function setPercent(wished) {
  const bounded = Math.min(MOST, Math.max(LEAST, Math.round(Number(wished) || 100)))
  if (bounded === percent) return
  percent = bounded
  if (percent === 100) document.documentElement.style.removeProperty(VARIABLE)
  else document.documentElement.style.setProperty(VARIABLE, String(percent / 100))
  for (const listener of [...listeners]) {
    try {
      listener(current())
    } catch (error) {
      console.error('a zoom listener failed', error)
    }
  }
}

/**
 * @param {(zoom: Zoom) => void} listener called after every change
 * @returns {() => void} ends it
 */
function onChanged(listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const zoom = Object.freeze({ get: async () => current(), setPercent, onChanged })
