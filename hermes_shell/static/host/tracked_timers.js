/**
 * Timers and DOM listeners made through `ctx` (contract, context C8). All of a plugin share one tracked disposer, made on first use; a
 * fired timeout leaves the set.
 */
import { reportPluginError } from './errors.js'

/**
 * @param {import('./incarnation.js').Incarnation} incarnation
 * @returns {{
 *   setTimeout(fn: () => void, ms?: number): () => void,
 *   setInterval(fn: () => void, ms?: number): () => void,
 *   addEventListener(target: EventTarget, type: string, fn: any, options?: any): () => void,
 * }}
 */
export function trackedTimers(incarnation) {
  /** @type {Set<() => void>} */
  const running = new Set()
  let owned = false

  /**
   * @param {() => void} end
   * @returns {() => void}
   */
  const track = (end) => {
    if (!owned) incarnation.own(() => [...running].forEach((stop) => stop()))
    owned = true
    const stop = () => {
      if (running.delete(stop)) end()
    }
    running.add(stop)
    return stop
  }

  /**
   * @param {string} phase
   * @param {() => unknown} fn
   */
  const guarded = (phase, fn) => {
    try {
      fn()
    } catch (error) {
      reportPluginError(incarnation.source, phase, error)
    }
  }

  return {
    setTimeout(fn, ms) {
      if (!incarnation.alive) return nothing
      const stop = track(() => clearTimeout(timer))
      const timer = setTimeout(() => {
        stop()
        guarded('timeout', fn)
      }, ms)
      return stop
    },
    setInterval(fn, ms) {
      if (!incarnation.alive) return nothing
      const timer = setInterval(() => guarded('interval', fn), ms)
      return track(() => clearInterval(timer))
    },
    addEventListener(target, type, fn, options) {
      if (typeof target?.addEventListener !== 'function') throw new TypeError(`${incarnation.source}: addEventListener: the target takes no listeners`)
      if (!incarnation.alive) return nothing
      /** @type {(this: unknown, event: Event) => void} */
      const listener = function (event) {
        guarded(`listener of ${type}`, () => (typeof fn === 'function' ? fn.call(this, event) : fn.handleEvent(event)))
      }
      target.addEventListener(type, listener, options)
      return track(() => target.removeEventListener(type, listener, options))
    },
  }
}

const nothing = () => {}
