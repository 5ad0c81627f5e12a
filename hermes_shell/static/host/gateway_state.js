/** What this window knows of the gateway, and what it tells it: that the machine woke up. */
import { atom } from '../vendor/nanostores.js'
import { state } from '../sdk/state.js'
import { snapshot } from './snapshot.js'

/**
 * @typedef {object} GatewayFacts
 * @property {'idle' | 'connecting' | 'open' | 'closed'} state of its connection, never a busy flag
 * @property {'child' | 'remote' | 'embedded' | 'none'} kind
 * @property {string} label its name for people
 * @property {string | null} fault why it is not open, as one sentence
 * @property {{ file: number, image: number }} attachments the most bytes of a file that goes with a prompt, and of an image
 */

/** A page that slept for so long may have a connection that only looks alive, in ms. */
const SLEPT = 30_000
const TICK = 10_000

/** The server refuses what is too large. */
const UNKNOWN = Object.freeze({ file: Infinity, image: Infinity })

/** @type {GatewayFacts} */
const first = /** @type {any} */ (snapshot).gateway ?? { state: 'idle', kind: 'none', label: '', fault: null, attachments: UNKNOWN }

/** @type {import('../vendor/nanostores.js').WritableAtom<GatewayFacts>} */
export const $gateway = atom(Object.freeze(first))

/**
 * Follows the gateway. Call once, before the channel opens.
 * @param {import('./channel.js').Channel} channel
 */
export function startGateway(channel) {
  take(first)
  channel.on('gateway', take)
  const tell = () => channel.send({ t: 'tell', topic: 'gateway.awake', args: {} })
  addEventListener('online', tell)
  // Timers do not run while the machine sleeps: the first one afterwards is late.
  let last = Date.now()
  setInterval(() => {
    const now = Date.now()
    if (now - last > SLEPT + TICK && document.visibilityState === 'visible') tell()
    last = now
  }, TICK)
}

/** @param {GatewayFacts & { t?: string }} facts */
function take({ state: now, kind, label, fault, attachments = UNKNOWN }) {
  $gateway.set(Object.freeze({ state: now, kind, label, fault, attachments }))
  state.connectionId.set(kind === 'none' ? null : kind === 'remote' ? 'remote' : 'local')
  state.gateway.set(now)
}
