/**
 * `ctx.os.notify`: notifications of the operating system while the user is away (contract C3; guide, OS door). The server decides and posts;
 * what a click does is kept here, by a token.
 */
import { channel } from './channel.js'
import { messageOf, reportPluginError, warnPlugin } from './errors.js'
import { navigate } from './router.js'
import { notify } from './toasts.js'

/**
 * @typedef {string | { path: string }} Target `hermes://a/b`, `/a/b` or `{ path: '/a/b' }`: a place in the app
 * @typedef {{ id: string, label: string, activate?: Target, onAction?: () => unknown }} NotifyAction
 * @typedef {{ title: string, body?: string, silent?: boolean, icon?: string, activate?: Target, onActivate?: () => unknown, actions?: NotifyAction[] }} NotifyInput
 * @typedef {{ incarnation: import('./incarnation.js').Incarnation, activate: unknown, run: unknown, actions: NotifyAction[] }} Posted
 */

/** Notifications whose click is still waited for. */
const MOST = 100
const LONGEST_LINE = 500
const LONGEST_TEXT = 5000
const MOST_ACTIONS = 10

/** @type {Map<string, Posted>} */
const posted = new Map()
let counter = 0
let focused = false

/** Tells the server whether this window has the focus, and listens for clicks. Call once. */
export function startNotifications() {
  for (const kind of ['focus', 'blur']) addEventListener(kind, tellFocus)
  document.addEventListener('visibilitychange', tellFocus)
  channel.on('welcome', () => {
    focused = false
    tellFocus()
  })
  channel.on('notification', ({ token, action }) => clicked(token, action))
}

function tellFocus() {
  const now = isHere()
  if (now !== focused && channel.send({ t: 'tell', topic: 'focus', args: { focused: now } })) focused = now
}

const isHere = () => document.hasFocus() && document.visibilityState === 'visible'

/**
 * Posts a notification for a plugin. Never rejects.
 * @param {import('./incarnation.js').Incarnation} incarnation
 * @param {unknown} input a NotifyInput
 * @returns {Promise<boolean>} whether the system took it; false also while a window has the focus, when settings say no, and too soon after the last
 */
export async function notifyOs(incarnation, input) {
  const given = /** @type {Partial<NotifyInput>} */ (input ?? {})
  const plugin = incarnation.id ?? incarnation.folder
  const title = line(given.title)
  if (!title) {
    warnPlugin(plugin, 'os.notify needs a title; nothing was shown')
    return false
  }
  if (isHere()) return false
  const actions = (Array.isArray(given.actions) ? given.actions : []).filter((one) => line(one?.id) && line(one?.label)).slice(0, MOST_ACTIONS)
  const token = String(++counter)
  // Before the answer: a click may come first.
  posted.set(token, { incarnation, activate: given.activate, run: given.onActivate, actions })
  const taken = await ask(plugin, {
    plugin,
    token,
    title,
    body: typeof given.body === 'string' ? given.body.slice(0, LONGEST_TEXT) : '',
    silent: given.silent === true,
    icon: typeof given.icon === 'string' ? given.icon.slice(0, LONGEST_TEXT) : null,
    actions: actions.map(({ id, label }) => ({ id: line(id), label: line(label) })),
  })
  if (!taken) posted.delete(token)
  for (const oldest of posted.keys()) if (posted.size > MOST) posted.delete(oldest)
  return taken
}

/**
 * @param {string} plugin
 * @param {Record<string, unknown>} args
 */
async function ask(plugin, args) {
  try {
    return (await channel.call('os.notify', args)) === true
  } catch (error) {
    reportPluginError(plugin, 'os.notify', error)
    return false
  }
}

/**
 * The window is in front already; the place comes first, so that a callback finds it.
 * @param {string} token
 * @param {string | null} action
 */
function clicked(token, action) {
  const found = posted.get(token)
  posted.delete(token)
  if (!found?.incarnation.alive) return
  const button = action === null ? undefined : found.actions.find((one) => line(one.id) === action)
  const { source } = found.incarnation
  const path = placeOf(button ? button.activate : found.activate)
  if (path) navigate(path)
  const run = button ? button.onAction : found.run
  if (typeof run !== 'function') return
  /** @param {unknown} error */
  const failed = (error) => {
    reportPluginError(source, 'notification', error)
    notify({ kind: 'error', title: found.incarnation.name ?? source, message: messageOf(error) })
  }
  try {
    const result = run()
    if (result instanceof Promise) result.catch(failed)
  } catch (error) {
    failed(error)
  }
}

/**
 * The place in the app that a target names. Nothing else can be reached by a notification.
 * @param {unknown} target
 * @returns {string | null}
 */
export function placeOf(target) {
  const text = typeof target === 'object' && target !== null ? /** @type {any} */ (target).path : target
  if (typeof text !== 'string') return null
  const path = text.replace(/^hermes:\/\/+/i, '/')
  return /^\/(?!\/)[^\s\\\u0000-\u001f\u007f]*$/.test(path) && !path.split(/[/?#]/).includes('..') ? path : null
}

/** @param {unknown} text */
const line = (text) => (typeof text === 'string' ? text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_LINE) : '')
