/**
 * Members of `host` that talk to the gateway, its sessions, or a composer. Without them each is closed in its own way:
 * see placeholders.js.
 */
import { channel } from '../host/channel.js'
import { rejecting, throwing } from './placeholder.js'
import { state } from './state.js'

const UNAVAILABLE = 'Hermes gateway unavailable'

/**
 * JSON-RPC on the gateway.
 *
 * @param {string} method
 * @param {object} [params]
 * @param {number} [timeoutMs]
 * @returns {Promise<any>} rejects with "Hermes gateway unavailable" while there is none
 */
async function request(method, params = {}, timeoutMs) {
  if (state.gateway.get() !== 'open') throw new Error(UNAVAILABLE)
  return channel.call('gateway.request', { method, params, timeout_ms: timeoutMs })
}

/** @param {string} prefix @param {readonly string[]} names @param {(name: string) => Function} door */
const group = (prefix, names, door) => Object.freeze(Object.fromEntries(names.map((name) => [name, door(`${prefix}.${name}`)])))

/** @param {readonly string[]} names */
const rejectingAll = (names) => Object.fromEntries(names.map((name) => [name, rejecting(`host.${name}`)]))

export const gatewayDoors = Object.freeze({
  request,
  // Never the active gateway instead: a profile's call must not reach another profile.
  requestProfile: async () => {
    throw new Error(UNAVAILABLE)
  },
  getGateway: () => null,
  activeConnectionId: () => state.connectionId.get(),
  profileRoutes: () => [],
  focusOpenWorkspaceSession: () => null,
  setWorkspaceScope: () => false,
  setWorkspaceOwnerLabel: throwing('host.setWorkspaceOwnerLabel'),
  retainProfileSocket: throwing('host.retainProfileSocket'),
  traceIdentityChange: () => {},
  ...rejectingAll([
    'agents',
    'completeMcpOAuth',
    'connections',
    'deleteProfile',
    'ensureAgent',
    'listPersistedSessions',
    'logs',
    'newChat',
    'openSession',
    'restartGateway',
    'retainProfile',
    'setPersistedSessionHidden',
    'status',
    'warmAgent',
    'warmProfile',
  ]),
  profiles: group('host.profiles', ['list'], rejecting),
  skills: group('host.skills', ['list', 'setEnabled'], rejecting),
  toolsets: group('host.toolsets', ['list', 'setEnabled'], rejecting),
  sessions: group('host.sessions', ['pin', 'reorder', 'reorderPinned', 'setColor'], throwing),
  /** Fail-closed on every address, as the contract has it where no composer answers. */
  composer: Object.freeze({
    getDraft: async () => null,
    setDraft: async () => false,
    insertText: async () => false,
    submit: () => false,
    focus: () => {},
  }),
})
