/**
 * Who hears of registry changes: listeners of one area, and listeners of every batch. One failing listener does not stop the others.
 */

/** @typedef {ReadonlyMap<string, ReadonlySet<string>>} Changes area to the ids that changed in it */

export class RegistryListeners {
  /** @type {Map<string, Set<() => void>>} */
  #byArea = new Map()
  /** @type {Set<(areas: ReadonlySet<string>, changes: Changes) => void>} */
  #global = new Set()

  /**
   * @param {string} area
   * @param {() => void} fn
   * @returns {() => void} idempotent disposer
   */
  add(area, fn) {
    const group = this.#byArea.get(area) ?? new Set()
    // A wrapper, so that the same function subscribed twice has two lives.
    const listener = () => fn()
    this.#byArea.set(area, group.add(listener))
    return () => {
      group.delete(listener)
      if (group.size === 0 && this.#byArea.get(area) === group) this.#byArea.delete(area)
    }
  }

  /**
   * @param {(areas: ReadonlySet<string>, changes: Changes) => void} fn
   * @returns {() => void} idempotent disposer
   */
  addGlobal(fn) {
    /** @type {typeof fn} */
    const listener = (areas, changes) => fn(areas, changes)
    this.#global.add(listener)
    return () => void this.#global.delete(listener)
  }

  /** @param {Changes} changes one batch */
  notify(changes) {
    const areas = new Set(changes.keys())
    for (const area of areas) for (const listener of [...(this.#byArea.get(area) ?? [])]) guard(listener)
    for (const listener of [...this.#global]) guard(() => listener(areas, changes))
  }
}

/** @param {() => void} listener */
function guard(listener) {
  try {
    listener()
  } catch (error) {
    console.error('a registry listener failed', error)
  }
}
