/** Small actions that plugins offer below a composer (contract, areas 4.11). */
import { element, icon } from './composer_parts.js'
import { reportPluginError } from './errors.js'
import { callPlugin } from './item_parts.js'
import { registry } from './registry.js'

const MOST = 6

/**
 * @param {HTMLElement} row
 * @param {{ busy: boolean, sessionId: string | null }} context
 */
export function showMicroActions(row, context) {
  const contributions = registry.getArea('composer.microActions')
  if (contributions.length === 0) {
    row.hidden = true
    return
  }
  const actions = contributions.flatMap((contribution) => resolved(contribution, context)).slice(0, MOST)
  row.hidden = actions.length === 0
  row.replaceChildren(...actions)
}

/** @param {import('./contribution.js').Contribution} contribution @param {{ busy: boolean, sessionId: string | null }} context */
function resolved(contribution, context) {
  try {
    const actions = contribution.data?.resolve?.({ ...context, todos: [] })
    if (!Array.isArray(actions)) return []
    return actions.filter((action) => typeof action?.label === 'string' && runOf(action)).map((action) => {
      const button = element('button', { type: 'button', class: 'hs-composer-micro-action', title: action.title ?? action.label }, [
        ...(typeof action.icon === 'string' ? [icon(action.icon.replace(/[^\w-]/g, ''))] : []),
        action.label,
      ])
      button.addEventListener('click', () => callPlugin(contribution, 'micro action', () => runOf(action)?.call(action)))
      return button
    })
  } catch (error) {
    reportPluginError(contribution.source, 'micro actions', error)
    return []
  }
}

/** @param {any} action @returns {(() => unknown) | undefined} */
const runOf = (action) => [action.run, action.onSelect, action.onClick].find((one) => typeof one === 'function')
