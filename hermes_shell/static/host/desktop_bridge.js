/**
 * `window.hermesDesktop`: the few members of the Electron app's bridge that public plugins read and this shell has.
 * Everything else is absent, so a feature test tells the truth (architecture section 12).
 */
import { openExternal, writeClipboard } from './links.js'
import { snapshot } from './snapshot.js'

const LEAST_ZOOM = 50
const MOST_ZOOM = 300

/** @type {(percent: number) => void} */
const setPercent = (percent) => {
  const bounded = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, Math.round(Number(percent) || 100)))
  document.documentElement.style.setProperty('zoom', bounded === 100 ? '' : `${bounded}%`)
}

/** @returns {number} */
const getPercent = () => Number.parseFloat(document.documentElement.style.getPropertyValue('zoom')) || 100

/** Puts the bridge on the window. */
export function installDesktopBridge() {
  const bridge = Object.freeze({
    openExternal,
    writeClipboard,
    zoom: Object.freeze({ get: getPercent, set: setPercent, getPercent, setPercent }),
    desktopPluginsRoot: async () => snapshot.plugins_root,
    // No gateway in this version: null, never an object with missing fields.
    getConnection: async () => null,
  })
  Object.defineProperty(window, 'hermesDesktop', { value: bridge, configurable: true })
}
