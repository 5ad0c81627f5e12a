/** The shell's own commands. Rows of the palette, key bindings and status items name them in `data.command`. */
import { channel } from './channel.js'
import { registerCommand } from './commands.js'
import { toggleRightPanes, toggleSidebar } from './frame_toggles.js'
import { newWindow } from './new_window.js'
import { openPalette } from './palette.js'
import { navigate } from './router.js'

/** @type {Record<string, string>} command to the page it opens; an action of a page that is not here has no command */
const PAGES = {
  'nav.home': '/',
  'nav.capabilities': '/capabilities',
  'nav.settings': '/settings',
  'keybinds.openPanel': '/settings?tab=keybinds',
}

/** @type {Record<string, () => unknown>} */
const COMMANDS = {
  'nav.commandPalette': () => openPalette(),
  'view.toggleSidebar': () => toggleSidebar(),
  'view.toggleRightSidebar': () => toggleRightPanes(),
  'view.toggleStatusbar': () => toggleHidden('[data-region="statusbar"]'),
  'appearance.toggleMode': toggleMode,
  'session.newWindow': () => newWindow(),
}

/** Registers them. Call once. */
export function startCoreCommands() {
  for (const [id, path] of Object.entries(PAGES)) registerCommand(id, () => navigate(path))
  for (const [id, run] of Object.entries(COMMANDS)) registerCommand(id, run)
}

function toggleMode() {
  // The theme's name stays what is stored, also while its plugin is away and another one is painted.
  return channel.call('theme.set', { mode: document.documentElement.dataset.hermesMode === 'dark' ? 'light' : 'dark' })
}

/** @param {string} selector */
function toggleHidden(selector) {
  const element = document.querySelector(selector)
  if (element instanceof HTMLElement) element.hidden = !element.hidden
}
