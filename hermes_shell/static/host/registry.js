/**
 * The page registry: all contributions of this window, synchronous (contract, registry semantics; architecture sections 5 and 12).
 * It deviates from the contract on purpose in two points: an old disposer removes only what it registered, and ties are decided by
 * sequence numbers, so a hot save keeps its place.
 */
import { atom } from '../vendor/nanostores.js'
import { AreaEntries, EMPTY } from './area_entries.js'
import { follow, isActive, normalise } from './contribution.js'
import { RegistryListeners } from './registry_listeners.js'

/** @typedef {import('./contribution.js').Contribution} Contribution */
/** @typedef {import('./contribution.js').ContributionInput} ContributionInput */
/** @typedef {import('./contribution.js').Entry} Entry */

/** Registrations made after `register()` settled append behind all blocks of register-time numbers. */
const FIRST_LATE_SEQ = 1e12

const nothing = () => {}

export class Registry {
  /** Counts batches. */
  $version = atom(0)

  /** @type {Map<string, AreaEntries>} */
  #areas = new Map()
  #listeners = new RegistryListeners()
  /** @type {Map<string, Set<string>>} area to ids that the open batch changed */
  #changes = new Map()
  #depth = 0
  #lateSeq = FIRST_LATE_SEQ

  /**
   * @param {ContributionInput} contribution
   * @returns {() => void} removes exactly this registration; idempotent
   */
  register(contribution) {
    return this.registerMany([contribution])
  }

  /**
   * Registers all or, when one is malformed, none; one notification per touched area.
   * @param {readonly ContributionInput[]} list
   * @returns {() => void} removes these registrations; what replaced them stays
   */
  registerMany(list) {
    const accepted = [...list].map(normalise)
    if (accepted.length === 0) return nothing
    /** @type {Entry[]} */
    const mine = []
    this.transaction(() => {
      for (const one of accepted) mine.push(this.#insert(Object.freeze({ ...one, seq: one.seq ?? this.#lateSeq++ })))
    })
    return () => {
      if (mine.length > 0) this.transaction(() => mine.splice(0).forEach((entry) => this.#remove(entry)))
    }
  }

  /**
   * @param {string} area
   * @returns {readonly Contribution[]} what shows, in order; the same frozen list until the area changes
   */
  getArea(area) {
    return this.#areas.get(area)?.shown() ?? EMPTY
  }

  /**
   * @param {string} area
   * @param {string} id
   * @returns {Contribution | undefined} also when it is hidden
   */
  get(area, id) {
    return this.#areas.get(area)?.get(id)?.contribution
  }

  /**
   * @param {string} area
   * @param {string} id
   * @returns {boolean} `enabled !== false` and `when`
   */
  isShown(area, id) {
    return this.#areas.get(area)?.get(id)?.active ?? false
  }

  /** @returns {Iterable<Contribution>} every contribution, area by area, hidden ones too */
  *all() {
    for (const entries of this.#areas.values()) for (const { contribution } of entries.all()) yield contribution
  }

  /**
   * Whether another contribution of the same order stands behind a place.
   * @param {Contribution} contribution
   * @param {number} seq the place
   * @returns {boolean}
   */
  hasTieBehind(contribution, seq) {
    return this.#areas.get(contribution.area)?.hasTieBehind(contribution, seq) ?? false
  }

  /**
   * @param {string} area
   * @param {() => void} fn called once per batch that touched the area
   * @returns {() => void} idempotent disposer
   */
  subscribe(area, fn) {
    return this.#listeners.add(area, fn)
  }

  /**
   * @param {(areas: ReadonlySet<string>, changes: import('./registry_listeners.js').Changes) => void} fn called once per batch with the
   *   touched areas, and with the changed ids of each
   * @returns {() => void} idempotent disposer
   */
  subscribeAll(fn) {
    return this.#listeners.addGlobal(fn)
  }

  /**
   * Runs `fn`; listeners hear of all its changes in one batch. Nests. What `fn` changed before a throw stays changed.
   * @template T
   * @param {() => T} fn
   * @returns {T}
   */
  transaction(fn) {
    this.#depth++
    try {
      return fn()
    } finally {
      if (this.#depth === 1) this.#evaluateChanged()
      this.#depth--
      if (this.#depth === 0) this.#notify()
    }
  }

  /** Evaluates every function `when` again: on focus and on navigation. */
  refreshWhen() {
    this.transaction(() => {
      for (const area of this.#areas.keys()) this.#evaluate(area)
    })
  }

  /**
   * @param {Contribution} contribution
   * @returns {Entry}
   */
  #insert(contribution) {
    const { area, id, when } = contribution
    const entries = this.#areas.get(area) ?? new AreaEntries()
    const old = entries.get(id)
    if (old) this.#remove(old)
    /** @type {Entry} */
    const entry = { contribution, active: isActive(contribution), detach: null }
    entries.insert(entry)
    // Removing the old entry may have emptied and dropped the area.
    this.#areas.set(area, entries)
    if (typeof when !== 'function') entry.detach = follow(contribution, () => this.#liveChanged(entry))
    this.#touch(area, id)
    return entry
  }

  /** @param {Entry} entry */
  #remove(entry) {
    const { area, id } = entry.contribution
    const entries = this.#areas.get(area)
    if (entries?.get(id) !== entry) return
    entries.remove(entry)
    entry.detach?.()
    entry.detach = null
    this.#touch(area, id)
    if (entries.isEmpty) this.#areas.delete(area)
  }

  /** @param {Entry} entry */
  #liveChanged(entry) {
    const { area, id } = entry.contribution
    if (this.#areas.get(area)?.get(id) !== entry) return
    const active = isActive(entry.contribution)
    if (active === entry.active) return
    entry.active = active
    this.transaction(() => this.#touch(area, id))
  }

  /**
   * @param {string} area
   * @param {string} id
   */
  #touch(area, id) {
    this.#areas.get(area)?.forgetShown()
    const ids = this.#changes.get(area)
    if (ids) ids.add(id)
    else this.#changes.set(area, new Set([id]))
  }

  /** A change of an area evaluates its function `when`s again. */
  #evaluateChanged() {
    for (const area of this.#changes.keys()) this.#evaluate(area)
  }

  /** @param {string} area */
  #evaluate(area) {
    for (const entry of this.#areas.get(area)?.watched ?? []) {
      const active = isActive(entry.contribution)
      if (active === entry.active) continue
      entry.active = active
      this.#touch(area, entry.contribution.id)
    }
  }

  #notify() {
    if (this.#changes.size === 0) return
    const changes = this.#changes
    this.#changes = new Map()
    this.#listeners.notify(changes)
    this.$version.set(this.$version.get() + 1)
  }
}

/** The window's registry. */
export const registry = new Registry()
