/** Panes in the palette: a row each, those that were closed too, and the list "Show pane…". */
import { readPlugin } from './errors.js'
import { plainTitle } from './field_view.js'
import { oneLine } from './one_line.js'
import { registerPaletteList } from './palette_lists.js'
import { plainRow } from './palette_row.js'
import { LONGEST_LABEL } from './palette_text.js'
import { $layout, revealPane, zoneOf } from './panes.js'
import { registry } from './registry.js'

/** @typedef {import('./palette_row.js').Row} Row */

/** Puts the list into the palette. Call once. */
export function startPaletteOfPanes() {
  const list = { title: 'Show pane', placeholder: 'Search panes', rows: () => paneRows().map(named) }
  registerPaletteList({ id: 'panes', label: 'Show pane…', group: 'Panes', keywords: ['view', 'tab', 'closed', 'reopen', 'restore', 'floating'], icon: 'layout', list })
}

/**
 * A row for every pane that a contribution brings; one that has no place in the window says "Show".
 * @returns {Row[]}
 */
export function paneRows() {
  return registry.getArea('panes').flatMap((one) => readPlugin(one.source, `palette row of pane ${one.id}`, () => paneRow(one)) ?? [])
}

/** In a list of panes nothing need say that it is one. @param {Row} row */
const named = (row) => ({ ...row, label: titleOf(row.contribution), detail: () => placeOf(row.contribution.id) })

/** @param {import('./contribution.js').Contribution} contribution @returns {Row} */
function paneRow(contribution) {
  const { id } = contribution
  const title = titleOf(contribution)
  const label = zoneOf(id) ? title : `Show ${title}`
  const run = () => revealPane(id)
  return { ...plainRow(contribution), key: `pane:${id}`, label, keywords: 'pane show view tab', icon: 'layout-panel', run, detail: () => `pane, ${placeOf(id)}` }
}

/** @param {import('./contribution.js').Contribution} contribution */
const titleOf = (contribution) => oneLine(plainTitle(contribution), LONGEST_LABEL)

/** Where a pane is now, in words. @param {string} id */
function placeOf(id) {
  const zone = zoneOf(id)
  if (!(zone instanceof HTMLElement)) return $layout.get()?.dismissed?.includes(id) === false ? 'hidden' : 'closed'
  const { zone: name = '' } = zone.dataset
  if (name.startsWith('float:')) return 'floating'
  const side = name === 'main' ? 'main' : sideOf(zone)
  return zone.hasAttribute('data-minimised') ? `${side}, minimised` : side
}

/** On which side of the workspace's group another group stands; its id says only where it was opened. @param {HTMLElement} zone */
function sideOf(zone) {
  const main = document.querySelector('[data-zone="main"]')
  const split = main && zone.parentElement?.closest('.hs-split:has([data-zone="main"])')
  if (!split) return 'open'
  const isBefore = (zone.compareDocumentPosition(main) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  if (split.getAttribute('data-axis') === 'column') return isBefore ? 'top' : 'bottom'
  return isBefore ? 'left' : 'right'
}
