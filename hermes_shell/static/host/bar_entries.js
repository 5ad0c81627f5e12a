/** What stands on the title bar or the status bar, in its order, with the names that menus show. */
import { readPlugin } from './errors.js'
import { oneLine } from './one_line.js'
import { registry } from './registry.js'
import { plainSource } from './sources.js'

/**
 * @typedef {object} BarEntry
 * @property {string} key what the setting `statusBar.hidden` calls it
 * @property {string} area
 * @property {string} id
 * @property {string} label
 * @property {string} owner name of its plugin
 * @property {string} detail its id where another entry of the same owner has the same label, else empty
 * @property {number} order
 * @property {boolean} core
 * @property {boolean} broken it shows an error
 * @property {boolean} urgent it never leaves the bar by choice: errors, and what waits for the user
 * @property {import('./slots.js').HermesSlot} slot its placeholder on the bar
 */

const LONGEST_LABEL = 60
const URGENT_TONES = new Set(['bad', 'error', 'ask', 'wait'])

/**
 * @param {Element} bar
 * @returns {BarEntry[]} entries that draw something, also those that are hidden or folded now
 */
export function barEntries(bar) {
  const slots = /** @type {import('./slots.js').HermesSlot[]} */ ([...bar.querySelectorAll('[data-area] > hermes-slot[cid]')])
  const entries = slots.flatMap((slot) => entryOf(slot) ?? [])
  /** @type {Map<string, BarEntry[]>} */
  const alike = new Map()
  for (const entry of entries) {
    const name = `${entry.owner}\n${entry.label}`
    alike.set(name, [...(alike.get(name) ?? []), entry])
  }
  for (const same of alike.values()) if (same.length > 1) for (const entry of same) entry.detail = localId(entry.id)
  return entries
}

/**
 * @param {import('./slots.js').HermesSlot} slot
 * @returns {BarEntry | null}
 */
function entryOf(slot) {
  const area = slot.getAttribute('area') ?? ''
  const id = slot.getAttribute('cid') ?? ''
  const contribution = registry.get(area, id)
  const host = slot.slotEntry?.host
  if (!contribution || !host || host.childNodes.length === 0) return null
  const core = contribution.source === 'core' && contribution.server === true
  const broken = slot.dataset.state === 'error'
  const urgent = broken || (core && isUrgent(contribution.data))
  const label = labelOf(contribution, host)
  return { key: `${area}:${id}`, area, id, label, owner: ownerOf(contribution), detail: '', order: contribution.order, core, broken, urgent, slot }
}

/**
 * The name of the plugin that a contribution is of.
 * @param {import('./contribution.js').Contribution} contribution
 */
export function ownerOf({ source, incarnation }) {
  if (source === 'core') return 'Hermes'
  return incarnation?.name ?? plainSource(source)
}

/** The id without the plugin's. @param {string} id */
export const localId = (id) => id.slice(id.indexOf(':') + 1)

/** @param {any} data */
const isUrgent = (data) => data?.pin === 'end' || URGENT_TONES.has(data?.tone)

/**
 * @param {import('./contribution.js').Contribution} contribution
 * @param {HTMLElement} host
 */
function labelOf({ id, title, data, source }, host) {
  const [label, older, tip] = readPlugin(source, `texts of ${id}`, () => [data?.label, data?.toggleLabel, data?.title]) ?? []
  const texts = [title, label, older, host.textContent, tip]
  return texts.map((one) => oneLine(one, LONGEST_LABEL)).find((one) => one !== '') ?? localId(id)
}
