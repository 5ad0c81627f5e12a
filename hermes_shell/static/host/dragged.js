/** What is dragged, as the geometry needs it, and what its drop asks of the server. */
import { boxOf } from './boxes.js'
import { readPlugin } from './errors.js'
import { FLOAT_SIZE, anchored, clamped } from './float_box.js'
import { applyParts } from './fragments.js'
import { frontPane, panelOf } from './pane_zones.js'
import { layoutOp } from './panes.js'
import { registry } from './registry.js'
import { dropSizes } from './track_sizes.js'

/** @typedef {import('./boxes.js').Box} Box */
/** @typedef {import('./tab_drag.js').Subject} Subject */

/** Where the pointer holds a pane that starts to float, px from its upper left corner: on its tab. */
const GRIP = { x: 40, y: 14 }
/** A sheet's own length is looked at only where it needs no page. */
const PIXELS = /^\s*(\d{1,4}(?:\.\d+)?)px\s*$/

/**
 * @param {Subject} subject
 * @returns {import('./drop_scene.js').Dragged & { isThere: () => boolean }}
 */
export function draggedOf({ pane, zone, title, floating, alone }) {
  const sizes = pane === null ? { width: null, height: null } : declaredSizes(pane)
  const selector = pane === null ? `[data-zone="${CSS.escape(zone)}"]` : `[data-zone="${CSS.escape(zone)}"] [data-tab="${CSS.escape(pane)}"]`
  return {
    pane,
    zone,
    title,
    floating,
    alone,
    sizes,
    isThere: () => document.querySelector(selector) !== null,
    floatAt: (point, { columns }) => {
      const size = { width: sizes.width ?? FLOAT_SIZE.width, height: sizes.height ?? FLOAT_SIZE.height }
      const wanted = { left: point.x - columns.left - GRIP.x, top: point.y - columns.top - GRIP.y, ...size }
      const box = clamped(wanted, columns)
      return { ...box, left: box.left + columns.left, top: box.top + columns.top }
    },
  }
}

/**
 * Tells the server where something was dropped.
 * @param {Subject} subject
 * @param {import('./drop_target.js').Target} target
 * @param {Box | null} card where a card was let go, in px of the columns element; the card tells that itself
 */
export async function drop({ pane, zone }, target, card) {
  const sizes = target.kind === 'move' ? sizesOf(target) : {}
  const group = document.querySelector(`[data-zone="${CSS.escape(zone)}"]`)
  const shown = pane ?? (group && frontPane(group))
  if (pane === null) await layoutOp('move_group', { zone, to: target.zone, pos: target.pos, ...sizes })
  else if (target.kind === 'move') {
    await layoutOp('move', { pane, zone: target.zone, pos: target.pos, ...(target.before === null ? {} : { before: target.before }), ...sizes })
  } else if (!card) await layoutOp('float', { pane, ...floatingAt(target.box) })
  if (shown === null) return
  await applyParts([])
  showTab(shown)
}

/** What was shown is what it gets. @param {import('./drop_target.js').Target} target */
function sizesOf({ zone, pos, box }) {
  if (pos === 'center' || !box) return {}
  return dropSizes(zone, pos, pos === 'left' || pos === 'right' ? box.width : box.height)
}

/** @param {Box | null} box in px of the viewport */
function floatingAt(box) {
  const columns = document.querySelector('.hs-columns')
  if (!box || !columns) return {}
  const room = boxOf(columns)
  return anchored({ ...box, left: box.left - room.left, top: box.top - room.top }, room)
}

/** What was dropped is in sight and has the focus: its tab, unless something in the pane has it. @param {string} pane */
function showTab(pane) {
  const tab = document.getElementById(`tab:${pane}`)
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  if (!panelOf(pane)?.contains(document.activeElement)) tab?.focus({ preventScroll: true })
}

/** @param {string} id */
function declaredSizes(id) {
  const pane = registry.get('panes', id)
  const read = (/** @type {'width' | 'height'} */ name) => {
    const value = readPlugin(pane?.source, `${name} of pane ${id}`, () => pane?.data?.[name])
    const pixels = typeof value === 'string' ? PIXELS.exec(value) : null
    return pixels ? Number(pixels[1]) : null
  }
  return { width: read('width'), height: read('height') }
}
