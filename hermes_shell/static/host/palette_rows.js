/**
 * The rows of the palette. All contributed rows form one group headed Commands, in registry order, between Projects and Command Center.
 * Source: contract section 4.8.
 */
import { isCommandOffered, runCommand } from './commands.js'
import { readPlugin } from './errors.js'
import { iconNode } from './icon.js'
import { oneLine } from './one_line.js'
import { paletteOpeners } from './palette_lists.js'
import { paneRows } from './palette_panes.js'
import { clearRecent } from './palette_recent.js'
import { coreRow, plainRow } from './palette_row.js'
import { LONGEST_LABEL, wordsOf } from './palette_text.js'
import { registry } from './registry.js'
import { navigate } from './router.js'
import { pluginOf } from './sources.js'
import { notifyError } from './toasts.js'
import { translate } from './translations.js'

const GROUP_ORDER = ['Go to', 'Projects', 'Commands', 'Panes', 'Command Center', 'Appearance', 'Settings']
const RECENT = 'Recently used'
const MOST_RECENT = 6

/** @typedef {import('./contribution.js').Contribution} Contribution */
/** @typedef {import('./palette_row.js').Row} Row */
/** @typedef {import('./palette_search.js').RowGroup} RowGroup */

/** Every row, group by group; empty groups are left out. @returns {RowGroup[]} */
export function paletteGroups() {
  /** @type {Map<string, Row[]>} */
  const groups = new Map(GROUP_ORDER.map((label) => [label, []]))
  const put = (/** @type {string} */ label, /** @type {readonly Row[]} */ more) => {
    const rows = groups.get(label)
    if (rows) for (const row of more) rows.push(row)
    else groups.set(label, [...more])
  }
  for (const contribution of registry.getArea('palette')) {
    const row = read(contribution, commandRow)
    if (row) put(contribution.source === 'core' ? coreGroup(contribution) : 'Commands', [row])
  }
  put('Go to', registry.getArea('sidebar.nav').flatMap((one) => read(one, navRow) ?? []))
  put('Panes', paneRows())
  for (const { id, group, list, ...more } of paletteOpeners()) put(group, [coreRow({ ...more, key: `list:${id}`, opens: list, keywords: more.keywords.join(' ') })])
  return [...groups].filter(([, rows]) => rows.length > 0).map(([label, rows]) => ({ label, rows }))
}

/**
 * The rows that were run last and are still there, and the one that clears them.
 * @param {readonly RowGroup[]} groups
 * @param {readonly string[]} recent keys, newest first
 * @returns {readonly RowGroup[]}
 */
export function withRecent(groups, recent) {
  if (recent.length === 0) return groups
  const byKey = new Map(groups.flatMap(({ rows }) => rows.map((row) => [row.key, row])))
  const rows = recent.flatMap((key) => byKey.get(key) ?? []).slice(0, MOST_RECENT)
  const clear = coreRow({ key: 'core:palette.clearRecent', label: `Clear ${RECENT.toLowerCase()}`, keywords: 'forget history palette', icon: 'clear-all', run: forget, keepOpen: true, remembered: false })
  const center = { label: 'Command Center', rows: [clear] }
  const all = groups.map((group) => (group.label === center.label ? { ...group, rows: [...group.rows, clear] } : group))
  if (!groups.some(({ label }) => label === center.label)) all.push(center)
  return rows.length > 0 ? [{ label: RECENT, rows, prefix: 'recent:' }, ...all] : all
}

const forget = () => clearRecent().catch((error) => notifyError(error, 'What was used is still remembered'))

/**
 * A row, or null when there is none or its data cannot be read: one plugin must not empty the palette.
 * @param {Contribution} contribution
 * @param {(contribution: Contribution) => Row | null} rowOf
 */
function read(contribution, rowOf) {
  return readPlugin(contribution.source, `palette row of ${contribution.area} ${contribution.id}`, () => rowOf(contribution))
}

/**
 * @param {Contribution} contribution
 * @returns {Row | null} null without a label or something to run
 */
function commandRow(contribution) {
  const { data, id, source, title } = contribution
  if (!data) return null
  const label = labelOf(contribution) || (source === 'core' ? oneLine(title, LONGEST_LABEL) : '')
  const run = typeof data.run === 'function' ? () => data.run() : source === 'core' && isCommandOffered(data.command) ? () => runCommand(data.command) : null
  if (!label || !run) return null
  const action = data.action ?? (source === 'core' ? data.command : null)
  return {
    ...plainRow(contribution), key: `${source}:${id}`, label, keywords: wordsOf(data.keywords), icon: iconOf(data.icon ?? data.codicon), run,
    keepOpen: data.keepOpen === true, detail: detailOf(data.detail), detailVariant: data.detailVariant === 'state' ? 'state' : 'muted',
    action: typeof action === 'string' ? action : null,
  }
}

/** @param {Contribution} contribution */
function labelOf({ data, source }) {
  const plugin = pluginOf(source)
  const key = plugin !== null && typeof data.labelKey === 'string' ? data.labelKey : null
  const translated = plugin !== null && key ? translate(plugin, key) : null
  if (translated && translated !== key) return oneLine(translated, LONGEST_LABEL)
  return oneLine(data.label, LONGEST_LABEL)
}

/** What cannot be drawn is the default. @param {unknown} icon */
const iconOf = (icon) => (iconNode(icon, '') === null ? 'zap' : icon)

/** @param {Contribution} contribution */
function coreGroup({ data, id }) {
  if (typeof data.group === 'string' && data.group) return data.group
  if (/^(nav|session)\./.test(id)) return 'Go to'
  if (/^appearance\./.test(id)) return 'Appearance'
  return /^(settings|keybinds)\./.test(id) ? 'Settings' : 'Command Center'
}

/** @param {Contribution} contribution @returns {Row | null} */
function navRow(contribution) {
  const { data, id, source } = contribution
  const label = oneLine(data?.label, LONGEST_LABEL)
  if (source === 'core' || !label || !(typeof data.path === 'string' || typeof data.onSelect === 'function')) return null
  const run = () => (typeof data.path === 'string' && data.path ? navigate(data.path) : data.onSelect?.())
  const icon = typeof data.codicon === 'string' && data.codicon ? data.codicon : 'extensions'
  return { ...plainRow(contribution), key: `nav:${source}:${id}`, label, icon, run }
}

/** @param {unknown} detail @returns {(() => unknown) | null} */
const detailOf = (detail) => (typeof detail === 'function' ? () => detail() : typeof detail === 'string' ? () => detail : null)
