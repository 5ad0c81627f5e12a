/**
 * What the server is known to hold of this realm, and the difference to the registry. A move alone (only `seq` differs) is not sent when
 * nothing of the same area and order stands behind the old place; it is remembered and sent as soon as a newcomer would sort wrongly.
 */

/** @typedef {import('./descriptor.js').Descriptor} Descriptor */
/** @typedef {import('./contribution.js').Contribution} Contribution */

/** @typedef {{ seq: number, order: number, text: string }} Sent `text`: the descriptor without its seq */

export class SentDescriptors {
  /** @type {Map<string, Map<string, Sent>>} area to id to what was sent */
  #sent = new Map()
  /** @type {Map<string, Set<string>>} area to ids whose move was not sent */
  #moved = new Map()

  /**
   * @param {import('./registry.js').Registry} registry
   * @param {(contribution: Contribution, shown: boolean) => Descriptor} describe
   */
  constructor(registry, describe) {
    this.registry = registry
    this.describe = describe
  }

  /** @returns {Descriptor[]} the whole realm; from now on this is what the server holds */
  restart() {
    this.#sent = new Map()
    this.#moved = new Map()
    const all = []
    for (const contribution of this.registry.all()) {
      if (!contribution.server) all.push(this.#note(this.#describe(contribution)))
    }
    return all
  }

  /**
   * @param {ReadonlyMap<string, ReadonlySet<string>>} dirty area to ids that changed
   * @returns {{ put: Descriptor[], remove: [string, string][] }} and notes it as sent
   */
  difference(dirty) {
    /** @type {Descriptor[]} */
    const put = []
    /** @type {[string, string][]} */
    const remove = []
    for (const [area, ids] of dirty) {
      /** @type {Descriptor[]} */
      const placed = []
      for (const id of ids) {
        const contribution = this.registry.get(area, id)
        const sent = this.#sent.get(area)?.get(id)
        if (!contribution) {
          if (sent) remove.push([area, id])
          this.#forget(area, id)
          continue
        }
        const descriptor = this.#describe(contribution)
        const same = sent?.text === textOf(descriptor)
        if (same && sent.seq === descriptor.seq) continue
        if (same && !this.registry.hasTieBehind(contribution, sent.seq)) this.#rememberMove(area, id)
        else placed.push(this.#note(descriptor))
      }
      put.push(...placed, ...this.#overtaken(area, placed))
    }
    return { put, remove }
  }

  /**
   * Moves that were not sent and that a new place would show in the wrong order.
   * @param {string} area
   * @param {Descriptor[]} placed
   * @returns {Descriptor[]}
   */
  #overtaken(area, placed) {
    const moved = this.#moved.get(area)
    if (!moved || placed.length === 0) return []
    const late = []
    for (const id of [...moved]) {
      const contribution = this.registry.get(area, id)
      const sent = this.#sent.get(area)?.get(id)
      if (!contribution || !sent) continue
      const wrong = placed.some(({ order, seq }) => order === sent.order && seq > sent.seq && seq < contribution.seq)
      if (wrong) late.push(this.#note(this.#describe(contribution)))
    }
    return late
  }

  /**
   * @param {Contribution} contribution
   * @returns {Descriptor}
   */
  #describe(contribution) {
    return this.describe(contribution, this.registry.isShown(contribution.area, contribution.id))
  }

  /**
   * @param {Descriptor} descriptor
   * @returns {Descriptor}
   */
  #note(descriptor) {
    const { area, id, seq, order } = descriptor
    const ids = this.#sent.get(area) ?? new Map()
    this.#sent.set(area, ids.set(id, { seq, order, text: textOf(descriptor) }))
    this.#moved.get(area)?.delete(id)
    return descriptor
  }

  /**
   * @param {string} area
   * @param {string} id
   */
  #forget(area, id) {
    this.#sent.get(area)?.delete(id)
    this.#moved.get(area)?.delete(id)
  }

  /**
   * @param {string} area
   * @param {string} id
   */
  #rememberMove(area, id) {
    this.#moved.set(area, (this.#moved.get(area) ?? new Set()).add(id))
  }
}

/** @param {Descriptor} descriptor */
const textOf = (descriptor) => JSON.stringify({ ...descriptor, seq: 0 })
