/**
 * Toasts: what happened away from where the user looks. Source: contract section 1.9 (rule X6).
 * Newest first; the same id replaces; at most four are kept; a repeat without an id of its own counts up instead of stacking.
 */
import { atom } from '../vendor/nanostores.js'
import { messageOf, reportPluginError } from './errors.js'
import { mountToasts } from './toast_views.js'

const MOST = 4
const DEFAULT_MS = 5000
const LONGEST_MESSAGE = 180
const KINDS = new Set(['error', 'warning', 'info', 'success'])

/**
 * @typedef {object} NotificationInput
 * @property {string} [id]
 * @property {'error' | 'warning' | 'info' | 'success'} [kind]
 * @property {unknown} [icon]
 * @property {string} [accentColor]
 * @property {import('react').ReactNode} [meta]
 * @property {string} [title]
 * @property {string} message
 * @property {string} [detail]
 * @property {{ label: string, onClick: () => unknown }} [action]
 * @property {{ label: string, onClick: () => unknown }} [secondaryAction]
 * @property {() => unknown} [onDismiss]
 * @property {number} [durationMs] 0 stays until dismissed
 * @property {'default' | 'bottom-right'} [placement]
 */

/**
 * @typedef {NotificationInput & { id: string, kind: string, durationMs: number, placement: string, count: number, source: string }} Toast
 */

/** What is shown, newest first. */
export const $toasts = atom(/** @type {readonly Toast[]} */ ([]))

let counter = 0

/**
 * Shows a toast.
 * @param {NotificationInput | string} input
 * @param {string} [source] `plugin:<id>` of the caller
 * @returns {string} its id: the given one, or `<ms>-<counter>`
 */
export function notify(input, source = 'core') {
  const given = /** @type {NotificationInput} */ (typeof input === 'string' ? { message: input } : (input ?? {}))
  const toast = complete(given, source)
  const shown = $toasts.get()
  const repeat = given.id ? undefined : shown.find((other) => isRepeat(other, toast))
  const next = repeat ? { ...toast, id: repeat.id, count: repeat.count + 1 } : toast
  $toasts.set([next, ...shown.filter(({ id }) => id !== next.id)].slice(0, MOST))
  mountToasts()
  return next.id
}

/**
 * Shows an error: `fallback` is the title, the readable text of the error the message.
 * @param {unknown} error
 * @param {string} [fallback]
 * @param {string} [source]
 * @returns {string} the toast's id
 */
export function notifyError(error, fallback = 'Something did not work', source = 'core') {
  const raw = messageOf(error ?? fallback)
  const readable = readableMessage(raw)
  const message = readable === '' || readable.length > LONGEST_MESSAGE ? fallback : readable
  return notify({ kind: 'error', title: fallback, message, detail: raw === message ? undefined : raw }, source)
}

/**
 * Takes a toast away and tells its owner.
 * @param {string} id
 */
export function dismiss(id) {
  const toast = $toasts.get().find((one) => one.id === id)
  if (!toast) return
  $toasts.set($toasts.get().filter((one) => one !== toast))
  guarded(toast, 'toast onDismiss', toast.onDismiss)
}

/**
 * Runs an action of a toast and takes the toast away.
 * @param {Toast} toast
 * @param {{ onClick: () => unknown }} action
 */
export function runToastAction(toast, action) {
  guarded(toast, 'toast action', action.onClick)
  dismiss(toast.id)
}

/**
 * A plugin is gone: its toasts stay readable but lose everything that calls it.
 * @param {string} source `plugin:<id>`
 */
export function actionsGone(source) {
  if (!$toasts.get().some((toast) => toast.source === source)) return
  $toasts.set(
    $toasts.get().map((toast) =>
      toast.source === source ? { ...toast, action: undefined, secondaryAction: undefined, onDismiss: undefined } : toast,
    ),
  )
}

/**
 * @param {NotificationInput} input
 * @param {string} source
 * @returns {Toast}
 */
function complete(input, source) {
  const kind = KINDS.has(input.kind ?? '') ? /** @type {string} */ (input.kind) : 'info'
  const urgent = kind === 'error' || kind === 'warning'
  return /** @type {Toast} */ ({
    ...input,
    title: worded(input.title),
    message: worded(input.message),
    detail: worded(input.detail),
    id: input.id ? String(input.id) : `${Date.now()}-${++counter}`,
    kind,
    durationMs: Number.isFinite(input.durationMs) ? Math.max(0, Number(input.durationMs)) : urgent ? 0 : DEFAULT_MS,
    placement: input.placement ?? (urgent || input.action ? 'default' : 'bottom-right'),
    count: 1,
    source,
  })
}

/** A text of a toast; what a plugin hands in instead is put into words. @param {unknown} text */
const worded = (text) => (text === undefined || text === null ? undefined : messageOf(text))

/**
 * @param {Toast} one
 * @param {Toast} other
 */
function isRepeat(one, other) {
  return one.kind === other.kind && one.title === other.title && one.message === other.message && one.source === other.source
}

/**
 * Without the prefixes that transports add, and the `detail` of a JSON body.
 * @param {string} raw
 */
function readableMessage(raw) {
  const text = raw.replace(/^Error invoking remote method '[^']*':\s*/, '').replace(/^(?:Error:\s*)+/, '')
  const body = /\{[\s\S]*\}\s*$/.exec(text)
  if (!body) return text.trim()
  try {
    const { detail } = JSON.parse(body[0])
    return typeof detail === 'string' ? detail : text.trim()
  } catch {
    return text.trim() // it only looked like JSON
  }
}

/**
 * @param {Toast} toast
 * @param {string} phase
 * @param {(() => unknown) | undefined} fn
 */
function guarded(toast, phase, fn) {
  if (typeof fn !== 'function') return
  try {
    const result = fn()
    if (result instanceof Promise) result.catch((error) => reportPluginError(toast.source, phase, error))
  } catch (error) {
    reportPluginError(toast.source, phase, error)
  }
}
