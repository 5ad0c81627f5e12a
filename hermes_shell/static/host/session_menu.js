/** The menu of a row, or of all selected ones: opens once the server has said how they stand. */
import { createElement as h } from '../vendor/react.js'
import { atom } from '../vendor/nanostores.js'
import { attempt } from './attempt.js'
import { islands, mountIsland } from './islands.js'
import { callSessions, meantBy } from './session_actions.js'
import { sessionRow } from './session_list.js'
import { SessionMenu } from './session_menu_view.js'

/** @typedef {{ left: number, top: number, width: number, height: number }} Anchor */
/** @typedef {{ id: string, title: string, pinned: boolean, archived: boolean, color: string | null, tags: string[], folder: string | null }} Facts */
/** @typedef {{ id: string, ids: string[], anchor: Anchor, sessions: Facts[], tags: string[], folders: string[] }} OpenMenu */

/** @type {import('../vendor/nanostores.js').WritableAtom<OpenMenu | null>} */
export const $sessionMenu = atom(/** @type {OpenMenu | null} */ (null))
let mounted = false

/**
 * @param {HTMLElement} row
 * @param {Anchor} anchor px in the window
 */
export function openSessionMenu(row, anchor) {
  const id = row.dataset.sessionRow ?? ''
  void open(id, meantBy(id), anchor)
}

/** @param {HTMLElement} button @param {string[]} ids */
export function openBulkMenu(button, ids) {
  void open(ids[0], ids, button.getBoundingClientRect())
}

/** @param {string} id @param {string[]} ids @param {Anchor} anchor */
async function open(id, ids, { left, top, width, height }) {
  await attempt('The menu did not open', async () => {
    const facts = await callSessions('facts', { ids })
    if (facts.sessions.length === 0) return
    if (!mounted) {
      mounted = true
      mountIsland(h(SessionMenu, { $menu: $sessionMenu, container: islands(), close: closeSessionMenu }))
    }
    $sessionMenu.set({ id, ids, anchor: { left, top, width, height }, ...facts })
  })
}

function closeSessionMenu() {
  const id = $sessionMenu.get()?.id
  $sessionMenu.set(null)
  // Back to the row, unless something that was chosen has taken the focus.
  requestAnimationFrame(() => {
    const link = sessionRow(id)?.querySelector('.hs-session-link')
    if (document.activeElement === document.body && link instanceof HTMLElement) link.focus({ preventScroll: true })
  })
}
