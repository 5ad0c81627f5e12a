/**
 * Errors of plugins outside `register` (listeners, timers, renders): caught where the page calls the plugin, written once per cause.
 */
import { inWords } from './react_errors.js'
import { plainSource } from './sources.js'

const MOST_CAUSES = 500

/** @type {Set<string>} */
const reported = new Set()

/** @typedef {{ level: 'error' | 'warning', plugin: string, message: string }} LogLine the log itself puts the plugin before the message */

/** @type {(line: LogLine) => void} */
let sink = () => {}

/**
 * Where lines go besides the console; main.js sets the channel's `log` verb.
 * @param {(line: LogLine) => void} write
 */
export function setLogSink(write) {
  sink = write
}

/**
 * Writes `[plugin:<id>] <phase>: <message>` to the console and to the log, once per cause.
 * @param {string | null | undefined} source a plugin id or `plugin:<id>`; empty means the core
 * @param {string} phase what the page was doing: `render`, `event`, `timer`, `listener`, `dispose`, `when`, …
 * @param {unknown} error what was thrown
 */
export function reportPluginError(source, phase, error) {
  const plugin = plainSource(source || 'core')
  const message = `${phase}: ${messageOf(error)}`
  if (!isFirst(plugin, message)) return
  console.error(`[plugin:${plugin}] ${message}`, error)
  write({ level: 'error', plugin, message })
}

/**
 * A plugin that does not load or register. The console has every failure; the log counts one that it has.
 * @param {string} plugin an id, or a folder while the id is not known
 * @param {import('./snapshot.js').PluginError} error
 */
export function logPluginFailure(plugin, { phase, message, line, column }) {
  const at = line ? ` (plugin.js:${line}${column ? `:${column}` : ''})` : ''
  console.error(`[plugin:${plugin}] ${phase}: ${message}${at}`)
  write({ level: 'error', plugin, message: `${phase}: ${message}${at}` })
}

/**
 * A refusal or a deviation that the author should know of; once per text.
 * @param {string | null | undefined} source a plugin id or `plugin:<id>`
 * @param {string} text
 */
export function warnPlugin(source, text) {
  const plugin = plainSource(source || 'core')
  if (!isFirst(plugin, text)) return
  console.warn(`[plugin:${plugin}] ${text}`)
  write({ level: 'warning', plugin, message: text })
}

/**
 * Reads data of a plugin, whose getters may throw: one plugin's data must not stop what others share.
 * @template T
 * @param {string | null | undefined} source a plugin id or `plugin:<id>`
 * @param {string} phase what was being read
 * @param {() => T} read
 * @returns {T | null} null when it cannot be read, which is reported
 */
export function readPlugin(source, phase, read) {
  try {
    return read()
  } catch (error) {
    reportPluginError(source, phase, error)
    return null
  }
}

/**
 * @param {string} plugin
 * @param {string} text
 */
function isFirst(plugin, text) {
  const cause = `${plugin}\n${text}`
  if (reported.has(cause)) return false
  if (reported.size >= MOST_CAUSES) reported.clear()
  reported.add(cause)
  return true
}

/**
 * The text of anything that can be thrown, whose getters may throw in their turn.
 * @param {unknown} error
 * @returns {string}
 */
export function messageOf(error) {
  try {
    return error instanceof Error ? inWords(String(error.message)) || String(error.name) : String(error)
  } catch {
    return 'an error without a text'
  }
}

/** @param {LogLine} line */
function write(line) {
  try {
    sink(line)
  } catch (error) {
    console.error('the log could not be written', error)
  }
}
