/** The app's own texts: flat keys become a tree, and a text is filled in. */
import { isTree, merge } from '../host/text_tree.js'

/** @typedef {import('../host/text_tree.js').Tree} Messages */

/** Keys that would reach an object's prototype. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * A tree in which no key has a dot: `{ 'a.b': 'x' }` is `{ a: { b: 'x' } }`.
 *
 * @param {Messages} tree
 * @returns {Messages}
 */
export function nest(tree) {
  /** @type {Messages} */
  let nested = {}
  for (const [path, value] of Object.entries(tree)) {
    const parts = path.split('.')
    if (parts.some((part) => FORBIDDEN.has(part))) continue
    const leaf = isTree(value) ? nest(value) : value
    nested = merge(nested, /** @type {Messages} */ (parts.reduceRight((inner, part) => ({ [part]: inner }), /** @type {any} */ (leaf))))
  }
  return nested
}

/**
 * @param {string | ((...args: any[]) => string)} text
 * @param {readonly any[]} args for `{0}`, `{1}`, or the function
 * @returns {string}
 */
export function format(text, args) {
  if (typeof text === 'function') return String(text(...args))
  return String(text).replace(/\{(\d+)\}/g, (whole, index) => (Number(index) < args.length ? String(args[Number(index)]) : whole))
}
