/**
 * `hermesDesktop.zoom`: the size of everything in this window, as the Electron app's bridge offers it. It is kept on the root
 * element, so it lasts as long as the window.
 */

const LEAST = 50
const MOST = 300
/** Electron counts zoom in levels; each is a fifth larger than the one before. */
const STEP = 1.2

/** @typedef {{ level: number, percent: number }} Zoom */

/** @type {Set<(zoom: Zoom) => void>} */
const listeners = new Set()

const root = () => document.documentElement.style

/** @returns {number} 1 = 100 % */
function factor() {
  return (Number.parseFloat(root().getPropertyValue('zoom')) || 100) / 100
}

/** @returns {Zoom} */
function current() {
  const percent = Math.round(factor() * 100)
  return { level: Math.log(percent / 100) / Math.log(STEP), percent }
}

/** @param {number} percent */
function setPercent(percent) {
  const before = current().percent
  const bounded = Math.min(MOST, Math.max(LEAST, Math.round(Number(percent) || 100)))
  if (bounded === before) return
  if (bounded === 100) root().removeProperty('zoom')
  else root().setProperty('zoom', `${bounded}%`)
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

export const zoom = Object.freeze({ get: async () => current(), factor, setPercent, onChanged })
