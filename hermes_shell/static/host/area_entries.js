/** The entries of one area of the page registry, sorted by order, then sequence number. */

/** @typedef {import('./contribution.js').Contribution} Contribution */
/** @typedef {import('./contribution.js').Entry} Entry */

/** What an area without entries shows. @type {readonly Contribution[]} */
export const EMPTY = Object.freeze([])

export class AreaEntries {
  /** Entries whose `when` is a function. @type {Set<Entry>} */
  watched = new Set()

  /** @type {Entry[]} */
  #sorted = []
  /** @type {Map<string, Entry>} */
  #byId = new Map()
  /** @type {readonly Contribution[] | null} */
  #shown = null

  get isEmpty() {
    return this.#sorted.length === 0
  }

  /** @param {string} id */
  get(id) {
    return this.#byId.get(id)
  }

  /** @returns {Iterable<Entry>} in order, hidden ones too */
  all() {
    return this.#sorted
  }

  /** @returns {readonly Contribution[]} what shows, in order; the same frozen list until `forgetShown` */
  shown() {
    if (this.#shown) return this.#shown
    const shown = this.#sorted.filter((entry) => entry.active).map((entry) => entry.contribution)
    return (this.#shown = shown.length === 0 ? EMPTY : Object.freeze(shown))
  }

  /** Something changed: the list is made anew when it is asked for. */
  forgetShown() {
    this.#shown = null
  }

  /** @param {Entry} entry its id is not here */
  insert(entry) {
    const { id, order, seq, when } = entry.contribution
    this.#sorted.splice(bisect(this.#sorted, order, seq), 0, entry)
    this.#byId.set(id, entry)
    if (typeof when === 'function') this.watched.add(entry)
  }

  /** @param {Entry} entry one of these */
  remove(entry) {
    const { id, order, seq } = entry.contribution
    this.#byId.delete(id)
    this.watched.delete(entry)
    let at = bisect(this.#sorted, order, seq) - 1
    while (at >= 0 && this.#sorted[at] !== entry) at--
    this.#sorted.splice(at, 1)
  }

  /**
   * Whether another contribution of the same order stands behind a place.
   * @param {Contribution} contribution
   * @param {number} seq the place
   * @returns {boolean}
   */
  hasTieBehind(contribution, seq) {
    let at = bisect(this.#sorted, contribution.order, seq)
    if (this.#sorted[at]?.contribution === contribution) at++
    return this.#sorted[at]?.contribution.order === contribution.order
  }
}

/**
 * Position of the first entry that stands behind (order, seq).
 * @param {readonly Entry[]} entries sorted by order, then seq
 * @param {number} order
 * @param {number} seq
 * @returns {number}
 */
function bisect(entries, order, seq) {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const { contribution } = entries[middle]
    if (contribution.order < order || (contribution.order === order && contribution.seq <= seq)) low = middle + 1
    else high = middle
  }
  return low
}
