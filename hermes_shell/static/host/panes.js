/**
 * Panes in the page: tabs by click, close, reveal, visibility. The layout is the server's; activating is done at once here
 * and told to the server, everything else follows its answer. Source: contract sections 1.3 and 4.1.
 */
import { atom, onStart, onStop } from '../vendor/nanostores.js'
import { channel } from './channel.js'
import { readPlugin } from './errors.js'
import { refreshFrameToggles } from './frame_toggles.js'
import { callPlugin } from './item_parts.js'
import { startTabKeys } from './pane_tabs.js'
import { registry } from './registry.js'
import { notify, notifyError } from './toasts.js'
import { WeakValues } from './weak_values.js'

/** @typedef {import('../vendor/nanostores.js').WritableAtom<boolean>} Visibility */

/** Plugins may ask for any id, so an atom that nobody holds is forgotten. @type {WeakValues<Visibility>} */
const visibility = new WeakValues()
/** Who listens need not hold the atom. @type {Set<Visibility>} */
const heard = new Set()

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
  refreshVisibility()
}

/**
 * Brings a pane to the front of its zone.
 * @param {string} id
 */
export function activatePane(id) {
  if (showFront(id)) refreshVisibility()
  tell('activate', { pane: id })
}

/**
 * Brings a pane to the front wherever it is: forgets a close, unfolds its zone. Blank ids are ignored.
 * @param {string} id
 */
export function revealPane(id) {
  if (typeof id !== 'string' || id.trim() === '') return
  if (isVisible(id)) return
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
  if (readPlugin(pane?.source, `pane ${id}`, () => pane?.data?.uncloseable)) return
  const plugin = pluginOfOnlyPane(pane)
  try {
    // The server turns the plugin off instead of dismissing its only pane, so that turning it on brings the pane back.
    await channel.call('layout', { op: 'close', pane: id })
  } catch (error) {
    notifyError(error, `${pane?.title ?? id} could not be closed`)
    return
  }
  callPlugin(pane, `onClose of pane ${id}`, () => pane?.data?.onClose?.())
  if (!plugin) return
  const undo = () => channel.call('plugins.decide', { id: plugin, enabled: true }).catch((error) => notifyError(error, `${plugin} is still off`))
  notify({ kind: 'info', message: `${pane?.title ?? plugin} is off`, action: { label: 'Undo', onClick: () => void undo() }, durationMs: 8000 })
}

/**
 * Whether a pane can be seen: placed, not closed, its zone not folded, its tab in front. The same atom for the same id.
 * @param {string} id
 * @returns {import('../vendor/nanostores.js').ReadableAtom<boolean>}
 */
export function paneVisibility(id) {
  return visibility.get(id, () => {
    const $visible = atom(isVisible(id))
    onStart($visible, () => void heard.add($visible))
    onStop($visible, () => void heard.delete($visible))
    return $visible
  })
}

/** Reads again which zones are folded and which of the asked panes can be seen; after each frame and each local change. */
export function refreshVisibility() {
  // Fragments replace the inside of a zone; whether it is folded also stands on the zone itself, for styles.
  for (const zone of document.querySelectorAll('[data-zone]')) zone.toggleAttribute('data-minimised', isFolded(zone))
  for (const [id, $visible] of visibility.entries()) {
    const now = isVisible(id)
    if ($visible.get() !== now) $visible.set(now)
  }
  refreshFrameToggles()
}

/** @param {string} id */
const panelOf = (id) => document.querySelector(`.hs-pane[data-pane="${CSS.escape(id)}"]`)

/** @param {string} id */
function isVisible(id) {
  const panel = panelOf(id)
  return panel instanceof HTMLElement && !panel.hidden && !isFolded(panel.closest('[data-zone]'))
}

/** @param {Element | null} zone */
const isFolded = (zone) => zone !== null && zone.querySelector(':scope > .hs-zone-fold') !== null

/**
 * Shows one panel of a zone and marks its tab, before the server says the same.
 * @param {string} id
 * @returns {boolean} false when the pane has no panel yet
 */
function showFront(id) {
  const panel = panelOf(id)
  const zone = panel?.closest('[data-zone]')
  if (!panel || !zone || isFolded(zone)) return false
  for (const other of zone.querySelectorAll(':scope > .hs-pane')) /** @type {HTMLElement} */ (other).hidden = other !== panel
  for (const tab of zone.querySelectorAll('[data-tab]')) {
    const active = /** @type {HTMLElement} */ (tab).dataset.tab === id
    tab.setAttribute('data-active', String(active))
    const button = tab.querySelector('[role="tab"]')
    button?.setAttribute('aria-selected', String(active))
    button?.setAttribute('tabindex', active ? '0' : '-1')
  }
  return true
}

/**
 * The plugin to turn off with this pane, or null.
 * @param {import('./contribution.js').Contribution | undefined} pane
 */
function pluginOfOnlyPane(pane) {
  if (!pane?.source.startsWith('plugin:')) return null
  const staysOn = () => Boolean(pane.data?.hideOnly) || ['dismiss', 'hide'].includes(pane.data?.closeBehavior)
  if (readPlugin(pane.source, `pane ${pane.id}`, staysOn)) return null
  const siblings = registry.getArea('panes').filter(({ source }) => source === pane.source)
  return siblings.length === 1 ? pane.source.slice('plugin:'.length) : null
}

/**
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
  const control = event.target instanceof Element ? event.target.closest(selector) : null
  return control instanceof HTMLElement && !control.closest('.hermes-host') ? control : null
}
