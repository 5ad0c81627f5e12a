/** What a person does to sessions from their rows: each is one call of the server, with a way back where something goes away. */
import { messageOf } from './errors.js'
import { channel } from './channel.js'
import { openSession } from '../sdk/chats.js'
import { attempt } from './attempt.js'
import { editOverRow } from './session_edit.js'
import { clearSelection, isSelected, selectedSessions, toggleSelection } from './session_selection.js'
import { chatPath } from './route_path.js'
import { notify } from './toasts.js'

/** How long a deletion can be undone; the server deletes for good a moment later. */
const UNDO_MS = 7500

/**
 * @param {string} verb behind `sessions.`
 * @param {Record<string, unknown>} args
 * @returns {Promise<any>}
 */
export const callSessions = (verb, args) => channel.call(`sessions.${verb}`, args)

/** The sessions that an action on a row means: those that are selected, when the row is one of them. @param {string} id */
export const meantBy = (id) => (isSelected(id) ? selectedSessions() : [id])

/** @param {readonly string[]} ids */
export async function deleteSessions(ids) {
  clearSelection()
  await attempt('Delete', async () => {
    /** @type {string[]} */
    const gone = await callSessions('delete', { ids })
    if (gone.length === 0) return
    const undo = () => void attempt('Undo', () => callSessions('undelete', { ids: gone }))
    tellAway(gone.length === 1 ? 'The chat was deleted' : `${gone.length} chats were deleted`, undo)
  })
}

/** @param {readonly string[]} ids @param {boolean} [archived] */
export async function archiveSessions(ids, archived = true) {
  clearSelection()
  await attempt(archived ? 'Archive' : 'Bring back', async () => {
    /** @type {string[]} */
    const moved = await callSessions('archive', { ids, archived })
    if (!archived || moved.length === 0) return
    const undo = () => void attempt('Undo', () => callSessions('archive', { ids: moved, archived: false }))
    tellAway(moved.length === 1 ? 'The chat was archived' : `${moved.length} chats were archived`, undo)
  })
}

/** Edits the title in its row; a title that exists already is said below the field, which stays. @param {HTMLElement} row */
export function renameSession(row) {
  const id = row.dataset.sessionRow ?? ''
  const title = row.querySelector('.hs-session-title')?.textContent ?? ''
  editOverRow(row, { label: 'Title of the chat', value: title, commit: (text) => (text === title ? null : callSessions('rename', { id, title: text })) })
}

/** Asks for a name over a row. @param {HTMLElement} row @param {'tag' | 'folder'} kind @param {readonly string[]} ids */
export function nameNew(row, kind, ids) {
  editOverRow(row, { label: kind === 'tag' ? 'New tag' : 'New folder', value: '', commit: (text) => (text ? callSessions(kind, { ids, [kind]: text }) : null) })
}

/** Opens a session. @param {string} id @param {'in-place' | 'stack' | 'tab' | 'window'} [intent] */
export function openSessionRow(id, intent = 'in-place') {
  if (intent !== 'in-place') void attempt('Open', () => openSession(id, { intent }))
  else location.hash = `#${chatPath(id)}`
}

/**
 * Runs what a key means on a row.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} row
 * @returns {boolean} false for a key that means nothing here
 */
export function runSessionKey(event, row) {
  const id = row.dataset.sessionRow ?? ''
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  if (altKey && !ctrlKey && !metaKey && !shiftKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
    if (row.draggable) void attempt('Move', () => callSessions('step', { id, by: key === 'ArrowUp' ? -1 : 1 }))
    return true
  }
  if (altKey || ctrlKey || metaKey || shiftKey) return false
  if (key === 'F2') renameSession(row)
  else if (key === 'Delete') void deleteSessions(meantBy(id))
  else if (key === ' ') toggleSelection(id)
  else if (key === 'Escape' && selectedSessions().length > 0) clearSelection()
  else return false
  return true
}

/** @param {string} message @param {() => void} undo */
function tellAway(message, undo) {
  notify({ id: 'sessions-away', kind: 'info', message, durationMs: UNDO_MS, placement: 'bottom-right', action: { label: 'Undo', onClick: undo } })
}

/** Says what went wrong with a session after the page had gone on. Call once. */
export function startSessionFaults() {
  channel.on('session-fault', ({ title, message }) => notify({ kind: 'error', title, message: messageOf(message) }))
}
