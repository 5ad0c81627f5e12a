/**
 * Imports one plugin.js and checks the contract of its default export (contract, loader, evaluation).
 */

import { messageOf } from './errors.js'
import { ImportDeadline } from './import_deadline.js'
import { PluginLoadError } from './plugin_load_error.js'

const LONGEST_ID = 128
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/**
 * @typedef {object} Plugin what a plugin.js exports
 * @property {string} id
 * @property {string} [name]
 * @property {string} [description]
 * @property {string | number} [version]
 * @property {boolean} [defaultEnabled]
 * @property {(ctx: object) => unknown} register
 */

/**
 * @param {string} url the incarnation's own URL; an engine answers the same URL with the same module for ever
 * @param {string} folder
 * @returns {Promise<Plugin>}
 * @throws {PluginLoadError}
 */
export async function evaluate(url, folder) {
  const deadline = new ImportDeadline()
  try {
    const module = await Promise.race([import(url), deadline.passed])
    return checkContract(module.default, folder)
  } catch (error) {
    throw error instanceof PluginLoadError ? error : evaluationError(error, url, folder)
  } finally {
    deadline.settle()
  }
}

/**
 * @param {any} plugin
 * @param {string} folder
 * @returns {Plugin}
 * @throws {PluginLoadError} phase contract
 */
export function checkContract(plugin, folder) {
  const valid = plugin !== null && typeof plugin === 'object' && typeof plugin.register === 'function' && Boolean(plugin.id)
  if (!valid) throw new PluginLoadError('contract', `${folder} has no valid default HermesPlugin export${hint(plugin)}`)
  // Read once: what has getters may answer otherwise, or throw, the next time.
  const { id, name, description, version, defaultEnabled } = plugin
  if (typeof id !== 'string') throw new PluginLoadError('contract', `${folder}: the plugin id must be a string, not ${typeof id}`)
  if (id.length > LONGEST_ID) throw new PluginLoadError('contract', `${folder}: the plugin id is longer than ${LONGEST_ID} characters`)
  if (id.trim() === '' || CONTROL.test(id) || /[/\\]|\.\./.test(id)) {
    throw new PluginLoadError('contract', `${folder}: the plugin id ${JSON.stringify(id)} must not be blank or contain '/', '\\', '..' or control characters`)
  }
  if (/\p{Surrogate}/u.test(id)) throw new PluginLoadError('contract', `${folder}: the plugin id ${JSON.stringify(id)} holds half a character`)
  return { id, name, description, version, defaultEnabled, register: (ctx) => plugin.register(ctx) }
}

/** @param {any} plugin */
function hint(plugin) {
  if (plugin === null || typeof plugin !== 'object' || !('titlebarButtons' in plugin)) return ''
  return (
    ": 'titlebarButtons' is not a field of a plugin; export { id, register(ctx) } and call " +
    "ctx.register({ id: 'button', area: TITLEBAR_AREAS.right, render: () => … }) in register"
  )
}

/**
 * @param {any} error what the engine threw
 * @param {string} url
 * @param {string} folder
 * @returns {PluginLoadError}
 */
function evaluationError(error, url, folder) {
  const text = messageOf(error)
  const unreachable = fetchFailure(text, folder)
  const message = missingExport(text) ?? unreachable ?? withoutAddresses(text, url)
  const name = error instanceof SyntaxError && message === text ? 'SyntaxError: ' : ''
  return new PluginLoadError('evaluate', name + message, { ...positionOf(error, url), cause: error, unreachable: message === unreachable })
}

/**
 * @param {string} text
 * @returns {string | null}
 */
function missingExport(text) {
  // Chromium and Firefox name the module, WebKit only the binding.
  const named = /module '([^']*)'.* provide an export named:? '([^']+)'/.exec(text)
  if (named) return `${/sdk/.test(named[1]) ? 'the SDK' : named[1].replace(/^.*\//, '').replace(/\.js.*$/, '')} has no export ${named[2]}`
  const binding = /Importing binding name '([^']+)' is not found/.exec(text)
  return binding ? `the SDK has no export ${binding[1]}` : null
}

/**
 * @param {string} text
 * @param {string} folder
 */
function fetchFailure(text, folder) {
  const failed = /Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed/i
  return failed.test(text) ? `${folder}/plugin.js could not be fetched from the shell` : null
}

/**
 * The address holds the secret path, which belongs in no message.
 * @param {string} text
 * @param {string} url
 */
function withoutAddresses(text, url) {
  return text.replaceAll(url, 'plugin.js').replace(/https?:\/\/\S*\/w\/[^/\s]+\//g, '')
}

/**
 * Where in the plugin's file an error was thrown, if its stack says so.
 * @param {any} error
 * @param {string} url
 * @returns {{ line?: number, column?: number }}
 */
export function positionOf(error, url) {
  const stack = stackOf(error)
  // WebKit writes an address without its query.
  const address = [url, url.replace(/\?.*$/, '')].find((one) => stack.includes(`${one}:`))
  const found = address === undefined ? null : /^(\d+)(?::(\d+))?/.exec(stack.slice(stack.indexOf(`${address}:`) + address.length + 1))
  if (!found) return {}
  return { line: Number(found[1]), column: found[2] ? Number(found[2]) : undefined }
}

/** @param {any} error */
function stackOf(error) {
  try {
    return String(error?.stack ?? '')
  } catch {
    return ''
  }
}
