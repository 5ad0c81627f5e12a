/** Fields of a record that cannot go to the server because they hold something else than the area declares. */
import { kindOf } from './node_check.js'
import { snapshot } from './snapshot.js'

/** @type {Record<string, string>} */
const WANTED = { text: 'a text', number: 'a number', flag: 'true or false', choice: 'a text', list: 'a list of texts' }

/** @type {ReadonlyMap<string, readonly [string, string][]> | null} */
let table = null

/**
 * @param {import('./contribution.js').Contribution} contribution
 * @returns {string[]} one sentence a field
 */
export function fieldProblems({ area, data }) {
  table ??= new Map((snapshot.areas ?? []).map((one) => [one.id, Object.entries(one.fields ?? {}).filter(([, kind]) => kind in WANTED)]))
  const fields = table.get(area)
  if (!fields || fields.length === 0 || data === undefined || data === null) return []
  if (typeof data !== 'object') return [`data: an object is needed, not ${kindOf(data)}`]
  return fields.flatMap(([name, kind]) => {
    const value = valueAt(data, name.split('.'))
    if (value === undefined || value === null || isFit(value, kind)) return []
    return [`${name}: ${WANTED[kind]} is needed, not ${kindOf(value)}`]
  })
}

/**
 * Values of the wrong primitive type go out as they are: the server says what is wrong with them.
 * @param {unknown} value
 * @param {string} kind
 */
function isFit(value, kind) {
  if (kind === 'list') return Array.isArray(value) || typeof value !== 'object'
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}

/** @param {any} data @param {string[]} path */
function valueAt(data, path) {
  try {
    return path.reduce((value, key) => (value !== null && typeof value === 'object' ? value[key] : undefined), data)
  } catch {
    return undefined // a getter of the plugin that throws is reported where the descriptor is made
  }
}
