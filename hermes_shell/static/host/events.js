/**
 * Gateway events for plugins (contract, registry semantics, event stream): exact type first, then `*`, each listener on its own.
 */
import { reportPluginError } from './errors.js'

/** @typedef {{ type: string, [field: string]: unknown }} GatewayEvent */
/** @typedef {(event: any) => void} Listener */

const ALL = '*'

/** @type {Map<string, Set<{ fn: Listener, source: string | null }>>} */
const listeners = new Map()

/**
 * @param {string} type an event type, or `*` for all
 * @param {Listener} fn
 * @param {string | null} [source] whose listener it is, for the log
 * @returns {() => void} idempotent disposer
 */
export function onEvent(type, fn, source = null) {
  if (typeof fn !== 'function') throw new TypeError(`onEvent("${String(type)}"): the listener is not a function`)
  const entry = { fn, source }
  const key = String(type)
  const group = listeners.get(key) ?? new Set()
  listeners.set(key, group.add(entry))
  return () => {
    group.delete(entry)
    if (group.size === 0 && listeners.get(key) === group) listeners.delete(key)
  }
}

/** @param {GatewayEvent} event */
export function emitEvent(event) {
  if (listeners.size === 0) return
  for (const type of event.type === ALL ? [ALL] : [event.type, ALL]) {
    for (const entry of [...(listeners.get(type) ?? [])]) {
      try {
        entry.fn(event)
      } catch (error) {
        reportPluginError(entry.source, `listener of ${type}`, error)
      }
    }
  }
}
