/**
 * The window's channel: one WebSocket, reconnected for as long as the page is open (spec of the frames: `channel_messages.py`).
 * One order holds: a verb goes out after the registrations before it, an answer arrives before what followed it, frames apply in sequence.
 */
import { atom } from '../vendor/nanostores.js'
import { Calls } from './calls.js'
import { Connection } from './connection.js'
import { takeServerWarnings } from './contribution_warnings.js'
import { applyParts } from './fragments.js'
import { StoreWrites } from './store_writes.js'

/** A frame that a delta waits for longer than this means a broken line: the socket is replaced and everything is sent again. */
const FRAME_DEADLINE = 15_000

/** @typedef {{ t: string, [field: string]: any }} Message */

/**
 * @typedef {object} Parts what a hello is made of
 * @property {{ inFlight: number | null, describe(): object[], ticket(): number, isSettled(ticket: number): boolean, acknowledge(seq: number): void,
 *   isDirty(area: string, id: string): boolean }} realm
 * @property {() => object[]} reports
 * @property {() => string} route
 * @property {() => string} [below] the workspace's route, also while a page lies over it
 * @property {() => { epoch: string, number: number }} seen the last announcement
 * @property {number} [stored] how many values of plugins had been stored when this page was made
 */

export class Channel {
  /** @type {import('../vendor/nanostores.js').WritableAtom<'connecting' | 'open' | 'lost' | 'stopping'>} */
  $state = atom('connecting')
  /** Minted per document. */
  window = crypto.randomUUID()

  #connection
  #greeted = false
  #welcomed = false
  #everWelcomed = false
  /** @type {Parts | null} */
  #parts = null
  /** @type {Map<string, Set<(message: any) => void>>} */
  #listeners = new Map()
  #calls
  #writes
  /** @type {Promise<void>} */
  #applied = Promise.resolve()
  /** @type {string | null} the route to tell once the deltas before it are acknowledged */
  #route = null
  #routeTicket = 0
  /** @type {Set<{ ticket: number, done: () => void }>} */
  #idle = new Set()
  /** @type {() => void} */
  #becomeReady = () => {}

  constructor() {
    /** Resolves when the first welcome has been applied. @type {Promise<void>} */
    this.ready = new Promise((resolve) => (this.#becomeReady = resolve))
    this.#connection = new Connection({
      opened: () => this.#greet(),
      received: (message) => this.#receive(message),
      lost: (attempt) => this.#lost(attempt),
    })
    const line = { send: (/** @type {Message} */ message) => this.send(message), realm: () => this.#parts?.realm ?? null }
    this.#calls = new Calls(line)
    this.#writes = new StoreWrites(line)
  }

  /** @param {Parts} parts */
  attach(parts) {
    this.#parts = parts
  }

  /** Connects, and connects again whenever the line is lost. */
  open() {
    this.#connection.open()
  }

  /**
   * @param {Message} message
   * @returns {boolean} false when there is no connection that has been greeted
   */
  send(message) {
    return this.#greeted && this.#connection.send(message)
  }

  /**
   * Runs a verb on the server, after the registrations made before it.
   * @param {string} verb
   * @param {Record<string, unknown>} [args]
   * @returns {Promise<any>} rejects with the server's error, or `connection lost`
   */
  call(verb, args = {}) {
    return this.#calls.call(verb, args)
  }

  /**
   * Writes one key of a plugin's storage. Sent again after a lost connection until it is acknowledged.
   * @param {string} plugin
   * @param {string} key
   * @param {unknown} value undefined removes the key
   * @returns {Promise<void>} resolves when the write is on disk
   */
  store(plugin, key, value) {
    return this.#writes.store(plugin, key, value)
  }

  /** @param {string} path the route to render; only the last one before the next send counts */
  route(path) {
    this.#route = path
    this.#routeTicket = this.#parts?.realm.ticket() ?? 0
    this.#pump()
  }

  /**
   * @param {string} type a message type of the server, `welcome` included
   * @param {(message: any) => void} fn
   * @returns {() => void}
   */
  on(type, fn) {
    const group = this.#listeners.get(type) ?? new Set()
    this.#listeners.set(type, group.add(fn))
    return () => void group.delete(fn)
  }

  /** @returns {Promise<void>} when all registrations made so far are acknowledged and their frames applied */
  whenIdle() {
    const ticket = this.#parts?.realm.ticket() ?? 0
    return new Promise((resolve) => {
      this.#idle.add({ ticket, done: () => this.#applied.then(resolve) })
      this.#pump()
    })
  }

  /** @returns {Promise<void>} when every frame that has come so far is in the document */
  get applied() {
    return this.#applied
  }

  /** @returns {number} calls and storage writes without an answer yet */
  get pending() {
    return this.#calls.pending + this.#writes.pending
  }

  /** What the realm needs of the channel. */
  deltaLine() {
    return {
      /** @param {import('./realm.js').Delta} delta */
      sendDelta: (delta) => {
        const sent = this.send({ t: 'delta', ...delta })
        if (sent) this.#connection.expect(FRAME_DEADLINE)
        return sent
      },
      settled: () => this.#pump(),
    }
  }

  #greet() {
    if (!this.#parts) return
    const { realm, reports, route, below, seen, stored } = this.#parts
    this.#route = null
    const known = this.#everWelcomed ? undefined : stored
    this.#connection.send({ t: 'hello', window: this.window, ...seen(), route: route(), below: below?.(), stored: known, realm: realm.describe(), reports: reports() })
    this.#greeted = true
    // The server reads in order: what follows the hello is handled after it.
    this.#writes.resend()
    this.#pump()
  }

  /** @param {Message} message */
  #receive(message) {
    if (message.t === 'welcome') this.#welcome(message)
    else if (message.t === 'frame') this.#frame(message)
    else if (message.t === 'answer') this.#calls.answer(message)
    else if (message.t === 'stored') this.#writes.stored(message)
    else if (message.t === 'stopping') this.$state.set('stopping')
    else if (message.t === 'error') console.error(`the shell refused a message of this window: ${message.message}`)
    this.#emit(message.t, message)
  }

  /** @param {Message} message */
  #welcome(message) {
    if (this.#parts?.realm.inFlight === null) this.#connection.heard()
    this.#connection.succeeded()
    this.#welcomed = this.#everWelcomed = true
    this.$state.set('open')
    this.#apply(message.parts)
    this.#warn(message)
    this.#applied.then(this.#becomeReady)
    this.#pump()
  }

  /** @param {Message} message */
  #frame(message) {
    this.#apply(message.parts)
    this.#warn(message)
    if (message.seq === null || message.seq === undefined) return
    this.#connection.heard()
    this.#parts?.realm.acknowledge(message.seq)
  }

  /** @param {Message} message */
  #warn({ warnings }) {
    if (warnings?.length > 0) takeServerWarnings(warnings, (area, id) => this.#parts?.realm.isDirty(area, id) ?? false)
  }

  /** @param {object[] | undefined} parts */
  #apply(parts) {
    if (!parts || parts.length === 0) return
    this.#applied = this.#applied.then(() => applyParts(parts)).catch((error) => console.error('a frame could not be applied', error))
  }

  /** Sends what waited for acknowledged deltas. */
  #pump() {
    const realm = this.#parts?.realm
    if (!realm) return
    this.#calls.pump()
    if (this.#route !== null && realm.isSettled(this.#routeTicket) && this.send({ t: 'route', path: this.#route })) this.#route = null
    for (const waiter of this.#idle) {
      if (!this.#welcomed || !realm.isSettled(waiter.ticket)) continue
      this.#idle.delete(waiter)
      waiter.done()
    }
  }

  /** @param {number} attempt failed attempts since the last welcome */
  #lost(attempt) {
    this.#greeted = this.#welcomed = false
    if (this.$state.get() !== 'stopping') this.$state.set('lost')
    this.#calls.lost()
    this.#emit('lost', { t: 'lost', attempt })
  }

  /**
   * @param {string} type
   * @param {Message} message
   */
  #emit(type, message) {
    for (const listener of [...(this.#listeners.get(type) ?? [])]) {
      try {
        listener(message)
      } catch (error) {
        console.error(`a listener of ${type} failed`, error)
      }
    }
  }
}

export const channel = new Channel()

