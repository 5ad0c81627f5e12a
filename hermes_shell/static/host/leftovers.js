/** What one incarnation left on the window without a disposer: it ends with the incarnation. */

export class Leftovers {
  /** Whether the incarnation is gone. */
  ended = false

  /** @type {Map<string, Map<unknown, () => void>>} kind to key to what ends it */
  #kept = new Map()
  /** Weak, so that a plugin that makes and drops nodes or observers keeps none of them alive. @type {Set<WeakRef<Element>>} */
  #nodes = new Set()
  /** @type {Set<WeakRef<{ disconnect(): void }>>} */
  #observers = new Set()

  /** @param {string} source `plugin:<id>` */
  constructor(source) {
    this.source = source
  }

  /**
   * @param {string} kind
   * @param {unknown} key
   * @param {() => void} end
   */
  keep(kind, key, end) {
    const group = this.#kept.get(kind) ?? new Map()
    group.set(key, end)
    this.#kept.set(kind, group)
  }

  /**
   * @param {string} kind
   * @param {unknown} key
   */
  forget(kind, key) {
    this.#kept.get(kind)?.delete(key)
  }

  /**
   * Ends one of them now.
   * @param {string} kind
   * @param {unknown} key
   */
  drop(kind, key) {
    this.#kept.get(kind)?.get(key)?.()
    this.forget(kind, key)
  }

  /** @param {Element} node */
  keepNode(node) {
    sweep(this.#nodes, (one) => one !== node)
    this.#nodes.add(new WeakRef(node))
  }

  /** @param {{ disconnect(): void }} observer */
  keepObserver(observer) {
    sweep(this.#observers, () => true)
    this.#observers.add(new WeakRef(observer))
  }

  /** Stops timers, listeners and observers, and takes nodes away that are still there. */
  end() {
    this.ended = true
    let count = 0
    for (const group of this.#kept.values()) {
      count += group.size
      for (const stop of group.values()) stop()
    }
    for (const reference of this.#observers) reference.deref()?.disconnect()
    for (const reference of this.#nodes) {
      const node = reference.deref()
      if (!node?.isConnected) continue
      count++
      node.remove()
    }
    this.#kept.clear()
    if (count > 0) console.info(`[${this.source}] ${count} bare timers, listeners or nodes ended with the plugin`)
  }
}

/**
 * Drops references that are no longer worth keeping.
 * @template {object} T
 * @param {Set<WeakRef<T>>} references
 * @param {(value: T) => boolean} keep
 */
function sweep(references, keep) {
  for (const reference of references) {
    const value = reference.deref()
    if (value === undefined || !keep(value)) references.delete(reference)
  }
}
