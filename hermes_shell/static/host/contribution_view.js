/** How a contribution of an area is drawn: its own `render`, the `data.render` of row areas, a node or the view of its data. */
import { createElement as h } from '../vendor/react.js'
import { fieldView } from './field_view.js'
import { StatusItem } from './status_item.js'
import { TitlebarTool } from './titlebar_tool.js'

/**
 * @typedef {object} Contribution
 * @property {string} area
 * @property {string} id
 * @property {string} [title]
 * @property {number} [order]
 * @property {((args?: object) => unknown) | undefined} [render]
 * @property {any} [data]
 * @property {string} [source]
 * @property {unknown} [incarnation]
 */

const BAR_AREA = /^(statusBar|titleBar|sessionRow|sidebar)\.|^composer\.(leading|actions|underside)$|^workspace\.pageHeader$/

const STRICT_AREA = /^(statusBar|titleBar|sidebar)\./

/** Areas whose broken items show as a small chip instead of a panel. @param {string} area */
export const isBarArea = (area) => BAR_AREA.test(area)

/**
 * Where a `render` without a value is a mistake that its author should see: nothing else would tell of it on a bar.
 * @param {string} area
 */
export const needsValue = (area) => STRICT_AREA.test(area)

/**
 * What a slot shows for a contribution. `render` wins over `data` (contract section 4.5).
 * @param {Contribution} contribution
 * @param {object | null} args
 * @param {string} [field] a node of its data instead
 * @returns {any}
 */
export function contributionView(contribution, args, field = '') {
  if (field) return fieldView(contribution, field)
  const { render, data, area } = contribution
  if (area === 'settings.plugins' && args) return subPage(data, /** @type {{ child?: string }} */ (args).child)
  if (typeof render === 'function') return args ? render(args) : render()
  if (!data) return null
  if (typeof data.render === 'function') return data.render(args ?? {})
  if (area.startsWith('statusBar.')) return h(StatusItem, { item: data, contribution })
  if (area.startsWith('titleBar.')) return h(TitlebarTool, { tool: data, contribution })
  return null
}

/**
 * A sub-page of a plugin's settings page.
 * @param {any} data
 * @param {string | undefined} id
 */
function subPage(data, id) {
  return Array.isArray(data?.children) ? data.children.find((/** @type {any} */ child) => child?.id === id)?.render() : null
}
