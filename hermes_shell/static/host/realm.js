/**
 * The realm: what this window's plugins registered, told to the server as deltas (architecture section 5).
 * One delta a microtask holds the net change; one is in flight; on every connect the whole realm goes out and nothing is replayed.
 */
import { describer } from './descriptor.js'
import { SentDescriptors } from './sent_descriptors.js'
import { registry as windowRegistry } from './registry.js'
import { snapshot } from './snapshot.js'

/** @typedef {import('./descriptor.js').Descriptor} Descriptor */
/** @typedef {{ seq: number, put: Descriptor[], remove: [string, string][] }} Delta */

export class Realm {
  #held = true
  #scheduled = false
  /** @type {Map<string, Set<string>>} changed keys, area to ids, not yet in a delta */
  #dirty = new Map()
  #seq = 0
  /** @type {{ seq: number, ticket: number } | null} the delta in flight */
  #flight = null
  /** Counts batches of changes; a verb may go out when the batches before it are acknowledged. */
  #changed = 0
  #acknowledged = 0
  #sent

  /**
   * @param {import('./registry.js').Registry} registry
   * @param {readonly { id: string, fields?: Record<string, string> }[]} areas
   * @param {{ sendDelta(delta: Delta): boolean, settled(): void }} line `sendDelta` is false when there is no connection; `settled`
   *   hears that deltas were acknowledged
   */
  constructor(registry, areas, line) {
    this.registry = registry
    this.line = line
    this.#sent = new SentDescriptors(registry, describer(areas))
    this.detach = registry.subscribeAll((_, changes) => this.#collect(changes))
  }

  /** Ends the hold of the start: deltas flow from now on. */
  flushHold() {
    if (!this.#held) return
    this.#held = false
    this.#flush()
  }

  /** @returns {Descriptor[]} everything, for a `hello`; a delta in flight is void from here on */
  describe() {
    this.#dirty = new Map()
    this.#flight = null
    this.#acknowledged = this.#changed
    return this.#sent.restart()
  }

  /** @returns {number} a ticket for the changes made so far */
  ticket() {
    return this.#changed
  }

  /**
   * @param {number} ticket
   * @returns {boolean} whether the server has acknowledged the changes before the ticket
   */
  isSettled(ticket) {
    return this.#acknowledged >= ticket
  }

  /**
   * @param {string} area
   * @param {string} id
   * @returns {boolean} whether the server has not been told the last change of a contribution
   */
  isDirty(area, id) {
    return this.#dirty.get(area)?.has(id) ?? false
  }

  /** @returns {number | null} seq of the delta in flight */
  get inFlight() {
    return this.#flight?.seq ?? null
  }

  /** @param {number} seq the delta whose frame arrived */
  acknowledge(seq) {
    if (this.#flight?.seq !== seq) return
    this.#acknowledged = this.#flight.ticket
    this.#flight = null
    this.#flush()
    this.line.settled()
  }

  /** @param {import('./registry_listeners.js').Changes} changes */
  #collect(changes) {
    let mine = false
    for (const [area, ids] of changes) {
      for (const id of ids) {
        if (this.registry.get(area, id)?.server) continue
        mine = true
        const known = this.#dirty.get(area)
        if (known) known.add(id)
        else this.#dirty.set(area, new Set([id]))
      }
    }
    if (!mine) return
    this.#changed++
    if (this.#scheduled) return
    this.#scheduled = true
    queueMicrotask(() => {
      this.#scheduled = false
      this.#flush()
    })
  }

  #flush() {
    if (this.#held || this.#flight || this.#dirty.size === 0) return
    const ticket = this.#changed
    const { put, remove } = this.#sent.difference(this.#dirty)
    this.#dirty = new Map()
    if (put.length === 0 && remove.length === 0) {
      this.#acknowledged = ticket
      this.line.settled()
      return
    }
    const seq = ++this.#seq
    this.#flight = { seq, ticket }
    // Without a connection nothing is lost: the next hello carries the whole realm.
    if (!this.line.sendDelta({ seq, put, remove })) this.#flight = null
  }
}

/** @type {Realm | null} */
let realm = null

/**
 * Starts the window's realm on its channel.
 * @param {import('./channel.js').Channel} channel
 * @returns {Realm}
 */
export function startRealm(channel) {
  realm = new Realm(windowRegistry, snapshot.areas, channel.deltaLine())
  return realm
}

/** Ends the holding rule: all plugins have settled, or 150 ms have passed since the first import. */
export function flushHold() {
  realm?.flushHold()
}
