/** Trees of texts: key to a text, a function or a branch. Plugins bring them, so a tree is copied and has no prototype to reach. */

/** @typedef {{ [key: string]: Tree | string | ((...args: any[]) => any) }} Tree */

/**
 * @param {Tree} under
 * @param {Tree} over wins leaf by leaf
 * @returns {Tree} a new tree
 */
export function merge(under, over) {
  /** @type {Tree} */
  const merged = Object.assign(Object.create(null), under)
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isTree(value) ? merge(isTree(below) ? below : {}, value) : value
  }
  return merged
}

/**
 * @param {Tree | undefined} tree
 * @param {string} path a key of the tree, or a path with dots
 * @returns {string | ((...args: any[]) => any) | undefined} undefined for a branch, too
 */
export function find(tree, path) {
  if (isTree(tree) && Object.hasOwn(tree, path) && !isTree(tree[path])) return tree[path]
  /** @type {any} */
  const found = path.split('.').reduce((/** @type {any} */ at, part) => (isTree(at) && Object.hasOwn(at, part) ? at[part] : undefined), tree)
  return isTree(found) ? undefined : found
}

/** @param {unknown} value @returns {value is Tree} */
export const isTree = (value) => value !== null && typeof value === 'object'
