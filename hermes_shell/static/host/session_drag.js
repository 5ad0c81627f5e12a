/** Dragging rows: within the pins, into them, out of them, and to another place in the user's own order. Escape leaves all as it was. */
import { attempt } from './attempt.js'
import { callSessions } from './session_actions.js'
import { $sessionQuery, sessionList } from './session_list.js'

/** What other places know a dragged session by. */
export const SESSION_TYPE = 'application/x-hermes-session'
/** Where a folder is dropped into is not decided by order. */
const FOLDER = 'folder:'

/** @typedef {{ group: string, before: string | null, mark: HTMLElement, side: 'before' | 'after' }} Drop */

/** @type {string | null} */
let dragged = null
/** @type {Drop | null} */
let drop = null

/** Listens to the list. Call once. */
export function startSessionDrag() {
  const list = sessionList()
  if (!list) return
  list.addEventListener('dragstart', (event) => {
    const row = event.target instanceof Element ? event.target.closest('[data-session-row]') : null
    if (!(row instanceof HTMLElement) || !event.dataTransfer || event.target !== row) return
    dragged = row.dataset.sessionRow ?? null
    event.dataTransfer.setData(SESSION_TYPE, dragged ?? '')
    event.dataTransfer.setData('text/plain', row.querySelector('.hs-session-title')?.textContent ?? '')
    event.dataTransfer.effectAllowed = 'copyMove'
    row.dataset.dragging = 'true'
  })
  list.addEventListener('dragover', (event) => {
    // A row that left the document while it was dragged has told nobody of its end.
    if (!dragged || $sessionQuery.get() || !event.dataTransfer?.types.includes(SESSION_TYPE)) return
    const next = dropAt(list, event)
    show(next)
    if (!next) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
  })
  list.addEventListener('dragleave', (event) => {
    if (!(event.relatedTarget instanceof Node) || !list.contains(event.relatedTarget)) show(null)
  })
  list.addEventListener('drop', (event) => {
    const [id, target] = [dragged, drop]
    end()
    if (!id || !target) return
    event.preventDefault()
    void attempt('Move', () => moveTo(id, target))
  })
  document.addEventListener('dragend', end)
}

/** @param {string} id @param {Drop} target */
function moveTo(id, { group, before }) {
  if (group.startsWith(FOLDER)) return callSessions('folder', { ids: [id], folder: group.slice(FOLDER.length) })
  return before === id ? null : callSessions('move', { id, group, before })
}

/**
 * @param {HTMLElement} list
 * @param {DragEvent} event
 * @returns {Drop | null}
 */
function dropAt(list, { target, clientY }) {
  const line = target instanceof Element ? target.closest('[data-list="sessions"] > li') : null
  if (!(line instanceof HTMLElement)) return null
  const group = line.dataset.sessionGroup ?? line.dataset.group
  if (!group) return null
  if (line.dataset.sessionGroup) return { group, before: firstOf(list, group), mark: line, side: 'after' }
  const { top, height } = line.getBoundingClientRect()
  const above = clientY < top + height / 2
  const next = line.nextElementSibling
  const behind = next instanceof HTMLElement && next.dataset.group === group ? (next.dataset.sessionRow ?? null) : behindGroup(line, group)
  return { group, before: above ? (line.dataset.sessionRow ?? null) : behind, mark: line, side: above ? 'before' : 'after' }
}

/** @param {HTMLElement} list @param {string} group */
function firstOf(list, group) {
  const first = list.querySelector(`:scope > [data-group="${CSS.escape(group)}"]`)
  return first instanceof HTMLElement ? (first.dataset.sessionRow ?? null) : null
}

/** The first row of the groups behind: an order of the user's own has no days. @param {HTMLElement} line @param {string} group */
function behindGroup(line, group) {
  if (group === 'pinned') return null
  for (let one = line.nextElementSibling; one; one = one.nextElementSibling) if (one instanceof HTMLElement && one.dataset.sessionRow) return one.dataset.sessionRow
  return null
}

/** @param {Drop | null} next */
function show(next) {
  if (drop && (drop.mark !== next?.mark || drop.side !== next.side)) delete drop.mark.dataset.drop
  drop = next
  if (next) next.mark.dataset.drop = next.side
}

function end() {
  show(null)
  dragged = null
  for (const row of document.querySelectorAll('[data-session-row][data-dragging]')) row.removeAttribute('data-dragging')
}
