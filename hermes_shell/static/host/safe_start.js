/**
 * Safe start: asks what to do after starts that ended badly, and follows the choice, which may be made in another window.
 */
import { onAnnouncement } from './announcements.js'
import { registerCommand } from './commands.js'
import { mountIsland } from './islands.js'
import { snapshot } from './snapshot.js'

/** @typedef {{ count: number, plugins: { id: string, name: string }[] }} BadStarts */

/** Shows the question when there is one. Call once. */
export function startSafeStart() {
  registerCommand('starts.leaveSafeMode', async () => (await import('./safe_start_view.js')).askToLeave())
  onAnnouncement('start-mode', ({ mode }) => follow(mode))
  onAnnouncement('hello', ({ start_mode: mode }) => mode && follow(mode))
  if (snapshot.bad_starts) void ask(snapshot.bad_starts)
}

/** @param {BadStarts} bad */
async function ask(bad) {
  const { SafeStartDialog, element } = await import('./safe_start_view.js')
  mountIsland(element(SafeStartDialog, { bad }))
}

/**
 * The evaluation of plugins is a matter of a page's start. Where they run, nothing is held back any more.
 * @param {'usual' | 'held' | 'safe'} mode
 */
function follow(mode) {
  const own = snapshot.start_mode
  if (mode !== own && !(mode === 'held' && own === 'usual')) location.reload()
}
