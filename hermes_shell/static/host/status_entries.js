/** What stands on the status bar, in its order, with the names that its menus show. */
import { registry } from './registry.js'

/**
 * @typedef {object} StatusEntry
 * @property {string} key what the setting `statusBar.hidden` calls it
 * @property {string} area
 * @property {string} id
 * @property {string} label
 * @property {string} owner name of its plugin
 * @property {boolean} core
 * @property {boolean} urgent it never leaves the bar: errors, and what waits for the user
 * @property {import('./slots.js').HermesSlot} slot its placeholder on the bar
 */

const LONGEST_LABEL = 60
const URGENT_TONES = new Set(['bad', 'error', 'ask', 'wait'])

/**
 * @param {Element} bar
 * @returns {StatusEntry[]} entries that draw something, also those that are hidden or folded now
 */
export function statusEntries(bar) {
  const slots = /** @type {import('./slots.js').HermesSlot[]} */ ([...bar.querySelectorAll('[data-area] > hermes-slot[cid]')])
  return slots.flatMap((slot) => {
    const area = slot.getAttribute('area') ?? ''
    const id = slot.getAttribute('cid') ?? ''
    const contribution = registry.get(area, id)
    const host = slot.slotEntry?.host
    if (!contribution || !host || host.childNodes.length === 0) return []
    const { source, incarnation } = contribution
    const core = source === 'core'
    const urgent = slot.dataset.state === 'error' || (core && isUrgent(contribution.data))
    const owner = core ? 'Hermes' : (incarnation?.name ?? source.replace(/^plugin:/, ''))
    return [{ key: `${area}:${id}`, area, id, label: labelOf(contribution, host), owner, core, urgent, slot }]
  })
}

/** @param {any} data */
const isUrgent = (data) => data?.pin === 'end' || URGENT_TONES.has(data?.tone)

/**
 * @param {import('./contribution.js').Contribution} contribution
 * @param {HTMLElement} host
 */
function labelOf({ id, title, data }, host) {
  const texts = [title, data?.label, data?.toggleLabel, host.textContent, data?.title]
  const text = texts.map((one) => (typeof one === 'string' ? one.replace(/\s+/g, ' ').trim() : '')).find((one) => one !== '')
  return (text ?? id.slice(id.indexOf(':') + 1)).slice(0, LONGEST_LABEL)
}
