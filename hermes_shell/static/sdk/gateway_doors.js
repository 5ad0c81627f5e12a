/**
 * Members of `host` that talk to the gateway (contract: host; guide, Host API and Typed capabilities bridge). Those that
 * are not real yet are closed in their own way: see placeholders.js.
 */
import { channel } from '../host/channel.js'
import { rejecting, throwing } from './placeholder.js'
import { state } from './state.js'

/** @typedef {{ connectionId?: string | null, profile?: string | null }} Route */
/** @typedef {undefined | null | string | Route} ProfileScope */

const UNAVAILABLE = 'Hermes gateway unavailable'

/**
 * JSON-RPC on the gateway.
 *
 * @param {string} method
 * @param {object} [params]
 * @param {number} [timeoutMs]
 * @returns {Promise<any>} rejects with "Hermes gateway unavailable" while there is none; an error of the gateway has its `code`
 */
async function request(method, params = {}, timeoutMs) {
  if (state.gateway.get() !== 'open') throw new Error(UNAVAILABLE)
  return channel.call('gateway.request', { method, params, timeout_ms: timeoutMs })
}

/**
 * JSON-RPC on the gateway of one profile. Never on the active gateway instead: a profile's call must not reach another one.
 *
 * @param {string | Route} route a row of `profileRoutes()`, or the name of the one profile there is
 * @param {string} method
 * @param {object} [params]
 * @param {number} [timeoutMs]
 * @returns {Promise<any>}
 */
async function requestProfile(route, method, params, timeoutMs) {
  const { connectionId = state.connectionId.get(), profile } = typeof route === 'string' ? { profile: route } : (route ?? {})
  if (connectionId !== state.connectionId.get() || profile !== state.profile.get()) throw new Error(UNAVAILABLE)
  return request(method, params, timeoutMs)
}

/** @returns {readonly Readonly<{ profile: string, targetProfile: string, connectionId: string, mode: string }>[]} nothing that opens a connection */
function profileRoutes() {
  const connectionId = state.connectionId.get()
  if (connectionId === null) return []
  const profile = state.profile.get()
  return Object.freeze([Object.freeze({ profile, targetProfile: profile, connectionId, mode: connectionId })])
}

/**
 * @returns {Promise<readonly Readonly<Record<string, unknown>>[]>} each connection, with `primary` on the one in use; rejects where nobody keeps any
 */
async function connections() {
  const { connections: rows, primary } = (await channel.call('gateway.connections')) ?? {}
  return Object.freeze((rows ?? []).map((/** @type {{ id: string }} */ row) => Object.freeze({ ...row, primary: row.id === primary })))
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown>} [more] `query`, `body`, `scope`
 */
const rest = (method, path, more = {}) => channel.call('gateway.rest', { method, path, ...more })

/**
 * The last lines of a log file of the agent.
 * @param {string | { file?: string, lines?: number, level?: string, component?: string, search?: string }} [wanted] a file's name, or what to look for
 * @param {number} [lines] after a name
 * @returns {Promise<{ file: string, lines: string[] }>}
 */
const logs = async (wanted = {}, lines) => rest('GET', '/api/logs', { query: typeof wanted === 'string' ? { file: wanted, lines } : wanted })

/** @param {readonly string[]} names */
const rejectingAll = (names) => Object.fromEntries(names.map((name) => [name, rejecting(`host.${name}`)]))

export const gatewayDoors = Object.freeze({
  request,
  requestProfile,
  profileRoutes,
  connections,
  logs,
  status: async () => rest('GET', '/api/status'),
  restartGateway: async () => channel.call('gateway.restart'),
  profiles: Object.freeze({ list: async (/** @type {ProfileScope} */ scope) => rest('GET', '/api/profiles', { scope }) }),
  skills: Object.freeze({
    list: async (/** @type {ProfileScope} */ scope) => rest('GET', '/api/skills', { scope }),
    setEnabled: async (/** @type {string} */ name, /** @type {boolean} */ enabled, /** @type {ProfileScope} */ scope) =>
      rest('PUT', '/api/skills/toggle', { body: { name, enabled }, scope }),
  }),
  toolsets: Object.freeze({
    list: async (/** @type {ProfileScope} */ scope) => rest('GET', '/api/tools/toolsets', { scope }),
    setEnabled: async (/** @type {string} */ name, /** @type {boolean} */ enabled, /** @type {ProfileScope} */ scope) =>
      rest('PUT', `/api/tools/toolsets/${encodeURIComponent(name)}`, { body: { enabled }, scope }),
  }),
  getGateway: () => null,
  activeConnectionId: () => state.connectionId.get(),
  retainProfileSocket: throwing('host.retainProfileSocket'),
  traceIdentityChange: () => {},
  ...rejectingAll(['agents', 'completeMcpOAuth', 'deleteProfile', 'ensureAgent', 'retainProfile', 'warmAgent', 'warmProfile']),
})
