/** The layout of a first start, which can be taken back: by a toast for a moment, by a command until it was. */
import { registerCommand } from './commands.js'
import { layoutOp } from './panes.js'
import { dismiss, notify } from './toasts.js'

const TOAST = 'layout-reset'
const UNDO_MS = 8000

/** @type {(() => void) | null} takes the command away that undoes the last reset */
let withdraw = null

/** Resets the layout; what failed says so itself. */
export async function resetLayout() {
  if ((await layoutOp('reset')) === undefined) return
  withdraw ??= registerCommand('layout.undoReset', undoReset)
  notify({ id: TOAST, kind: 'info', message: 'The layout is reset', action: { label: 'Undo', onClick: () => void undoReset() }, durationMs: UNDO_MS })
}

async function undoReset() {
  if ((await layoutOp('undo_reset')) === undefined) return
  withdraw?.()
  withdraw = null
  dismiss(TOAST)
}
