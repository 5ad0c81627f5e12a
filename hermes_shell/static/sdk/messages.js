/** Trees of texts: nesting, merging, looking up, filling in. */

/** @typedef {{ [key: string]: string | ((...args: any[]) => string) | Messages }} Messages */

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
 * @param {Messages} under
 * @param {Messages} over wins leaf by leaf
 * @returns {Messages} a new tree
 */
export function merge(under, over) {
  const merged = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isTree(value) && isTree(below) ? merge(below, value) : value
  }
  return merged
}

/**
 * @param {Messages | undefined} tree
 * @param {string} path with dots
 * @returns {string | ((...args: any[]) => string) | undefined} undefined for a branch, too
 */
export function find(tree, path) {
  /** @type {any} */
  let at = tree
  for (const part of String(path).split('.')) {
    if (!isTree(at) || !Object.hasOwn(at, part)) return undefined
    at = at[part]
  }
  return isTree(at) ? undefined : at
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

/** @param {unknown} value @returns {value is Messages} */
function isTree(value) {
  return typeof value === 'object' && value !== null
}
