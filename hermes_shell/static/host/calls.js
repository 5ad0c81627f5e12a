/**
 * Calls of verbs over the channel. A verb waits until the registrations before it are acknowledged; gateway calls and log lines do not.
 * Calls in flight reject when the connection is lost, waiting ones are sent on the next.
 */

const DEADLINE = 30_000
const GATEWAY_DEADLINE = 600_000
const MOST_WAITING = 1000
/** Verbs that have nothing to do with what is registered. */
const AT_ONCE = new Set(['gateway.request', 'gateway.rest', 'log', 'plugins.locate', 'plugins.excerpt', 'os.openEditor', 'sessions.window'])

/**
 * @typedef {object} Call
 * @property {number} n
 * @property {string} verb
 * @property {Record<string, unknown>} args
 * @property {number} ticket the registrations before it
 * @property {(value: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {ReturnType<typeof setTimeout>} timer
 */

/**
 * @typedef {object} Line
 * @property {(message: { t: string, [field: string]: any }) => boolean} send
 * @property {() => { ticket(): number, isSettled(ticket: number): boolean } | null} realm
 */

export class Calls {
  #n = 0
  /** @type {Map<number, Call>} */
  #waiting = new Map()
  /** @type {Map<number, Call>} */
  #flying = new Map()

  /** @param {Line} line */
  constructor(line) {
    this.line = line
  }

  /**
   * @param {string} verb
   * @param {Record<string, unknown>} args
   * @returns {Promise<any>}
   */
  call(verb, args) {
    if (this.#waiting.size >= MOST_WAITING) return Promise.reject(new Error('connection lost'))
    return new Promise((resolve, reject) => {
      const n = ++this.#n
      const ticket = this.line.realm()?.ticket() ?? 0
      const timer = setTimeout(() => this.#expire(n), deadlineOf(verb, args))
      this.#waiting.set(n, { n, verb, args, ticket, resolve, reject, timer })
      this.pump()
    })
  }

  /** @returns {number} calls without an answer yet */
  get pending() {
    return this.#waiting.size + this.#flying.size
  }

  /** Sends, in order, what may go; a call at once passes those that wait. */
  pump() {
    const realm = this.line.realm()
    let blocked = false
    for (const call of this.#waiting.values()) {
      const free = AT_ONCE.has(call.verb) || (!blocked && (realm?.isSettled(call.ticket) ?? true))
      if (!free) {
        blocked = true
        continue
      }
      try {
        if (!this.line.send({ t: 'call', n: call.n, verb: call.verb, args: call.args })) return
      } catch (error) {
        // Arguments that are not JSON: this call alone fails, what waits behind it goes on.
        this.#reject(call, /** @type {Error} */ (error))
        continue
      }
      this.#waiting.delete(call.n)
      this.#flying.set(call.n, call)
    }
  }

  /** @param {{ n: number, value?: unknown, error?: string, code?: number | null }} message an error of the gateway has its code */
  answer({ n, value, error, code }) {
    const call = this.#flying.get(n)
    if (!call) return
    this.#flying.delete(n)
    clearTimeout(call.timer)
    if (typeof error === 'string') call.reject(typeof code === 'number' ? Object.assign(new Error(error), { code }) : new Error(error))
    else call.resolve(value)
  }

  /** The connection is gone. */
  lost() {
    for (const call of [...this.#flying.values()]) this.#reject(call, new Error('connection lost'))
  }

  /** @param {number} n */
  #expire(n) {
    const call = this.#waiting.get(n) ?? this.#flying.get(n)
    if (call) this.#reject(call, new Error(this.#flying.has(n) ? `${call.verb} timed out` : 'connection lost'))
  }

  /**
   * @param {Call} call
   * @param {Error} error
   */
  #reject(call, error) {
    this.#waiting.delete(call.n)
    this.#flying.delete(call.n)
    clearTimeout(call.timer)
    call.reject(error)
  }
}

/**
 * @param {string} verb
 * @param {Record<string, unknown>} args
 * @returns {number} milliseconds
 */
function deadlineOf(verb, args) {
  if (!verb.startsWith('gateway.')) return DEADLINE
  const asked = Number(args.timeout_ms)
  // The gateway's own deadline comes first; this one only bounds the wait.
  return asked > 0 ? Math.min(asked + 5000, 2 ** 31 - 1) : GATEWAY_DEADLINE
}
