/**
 * Where a dragged pane or group of panes would go, decided from a point and from rectangles that were read before: no look at the page,
 * no request. Source: contract section 4.1 (insertAtGroup, movePane) and look of the shell, controls ("Drop target").
 */
import { SIDES, grown, holds, lineIn, nearestSide, sideOf } from './boxes.js'
import { chipsOf } from './drop_chips.js'

/** @typedef {import('./boxes.js').Box} Box */
/** @typedef {import('./boxes.js').Point} Point */
/** @typedef {import('./boxes.js').Side} Side */
/** @typedef {import('./drop_scene.js').Scene} Scene */
/** @typedef {import('./drop_scene.js').Zone} Zone */
/** @typedef {import('./drop_scene.js').Dragged} Dragged */

/**
 * @typedef {object} Target
 * @property {'float' | 'move'} kind
 * @property {string} zone where: a zone's id, `root`, or empty for a floating pane
 * @property {Side | 'center'} pos
 * @property {string | null} before id of the tab that will stand behind it
 * @property {Box | null} box where the pane will stand; null when nothing but the order of tabs changes
 * @property {Box | null} line between two tabs
 * @property {string} label the result in words
 * @property {import('./drop_chips.js').ChipName | null} chip the chip under the pointer
 */

/** How near to the edge of the whole tree a pane docks to the tree itself, px. */
const ROOT_EDGE = 12
/** The share of a zone that docks to its side. */
const EDGE_SHARE = 0.22
/** What a pane that declares no size gets at the edge of the tree, px. */
const ROOT_SIZE = { left: 336, right: 336, top: 240, bottom: 240 }
/** @type {Record<Side, string>} */
const BESIDE = { left: 'left of', right: 'right of', top: 'above', bottom: 'below' }

/**
 * @param {Scene} scene
 * @param {Dragged} dragged
 * @param {Point} point
 * @returns {Target | null} null: nothing would change
 */
export function targetAt(scene, dragged, point) {
  const zone = zoneAt(scene, point)
  if (zone?.strip && holds(zone.strip, point)) return stripTarget(dragged, zone, point)
  const edge = rootEdge(scene, point)
  if (edge) return rootTarget(scene, dragged, edge)
  if (!zone) return floatTarget(scene, dragged, point)
  const chip = chipsOf(dragged, zone).find(({ box }) => holds(box, point))
  if (chip?.name === 'float') return floatTarget(scene, dragged, point, 'float')
  if (chip) return zoneTarget(dragged, zone, chip.name, chip.name)
  // A card that is only moved must not dock wherever it passes: chips, strips and the edges of the tree dock it.
  if (dragged.floating) return floatTarget(scene, dragged, point)
  if (zone.minimised) return zoneTarget(dragged, zone, 'center')
  const { side, share } = nearestSide(zone.body, point)
  return zoneTarget(dragged, zone, share < EDGE_SHARE ? side : 'center')
}

/**
 * @param {Scene} scene
 * @param {Point} point
 * @returns {Zone | null}
 */
export const zoneAt = ({ zones }, point) => zones.find(({ box }) => holds(box, point)) ?? null

/**
 * @param {Dragged} dragged
 * @param {Zone} zone
 * @param {Point} point
 * @returns {Target | null}
 */
function stripTarget(dragged, zone, point) {
  if (dragged.pane === null) return zoneTarget(dragged, zone, 'center')
  const strip = /** @type {Box} */ (zone.strip)
  // A strip that a narrow window folds stands upright.
  const upright = strip.height > strip.width
  const at = zone.tabs.findIndex(({ box }) => (upright ? point.y < box.top + box.height / 2 : point.x < box.left + box.width / 2))
  const behind = at < 0 ? null : zone.tabs[at]
  const own = zone.id === dragged.zone
  const from = zone.tabs.findIndex(({ id }) => id === dragged.pane)
  if (own && (at === from || (at < 0 ? zone.tabs.length : at) === from + 1)) return null
  const verb = own ? 'Move' : 'Tab'
  return {
    kind: 'move',
    zone: zone.id,
    pos: 'center',
    before: behind?.id ?? null,
    box: own ? null : upright ? zone.box : zone.body,
    line: lineIn(strip, behind?.box ?? null, zone.tabs.at(-1)?.box ?? null, upright),
    label: behind ? `${verb} before ${behind.title}` : own ? 'Move to the end' : `Tab in ${zone.title}`,
    chip: null,
  }
}

/**
 * @param {Dragged} dragged
 * @param {Zone} zone
 * @param {Side | 'center'} pos
 * @param {import('./drop_chips.js').ChipName | null} [chip]
 * @returns {Target | null}
 */
function zoneTarget(dragged, zone, pos, chip = null) {
  if (zone.id === dragged.zone && (pos === 'center' || dragged.alone)) return null
  const many = dragged.pane === null
  const label = pos === 'center' ? `${many ? 'Tabs' : 'Tab'} in ${zone.title}` : `Dock ${many ? 'tabs ' : ''}${BESIDE[pos]} ${zone.title}`
  const box = pos === 'center' ? zone.box : sideOf(zone.box, pos)
  return { kind: 'move', zone: zone.id, pos, before: null, box, line: null, label, chip }
}

/**
 * @param {Scene} scene
 * @param {Dragged} dragged
 * @param {Side} side
 * @returns {Target}
 */
function rootTarget({ tree }, dragged, side) {
  const half = (side === 'left' || side === 'right' ? tree.width : tree.height) / 2
  const box = sideOf(tree, side, Math.min(sizeAlong(dragged, side) ?? ROOT_SIZE[side], half))
  const label = `Dock ${dragged.pane === null ? 'tabs ' : ''}at the ${side} edge`
  return { kind: 'move', zone: 'root', pos: side, before: null, box, line: null, label, chip: null }
}

/**
 * @param {Scene} scene
 * @param {Dragged} dragged
 * @param {Point} point
 * @param {'float' | null} [chip]
 * @returns {Target | null}
 */
function floatTarget(scene, dragged, point, chip = null) {
  if (dragged.pane === null) return null
  // The card under the pointer says by itself where it goes.
  if (dragged.floating) return { kind: 'float', zone: '', pos: 'center', before: null, box: null, line: null, label: '', chip }
  const box = dragged.floatAt(point, scene)
  return { kind: 'float', zone: '', pos: 'center', before: null, box, line: null, label: 'Float here', chip }
}

/**
 * The edge of the tree that a point is at. Strips win over it, so at the top it also reaches out of the tree, as on the other sides.
 * @param {Scene} scene
 * @param {Point} point
 * @returns {Side | null}
 */
function rootEdge({ tree }, point) {
  if (!holds(grown(tree, ROOT_EDGE), point) || holds(grown(tree, -ROOT_EDGE), point)) return null
  const away = { left: point.x - tree.left, right: tree.left + tree.width - point.x, top: point.y - tree.top, bottom: tree.top + tree.height - point.y }
  return SIDES.reduce((best, one) => (away[one] < away[best] ? one : best))
}

/** @param {Dragged} dragged @param {Side} side */
const sizeAlong = ({ sizes }, side) => (side === 'left' || side === 'right' ? sizes.width : sizes.height)
