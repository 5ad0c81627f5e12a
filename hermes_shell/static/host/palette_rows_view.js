/** What is seen of the palette's list: the rows near the viewport, and the line below it. */
import { createElement as h, useEffect, useState } from '../vendor/react.js'
import { comboKeys } from './combo.js'
import { guardedIcon } from './icon.js'
import { firstCombo } from './keybinds.js'
import { visibleItems } from './palette_list.js'
import { matchedParts } from './palette_search.js'
import { isMac } from './platform.js'

/** Room below the last row when it is scrolled into view, px. */
const PADDING = 8

/** @typedef {import('./palette_list.js').PaletteList} PaletteList */
/** @typedef {import('./palette_search.js').Hit} Hit */
/** @typedef {import('./palette_search.js').Query} Query */

/**
 * @typedef {object} RowsProps
 * @property {PaletteList} list
 * @property {number} at which row is marked
 * @property {Query} query
 * @property {string} label
 * @property {import('react').RefObject<HTMLElement | null>} scroller
 * @property {import('./palette_details.js').Details} details
 * @property {(index: number, keep: boolean) => void} choose
 * @property {(index: number) => void} mark
 */

/** @param {RowsProps} props */
export function Rows({ list, at, query, scroller, details, choose, mark, label }) {
  const [top, setTop] = useState(0)
  useEffect(() => {
    const element = scroller.current
    const row = list.rows[at]
    if (!element || !row) return
    const end = row.top + row.height + PADDING
    if (row.top < element.scrollTop) element.scrollTop = at === 0 ? 0 : row.top
    else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight
    setTop(element.scrollTop)
  }, [list, at, scroller])
  if (list.rows.length === 0) return h('div', { className: 'hs-palette-empty', role: 'status' }, query.text === '' ? 'Nothing here yet.' : 'No command matches.')
  return h(
    'div',
    { ref: scroller, className: 'hs-palette-list', id: 'hs-palette-list', role: 'listbox', 'aria-label': label, onScroll: (/** @type {any} */ event) => setTop(event.currentTarget.scrollTop) },
    h(
      'div',
      { role: 'presentation', style: { position: 'relative', height: list.height } },
      visibleItems(list, top).map(({ key, top: start, height, label: text, hit, index }) => {
        const style = { position: /** @type {const} */ ('absolute'), top: start, height, left: 0, right: 0 }
        if (!hit) return h('div', { key, className: 'hs-palette-heading', role: 'presentation', style }, text)
        const { row } = hit
        return h(
          'div',
          {
            key, id: `hs-palette-${index}`, className: 'hs-palette-row', role: 'option', 'data-row': key, 'aria-selected': index === at,
            'aria-setsize': list.rows.length, 'aria-posinset': index + 1, style,
            onMouseMove: () => index !== at && mark(index),
            onClick: (/** @type {any} */ event) => choose(index, event.ctrlKey || event.metaKey),
          },
          guardedIcon(row.icon, 'hs-palette-icon', row.contribution),
          h('span', { className: 'hs-palette-label', title: text.endsWith('…') && !row.opens ? text : undefined }, withMarks(hit, query)),
          h('span', { className: 'hs-palette-detail', 'data-variant': row.detailVariant }, details.of(row)),
          row.action ? h(Keys, { action: row.action }) : null,
          row.opens ? h('span', { className: 'hs-palette-more codicon codicon-chevron-right', 'aria-hidden': true }) : null,
        )
      }),
    ),
  )
}

/** The label with its matched letters. @param {Hit} hit @param {Query} query @returns {import('react').ReactNode} */
function withMarks(hit, query) {
  const { label } = hit.row
  /** @type {import('react').ReactNode[]} */
  const nodes = []
  let end = 0
  for (const [from, to] of matchedParts(hit, query)) {
    nodes.push(label.slice(end, from), h('mark', { key: from }, label.slice(from, to)))
    end = to
  }
  return end === 0 ? label : [...nodes, label.slice(end)]
}

/** @param {{ action: string }} props */
function Keys({ action }) {
  const combo = firstCombo(action)
  return combo ? keys(comboKeys(combo, isMac)) : null
}

/** @param {string[]} names */
const keys = (names) => h('span', { className: 'hs-keys' }, names.map((key) => h('kbd', { key, 'data-slot': 'kbd' }, key)))

/** @param {{ list: PaletteList, all: number, inner: boolean }} props inner: Backspace leads back */
export function Footer({ list, all, inner }) {
  const hint = (/** @type {string[]} */ names, /** @type {string} */ text) => h('span', { key: text }, keys(names), text)
  const shown = new Set(list.rows.map(({ hit }) => hit.row)).size
  return h(
    'div',
    { className: 'hs-palette-foot' },
    hint(['↑', '↓'], 'move'),
    hint(['↵'], 'run'),
    inner ? hint(['⌫'], 'back') : hint([isMac ? '⌘' : 'Ctrl', '↵'], 'run, stay open'),
    h('span', { className: 'hs-grow' }),
    h('span', { 'aria-live': 'polite' }, `${shown} of ${all}`),
  )
}
