/** Toasts that plugins raise: the setting `notifications.toasts` says which are shown, errors always are. */
import { preference } from './preferences.js'
import { notify } from './toasts.js'

/** What each choice shows. @type {Record<string, readonly string[]>} */
const SHOWN = { warnings: ['warning', 'error'], errors: ['error'] }

let dropped = 0

/**
 * @param {any} input as `host.notify` takes it
 * @param {string} [source] `plugin:<id>`
 * @returns {string} the toast's id, also of one that is not shown
 */
export function notifyFromPlugin(input, source) {
  const shown = SHOWN[preference('notifications.toasts')]
  if (shown && !shown.includes(String(input?.kind))) return String(input?.id || `not-shown-${++dropped}`)
  return notify(input, source)
}
