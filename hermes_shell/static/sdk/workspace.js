/**
 * Tabs in the main zone that a plugin opens (guide, `host.openWorkspace`; contract H20).
 */
import { registry } from '../host/registry.js'
import { revealPane } from '../host/panes.js'
import { PANES_AREA } from './areas.js'

const PREFIX = 'plugin-workspace:'
const MIN_WIDTH = '22rem'
const BESIDE_THE_WORKSPACE = Object.freeze({ pane: 'workspace', pos: 'center' })

/** @typedef {import('../host/incarnation.js').Incarnation} Incarnation */
/**
 * @typedef {object} WorkspaceOptions
 * @property {() => any} render
 * @property {any} [title]
 * @property {string} [minWidth] a CSS length
 * @property {() => void} [onClose] called once when the tab goes, however it goes
 * @property {object} [dock] where it is put at first
 * @property {() => boolean} [headerVeto]
 * @property {boolean} [uncloseable]
 */
/** @typedef {{ owner: Incarnation | null, unregister: () => void, onClose?: () => void, close: () => void }} Tab */

/** Open tabs by pane id. @type {Map<string, Tab>} */
const tabs = new Map()

/**
 * Docks a view as a tab and brings it to the front. The same id again refreshes the content in place.
 *
 * @param {string} id trimmed
 * @param {WorkspaceOptions} options
 * @param {Incarnation | null} owner whose tab it is; the tab goes with it
 * @returns {() => void} closes the tab; idempotent
 * @throws {TypeError} when the id is blank or `render` is no function
 */
export function openWorkspace(id, options, owner) {
  const name = typeof id === 'string' ? id.trim() : ''
  if (!name) throw new TypeError('openWorkspace: the id is blank')
  if (typeof options?.render !== 'function') throw new TypeError(`openWorkspace("${name}"): render is not a function`)

  const pane = PREFIX + name
  const tab = tabOf(pane, owner)
  tab.onClose = typeof options.onClose === 'function' ? options.onClose : undefined
  tab.unregister = registry.register(contribution(pane, name, options, tab))
  revealPane(pane)
  return tab.close
}

/** The open tab of that pane, or a new one; another owner's is closed first. @param {string} pane @param {Incarnation | null} owner */
function tabOf(pane, owner) {
  const open = tabs.get(pane)
  if (open?.owner === owner) return open
  open?.close()
  /** @type {Tab} */
  const tab = { owner, unregister: () => {}, close: () => {} }
  const end = () => {
    if (tabs.get(pane) !== tab) return
    tabs.delete(pane)
    tab.unregister()
    tab.onClose?.()
  }
  tab.close = owner ? owner.own(end) : end
  tabs.set(pane, tab)
  return tab
}

/** @param {string} pane @param {string} name @param {WorkspaceOptions} options @param {Tab} tab */
function contribution(pane, name, options, tab) {
  const { render, title, minWidth = MIN_WIDTH, dock = BESIDE_THE_WORKSPACE, headerVeto, uncloseable } = options
  const words = typeof title === 'string' ? { title } : { title: name }
  const data = { placement: 'main', dock, minWidth, headerVeto, uncloseable, onClose: tab.close }
  return {
    id: pane,
    area: PANES_AREA,
    ...words,
    render,
    data: title && typeof title !== 'string' ? { ...data, tabTitle: title } : data,
    ...(tab.owner ? { incarnation: tab.owner } : {}),
  }
}
