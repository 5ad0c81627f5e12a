/** The list of plugins: each opens a list of what can be done with it. */
import { channel } from './channel.js'
import { plugins } from './loader.js'
import { oneLine } from './one_line.js'
import { registerPaletteList } from './palette_lists.js'
import { coreRow } from './palette_row.js'
import { LONGEST_LABEL } from './palette_text.js'
import { decide } from './plugin_switches.js'
import { PLUGINS_PAGE } from './plugins_query.js'
import { navigate } from './router.js'
import { notifyError } from './toasts.js'

/** @typedef {import('./plugin_entry.js').PluginEntry} PluginEntry */

/** @type {Record<PluginEntry['status'], string>} */
const STATES = { pending: 'loading', loaded: 'on', disabled: 'off', error: 'error' }

/** Puts the list into the palette. Call once. */
export function startPaletteOfPlugins() {
  const list = { title: 'Plugins', placeholder: 'Search plugins', rows: () => [...plugins.values()].map(pluginRow) }
  const keywords = ['extension', 'extensions', 'addon', 'addons', 'add-on', 'turn on', 'turn off', 'enable', 'disable', 'reload']
  registerPaletteList({ id: 'plugins', label: 'Manage plugins…', group: 'Command Center', keywords, icon: 'extensions', list })
}

/** @param {PluginEntry} entry */
function pluginRow(entry) {
  const label = oneLine(entry.name, LONGEST_LABEL) || entry.folder
  const opens = { title: label, placeholder: `What to do with ${label}`, rows: () => actionRows(entry, label) }
  const keywords = `${entry.folder} ${entry.id ?? ''} ${oneLine(entry.description, LONGEST_LABEL)}`
  const detail = () => (entry.stale ? 'last good version runs' : STATES[entry.status])
  return coreRow({ key: `plugin:${entry.folder}`, label, keywords, icon: 'extensions', opens, detail, remembered: false })
}

/** @param {PluginEntry} entry @param {string} label */
function actionRows({ folder, id, status, wanted }, label) {
  const about = { remembered: false, keywords: '' }
  const turn = wanted ? 'Turn off' : 'Turn on'
  const load = () => channel.call('plugins.load', { folder }).catch((error) => notifyError(error, `${label} was not loaded again`))
  return [
    ...(id === null ? [] : [coreRow({ ...about, key: 'turn', label: turn, icon: wanted ? 'circle-slash' : 'check', run: () => void decide(id, !wanted, `${turn} ${label}`) })]),
    coreRow({ ...about, key: 'open', label: 'Open on the Plugins page', icon: 'info', run: () => navigate(`${PLUGINS_PAGE}?open=${encodeURIComponent(folder)}`) }),
    ...(status === 'disabled' ? [] : [coreRow({ ...about, key: 'load', label: 'Reload', icon: 'refresh', run: () => void load() })]),
  ]
}
