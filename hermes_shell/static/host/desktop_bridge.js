/**
 * `window.hermesDesktop`: the few members of the Electron app's bridge that public plugins read and this shell has.
 * Everything else is absent, so a feature test tells the truth (architecture section 12).
 */
import { openExternal, writeClipboard } from './links.js'
import { snapshot } from './snapshot.js'
import { zoom } from './zoom.js'

/** Puts the bridge on the window. */
export function installDesktopBridge() {
  const bridge = Object.freeze({
    openExternal,
    writeClipboard,
    zoom,
    desktopPluginsRoot: async () => snapshot.plugins_root,
    // Backends of plugins are not passed on: null, never an object with missing fields.
    getConnection: async () => null,
  })
  Object.defineProperty(window, 'hermesDesktop', { value: bridge, configurable: true })
}
