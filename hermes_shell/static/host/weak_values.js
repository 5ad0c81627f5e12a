/** Values by key that live as long as somebody else holds them: the same value for the same key, and no key of what is gone. */

/** @template {WeakKey} V */
export class WeakValues {
  /** @type {Map<string, WeakRef<V>>} */
  #refs = new Map()
  /** @type {FinalizationRegistry<string>} */
  #gone = new FinalizationRegistry((key) => {
    if (!this.#refs.get(key)?.deref()) this.#refs.delete(key)
  })

  /**
   * @param {string} key
   * @param {() => V} make
   * @returns {V} the value of the key; made when there is none
   */
  get(key, make) {
    const known = this.#refs.get(key)?.deref()
    if (known) return known
    const made = make()
    this.#refs.set(key, new WeakRef(made))
    this.#gone.register(made, key)
    return made
  }

  /** @returns {Generator<[string, V]>} every key with its value */
  *entries() {
    for (const [key, ref] of this.#refs) {
      const value = ref.deref()
      if (value) yield [key, value]
    }
  }
}
