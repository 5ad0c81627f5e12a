/**
 * The plugins of this window: which of them run, and what an announcement changes (contract, loader; architecture section 4).
 */
import { onAnnouncement } from './announcements.js'
import { compareCodePoints } from './claims.js'
import { applyDecision, replaceDecisions } from './decisions.js'
import { Ownership } from './ownership.js'
import { flushReports, holdReports, PluginEntry } from './plugin_entry.js'
import { PluginRunner } from './plugin_runner.js'
import { onPluginWarnings } from './plugin_warnings.js'
import { flushHold } from './realm.js'
import { snapshot } from './snapshot.js'
import { pluginOf } from './sources.js'
import { applyStyles } from './styles.js'

/** @typedef {import('./snapshot.js').Row} Row */

/** Deltas and reports are held at most this long after the first import. */
const HOLD = 150
/** Every module has been evaluated or given up by then; a `register` may take for ever. */
const FIRST_BATCH = 11_000

/** @type {Map<string, PluginEntry>} folder to entry */
export const plugins = new Map()

/** @type {import('./announcements.js').Announcement[] | null} what was announced before the start; null once it began */
let early = []

const ownership = new Ownership(plugins)
const runner = new PluginRunner(ownership, plugins, { firstLoad: snapshot.inventory.length + 1, promote })

/**
 * Starts every plugin that is not decided off, all at once.
 * @returns {Promise<void>} when all have settled
 */
export async function startPlugins() {
  holdReports()
  for (const row of snapshot.inventory) plugins.set(row.folder, new PluginEntry(row))
  // The first load numbers follow the inventory, so that the page's preload links name the same URLs.
  const jobs = snapshot.inventory.map((row, index) => consider(row, { boot: true, load: index + 1 }))
  const announced = early ?? []
  early = null
  announced.forEach(applyAnnouncement)
  if (snapshot.safe_mode) return endHold(true)
  const hold = setTimeout(() => endHold(false), HOLD)
  const batch = setTimeout(() => ownership.endFirstBatch(), FIRST_BATCH)
  await Promise.all(jobs)
  clearTimeout(hold)
  clearTimeout(batch)
  ownership.endFirstBatch()
  endHold(true)
}

/**
 * What the plugins registered goes out first: a report may be what the server waits for to show a page of theirs.
 * @param {boolean} settled whether all have settled
 */
function endHold(settled) {
  flushHold()
  flushReports({ settled })
}

/** @returns {object[]} the rows of a hello's `reports`; a revision that is on its way has nothing to say yet */
export const allReports = () => [...plugins.values()].filter(isSettled).map((entry) => entry.report())

/**
 * Follows one announcement; kinds that are not about plugins are left to others.
 * @param {import('./announcements.js').Announcement} message
 */
export function applyAnnouncement(message) {
  if (early) early.push(message)
  else APPLY[message.kind]?.(message)
}

/** Listens to the announcements about plugins. */
export function followAnnouncements() {
  for (const kind of Object.keys(APPLY)) onAnnouncement(kind, applyAnnouncement)
  onPluginWarnings(reportWarnings)
}

/** @param {string} source of a plugin, about which the page has other things to say than before */
function reportWarnings(source) {
  for (const entry of plugins.values()) if (isSettled(entry) && entry.id === pluginOf(source)) entry.reportAgain()
}

/** @type {Record<string, (message: any) => void>} */
const APPLY = {
  hello({ inventory, decisions, owners, styles }) {
    applyStyles(styles)
    if (decisions) replaceDecisions(decisions)
    if (owners) ownership.remember(owners)
    if (!inventory) return
    const present = new Set(inventory.map((/** @type {Row} */ row) => row.folder))
    for (const folder of [...plugins.keys()]) if (!present.has(folder)) remove(folder)
    for (const row of inventory) consider(row)
  },
  'plugin-changed': ({ plugin }) => void consider(plugin),
  'plugin-removed': ({ folder }) => remove(folder),
  'plugin-report'({ plugin }) {
    const entry = plugins.get(plugin.folder)
    if (entry && entry.row.rev === plugin.rev) entry.row = plugin
  },
  'plugin-load'({ plugin }) {
    if (plugins.has(plugin.folder) && !sourceError(plugin)) consider(plugin, { force: true })
  },
  'plugins-reload'() {
    for (const entry of plugins.values()) if (!entry.decidedOff && !sourceError(entry.row)) consider(entry.row, { force: true })
  },
  decision({ id, enabled }) {
    applyDecision(id, enabled)
    for (const entry of plugins.values()) if (entry.id === id && entry.error?.phase !== 'duplicate') consider(entry.row)
  },
  styles: applyStyles,
}

/**
 * Brings one plugin to what its row and the decisions say. Idempotent.
 * @param {Row} row
 * @param {{ boot?: boolean, force?: boolean, load?: number }} [how] `load`: the number of the next import
 * @returns {Promise<void>}
 */
async function consider(row, { boot = false, force = false, load } = {}) {
  const entry = entryFor(row)
  if (snapshot.safe_mode) return undefined
  if (entry.decidedOff) return entry.status === 'disabled' ? undefined : runner.turnOff(entry)
  if (entry.status === 'disabled' && entry.rev === row.rev && !force && !entry.wanted) return undefined
  const broken = sourceError(row)
  if (broken) return refuse(entry, broken, boot)
  // A file that could not be read for a while has the same bytes again.
  const readable = entry.rev === row.rev && sourceError(entry) !== null
  if (readable && !force && entry.current?.rev === row.rev) return entry.settle('loaded')
  const known = entry.rev === row.rev && !readable && !entry.unreachable && (entry.status === 'loaded' || entry.status === 'error' || entry.loading)
  if (row.rev === null || (known && !force)) return undefined
  return runner.load(entry, row.rev, load)
}

/**
 * There is nothing to evaluate; what runs keeps running.
 * @param {PluginEntry} entry
 * @param {import('./snapshot.js').PluginError} error
 * @param {boolean} boot
 */
function refuse(entry, error, boot) {
  const { message, line } = entry.error ?? {}
  if (message === error.message && line === error.line && entry.rev === entry.row.rev) return undefined
  entry.attempt++
  entry.loading = false
  entry.rev = entry.row.rev
  entry.fail(error, { quiet: boot })
  return runner.recover(entry)
}

/** @param {string} folder */
function remove(folder) {
  const entry = plugins.get(folder)
  if (!entry) return
  runner.end(entry)
  entry.leave()
  plugins.delete(folder)
  for (const id of ownership.leave(folder)) promote(id)
}

/**
 * An id has lost its owner: the first folder that was refused as its duplicate gets it.
 * @param {string} id
 */
function promote(id) {
  const waiting = [...plugins.values()].filter((entry) => entry.error?.phase === 'duplicate' && entry.claimed === id)
  waiting.sort((a, b) => compareCodePoints(a.folder, b.folder))
  if (waiting[0]) consider(waiting[0].row, { force: true })
}

/**
 * @param {Row} row
 * @returns {PluginEntry}
 */
function entryFor(row) {
  const known = plugins.get(row.folder)
  if (!known) {
    const entry = new PluginEntry(row)
    plugins.set(row.folder, entry)
    return entry
  }
  known.row = row
  known.id ??= row.id
  return known
}

/** @param {PluginEntry} entry */
const isSettled = ({ status, loading }) => status === 'error' || (status !== 'pending' && !loading)

/** @param {{ error: import('./snapshot.js').PluginError | null }} row */
const sourceError = (row) => (row.error && (row.error.phase === 'read' || row.error.phase === 'lint') ? row.error : null)
