/**
 * What this window knows of one plugin folder, and what it tells the server of it.
 */
import { channel } from './channel.js'
import { $decisions } from './decisions.js'
import { announceOff, forgetOff } from './installed_off.js'
import { amendPluginError, clearPluginError, showPluginError } from './error_overlay.js'
import { logPluginFailure } from './errors.js'
import { pluginWarnings } from './plugin_warnings.js'

/** @typedef {import('./snapshot.js').Row} Row */
/** @typedef {import('./snapshot.js').PluginError} PluginError */

const LONGEST_MESSAGE = 5000
const LONGEST_TEXT = 1000
/** Milliseconds that a report waits for others while a start takes long. */
const GATHER = 50

/** @param {string | null} text */
const short = (text) => text && text.slice(0, LONGEST_TEXT)

export class PluginEntry {
  /** @type {'pending' | 'loaded' | 'disabled' | 'error'} */
  status = 'pending'
  /** @type {PluginError | null} */
  error = null
  /** @type {import('./incarnation.js').Incarnation | null} the one that runs */
  current = null
  /** The revision that was tried last. @type {string | null} */
  rev = null
  /** The revision that registered last. @type {string | null} */
  goodRev = null
  /** Counts imports: an older one that ends later is dropped. */
  attempt = 0
  /** Whether an import is on its way. */
  loading = false
  /** Whether the last import failed because the file did not arrive: the next `hello` tries again. */
  unreachable = false
  /** The id that a duplicate would like to have. @type {string | null} */
  claimed = null
  /** @type {number | null} milliseconds from import to the end of `register` */
  loadMs = null

  /** @param {Row} row */
  constructor(row) {
    this.row = row
    this.folder = row.folder
    // What earlier runs knew; the next evaluation says what holds.
    this.id = row.id ?? null
    this.name = row.name ?? null
    this.description = row.description ?? null
    this.version = row.version ?? null
    this.defaultEnabled = row.default_enabled ?? null
    /** Whether nothing was ever known of it: a plugin that has just appeared. */
    this.fresh = this.id === null
  }

  /** Whether an older version than the file runs. */
  get stale() {
    return this.error !== null && this.current !== null
  }

  /** Whether the user turned it off. */
  get decidedOff() {
    return this.id !== null && $decisions.get()[this.id] === false
  }

  /** Whether it should run: the user's choice, else the plugin's own; the half of a package waits for a choice (contract, loader 2.6). */
  get wanted() {
    const decision = this.id === null ? undefined : $decisions.get()[this.id]
    return decision ?? (this.defaultEnabled !== false && !this.row.package)
  }

  /**
   * @param {'loaded' | 'disabled'} status
   */
  settle(status) {
    this.status = status
    this.error = null
    this.forgetToast()
    if (this.fresh && status === 'disabled' && this.id !== null) announceOff(this.id, this.name ?? this.id)
    this.fresh = false
    if (status === 'loaded') forgetOff(this.id)
    scheduleReport(this)
  }

  /** The folder is gone: nothing speaks of it any more. */
  leave() {
    this.forgetToast()
    forgetOff(this.id)
  }

  /** Takes back the toast of an error that is gone. */
  forgetToast() {
    clearPluginError(this.folder, this.status === 'loaded' && this.goodRev === this.rev)
  }

  /**
   * @param {PluginError} error
   * @param {{ quiet?: boolean }} [options] `quiet`: the row says it, no toast does
   */
  fail(error, { quiet = false } = {}) {
    this.status = 'error'
    this.error = error
    this.fresh = false
    scheduleReport(this)
    logPluginFailure(this.id ?? this.folder, error)
    // A file that does not load goes by its folder, a plugin that does not register by its name (contract, loader, user-visible messages).
    const name = error.phase === 'register' ? this.name : this.folder
    const { folder, id, rev, stale, unreachable } = this
    if (!quiet) showPluginError({ folder, id, name, rev, error, stale, unreachable })
  }

  /** @param {PluginError} error the same error, with its place in the file */
  amendError(error) {
    this.error = error
    amendPluginError(this.folder, { error })
    scheduleReport(this)
  }

  /** Its `stale` changed, nothing else. */
  reportAgain() {
    amendPluginError(this.folder, { stale: this.stale })
    scheduleReport(this)
  }

  /** @returns {object} a row of the channel's `report` */
  report() {
    const { folder, id, status, error, rev, stale } = this
    const strange = id !== null && id !== folder
    return {
      folder,
      id,
      name: short(this.name),
      description: short(this.description),
      version: this.version,
      default_enabled: this.defaultEnabled,
      status,
      error: error && { ...error, message: error.message.slice(0, LONGEST_MESSAGE) },
      rev,
      stale,
      warnings: [...(strange ? [`the folder is named "${folder}" but the plugin's id is "${id}"`] : []), ...pluginWarnings(`plugin:${id}`)].map(short),
      load_ms: this.loadMs,
    }
  }
}

/** @type {Set<PluginEntry>} */
const changed = new Set()
/** When what has changed is sent. @type {(send: () => void) => void} */
let soon = queueMicrotask

/** Gathers the reports of a start, where every plugin settles in a task of its own. */
export function holdReports() {
  soon = () => {}
}

/**
 * Sends what was gathered, in one message.
 * @param {{ settled: boolean }} start whether all plugins have settled; until then reports go out in groups
 */
export function flushReports({ settled }) {
  soon = settled ? queueMicrotask : (send) => void setTimeout(send, GATHER)
  sendReports()
}

/**
 * Reports an entry, after a start at the end of this microtask; without a connection the next hello holds all reports.
 * @param {PluginEntry} entry
 */
function scheduleReport(entry) {
  if (changed.size === 0) soon(sendReports)
  changed.add(entry)
}

function sendReports() {
  // A revision that is on its way has nothing to say yet, and reports when it has settled.
  const plugins = [...changed].filter((one) => !one.loading).map((one) => one.report())
  changed.clear()
  if (plugins.length > 0) channel.send({ t: 'report', plugins })
}
