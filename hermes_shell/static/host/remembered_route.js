/**
 * Where a window starts that opens without a route: the last page that was shown in this home. A plugin that is away for a while takes
 * nothing from that, and an address that nothing answers to never gets there.
 */
import { base } from './snapshot.js'

const REMEMBERED = `hermes-shell.route:${base}`

/** @returns {string | null} a path with its query */
export function rememberedRoute() {
  try {
    const path = localStorage.getItem(REMEMBERED)
    return path?.startsWith('/') ? path : null
  } catch {
    return null // storage is switched off in this browser: the window starts at the home page
  }
}

/** @param {string} path of a page that is shown, with its query */
export function rememberRoute(path) {
  try {
    if (localStorage.getItem(REMEMBERED) !== path) localStorage.setItem(REMEMBERED, path)
  } catch (error) {
    console.warn('the route could not be remembered', error)
  }
}
