/** What the gateway has to say to everybody, as toasts: the events `notification.show` and `notification.clear`. */
import { onEvent } from './events.js'
import { dismiss, notify } from './toasts.js'

/** Levels of the gateway to kinds of toasts; any other is for information. @type {Record<string, 'error' | 'warning' | 'success'>} */
const KINDS = { error: 'error', warn: 'warning', warning: 'warning', success: 'success' }

/** Shows notices from now on. Call once. */
export function startGatewayNotices() {
  onEvent('notification.show', ({ payload }) => {
    const { text, level, ttl_ms: ttl } = payload ?? {}
    if (typeof text !== 'string' || !text.trim()) return
    const stays = ttl === null || !(ttl > 0)
    notify({ id: idOf(payload), kind: KINDS[level] ?? 'info', title: 'From the gateway', message: text, durationMs: stays ? 0 : ttl })
  })
  onEvent('notification.clear', ({ payload }) => {
    const id = idOf(payload)
    if (id !== undefined) dismiss(id)
  })
}

/** @param {any} payload @returns {string | undefined} a notice of the same key takes the place of the one before */
function idOf(payload) {
  const key = payload?.key ?? payload?.id
  return typeof key === 'string' || typeof key === 'number' ? `gateway:${key}` : undefined
}
