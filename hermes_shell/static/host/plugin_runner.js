/**
 * Imports, registers, replaces and retires the incarnations of plugins. The newest save wins; a failed one leaves the last good version
 * running, or imports its source afresh once (architecture section 4, step 5).
 */
import { channel } from './channel.js'
import { createContext } from './context.js'
import { messageOf, readPlugin, reportPluginError } from './errors.js'
import { evaluate, positionOf } from './evaluate.js'
import { createIncarnation, withIncarnation } from './incarnation.js'
import { PluginLoadError } from './plugin_load_error.js'
import { registry } from './registry.js'
import { enterPlugin, watchEvaluation } from './start_watch.js'
import { base } from './snapshot.js'
import { actionsGone } from './toasts.js'

/** @typedef {import('./plugin_entry.js').PluginEntry} PluginEntry */
/** @typedef {import('./incarnation.js').Incarnation} Incarnation */
/** @typedef {import('./evaluate.js').Plugin} Plugin */

const LONGEST_VERSION = 40

export class PluginRunner {
  #nextLoad

  /**
   * @param {import('./ownership.js').Ownership} ownership
   * @param {ReadonlyMap<string, PluginEntry>} plugins
   * @param {{ firstLoad: number, promote(id: string): void }} options `promote` hears of an id that lost its owner
   */
  constructor(ownership, plugins, { firstLoad, promote }) {
    this.ownership = ownership
    this.plugins = plugins
    this.promote = promote
    this.#nextLoad = firstLoad
  }

  /**
   * Imports a revision beside the running one and, when it can be used, puts it in its place.
   * @param {PluginEntry} entry
   * @param {string} rev
   * @param {number} [load] the load number, else the next one
   * @param {boolean} [recovering] whether this is the last good source after a failure
   * @returns {Promise<void>} when the plugin has settled, its asynchronous `register` included
   */
  async load(entry, rev, load = this.#nextLoad++, recovering = false) {
    const attempt = ++entry.attempt
    if (!recovering) entry.rev = rev
    entry.unreachable = false
    entry.loading = true
    const started = performance.now()
    const incarnation = createIncarnation(entry.folder, load, rev, entry.row.rank)
    const url = sourceUrl(entry.folder, rev, load)
    const over = watchEvaluation(entry.folder)
    let plugin
    try {
      plugin = await evaluate(url, entry.folder)
    } catch (error) {
      over()
      incarnation.retire()
      if (attempt === entry.attempt) await this.#evaluationFailed(entry, /** @type {PluginLoadError} */ (error), load, recovering)
      return
    }
    // After what follows in one go, `register` included; its promise may take for ever.
    queueMicrotask(over)
    if (attempt !== entry.attempt) return incarnation.retire()
    entry.loading = false
    incarnation.id = plugin.id
    incarnation.name = nameOf(plugin)
    if (!this.#mayRun(entry, incarnation, plugin)) return incarnation.retire()
    await this.#activate(entry, incarnation, plugin, { started, url, load, recovering })
  }

  /**
   * Ends what runs; nothing of it is left behind.
   * @param {PluginEntry} entry
   */
  turnOff(entry) {
    this.end(entry)
    entry.rev = entry.row.rev
    entry.settle('disabled')
  }

  /**
   * Ends what runs and what is on its way.
   * @param {PluginEntry} entry
   */
  end(entry) {
    entry.attempt++
    entry.loading = false
    this.#retire(entry)
    actionsGone(`plugin:${entry.id ?? entry.folder}`)
  }

  /**
   * When nothing runs after a failure, the last good source is imported afresh; an old module is never registered twice.
   * @param {PluginEntry} entry
   * @returns {Promise<void>}
   */
  async recover(entry) {
    if (entry.current) return
    const good = [entry.row.good_rev, entry.goodRev].find((rev) => rev && rev !== entry.rev)
    if (good) await this.load(entry, good, undefined, true)
  }

  /**
   * Ownership of the id, then the decision.
   * @param {PluginEntry} entry
   * @param {Incarnation} incarnation
   * @param {Plugin} plugin
   * @returns {boolean}
   */
  #mayRun(entry, incarnation, plugin) {
    const { verdict, released } = this.ownership.claim(entry.folder, plugin.id, entry.current !== null)
    // Afterwards: this one's old version is retired first.
    queueMicrotask(() => released.forEach(this.promote))
    entry.claimed = plugin.id
    if (verdict.kind === 'duplicate') {
      this.#refuseDuplicate(entry, plugin.id, verdict.owner)
      return false
    }
    const loser = verdict.kind === 'takeover' ? this.plugins.get(verdict.from) : undefined
    if (loser) {
      this.end(loser)
      this.#refuseDuplicate(loser, plugin.id, entry.folder)
    }
    entry.id = plugin.id
    entry.name = incarnation.name
    entry.description = typeof plugin.description === 'string' ? plugin.description : null
    entry.version = versionOf(plugin)
    entry.defaultEnabled = plugin.defaultEnabled === undefined ? null : Boolean(plugin.defaultEnabled)
    if (entry.wanted) return true
    this.turnOff(entry)
    return false
  }

  /**
   * @param {PluginEntry} entry
   * @param {Incarnation} incarnation
   * @param {Plugin} plugin
   * @param {{ started: number, url: string, load: number, recovering: boolean }} how
   */
  async #activate(entry, incarnation, plugin, { started, url, load, recovering }) {
    /** @type {{ error: unknown } | null} */
    let failure = null
    /** @type {unknown} */
    let result
    // One batch: listeners see the old version replaced, or nothing of the failed one.
    registry.transaction(() => {
      entry.current?.retire()
      entry.current = incarnation
      enterPlugin(entry.folder)
      try {
        result = withIncarnation(incarnation, () => plugin.register(createContext(incarnation, plugin)))
      } catch (error) {
        failure = { error }
        this.#retire(entry)
      }
    })
    entry.loadMs = performance.now() - started
    if (!failure && isThenable(result)) {
      if (!recovering) entry.settle('loaded')
      try {
        result = await result
      } catch (error) {
        failure = { error }
        // A newer version, or "off", came first: nothing is left to roll back.
        if (entry.current !== incarnation) return
        registry.transaction(() => this.#retire(entry))
        // A newer save is on its way: what is reported, and what is recovered, is that one's.
        if (entry.loading) return reportPluginError(incarnation.source, 'register', error)
      }
    }
    if (failure) return this.#registerFailed(entry, failure.error, { url, load, recovering })
    incarnation.settled = true
    if (typeof result === 'function') incarnation.own(/** @type {() => void} */ (result))
    if (entry.current !== incarnation) return
    entry.goodRev = incarnation.rev
    if (entry.loading) return
    // After a recovery the row keeps the error: an older version than the file is running.
    if (recovering) entry.reportAgain()
    else entry.settle('loaded')
  }

  /**
   * @param {PluginEntry} entry
   * @param {PluginLoadError} error
   * @param {number} load
   * @param {boolean} recovering
   */
  async #evaluationFailed(entry, error, load, recovering) {
    entry.loading = false
    if (recovering) return
    const { phase, message, line, column } = error
    entry.unreachable = error.unreachable
    const shown = { phase, message, line, column, source_line: null }
    entry.fail(shown)
    if (phase === 'evaluate') this.#locate(entry, shown, load)
    await this.recover(entry)
  }

  /**
   * @param {PluginEntry} entry
   * @param {unknown} error
   * @param {{ url: string, load: number, recovering: boolean }} how
   */
  async #registerFailed(entry, error, { url, load, recovering }) {
    if (recovering) {
      console.error(`[plugin:${entry.id}] the last good version failed to register too: ${messageOf(error)}`)
      return
    }
    const { line = null, column = null } = positionOf(error, url)
    const shown = { phase: /** @type {const} */ ('register'), message: messageOf(error), line, column, source_line: null }
    entry.fail(shown)
    if (line !== null) this.#locate(entry, shown, load)
    await this.recover(entry)
  }

  /**
   * @param {PluginEntry} entry
   * @param {string} id
   * @param {string} owner
   */
  #refuseDuplicate(entry, id, owner) {
    const message = `duplicate id "${id}", already loaded from ${owner}/plugin.js`
    // The row of a refused folder goes by the folder's name; the id is another row's.
    if (!entry.current) entry.id = null
    entry.fail({ phase: 'duplicate', message, line: null, column: null, source_line: null })
  }

  /**
   * An engine does not say where a module does not parse; the server does, and it knows what a column of the served source is on disk.
   * @param {PluginEntry} entry
   * @param {import('./snapshot.js').PluginError} error
   * @param {number} load the number of the incarnation that failed
   */
  async #locate(entry, error, load) {
    const { line, column } = error
    const frame = line ? `\n    at plugin.js?load=${load}:${line}:${column ?? 1}` : ''
    try {
      const found = await channel.call('plugins.locate', { folder: entry.folder, rev: entry.rev, message: error.message + frame })
      if (!found || entry.error !== error) return
      entry.amendError({ ...error, line: found.line, column: found.column, source_line: found.source_line ?? null })
    } catch (failure) {
      console.warn(`the place of the error in ${entry.folder}/plugin.js was not found`, failure)
    }
  }

  /** @param {PluginEntry} entry */
  #retire(entry) {
    const { current } = entry
    entry.current = null
    registry.transaction(() => current?.retire())
  }
}

/**
 * @param {string} folder
 * @param {string} rev
 * @param {number} load
 */
function sourceUrl(folder, rev, load) {
  return new URL(`${base}plugins/${encodeURIComponent(folder)}/plugin.js?rev=${rev}&load=${load}`, location.href).href
}

/** Shown where there is one; not part of the contract. @param {any} plugin */
const versionOf = ({ version }) => (typeof version === 'string' || typeof version === 'number' ? String(version).slice(0, LONGEST_VERSION) : null)

/** @param {Plugin} plugin */
const nameOf = (plugin) => (typeof plugin.name === 'string' && plugin.name !== '' ? plugin.name : plugin.id)

/**
 * @param {any} value
 * @returns {value is PromiseLike<unknown>}
 */
const isThenable = (value) => value !== null && typeof value === 'object' && readPlugin(null, 'register', () => typeof value.then === 'function') === true
