/** What a click on a status item, title bar tool, palette row or menu row does: navigation and guarded calls of plugins. */
import { messageOf, reportPluginError } from './errors.js'
import { navigate } from './router.js'
import { pluginOf } from './sources.js'
import { notify } from './toasts.js'

/**
 * Runs a plugin's callback: what it throws or rejects with is reported and shown, with the plugin's name.
 * @param {{ source?: string, id: string } | undefined} contribution
 * @param {string} phase
 * @param {() => unknown} run
 */
export function callPlugin(contribution, phase, run) {
  /** @param {unknown} error */
  const failed = (error) => {
    reportPluginError(contribution?.source, phase, error)
    notify({ kind: 'error', title: pluginName(contribution), message: messageOf(error) })
  }
  try {
    const result = run()
    if (result instanceof Promise) result.catch(failed)
  } catch (error) {
    failed(error)
  }
}

/**
 * @param {{ to?: string, onSelect?: Function, [field: string]: unknown }} item
 * @param {{ source?: string, id: string } | undefined} contribution
 * @param {unknown} detail what onSelect gets
 */
export function selectItem(item, contribution, detail) {
  const { to, onSelect } = item
  if (to) navigate(to)
  if (typeof onSelect === 'function') callPlugin(contribution, 'select', () => onSelect(detail))
}

/** @param {{ source?: string, id: string } | undefined} contribution */
function pluginName(contribution) {
  const plugin = pluginOf(contribution?.source)
  return plugin ? `Plugin ${plugin}` : 'Hermes'
}
