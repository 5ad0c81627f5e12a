/**
 * What the server's mirror holds of a contribution: its key, its place and the declared primitive fields of its area (architecture
 * section 5). Never a function, a React value or an undeclared field.
 */
import { reportPluginError } from './errors.js'

/** @typedef {import('./contribution.js').Contribution} Contribution */

/**
 * @typedef {object} Descriptor
 * @property {string} area
 * @property {string} id
 * @property {string} title
 * @property {number} order
 * @property {number} seq
 * @property {boolean} enabled
 * @property {string} source
 * @property {Record<string, unknown>} fields
 */

/** Kinds of fields that never leave the page. */
const PAGE_KINDS = new Set(['call', 'node', 'render', 'provider'])
/** Kinds of one primitive; a field of any other kind may also be a list of primitives. */
const SCALAR_KINDS = new Set(['text', 'number', 'flag', 'choice'])
const LONGEST_LIST = 1000

/**
 * A function that describes contributions by the area table.
 * @param {readonly { id: string, fields?: Record<string, string> }[]} areas
 * @returns {(contribution: Contribution, shown: boolean) => Descriptor}
 */
export function describer(areas) {
  const fieldsOf = new Map(areas.map((area) => [area.id, sentFields(area.fields ?? {})]))
  return (contribution, shown) => ({
    area: contribution.area,
    id: contribution.id,
    title: typeof contribution.title === 'string' ? contribution.title : '',
    order: contribution.order,
    seq: contribution.seq,
    enabled: shown,
    source: contribution.source,
    fields: pick(contribution, fieldsOf.get(contribution.area) ?? []),
  })
}

/** @typedef {{ name: string, path: string[], lists: boolean, presence: boolean }} Field */

/**
 * @param {Record<string, string>} fields name (dotted for a nested value) to kind
 * @returns {Field[]}
 */
function sentFields(fields) {
  return Object.entries(fields)
    .filter(([, kind]) => !PAGE_KINDS.has(kind))
    .map(([name, kind]) => ({ name, path: name.split('.'), lists: !SCALAR_KINDS.has(kind), presence: kind === 'presence' }))
}

/**
 * A value of the wrong primitive type goes out as it is: the server answers with a warning that names the field.
 * @param {Contribution} contribution
 * @param {Field[]} fields
 * @returns {Record<string, unknown>}
 */
function pick(contribution, fields) {
  /** @type {Record<string, unknown>} */
  const picked = {}
  for (const { name, path, lists, presence } of fields) {
    try {
      const value = path.reduce(step, contribution.data)
      if (presence) {
        if (isThere(value)) picked[name] = typeof value
      } else if (isPrimitive(value)) picked[name] = value
      // Entries of another type are dropped one by one, as the contract says of lists.
      else if (lists && Array.isArray(value)) picked[name] = value.slice(0, LONGEST_LIST).filter(isPrimitive)
    } catch (error) {
      // A getter of the plugin. The whole realm stands behind this descriptor.
      reportPluginError(contribution.source, `field ${name} of ${contribution.area} ${contribution.id}`, error)
    }
  }
  return picked
}

/**
 * @param {any} value
 * @param {string} key
 */
const step = (value, key) => (value !== null && typeof value === 'object' ? value[key] : undefined)

/** Whether a node or call stands in a field. @param {unknown} value */
const isThere = (value) => value !== undefined && value !== null && value !== false && value !== ''

/** @param {unknown} value */
function isPrimitive(value) {
  return typeof value === 'string' || typeof value === 'boolean' || value === null || (typeof value === 'number' && Number.isFinite(value))
}
