/** The writes of one plugin's keys: at once, then at most once in 200 ms a key, one in flight, the last value always. */
import { channel } from './channel.js'
import { reportPluginError } from './errors.js'

const PACE = 200
const MOST_TRIES = 5

/** @typedef {{ flying: boolean, paced: boolean, dirty: boolean, failures: number }} Write the state of one key's writes */

export class PacedWrites {
  /** @type {Map<string, Write>} */
  #writes = new Map()

  /**
   * @param {string} plugin
   * @param {(key: string) => unknown} valueOf what to write; undefined removes the key
   * @param {(key: string) => void} settled called when the last write of a key has been acknowledged
   */
  constructor(plugin, valueOf, settled) {
    this.plugin = plugin
    this.valueOf = valueOf
    this.settled = settled
  }

  /** @returns {number} keys with a value that waits for its turn, or that were written a moment ago */
  get pending() {
    return this.#writes.size
  }

  /** @param {string} key */
  has(key) {
    return this.#writes.has(key)
  }

  /** @param {string} key @returns {boolean} whether a value waits for its turn or for its acknowledgement */
  isUnsettled(key) {
    const state = this.#writes.get(key)
    return state !== undefined && (state.flying || state.dirty)
  }

  /** @param {string} key */
  write(key) {
    const state = this.#writes.get(key)
    if (state) state.dirty = true
    else {
      const fresh = { flying: false, paced: false, dirty: true, failures: 0 }
      this.#writes.set(key, fresh)
      this.#send(key, fresh)
    }
  }

  /** Sends every value that still waits for its turn. */
  flush() {
    for (const [key, state] of this.#writes) if (state.dirty) this.#send(key, state)
  }

  /**
   * @param {string} key
   * @param {Write} state
   */
  #send(key, state) {
    state.dirty = false
    state.flying = state.paced = true
    const next = () => {
      if (state.flying || state.paced) return
      if (state.dirty) this.#send(key, state)
      else if (this.#writes.get(key) === state) {
        this.#writes.delete(key)
        this.settled(key)
      }
    }
    const written = channel.store(this.plugin, key, this.valueOf(key))
    written
      .then(() => (state.failures = 0))
      .catch((error) => {
        reportPluginError(this.plugin, `storage write of "${key}"`, error)
        // A busy server may take it the next time.
        if (++state.failures < MOST_TRIES) state.dirty = true
      })
      .then(() => {
        state.flying = false
        next()
      })
    setTimeout(() => {
      state.paced = false
      next()
    }, PACE)
  }
}
