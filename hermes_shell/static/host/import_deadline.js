/** How long a module may take to evaluate (contract, loader, evaluation; rule L16). */
import { PluginLoadError } from './plugin_load_error.js'

/** Milliseconds that a module may take to evaluate, and may take at most beside others. */
const DEADLINE = 10_000
const LONGEST = 60_000

/** When any import settled last: hundreds that begin together share one engine, and none of them hangs while they come in. */
let settled = 0

/** Rejects when nothing has been imported for as long as one module may take. */
export class ImportDeadline {
  #begun = Date.now()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  /** @type {Promise<never>} */
  passed = new Promise((_, reject) => this.#wait(DEADLINE, reject))

  /** The import has settled. */
  settle() {
    settled = Date.now()
    clearTimeout(this.#timer)
  }

  /** @param {number} time milliseconds @param {(error: Error) => void} reject */
  #wait(time, reject) {
    this.#timer = setTimeout(() => {
      const more = Math.min(settled + DEADLINE, this.#begun + LONGEST) - Date.now()
      if (settled > this.#begun && more > 0) this.#wait(more, reject)
      else reject(new PluginLoadError('evaluate', `import timed out after ${DEADLINE / 1000}s — module evaluation never settled`))
    }, time)
  }
}
