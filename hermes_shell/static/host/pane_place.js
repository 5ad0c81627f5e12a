/** Where a pane stands and what can be done with it there, as menus and commands need to know; read from the page. */
import { readPlugin } from './errors.js'
import { plainTitle } from './field_view.js'
import { tabsIn } from './pane_zones.js'
import { $layout, zoneOf } from './panes.js'
import { registry } from './registry.js'
import { pluginOf } from './sources.js'

/** @typedef {'left' | 'right' | 'up' | 'down'} Direction */

/**
 * @typedef {object} PanePlace
 * @property {string} pane
 * @property {string} title
 * @property {HTMLElement} zone
 * @property {string} zoneId
 * @property {readonly string[]} tabs every pane of the zone, in order
 * @property {boolean} closable
 * @property {boolean} movable the workspace keeps its place
 * @property {boolean} foldable
 * @property {boolean} floating
 * @property {boolean} minimised
 * @property {boolean} maximised
 * @property {string | null} strip `always`, `never`, null = automatic
 * @property {string | null} tint
 * @property {string | null} plugin id of the plugin that it belongs to, null for the shell's own and for workspaces that a plugin opened
 */

/**
 * @param {string} pane
 * @returns {PanePlace | null} null when it is not shown anywhere
 */
export function placeOf(pane) {
  const zone = zoneOf(pane)
  if (!(zone instanceof HTMLElement)) return null
  const contribution = registry.get('panes', pane)
  const zoneId = zone.dataset.zone ?? ''
  const movable = pane !== 'workspace'
  const tabs = tabsOf(zone)
  const minimised = zone.hasAttribute('data-minimised')
  return {
    pane, zone, zoneId, movable,
    title: titleOf(pane),
    tabs, minimised,
    closable: movable && flagOf(pane, 'uncloseable') !== true,
    foldable: zoneId !== 'main' && !isFloat(zone) && (minimised || tabs.every((other) => flagOf(other, 'collapsible') !== false)),
    floating: isFloat(zone),
    maximised: $layout.get()?.maximised === zoneId,
    strip: zone.dataset.strip ?? null,
    tint: zone.dataset.tint ?? null,
    plugin: pluginOf(contribution?.source),
  }
}

/** @param {string} pane @param {string} flag @returns {unknown} */
function flagOf(pane, flag) {
  const contribution = registry.get('panes', pane)
  return readPlugin(contribution?.source, `${flag} of pane ${pane}`, () => contribution?.data?.[flag])
}

/** The panes of a zone in tab order. @param {Element} zone @returns {string[]} */
export function tabsOf(zone) {
  const folds = /** @type {NodeListOf<HTMLElement>} */ (zone.querySelectorAll(':scope > .hs-zone-fold > [data-pane-activate]'))
  return [...tabsIn(zone), ...folds].flatMap(({ dataset }) => dataset.tab ?? dataset.paneActivate ?? [])
}

/** The text of a pane's tab. @param {string} pane */
export function titleOf(pane) {
  const contribution = registry.get('panes', pane)
  if (contribution && pane !== 'workspace') return plainTitle(contribution)
  return tabOf(pane)?.getAttribute('title') ?? pane
}

/** The button of a pane's tab, or of its fold. @param {string} pane @returns {HTMLElement | null} */
export const tabOf = (pane) => document.querySelector(`[role="tab"][data-pane-activate="${CSS.escape(pane)}"], .hs-zone-fold > [data-pane-activate="${CSS.escape(pane)}"]`)

/** Every zone that can be seen, in reading order, floating ones last. @returns {HTMLElement[]} */
export const shownZones = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-zone]')].filter((zone) => zone.getClientRects().length > 0))

/** @param {Element} zone */
export const isFloat = (zone) => zone.classList.contains('hs-float')

/**
 * The nearest zone of the tree on one side of another that lies across from it.
 * @param {Element} zone
 * @param {Direction} direction
 * @returns {HTMLElement | null}
 */
export function neighbourOf(zone, direction) {
  const from = zone.getBoundingClientRect()
  const others = shownZones().filter((other) => other !== zone && !isFloat(other))
  const beside = others.map((other) => ({ other, gap: gapTo(from, other.getBoundingClientRect(), direction) })).filter(({ gap }) => gap > -2)
  return beside.sort((one, two) => one.gap - two.gap)[0]?.other ?? null
}

/**
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {Direction} direction
 * @returns {number} px between the two; -Infinity when they do not lie across from each other
 */
function gapTo(from, to, direction) {
  const sideways = direction === 'left' || direction === 'right'
  const across = sideways ? Math.min(from.bottom, to.bottom) - Math.max(from.top, to.top) : Math.min(from.right, to.right) - Math.max(from.left, to.left)
  if (across <= 1) return -Infinity
  if (direction === 'left') return from.left - to.right
  if (direction === 'right') return to.left - from.right
  return direction === 'up' ? from.top - to.bottom : to.top - from.bottom
}
