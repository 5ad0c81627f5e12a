/**
 * The rows of the palette and how a query ranks them. All contributed rows form one group headed Commands, in registry order; with a query
 * groups are ranked by their best match and ties keep the order. Source: contract section 4.8.
 */
import { go, highlight } from '../vendor/fuzzy.js'
import { createElement as h } from '../vendor/react.js'
import { runCommand } from './commands.js'
import { readPlugin } from './errors.js'
import { revealPane } from './panes.js'
import { registry } from './registry.js'
import { navigate } from './router.js'
import { translate } from './translations.js'

/** A longer list helps nobody, and ranking stays within a frame. */
const MOST_MATCHES = 300
const GROUP_ORDER = ['Go to', 'Projects', 'Commands', 'Panes', 'Command Center', 'Appearance', 'Settings']

/**
 * @typedef {object} Row
 * @property {string} key `<source>:<contribution id>`
 * @property {string} label
 * @property {string} keywords
 * @property {unknown} icon
 * @property {() => unknown} run
 * @property {boolean} keepOpen
 * @property {(() => unknown) | null} detail read on open and after a run that kept the palette open
 * @property {string} detailVariant
 * @property {string | null} action the key binding whose keys are shown
 * @property {import('./contribution.js').Contribution} contribution
 */

/** @typedef {{ row: Row, label: import('react').ReactNode }} Hit */
/** @typedef {{ label: string, hits: Hit[] }} Group */

/** Every row, group by group; empty groups are left out. @returns {{ label: string, rows: Row[] }[]} */
export function paletteGroups() {
  /** @type {Map<string, Row[]>} */
  const groups = new Map(GROUP_ORDER.map((label) => [label, []]))
  for (const contribution of registry.getArea('palette')) {
    const row = read(contribution, commandRow)
    if (!row) continue
    const label = contribution.source === 'core' ? coreGroup(contribution) : 'Commands'
    const rows = groups.get(label)
    if (rows) rows.push(row)
    else groups.set(label, [row])
  }
  groups.get('Go to')?.push(...registry.getArea('sidebar.nav').flatMap((one) => read(one, navRow) ?? []))
  groups.get('Panes')?.push(...registry.getArea('panes').flatMap((one) => read(one, paneRow) ?? []))
  return [...groups].filter(([, rows]) => rows.length > 0).map(([label, rows]) => ({ label, rows }))
}

/**
 * @param {readonly { label: string, rows: Row[] }[]} groups
 * @param {string} query
 * @returns {Group[]}
 */
export function searchGroups(groups, query) {
  const text = query.trim()
  if (text === '') return groups.map(({ label, rows }) => ({ label, hits: rows.map((row) => ({ row, label: row.label })) }))
  return groups
    .map(({ label, rows }) => {
      const results = go(text, rows, { keys: ['label', 'keywords'], limit: MOST_MATCHES })
      const hits = results.map((/** @type {any} */ result) => ({ row: result.obj, label: marked(result[0], result.obj.label) }))
      return { label, hits, best: results[0]?.score ?? -Infinity }
    })
    .filter(({ hits }) => hits.length > 0)
    .sort((one, other) => other.best - one.best)
}

/** The matched letters of a label. @param {any} match @param {string} label */
function marked(match, label) {
  if (!match || !match.target) return label
  return highlight(match, (/** @type {string} */ letters, /** @type {number} */ key) => h('mark', { key }, letters))
}

/**
 * A row, or null when there is none or its data cannot be read: one plugin must not empty the palette.
 * @param {import('./contribution.js').Contribution} contribution
 * @param {(contribution: import('./contribution.js').Contribution) => Row | null} rowOf
 */
function read(contribution, rowOf) {
  return readPlugin(contribution.source, `palette row of ${contribution.area} ${contribution.id}`, () => rowOf(contribution))
}

/**
 * @param {import('./contribution.js').Contribution} contribution
 * @returns {Row | null} null without a label or something to run
 */
function commandRow(contribution) {
  const { data, id, source, title } = contribution
  if (!data) return null
  const label = labelOf(contribution) || (source === 'core' ? title : '')
  const run = typeof data.run === 'function' ? () => data.run() : source === 'core' && data.command ? () => runCommand(data.command) : null
  if (!label || !run) return null
  return {
    key: `${source}:${id}`, label, keywords: wordsOf(data.keywords), icon: data.icon ?? data.codicon ?? 'zap', run,
    keepOpen: data.keepOpen === true, detail: detailOf(data.detail), detailVariant: data.detailVariant === 'state' ? 'state' : 'muted',
    action: data.action ?? (source === 'core' ? data.command : null) ?? null, contribution,
  }
}

/** @param {import('./contribution.js').Contribution} contribution */
function labelOf({ data, source }) {
  const key = source.startsWith('plugin:') && typeof data.labelKey === 'string' ? data.labelKey : null
  const translated = key ? translate(source.slice('plugin:'.length), key) : null
  if (translated && translated !== key) return translated
  return typeof data.label === 'string' ? data.label : ''
}

/** @param {import('./contribution.js').Contribution} contribution */
function coreGroup({ data, id }) {
  if (typeof data.group === 'string' && data.group) return data.group
  if (/^(nav|session)\./.test(id)) return 'Go to'
  if (/^appearance\./.test(id)) return 'Appearance'
  return /^(settings|keybinds)\./.test(id) ? 'Settings' : 'Command Center'
}

/** @param {import('./contribution.js').Contribution} contribution */
const isPluginNav = ({ source, data }) => source !== 'core' && Boolean(data?.label && (data.path || data.onSelect))

/** @param {import('./contribution.js').Contribution} contribution @returns {Row | null} */
function navRow(contribution) {
  if (!isPluginNav(contribution)) return null
  const { data, id, source } = contribution
  const run = () => (data.path ? navigate(data.path) : data.onSelect())
  return { ...plain(contribution), key: `nav:${source}:${id}`, label: String(data.label), icon: data.codicon ?? 'extensions', run }
}

/** @param {import('./contribution.js').Contribution} contribution @returns {Row} */
function paneRow(contribution) {
  const { id, title, data } = contribution
  const row = { ...plain(contribution), key: `pane:${id}`, label: typeof title === 'string' && title ? title : id, icon: 'layout-panel', run: () => revealPane(id) }
  return { ...row, keywords: 'pane show', detail: () => `pane, ${data?.placement ?? 'right'}` }
}

/** @param {import('./contribution.js').Contribution} contribution */
const plain = (contribution) => ({ keywords: '', keepOpen: false, detail: null, detailVariant: 'muted', action: null, contribution })

/** @param {unknown} detail @returns {(() => unknown) | null} */
const detailOf = (detail) => (typeof detail === 'function' ? () => detail() : typeof detail === 'string' ? () => detail : null)

/** @param {unknown} keywords */
const wordsOf = (keywords) => (Array.isArray(keywords) ? keywords.join(' ') : typeof keywords === 'string' ? keywords : '')
