/**
 * `host.sessions`, `host.listPersistedSessions` and `host.setPersistedSessionHidden` (guide, "Session rows"; contract, host.sessions).
 *
 * The verbs write what the list's own controls write. An id may be any of a session's lineage; the server finds its root.
 */
import { channel } from '../host/channel.js'
import { notifyError } from '../host/toasts.js'
import { state } from './state.js'

/** @typedef {undefined | null | string | { connectionId?: string | null, profile?: string | null }} Route */

const MOST = 500
const USUAL = 200

/** @param {string} verb @param {Record<string, unknown>} args */
function write(verb, args) {
  channel.call(`sessions.${verb}`, args).catch((error) => notifyError(error, 'The list of chats was not changed'))
}

/** @param {unknown} ids */
const texts = (ids) => (Array.isArray(ids) ? ids.filter((id) => typeof id === 'string' && id !== '') : [])

/** What belongs to another connection is not reached through this one. @param {Route} route */
function check(route) {
  const connection = route && typeof route === 'object' ? route.connectionId : undefined
  if (connection && connection !== state.connectionId.get()) throw new Error('Hermes gateway unavailable')
}

/**
 * @param {Route} route
 * @param {{ profile?: string, limit?: number }} [options] limit is 200, at most 500
 * @returns {Promise<readonly any[]>} the gateway's rows, without those that were hidden
 */
async function listPersistedSessions(route, { profile, limit = USUAL } = {}) {
  check(route)
  const most = Math.max(0, Math.min(MOST, Number.isFinite(limit) ? Math.trunc(limit) : USUAL))
  return channel.call('sessions.persisted', { profile: profile ?? (typeof route === 'string' ? route : (route?.profile ?? null)), limit: most })
}

/**
 * Takes a session out of the list, or brings it back.
 * @param {Route} route
 * @param {{ sessionId: string, profile?: string, hidden: boolean }} wish
 */
async function setPersistedSessionHidden(route, { sessionId, hidden }) {
  check(route)
  await channel.call('sessions.hide', { id: String(sessionId), hidden: Boolean(hidden) })
}

export const sessionDoors = Object.freeze({
  listPersistedSessions,
  setPersistedSessionHidden,
  sessions: Object.freeze({
    /** @param {string} id @param {boolean} [pinned] @param {number} [index] its place among the pins; else it is appended */
    pin: (id, pinned = true, index) => write('pin', { id: String(id), pinned: Boolean(pinned), index: Number.isFinite(index) ? Math.trunc(/** @type {number} */ (index)) : null }),
    /** @param {readonly string[]} ids none = back to the order of time */
    reorder: (ids) => write('reorder', { ids: texts(ids) }),
    /** @param {readonly string[]} ids pins that are not named keep their place */
    reorderPinned: (ids) => write('reorderPinned', { ids: texts(ids) }),
    /** @param {string} id @param {string | null} color */
    setColor: (id, color) => write('setColor', { id: String(id), color: color ?? null }),
  }),
})
