/** What a drag decides with: the rectangles of the layout, read once at its start and again when they may have changed. */
import { boxOf } from './boxes.js'
import { frontTab, tabsIn } from './pane_zones.js'

/** @typedef {import('./boxes.js').Box} Box */
/** @typedef {import('./boxes.js').Point} Point */

/**
 * @typedef {object} Tab
 * @property {string} id of its pane
 * @property {string} title
 * @property {Box} box
 */

/**
 * @typedef {object} Zone
 * @property {string} id
 * @property {string} title of the pane in front
 * @property {boolean} minimised
 * @property {Box} box
 * @property {Box} body the box without the strip
 * @property {Box | null} strip
 * @property {Tab[]} tabs
 * @property {Box | null} [tabsBox] what can be seen of the tabs
 * @property {Element | null} [scroller] scrolls them
 */

/** @typedef {{ columns: Box, tree: Box, zones: Zone[] }} Scene */

/**
 * @typedef {object} Dragged
 * @property {string | null} pane null = a whole zone
 * @property {string} zone where it stands; `float:<pane>` for a card
 * @property {string} title
 * @property {boolean} floating
 * @property {boolean} alone whether it is all that its zone has
 * @property {{ width: number | null, height: number | null }} sizes px that the pane declares
 * @property {(point: Point, scene: { columns: Box }) => Box} floatAt where it would float, in px of the viewport
 */

/**
 * @returns {Scene | null} null without a layout
 */
export function readScene() {
  const columns = document.querySelector('.hs-columns')
  const tree = columns?.querySelector('.hs-tree')
  if (!columns || !tree) return null
  const box = boxOf(columns)
  /** @type {Zone[]} */
  const zones = []
  for (const element of tree.querySelectorAll('[data-zone]')) {
    const zone = readZone(/** @type {HTMLElement} */ (element))
    if (zone) zones.push(zone)
  }
  // A part of the tree that lies over others in a narrow window stands behind them in the document.
  zones.reverse()
  return { columns: box, tree: boxOf(tree), zones }
}

/**
 * @param {HTMLElement} element
 * @returns {Zone | null} null when it cannot be seen
 */
function readZone(element) {
  const box = boxOf(element)
  if (box.width === 0 || box.height === 0) return null
  const stripElement = element.querySelector(':scope > .hs-tabstrip')
  const strip = stripElement ? boxOf(stripElement) : null
  const scroller = stripElement?.querySelector(':scope > .hs-tabs') ?? null
  const front = frontTab(element)
  const title = (front ? titleOf(front) : element.querySelector('.hs-zone-fold button')?.textContent?.trim()) || element.getAttribute('aria-label') || ''
  const high = strip?.height ?? 0
  return {
    id: element.dataset.zone ?? '',
    title,
    minimised: element.hasAttribute('data-minimised'),
    box,
    body: { ...box, top: box.top + high, height: box.height - high },
    strip: high > 0 ? strip : null,
    tabs: tabsIn(element).map(readTab),
    tabsBox: scroller ? boxOf(scroller) : null,
    scroller,
  }
}

/** @param {HTMLElement} tab @returns {Tab} */
const readTab = (tab) => ({ id: tab.dataset.tab ?? '', title: titleOf(tab), box: boxOf(tab) })

/** @param {Element} tab */
export const titleOf = (tab) => tab.querySelector('[role="tab"]')?.textContent?.trim() ?? ''
