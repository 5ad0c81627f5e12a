/**
 * What the window knows about the app: one atom each, started from the boot snapshot. Plugins get read-only views (host.js).
 *
 * Contract: host, `host.state`.
 */
import { atom, onMount } from '../vendor/nanostores.js'
import { snapshot } from '../host/snapshot.js'

/** Below this width, in CSS pixels, the window is narrow. */
const NARROW = 768

/** @type {Record<string, any>} */
const initial = /** @type {any} */ (snapshot).state ?? {}

/** @param {string} name @param {any} otherwise */
const fromSnapshot = (name, otherwise) => atom(initial[name] ?? otherwise)

const $viewport = atom(measure())
onMount($viewport, () => {
  const refresh = () => $viewport.set(measure())
  refresh()
  window.addEventListener('resize', refresh)
  return () => window.removeEventListener('resize', refresh)
})

const profile = fromSnapshot('profile', 'default')
const connectionId = fromSnapshot('connectionId', null)
const activeSessionId = fromSnapshot('activeSessionId', null)

/** Writable, for the host's own modules. */
export const state = Object.freeze({
  activeSessionId,
  awaitingResponse: fromSnapshot('awaitingResponse', false),
  busy: fromSnapshot('busy', false),
  busyBySession: fromSnapshot('busyBySession', Object.freeze({})),
  connectionId,
  cwd: fromSnapshot('cwd', ''),
  focusedSessionId: fromSnapshot('focusedSessionId', activeSessionId.get()),
  focusedSessionOwner: fromSnapshot('focusedSessionOwner', null),
  focusedSessionProfile: fromSnapshot('focusedSessionProfile', profile.get()),
  focusedStoredSessionId: fromSnapshot('focusedStoredSessionId', null),
  focusedUsage: fromSnapshot('focusedUsage', null),
  /** The socket to the gateway, never a busy flag. */
  gateway: fromSnapshot('gateway', 'idle'),
  model: fromSnapshot('model', ''),
  profile,
  viewport: $viewport,
})

function measure() {
  const { innerWidth: width, innerHeight: height } = window
  return Object.freeze({ width, height, narrow: width < NARROW })
}
