/**
 * Commands by id, and the delegated clicks of fragments: `data-command` runs a command, `data-verb` calls the server,
 * `data-call="area|id|field"` calls a function that stayed in the page registry.
 */
import { atom } from '../vendor/nanostores.js'
import { channel } from './channel.js'
import { messageOf } from './errors.js'
import { callPlugin } from './item_parts.js'
import { registry } from './registry.js'
import { notify, notifyError } from './toasts.js'

/** Busy shows only when the answer takes this long. */
const BUSY_AFTER_MS = 150

/** @type {Map<string, (...args: any[]) => unknown>} */
const commands = new Map()
/** @type {Map<string, (...args: any[]) => boolean>} */
const conditions = new Map()

/** Counts how often a command came or went, for what shows whether there is one. */
export const $commands = atom(0)

/**
 * @param {string} id
 * @param {(...args: any[]) => unknown} fn
 * @returns {() => void} removes it
 */
export function registerCommand(id, fn) {
  commands.set(id, fn)
  $commands.set($commands.get() + 1)
  return () => {
    if (commands.get(id) !== fn) return
    commands.delete(id)
    $commands.set($commands.get() + 1)
  }
}

/** @param {string} id */
export const hasCommand = (id) => commands.has(id)

/**
 * Says when a command has something to do. Its keys and buttons still run it: it tells why nothing happens.
 * @param {string} id
 * @param {(...args: any[]) => boolean} condition gets what the command gets
 */
export function offerCommandWhen(id, condition) {
  conditions.set(id, condition)
}

/**
 * Whether a list should offer a command now.
 * @param {string} id
 * @param {...unknown} args
 */
export const isCommandOffered = (id, ...args) => commands.has(id) && conditions.get(id)?.(...args) !== false

/**
 * Runs a command of the shell; a failure becomes a toast.
 * @param {string} id
 * @param {...unknown} args
 * @returns {unknown} what the command returns; false when there is no such command or it threw
 */
export function runCommand(id, ...args) {
  const command = commands.get(id)
  if (!command) {
    notify({ kind: 'warning', title: 'Unknown command', message: `There is no command ${id}.` })
    return false
  }
  try {
    const result = command(...args)
    if (result instanceof Promise) result.catch((error) => notifyError(error, `${id} failed`))
    return result
  } catch (error) {
    notifyError(error, `${id} failed`)
    return false
  }
}

/** Listens for the clicks of fragments. Call once. */
export function startCommands() {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return
    const control = event.target.closest('[data-command], [data-verb], [data-call]')
    // Attributes of the same name inside a plugin's content are the plugin's own.
    if (!(control instanceof HTMLElement) || control.closest('.hermes-host')) return
    const { command, verb, call } = control.dataset
    if (command) runCommand(command)
    else if (verb) void callVerb(control, verb)
    else if (call) runCall(event, control, call)
  })
}

/**
 * @param {HTMLElement} control
 * @param {string} verb
 */
async function callVerb(control, verb) {
  if (control.getAttribute('aria-disabled') === 'true' || control.hasAttribute('aria-busy')) return
  const busy = setTimeout(() => control.setAttribute('aria-busy', 'true'), BUSY_AFTER_MS)
  try {
    await channel.call(verb, JSON.parse(control.dataset.args ?? '{}'))
  } catch (error) {
    notify({ kind: 'error', title: control.getAttribute('aria-label') ?? control.textContent?.trim() ?? verb, message: messageOf(error) })
  } finally {
    clearTimeout(busy)
    control.removeAttribute('aria-busy')
  }
}

/**
 * @param {Event} event
 * @param {HTMLElement} control
 * @param {string} address
 */
function runCall(event, control, address) {
  const [area, ...rest] = address.split('|')
  const field = rest.pop() ?? ''
  const id = rest.join('|')
  const contribution = registry.get(area, id)
  const fn = contribution?.data?.[field] ?? /** @type {any} */ (contribution)?.[field]
  if (!contribution || typeof fn !== 'function') return
  // A row with a path also navigates: its link does that. Without one the call is all there is.
  if (control instanceof HTMLAnchorElement && !control.getAttribute('href')?.startsWith('#/')) event.preventDefault()
  callPlugin(contribution, `${field} of ${area} ${id}`, () => fn.call(contribution.data, event))
}
