/** Sessions in the palette: a list over titles and messages, read anew for every opening and every query. */
import { registerPaletteList } from './palette_lists.js'
import { coreRow } from './palette_row.js'
import { callSessions, openSessionRow } from './session_actions.js'

/** @typedef {import('./palette_row.js').Row} Row */
/** @typedef {{ id: string, title: string, snippet: string, last_active: number }} Found */

/** Puts the list into the palette. Call once. */
export function startPaletteOfSessions() {
  const list = { title: 'Chats', placeholder: 'Search chats and messages', rows: () => [], search: searchRows }
  registerPaletteList({ id: 'sessions', label: 'Go to chat…', group: 'Chats', keywords: ['session', 'conversation', 'search', 'messages', 'open', 'history'], icon: 'comment-discussion', list })
}

/** @param {string} query @returns {Promise<Row[]>} */
async function searchRows(query) {
  const { sessions } = await callSessions('search', { query, limit: 100 })
  return sessions.map(rowOf)
}

/** @param {Found} found @returns {Row} */
function rowOf({ id, title, snippet }) {
  const words = snippet.replaceAll('>>>', '').replaceAll('<<<', '')
  return coreRow({ key: `session:${id}`, label: title, keywords: words, icon: 'comment-discussion', detail: () => words, remembered: false, run: () => openSessionRow(id) })
}
