/** How the palette works by keyboard: a combobox over a list of which only the visible rows exist. */
import { createElement as h, useLayoutEffect, useMemo, useRef, useState } from '../vendor/react.js'
import { useStore } from '../vendor/nanostores-react.js'
import { useFound } from './palette_found.js'
import { iconNode } from './icon.js'
import { Details } from './palette_details.js'
import { layOut } from './palette_list.js'
import { $recent, noteUse } from './palette_recent.js'
import { paletteGroups, withRecent } from './palette_rows.js'
import { Footer, Rows } from './palette_rows_view.js'
import { queryOf, searchGroups } from './palette_search.js'
import { registry } from './registry.js'
import { $locale, $translations } from './translations.js'

const PAGE = 10

/** @typedef {import('./palette_row.js').Row} Row */
/** @typedef {import('./palette_lists.js').PaletteList} Inner */
/** @typedef {{ close: () => void, run: (row: Row, keepOpen: boolean) => unknown }} Doors */

/** @param {Doors & { $open: import('nanostores').ReadableAtom<boolean> }} props */
export function Palette({ $open, ...doors }) {
  return useStore($open) ? h(OpenPalette, doors) : null
}

/** @param {Doors} props */
function OpenPalette({ close, run }) {
  const [path, setPath] = useState(/** @type {readonly Inner[]} */ ([]))
  const [query, setQuery] = useState('')
  const [runs, setRuns] = useState(0)
  const [marked, setMarked] = useState(/** @type {{ key: string, index: number } | null} */ (null))
  const [scale] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1)
  const inner = path.at(-1) ?? null
  const found = useFound(inner, query)
  const groups = useGroups(inner, runs)
  const sought = useMemo(() => queryOf(query), [query])
  const list = useMemo(() => layOut(found ? searchGroups(found, queryOf('')) : searchGroups(groups, sought), scale), [groups, found, sought, scale])
  const details = useMemo(() => new Details(), [runs, inner])
  const at = placeIn(list, marked, query === '' ? inner : null)
  const row = list.rows[at]?.hit.row ?? null
  const scroller = useRef(/** @type {HTMLElement | null} */ (null))
  const input = useRef(/** @type {HTMLInputElement | null} */ (null))
  useLayoutEffect(() => input.current?.focus(), [])
  useLayoutEffect(() => {
    if (row) inner?.preview?.(row)
  }, [inner, row?.key])
  useLayoutEffect(() => () => inner?.leave?.(), [inner])

  /** @param {string} text */
  const search = (text) => {
    setQuery(text)
    setMarked(null)
    if (scroller.current) scroller.current.scrollTop = 0
  }
  /** @param {readonly Inner[]} next */
  const go = (next) => {
    setPath(next)
    search('')
  }
  /** @param {number} index */
  const mark = (index) => list.rows[index] && setMarked({ key: list.rows[index].key, index })
  /** @param {number} index @param {boolean} keep */
  const choose = (index, keep) => {
    const chosen = list.rows[index]?.hit.row
    if (!chosen) return
    if (chosen.opens) {
      if (chosen.remembered) noteUse(chosen.key)
      return go([...path, chosen.opens])
    }
    const keepOpen = keep || chosen.keepOpen
    const result = run(chosen, keepOpen)
    if (!keepOpen) return
    mark(index)
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
    if (target !== undefined) mark(Math.max(0, target))
    else if (event.key === 'Enter') choose(at, event.ctrlKey || event.metaKey)
    else if (event.key === 'Escape') query === '' ? close() : search('')
    else if (event.key === 'Backspace' && query === '' && inner) go(path.slice(0, -1))
    else if (event.key !== 'Tab') return
    event.preventDefault()
    event.stopPropagation()
  }
  const placeholder = inner?.placeholder ?? 'Search commands and pages'
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
        path.map(({ title }, depth) => h(Chip, { key: depth, title, back: () => go(path.slice(0, depth)) })),
        h('input', {
          ref: input, role: 'combobox', 'aria-expanded': list.rows.length > 0, 'aria-controls': list.rows.length > 0 ? 'hs-palette-list' : undefined, 'aria-autocomplete': 'list',
          'aria-activedescendant': list.rows[at] ? `hs-palette-${at}` : undefined, 'aria-label': placeholder, placeholder, autoComplete: 'off', spellCheck: false, maxLength: 1000,
          value: query, onChange: (/** @type {any} */ event) => search(event.target.value),
        }),
        h('kbd', { 'data-slot': 'kbd' }, 'Esc'),
      ),
      h(Rows, { list, at, query: sought, scroller, details, choose, mark, label: inner?.title ?? 'Commands' }),
      h(Footer, { list, all: groups.reduce((count, { rows, prefix }) => count + (prefix ? 0 : rows.length), 0), inner: inner !== null }),
    ),
  )
}

/**
 * Rows are read when the palette opens, when their areas change, and after a run that kept it open; what was used last stays as it was then.
 * @param {Inner | null} inner @param {number} runs
 * @returns {readonly import('./palette_search.js').RowGroup[]}
 */
function useGroups(inner, runs) {
  useStore(registry.$version)
  const [atOpening] = useState(() => $recent.get())
  const recent = useStore($recent).length === 0 ? [] : atOpening
  const read = ['palette', 'sidebar.nav', 'panes', 'themes'].map((area) => registry.getArea(area))
  const words = [useStore($locale), useStore($translations)]
  const groups = useMemo(() => (inner ? [{ label: '', rows: inner.rows() }] : paletteGroups()), [inner, runs, ...read, ...words])
  return useMemo(() => (inner ? groups : withRecent(groups, recent)), [groups, recent.length])
}

/** @param {import('./palette_list.js').PaletteList} list @param {{ key: string, index: number } | null} marked @param {Inner | null} begins */
function placeIn({ rows }, marked, begins) {
  const key = marked?.key ?? begins?.current?.()
  const known = marked && rows[marked.index]?.key === key ? marked.index : rows.findIndex((one) => one.key === key)
  return known >= 0 ? known : Math.max(0, Math.min(marked?.index ?? 0, rows.length - 1))
}

/** @param {{ title: string, back: () => void }} props */
function Chip({ title, back }) {
  return h('button', { type: 'button', className: 'hs-palette-chip', tabIndex: -1, 'aria-label': `Back from ${title}`, title: `Back from ${title}`, onClick: back }, h('span', null, title), iconNode('close', ''))
}
