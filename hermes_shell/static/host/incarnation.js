/**
 * One evaluation of one plugin.js in this window. It owns a facade host, its disposers and its contributions; when it is retired, all
 * of them end, and it can register or subscribe to nothing afterwards.
 */
import { createHost } from '../sdk/host.js'
import { reportPluginError } from './errors.js'
import { enterPlugin } from './start_watch.js'

/** Sequence numbers of a folder's block; everything registered before `register()` settles takes one. */
const BLOCK = 1_000_000

const nothing = () => {}

export class Incarnation {
  /** The plugin id; null until the module has been evaluated. @type {string | null} */
  id = null
  /** The name for people; null until the module has been evaluated. @type {string | null} */
  name = null
  alive = true
  /** Whether `register` and its promise are done: later registrations append. */
  settled = false
  /** @type {Set<() => void>} in registration order */
  disposers = new Set()

  #seq

  /**
   * @param {string} folder
   * @param {number} load never repeats in a window
   * @param {string} rev
   * @param {number} rank of the folder
   */
  constructor(folder, load, rev, rank) {
    this.folder = folder
    this.load = load
    this.rev = rev
    this.#seq = (rank + 1) * BLOCK
    this.host = createHost(this)
  }

  /** What contributions are stamped with. */
  get source() {
    return `plugin:${this.id ?? this.folder}`
  }

  /** @returns {number | undefined} a number of the block; undefined once `register` has settled */
  nextSeq() {
    return this.settled ? undefined : this.#seq++
  }

  /**
   * Ties something to this incarnation's life. On a retired one it ends at once.
   * @param {() => unknown} dispose
   * @returns {() => void} ends it earlier; idempotent
   */
  own(dispose) {
    if (typeof dispose !== 'function') return nothing
    if (!this.alive) {
      this.#run(dispose)
      return nothing
    }
    const once = () => {
      if (this.disposers.delete(once)) this.#run(dispose)
    }
    this.disposers.add(once)
    return once
  }

  /** Ends everything it owns, in registration order, each on its own. */
  retire() {
    if (!this.alive) return
    this.alive = false
    incarnations.delete(keyOf(this.folder, this.load))
    // A disposer may drop others while the set is walked; those have run then.
    for (const dispose of [...this.disposers]) dispose()
    this.disposers.clear()
  }

  /** @param {() => unknown} dispose */
  #run(dispose) {
    try {
      dispose()
    } catch (error) {
      reportPluginError(this.source, 'dispose', error)
    }
  }
}

/** @type {Map<string, Incarnation>} living incarnations */
const incarnations = new Map()

/** @type {Incarnation | null} */
let current = null

/**
 * @param {string} folder
 * @param {number} load
 * @param {string} rev
 * @param {number} rank
 * @returns {Incarnation}
 */
export function createIncarnation(folder, load, rev, rank) {
  const incarnation = new Incarnation(folder, load, rev, rank)
  incarnations.set(keyOf(folder, load), incarnation)
  return incarnation
}

/**
 * The attributed host of an incarnation; its facade calls this before the plugin's own code runs.
 * @param {string} folder
 * @param {number} load
 * @returns {object} frozen host; an unknown incarnation gets one that belongs to nobody
 */
export function hostFor(folder, load) {
  enterPlugin(folder)
  return incarnations.get(keyOf(folder, load))?.host ?? createHost(null)
}

/**
 * @param {string} folder
 * @param {number | null} load null: the newest one of the folder
 * @returns {Incarnation | undefined} while it lives
 */
export function findIncarnation(folder, load) {
  if (load !== null) return incarnations.get(keyOf(folder, load))
  // The map is in order of creation.
  return [...incarnations.values()].findLast((incarnation) => incarnation.folder === folder)
}

/** @returns {Incarnation | null} the one whose `register` is running (its synchronous part) */
export const currentIncarnation = () => current

/**
 * @template T
 * @param {Incarnation} incarnation
 * @param {() => T} fn
 * @returns {T}
 */
export function withIncarnation(incarnation, fn) {
  const before = current
  current = incarnation
  try {
    return fn()
  } finally {
    current = before
  }
}

/**
 * @param {string} folder
 * @param {number} load
 */
const keyOf = (folder, load) => `${load}:${folder}`
