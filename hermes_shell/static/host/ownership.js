/**
 * This window's record of which folder owns which plugin id (claims.js decides).
 */
import { ownerOf, resolveClaim } from './claims.js'
import { snapshot } from './snapshot.js'

export class Ownership {
  /** @type {Map<string, string>} */
  #owners = new Map(Object.entries(snapshot.owners ?? {}))
  /** @type {Set<string>} ids whose owner was found in the first batch */
  #undecided = new Set()
  /** @type {Map<string, string>} folder to the id of its last evaluation */
  #settled = new Map()
  #initial = true

  /** @param {{ has(folder: string): boolean }} present the folders of the inventory */
  constructor(present) {
    this.present = present
  }

  /** The first batch has settled: from now on the one that was first stays. */
  endFirstBatch() {
    this.#initial = false
    this.#undecided.clear()
  }

  /**
   * Records what a folder turned out to hold.
   * @param {string} folder
   * @param {string} id
   * @param {boolean} running whether an older version of the folder runs; a refused save takes nothing from it
   * @returns {{ verdict: import('./claims.js').Verdict, released: string[] }} `released`: ids that the folder no longer owns
   */
  claim(folder, id, running) {
    const verdict = resolveClaim(folder, id, this.#known())
    if (verdict.kind === 'duplicate' && running) return { verdict, released: [] }
    this.#settled.set(folder, id)
    const released = this.#drop(folder, id)
    if (verdict.kind !== 'duplicate') {
      if (this.#initial && this.#owners.get(id) !== folder) this.#undecided.add(id)
      this.#owners.set(id, folder)
    }
    return { verdict, released }
  }

  /**
   * @param {string} folder one that left the inventory
   * @returns {string[]} ids that it owned
   */
  leave(folder) {
    this.#settled.delete(folder)
    return this.#drop(folder, null)
  }

  /** @param {Record<string, string>} owners what the server remembers; what this window decided stands */
  remember(owners) {
    for (const [id, folder] of Object.entries(owners)) if (ownerOf(id, this.#known()) === null) this.#owners.set(id, folder)
  }

  /**
   * @param {string} folder
   * @param {string | null} id the one that it keeps
   * @returns {string[]} the ids that it lost
   */
  #drop(folder, id) {
    const lost = [...this.#owners].filter(([other, owner]) => owner === folder && other !== id).map(([other]) => other)
    for (const other of lost) this.#owners.delete(other)
    return lost
  }

  #known() {
    return { owners: this.#owners, undecided: this.#undecided, present: this.present, settled: this.#settled }
  }
}
