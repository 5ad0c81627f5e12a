/** Clicks on rows: a row is its link, wherever it is hit; shift selects, the platform's key opens to the side, a right click opens the menu. */
import { isMac } from './platform.js'
import { openSessionRow } from './session_actions.js'
import { sessionList } from './session_list.js'
import { openSessionMenu } from './session_menu.js'
import { $selected, noteOrigin, selectRange, toggleSelection } from './session_selection.js'

const CONTROLS = 'button, a, input, select, textarea, [role="button"], [contenteditable]'

/** Listens to the list. Call once, before the links of the document. */
export function startSessionClicks() {
  const list = sessionList()
  if (!list) return
  list.addEventListener('click', onClick)
  list.addEventListener('contextmenu', (event) => {
    const row = rowOf(event)
    // What plugins put on a row may have a menu of its own.
    if (!row || event.defaultPrevented || (event.target instanceof Element && event.target.closest('.hermes-host'))) return
    event.preventDefault()
    event.stopPropagation()
    const box = row.getBoundingClientRect()
    const byKey = event.clientX === 0 && event.clientY === 0
    openSessionMenu(row, { left: byKey ? box.left + 16 : event.clientX, top: byKey ? box.bottom : event.clientY, width: 0, height: 0 })
  })
}

/** @param {MouseEvent} event */
function onClick(event) {
  const row = rowOf(event)
  if (!row || event.defaultPrevented || !(event.target instanceof Element)) return
  const id = row.dataset.sessionRow ?? ''
  const opener = event.target.closest('[data-session-menu]')
  if (opener) {
    openSessionMenu(row, opener.getBoundingClientRect())
    return
  }
  const control = event.target.closest(CONTROLS)
  const link = row.querySelector('.hs-session-link')
  if (control && control !== link) return
  if (event.shiftKey) selectRange(id)
  else if ($selected.get().length > 0) toggleSelection(id)
  else if (isMac ? event.metaKey : event.ctrlKey) openSessionRow(id, 'stack')
  else {
    noteOrigin(id)
    // A click beside the link's words, which is not a click on it.
    if (control !== link && link instanceof HTMLElement) link.click()
    return
  }
  event.preventDefault()
}

/** @param {Event} event @returns {HTMLElement | null} */
const rowOf = ({ target }) => (target instanceof Element ? target.closest('[data-session-row]') : null)
