/** What a plugin may do with its own panes and with no others. */
import { readPlugin, warnPlugin } from './errors.js'
import { revealPane } from './panes.js'
import { registry } from './registry.js'
import { pluginOf } from './sources.js'

/**
 * Brings a plugin's own pane to the front, also one that the user closed. Another one is not its to show: `host.revealPane` asks the
 * shell for any.
 * @param {string} id the plugin
 * @param {unknown} pane its own id of the pane, with or without the plugin in front, or one of the pane's aliases
 * @returns {boolean} false when it is refused, which the author is told once
 */
export function revealOwnPane(id, pane) {
  const given = typeof pane === 'string' ? pane.trim() : ''
  const mine = registry.getArea('panes').filter(({ source }) => pluginOf(source) === id)
  const own = mine.find((one) => one.id === `${id}:${given}` || one.id === given)
  const alias = () => mine.find((one) => readPlugin(one.source, `pane ${one.id}`, () => Array.isArray(one.data?.revealAliases) && one.data.revealAliases.includes(given)))
  const found = own ?? (given ? alias() : undefined)
  if (found) revealPane(found.id)
  else warnPlugin(id, `panes.reveal: ${JSON.stringify(given)} is no pane of this plugin; nothing is shown`)
  return found !== undefined
}
