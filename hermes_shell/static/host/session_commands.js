/** Commands of the list: through the sessions in its order, and what is done to the one in the workspace. */
import { offerCommandWhen, registerCommand } from './commands.js'
import { $workspaceRoute } from './router.js'
import { chatKey, pathOf } from './route_path.js'
import { archiveSessions, callSessions, openSessionRow } from './session_actions.js'
import { sessionRow, sessionRows } from './session_list.js'

const SLOTS = 9

/** Registers them. Call once. */
export function startSessionCommands() {
  registerCommand('session.next', () => go(1))
  registerCommand('session.prev', () => go(-1))
  for (let slot = 1; slot <= SLOTS; slot++) registerCommand(`session.slot.${slot}`, () => openAt(slot - 1))
  registerCommand('session.togglePin', () => withCurrent((row, id) => callSessions('pin', { id, pinned: row.dataset.pinned !== 'true' })))
  registerCommand('session.archive', () => withCurrent((_, id) => archiveSessions([id])))
  for (const id of ['session.togglePin', 'session.archive']) offerCommandWhen(id, () => current() !== null)
}

/** The row of the session in the workspace. */
const current = () => sessionRow(chatKey(pathOf($workspaceRoute.get())))

/** @param {(row: HTMLElement, id: string) => unknown} run */
function withCurrent(run) {
  const row = current()
  return row ? run(row, row.dataset.sessionRow ?? '') : false
}

/** @param {number} step */
function go(step) {
  const rows = sessionRows()
  const row = current()
  const at = row ? rows.indexOf(row) : step > 0 ? -1 : rows.length
  return openAt((at + step + rows.length) % Math.max(1, rows.length))
}

/** @param {number} at */
function openAt(at) {
  const row = sessionRows()[at]
  if (!row) return false
  openSessionRow(row.dataset.sessionRow ?? '')
  row.scrollIntoView({ block: 'nearest' })
  return true
}
