/**
 * Storage writes on their way to the server. A write stays until it is acknowledged, and is sent again on the next connection.
 */

const MOST_WRITES = 10_000

/**
 * @typedef {object} Write
 * @property {{ t: 'store', n: number, plugin: string, key: string, value?: unknown, remove?: true }} message
 * @property {() => void} resolve
 * @property {(error: Error) => void} reject
 */

export class StoreWrites {
  #n = 0
  /** @type {Map<number, Write>} in the order they were made */
  #unacknowledged = new Map()

  /** @param {{ send(message: Write['message']): boolean }} line */
  constructor(line) {
    this.line = line
  }

  /**
   * @param {string} plugin
   * @param {string} key
   * @param {unknown} value undefined removes the key
   * @returns {Promise<void>}
   */
  store(plugin, key, value) {
    if (this.#unacknowledged.size >= MOST_WRITES) return Promise.reject(new Error('too many storage writes wait for the connection'))
    return new Promise((resolve, reject) => {
      const n = ++this.#n
      /** @type {Write['message']} */
      const message = value === undefined ? { t: 'store', n, plugin, key, remove: true } : { t: 'store', n, plugin, key, value }
      this.#unacknowledged.set(n, { message, resolve, reject })
      this.line.send(message)
    })
  }

  /** @returns {number} writes without an acknowledgement yet */
  get pending() {
    return this.#unacknowledged.size
  }

  /** Sends everything unacknowledged again, in its order. */
  resend() {
    for (const { message } of this.#unacknowledged.values()) this.line.send(message)
  }

  /** @param {{ n: number, error?: string }} message */
  stored({ n, error }) {
    const write = this.#unacknowledged.get(n)
    if (!write) return
    this.#unacknowledged.delete(n)
    if (typeof error === 'string') write.reject(new Error(error))
    else write.resolve()
  }
}
