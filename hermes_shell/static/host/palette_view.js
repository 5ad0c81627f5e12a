/** How the palette looks and works by keyboard: a combobox over a list of which only the visible rows exist. */
import { createElement as h, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../vendor/react.js'
import { useStore } from '../vendor/nanostores-react.js'
import { guardedIcon, iconNode } from './icon.js'
import { comboKeys } from './combo.js'
import { firstCombo } from './keybinds.js'
import { layOut, visibleItems } from './palette_list.js'
import { paletteGroups, searchGroups } from './palette_rows.js'
import { isMac } from './platform.js'
import { registry } from './registry.js'

const PAGE = 10
/** Room below the last row when it is scrolled into view, px. */
const PADDING = 8

/** @typedef {import('./palette_rows.js').Row} Row */
/** @typedef {{ close: () => void, run: (row: Row, keepOpen: boolean) => unknown }} Doors */

/** @param {Doors & { $open: import('nanostores').ReadableAtom<boolean> }} props */
export function Palette({ $open, ...doors }) {
  return useStore($open) ? h(OpenPalette, doors) : null
}

/** @param {Doors} props */
function OpenPalette({ close, run }) {
  const version = useStore(registry.$version)
  const [query, setQuery] = useState('')
  const [selected, setSelected] = useState(0)
  const [runs, setRuns] = useState(0)
  const [scale] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1)
  const groups = useMemo(paletteGroups, [version, runs])
  const list = useMemo(() => layOut(searchGroups(groups, query), scale), [groups, query, scale])
  // Details are read again on open and after a run that kept the palette open.
  const details = useMemo(() => new Map(), [groups, runs])
  const at = Math.min(selected, Math.max(0, list.rows.length - 1))
  const scroller = useRef(/** @type {HTMLElement | null} */ (null))
  const input = useRef(/** @type {HTMLInputElement | null} */ (null))
  useLayoutEffect(() => input.current?.focus(), [])

  /** @param {string} text */
  const search = (text) => {
    setQuery(text)
    setSelected(0)
    if (scroller.current) scroller.current.scrollTop = 0
  }
  /** @param {number} index @param {boolean} keep */
  const choose = (index, keep) => {
    const row = list.rows[index]?.row
    if (!row) return
    const keepOpen = keep || row.keepOpen
    const result = run(row, keepOpen)
    if (!keepOpen) return
    const reread = () => setRuns((count) => count + 1)
    reread()
    if (result instanceof Promise) result.then(reread, reread)
  }
  /** @param {import('react').KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const last = list.rows.length - 1
    const move = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at === 0 ? last : at - 1, Home: 0, End: last, PageDown: Math.min(last, at + PAGE), PageUp: Math.max(0, at - PAGE) }
    const target = /** @type {Record<string, number>} */ (move)[event.key]
    if (target !== undefined) setSelected(Math.max(0, target))
    else if (event.key === 'Enter') choose(at, event.ctrlKey || event.metaKey)
    else if (event.key === 'Escape') query === '' ? close() : search('')
    else if (event.key !== 'Tab') return
    event.preventDefault()
    event.stopPropagation()
  }
  return h(
    'div',
    { className: 'hs-scrim', onMouseDown: (/** @type {any} */ event) => event.target === event.currentTarget && close() },
    h(
      'div',
      {
        className: 'hs-palette', 'data-slot': 'palette', role: 'dialog', 'aria-modal': true, 'aria-label': 'Command palette', onKeyDown,
        // A press on a row must not take the focus out of the field.
        onMouseDown: (/** @type {any} */ event) => event.target !== input.current && event.preventDefault(),
      },
      h(
        'div',
        { className: 'hs-palette-input' },
        iconNode('search', 'hs-palette-icon'),
        h('input', {
          ref: input, role: 'combobox', 'aria-expanded': list.rows.length > 0, 'aria-controls': list.rows.length > 0 ? 'hs-palette-list' : undefined, 'aria-autocomplete': 'list',
          'aria-activedescendant': list.rows[at] ? `hs-palette-${at}` : undefined, 'aria-label': 'Search commands and pages', placeholder: 'Search commands and pages',
          autoComplete: 'off', spellCheck: false, value: query, onChange: (/** @type {any} */ event) => search(event.target.value),
        }),
        h('kbd', { 'data-slot': 'kbd' }, 'Esc'),
      ),
      h(Rows, { list, at, scroller, details, choose, select: setSelected }),
      h(Footer, { shown: list.rows.length, all: groups.reduce((count, { rows }) => count + rows.length, 0) }),
    ),
  )
}

/**
 * @param {{
 *   list: import('./palette_list.js').PaletteList, at: number, scroller: import('react').RefObject<HTMLElement | null>,
 *   details: Map<string, string>, choose: (index: number, keep: boolean) => void, select: (index: number) => void,
 * }} props
 */
function Rows({ list, at, scroller, details, choose, select }) {
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
  if (list.rows.length === 0) return h('div', { className: 'hs-palette-empty', role: 'status' }, 'No command matches.')
  const onScroll = (/** @type {any} */ event) => setTop(event.currentTarget.scrollTop)
  return h(
    'div',
    { ref: scroller, className: 'hs-palette-list', id: 'hs-palette-list', role: 'listbox', 'aria-label': 'Commands', onScroll },
    h(
      'div',
      { role: 'presentation', style: { position: 'relative', height: list.height } },
      visibleItems(list, top).map((item) => {
        const style = { position: /** @type {const} */ ('absolute'), top: item.top, height: item.height, left: 0, right: 0 }
        if (!item.row) return h('div', { key: `heading:${item.label}`, className: 'hs-palette-heading', role: 'presentation', style }, item.label)
        const { row, index } = item
        return h(
          'div',
          {
            key: row.key, id: `hs-palette-${index}`, className: 'hs-palette-row', role: 'option', 'data-row': row.key, 'aria-selected': index === at,
            'aria-setsize': list.rows.length, 'aria-posinset': index + 1, style,
            onMouseMove: () => index !== at && select(index),
            onClick: (/** @type {any} */ event) => choose(index, event.ctrlKey || event.metaKey),
          },
          guardedIcon(row.icon, 'hs-palette-icon', row.contribution),
          h('span', { className: 'hs-palette-label' }, item.label),
          h('span', { className: 'hs-palette-detail', 'data-variant': row.detailVariant }, detailText(row, details)),
          row.action ? h(Keys, { action: row.action }) : null,
        )
      }),
    ),
  )
}

/** @param {{ action: string }} props */
function Keys({ action }) {
  const combo = firstCombo(action)
  if (!combo) return null
  return h('span', { className: 'hs-keys' }, comboKeys(combo, isMac).map((key) => h('kbd', { key, 'data-slot': 'kbd' }, key)))
}

/** @param {{ shown: number, all: number }} props */
function Footer({ shown, all }) {
  const accelerator = isMac ? '⌘' : 'Ctrl'
  const hint = (/** @type {string[]} */ keys, /** @type {string} */ text) =>
    h('span', { key: text }, h('span', { className: 'hs-keys' }, keys.map((key) => h('kbd', { key, 'data-slot': 'kbd' }, key))), text)
  return h(
    'div',
    { className: 'hs-palette-foot' },
    hint(['↑', '↓'], 'move'),
    hint(['↵'], 'run'),
    hint([accelerator, '↵'], 'run, stay open'),
    h('span', { className: 'hs-grow' }),
    h('span', { 'aria-live': 'polite' }, `${shown} of ${all}`),
  )
}

/** @param {Row} row @param {Map<string, string>} details */
function detailText(row, details) {
  if (!row.detail) return ''
  let text = details.get(row.key)
  if (text !== undefined) return text
  try {
    text = String(row.detail() ?? '')
  } catch (error) {
    console.error(`[${row.key}] detail`, error)
    text = ''
  }
  details.set(row.key, text)
  return text
}
