/** The search field above the list: titles at once, messages as soon as the gateway answers. */
import { registerCommand, runCommand } from './commands.js'
import { focusSession } from './session_focus.js'
import { $sessionQuery, searchSessions, sessionRows, whenListed } from './session_list.js'

/** How long somebody must not type before the list follows, ms. */
const PAUSE_MS = 60

/** Listens to the field. Call once. */
export function startSessionSearch() {
  const field = searchField()
  if (!field) return
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const follow = () => searchSessions(field.value.trim())
  field.addEventListener('input', () => {
    clearTimeout(timer)
    // Back to the whole list at once: that is how one gets out.
    if (field.value === '') follow()
    else timer = setTimeout(follow, PAUSE_MS)
  })
  field.addEventListener('keydown', (event) => {
    if (event.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape' && field.value !== '') setSessionSearch('')
    else if (event.key === 'ArrowDown') focusSession(null)
    else if (event.key === 'Enter') {
      clearTimeout(timer)
      follow()
      void openFirst(field.value)
    }
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  $sessionQuery.listen((query) => field.toggleAttribute('data-filled', query !== ''))
  registerCommand('session.focusSearch', () => {
    if (!field.checkVisibility()) runCommand('view.toggleSidebar')
    field.focus()
    field.select()
  })
}

/** Searches for a text as if it was typed. @param {string} text */
export function setSessionSearch(text) {
  const field = searchField()
  if (field) field.value = text
  searchSessions(text)
}

/** Not a row of what was searched before. @param {string} text what the field says */
async function openFirst(text) {
  await whenListed()
  if (searchField()?.value !== text) return
  const link = sessionRows()[0]?.querySelector('.hs-session-link')
  if (link instanceof HTMLElement) link.click()
}

/** @returns {HTMLInputElement | null} */
const searchField = () => document.querySelector('.hs-session-search input')
