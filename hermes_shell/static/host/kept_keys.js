/** Keys that a page never hears of, because the browser or the desktop keeps them for itself: said where they are bound, never refused. */

/** What every browser does with a tab of its own, on macOS too (there Ctrl+Tab is `ctrl`). */
const BROWSER = ['mod+t', 'mod+n', 'mod+w', 'mod+shift+n', 'mod+shift+t', 'mod+shift+w']
const BROWSER_TABS = ['tab', 'shift+tab', 'pageup', 'pagedown']
/** @type {Readonly<Record<string, readonly string[]>>} */
const DESKTOP = {
  linux: ['alt+tab', 'alt+shift+tab', 'alt+f4', 'alt+space', 'mod+alt+t', 'mod+alt+delete', 'mod+alt+l', 'mod+alt+up', 'mod+alt+down', 'mod+alt+left', 'mod+alt+right'],
  windows: ['alt+tab', 'alt+shift+tab', 'alt+f4', 'alt+space', 'mod+alt+delete', 'mod+escape', 'mod+shift+escape'],
  darwin: ['mod+tab', 'mod+shift+tab', 'mod+space', 'mod+q', 'mod+h', 'mod+m', 'mod+alt+escape', 'mod+`'],
}

/**
 * @param {string} combo canonical
 * @param {{ platform: string, native: boolean }} where `native`: in a window of the shell, not in a tab of a browser
 * @returns {'browser' | 'desktop' | null} who keeps it
 */
export function keeperOf(combo, { platform, native }) {
  if ((DESKTOP[platform] ?? DESKTOP.linux).includes(combo)) return 'desktop'
  if (native) return null
  const control = platform === 'darwin' ? 'ctrl' : 'mod'
  return BROWSER.includes(combo) || BROWSER_TABS.some((base) => combo === `${control}+${base}`) ? 'browser' : null
}
