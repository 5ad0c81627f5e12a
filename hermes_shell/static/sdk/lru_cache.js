/**
 * A Map with a cap: the entry that was read or written longest ago leaves first.
 *
 * @template K, V
 */
export class LruCache {
  /** @type {Map<K, V>} */
  #entries = new Map()
  #max

  /** @param {number} max number of entries kept, at least 1 */
  constructor(max) {
    if (!(Number.isInteger(max) && max >= 1)) throw new RangeError(`LruCache: max must be a whole number of at least 1, not ${max}`)
    this.#max = max
  }

  get size() {
    return this.#entries.size
  }

  /** @param {K} key @returns {V | undefined} the value, which is now the youngest */
  get(key) {
    if (!this.#entries.has(key)) return undefined
    const value = /** @type {V} */ (this.#entries.get(key))
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  /** @param {K} key @returns {boolean} without touching the age */
  has(key) {
    return this.#entries.has(key)
  }

  /** @param {K} key @param {V} value @returns {this} */
  set(key, value) {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#max) this.#entries.delete(this.#entries.keys().next().value)
    return this
  }

  /** @param {K} key @returns {boolean} whether there was one */
  delete(key) {
    return this.#entries.delete(key)
  }

  clear() {
    this.#entries.clear()
  }

  /** Keys, oldest first. */
  keys() {
    return this.#entries.keys()
  }

  /** Values, oldest first. */
  values() {
    return this.#entries.values()
  }

  /** Pairs, oldest first. */
  entries() {
    return this.#entries.entries()
  }

  [Symbol.iterator]() {
    return this.#entries.entries()
  }
}
