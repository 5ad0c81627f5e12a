/**
 * Who owns a plugin id when several folders claim it (contract, loader L18; architecture section 12 "duplicate ids"). Pure.
 *
 * An owner keeps its id while its folder is there and has not turned out to hold another one. Among folders that were not known before, the
 * first in code-point order wins while the first batch loads; afterwards the one that was first stays. A folder that has not settled and
 * was never known owns nothing yet.
 */

/**
 * @typedef {object} Known
 * @property {ReadonlyMap<string, string>} owners id to folder: remembered by the server, or decided in this window
 * @property {ReadonlySet<string>} undecided ids whose owner was found in this window's first batch and may still change
 * @property {{ has(folder: string): boolean }} present folders of the inventory
 * @property {ReadonlyMap<string, string>} settled folder to the id of its last successful evaluation
 */

/** @typedef {{ kind: 'own' } | { kind: 'takeover', from: string } | { kind: 'duplicate', owner: string }} Verdict */

/**
 * @param {string} folder the folder that was evaluated
 * @param {string} id the id that it exports
 * @param {Known} known
 * @returns {Verdict}
 */
export function resolveClaim(folder, id, known) {
  const owner = ownerOf(id, known)
  if (owner === null || owner === folder) return { kind: 'own' }
  if (known.undecided.has(id) && compareCodePoints(folder, owner) < 0) return { kind: 'takeover', from: owner }
  return { kind: 'duplicate', owner }
}

/**
 * @param {string} id
 * @param {Known} known
 * @returns {string | null} the folder that owns the id now
 */
export function ownerOf(id, { owners, present, settled }) {
  const owner = owners.get(id)
  if (owner === undefined || !present.has(owner)) return null
  const found = settled.get(owner)
  return found === undefined || found === id ? owner : null
}

/**
 * Order of folder names by code point; `<` on strings compares UTF-16 code units, which differs beyond the BMP.
 * @param {string} a
 * @param {string} b
 * @returns {number} negative, 0 or positive
 */
export function compareCodePoints(a, b) {
  const left = [...a]
  const right = [...b]
  for (let i = 0; i < left.length && i < right.length; i++) {
    const difference = /** @type {number} */ (left[i].codePointAt(0)) - /** @type {number} */ (right[i].codePointAt(0))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
