/** The drop chips in the centre of a zone: one for each side, one for its tabs, one that makes the pane float. */
import { SIDES } from './boxes.js'

/** @typedef {import('./boxes.js').Side | 'center' | 'float'} ChipName */
/** @typedef {{ name: ChipName, box: import('./boxes.js').Box }} Chip */

export const CHIP = 32
const STEP = CHIP + 4
/** Room that the chips need inside a zone, with air around them. */
const LEAST = 3 * CHIP + 2 * 4 + 24

/** @type {readonly ChipName[]} */
export const CHIP_NAMES = [...SIDES, 'center', 'float']

/** @type {Record<ChipName, readonly [number, number]>} columns and rows from the middle */
const PLACES = { top: [0, -1], left: [-1, 0], center: [0, 0], right: [1, 0], bottom: [0, 1], float: [1, 1] }

/**
 * @param {import('./drop_scene.js').Dragged} dragged
 * @param {import('./drop_scene.js').Zone} zone that the pointer is over
 * @returns {Chip[]} none where they have no room or nothing could change
 */
export function chipsOf(dragged, zone) {
  const { width, height } = zone.body
  if (zone.minimised || width < LEAST || height < LEAST) return []
  return chipNames(dragged, zone).map((name) => ({ name, box: chipBox(zone, name) }))
}

/**
 * @param {import('./drop_scene.js').Dragged} dragged
 * @param {import('./drop_scene.js').Zone} zone
 * @returns {ChipName[]}
 */
function chipNames(dragged, zone) {
  /** @type {ChipName[]} */
  const float = dragged.pane !== null && !dragged.floating ? ['float'] : []
  if (zone.id !== dragged.zone) return [...SIDES, 'center', ...float]
  // Within its own zone a pane can only split off, and only when it leaves others behind.
  return dragged.alone ? float : [...SIDES, ...float]
}

/**
 * @param {import('./drop_scene.js').Zone} zone
 * @param {ChipName} name
 * @returns {import('./boxes.js').Box}
 */
function chipBox({ body }, name) {
  const [column, row] = PLACES[name]
  const left = Math.round(body.left + body.width / 2 - CHIP / 2) + column * STEP
  const top = Math.round(body.top + body.height / 2 - CHIP / 2) + row * STEP
  return { left, top, width: CHIP, height: CHIP }
}
