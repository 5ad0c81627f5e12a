/**
 * Views of shared things that belong to one incarnation: what they subscribe ends with it, and nothing can be subscribed
 * afterwards.
 */

/** @typedef {import('../host/incarnation.js').Incarnation} Incarnation */

const nothing = () => {}

/**
 * Runs `subscribe` on behalf of an incarnation.
 *
 * @param {Incarnation | null} incarnation
 * @param {() => () => void} subscribe returns its disposer
 * @returns {() => void} idempotent disposer; inert when the incarnation is retired
 */
export function owned(incarnation, subscribe) {
  if (!incarnation) return subscribe()
  return incarnation.alive ? incarnation.own(subscribe()) : nothing
}

/**
 * A read-only view of an atom. It inherits everything else, so it is the same store to nanostores' own functions.
 *
 * @template {{ listen: Function, subscribe: Function }} T
 * @param {Incarnation | null} incarnation
 * @param {T} $atom
 * @returns {T}
 */
export function attributedAtom(incarnation, $atom) {
  return Object.create($atom, {
    // A plugin must not write what the whole window reads.
    set: { value: undefined },
    listen: { value: (/** @type {any[]} */ ...args) => owned(incarnation, () => $atom.listen(...args)) },
    subscribe: { value: (/** @type {any[]} */ ...args) => owned(incarnation, () => $atom.subscribe(...args)) },
  })
}
