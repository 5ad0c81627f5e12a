/**
 * Panes in the page: tabs by click, close, reveal. The layout is the server's; activating is done at once here and told to the server,
 * everything else follows its answer. Source: contract sections 1.3 and 4.1.
 */
import { channel } from './channel.js'
import { closedPlugins } from './closed_plugins.js'
import { readPlugin } from './errors.js'
import { callPlugin } from './item_parts.js'
import { nameMaximised } from './maximised.js'
import { startTabKeys } from './pane_tabs.js'
import { onPanesShown, refreshVisibility } from './pane_visibility.js'
import { isVisible, markCurrentZone, showFront, startPaneZones, zoneOf } from './pane_zones.js'
import { registry } from './registry.js'
import { refreshTabStrips, startTabStrips } from './tab_strips.js'
import { notify, notifyError } from './toasts.js'

export { $layout } from './layout_tree.js'
export { onPanesShown, paneVisibility } from './pane_visibility.js'
export { focusedZone, frontPane, zoneOf } from './pane_zones.js'

/** Listens for tabs and close buttons. Call once. */
export function startPanes() {
  document.addEventListener('click', (event) => {
    const control = controlOf(event, '[data-pane-activate], [data-pane-close]')
    if (!control) return
    const { paneActivate, paneClose } = control.dataset
    if (paneClose) void closePane(paneClose)
    else if (paneActivate) {
      activatePane(paneActivate)
      // In a narrow window the focus unfolds the right side, and not every engine focuses a button that is clicked.
      if (control.matches('[role="tab"]')) control.focus({ preventScroll: true })
    }
  })
  document.addEventListener('auxclick', (event) => {
    const tab = event.button === 1 ? controlOf(event, '[data-tab]') : null
    const close = tab?.querySelector('[data-pane-close]')
    if (!(close instanceof HTMLElement)) return
    event.preventDefault()
    void closePane(close.dataset.paneClose ?? '')
  })
  // A middle press on a scrollable strip would start autoscroll instead of a click.
  document.addEventListener('mousedown', (event) => {
    if (event.button === 1 && controlOf(event, '[data-tab]')) event.preventDefault()
  })
  startTabKeys(activatePane)
  startPaneZones()
  startTabStrips()
  onPanesShown(nameMaximised)
  onPanesShown(markCurrentZone)
  onPanesShown(refreshTabStrips)
  refreshVisibility()
}

/**
 * Asks for an operation on the layout. A failure is told.
 * @param {string} op
 * @param {Record<string, unknown>} [args]
 * @returns {Promise<any>} the answer; undefined when it failed
 */
export async function layoutOp(op, args = {}) {
  try {
    return await channel.call('layout', { op, ...args })
  } catch (error) {
    notifyError(error, 'The layout could not be changed')
    return undefined
  }
}

/**
 * Brings a pane to the front of its group.
 * @param {string} id
 */
export function activatePane(id) {
  if (showFront(id)) refreshVisibility()
  tell('activate', { pane: id })
}

/**
 * Brings a pane to the front wherever it is: forgets a close, unfolds its group. Blank ids are ignored.
 * @param {string} id
 */
export function revealPane(id) {
  if (typeof id !== 'string' || id.trim() === '') return
  // A card that can be seen may still lie under another one.
  if (isVisible(id) && !zoneOf(id)?.matches('.hs-float')) return
  if (showFront(id)) refreshVisibility()
  tell('reveal', { pane: id })
}

/**
 * Forgets a remembered close and gives the pane its place back, without bringing it to the front. Blank ids are ignored.
 * @param {string} id
 */
export function undismissPane(id) {
  if (typeof id === 'string' && id.trim() !== '') tell('undismiss', { pane: id })
}

/**
 * Closes a pane as the user does: closing the only pane of a plugin turns the plugin off, which a toast can undo.
 * @param {string} id
 */
export async function closePane(id) {
  const pane = registry.get('panes', id)
  if (readPlugin(pane?.source, `pane ${id}`, () => pane?.data?.uncloseable) === true) return
  /** @type {unknown} the plugin that the server turned off instead of dismissing its only pane; turning it on brings the pane back */
  let plugin
  try {
    plugin = await channel.call('layout', { op: 'close', pane: id })
  } catch (error) {
    notifyError(error, `${pane?.title ?? id} could not be closed`)
    return
  }
  callPlugin(pane, `onClose of pane ${id}`, () => pane?.data?.onClose?.())
  if (typeof plugin !== 'string') return
  closedPlugins.add(plugin)
  const undo = () => channel.call('plugins.decide', { id: plugin, enabled: true }).catch((error) => notifyError(error, `${plugin} is still off`))
  notify({ kind: 'info', message: `${pane?.title ?? plugin} is off`, action: { label: 'Undo', onClick: () => void undo() }, durationMs: 8000 })
}

/**
 * What changes no structure by itself fails silently: the page shows it already.
 * @param {string} op
 * @param {Record<string, unknown>} args
 */
function tell(op, args) {
  channel.call('layout', { op, ...args }).catch((error) => console.warn(`layout ${op} was not stored`, error))
}

/**
 * @param {Event} event
 * @param {string} selector
 */
function controlOf(event, selector) {
  // What a plugin put into a tab may have drawn itself anew in its own handler and be gone from the tab by now.
  const path = event.composedPath().filter((one) => one instanceof HTMLElement)
  const control = path.findIndex((one) => one.matches(selector))
  const isPlugins = path.slice(control).some((one) => one.classList.contains('hermes-host'))
  return control < 0 || isPlugins ? null : path[control]
}
