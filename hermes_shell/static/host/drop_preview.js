/**
 * What a drag shows: a highlight where the pane will stand, the result in words, a line between tabs, the chips of the zone under the
 * pointer and, beside the pointer, what is dragged. One layer of its own, so that a frame lays out nothing else.
 */
import { grown, holds } from './boxes.js'
import { CHIP } from './drop_chips.js'
import { element } from './elements.js'

/** @typedef {import('./boxes.js').Box} Box */

/** Width of a letter of the label, px: enough to know whether it would cover the chips. */
const LETTER = 7

/**
 * @param {string} title of what is dragged; empty when it moves by itself
 */
export function openPreview(title) {
  const [area, label, line, chips] = ['area', 'label', 'line', 'chips'].map((part) => element('div', { class: `hs-drop-${part}` }))
  const ghost = element('div', { class: 'hs-drop-ghost' }, title)
  const layer = element('div', { class: 'hs-drop', 'aria-hidden': 'true' }, area, chips, line, label, ghost)
  /** @type {readonly import('./drop_chips.js').Chip[]} */
  let shown = []
  document.body.append(layer)

  return {
    /** Takes the pointer, so that no pane and no frame in one sees it. */
    layer,
    /**
     * @param {import('./drop_target.js').Target | null} target
     * @param {readonly import('./drop_chips.js').Chip[]} now the chips of the zone under the pointer
     */
    show(target, now) {
      place(area, target?.box ?? null)
      place(line, target?.line ?? null)
      if (now.map(keyOf).join() !== shown.map(keyOf).join()) {
        shown = now
        chips.replaceChildren(...now.map(chipElement))
      }
      const on = target?.kind === 'float' ? (target.chip ?? 'float') : target?.zone === 'root' ? null : target?.pos
      for (const [index, chip] of now.entries()) chips.children[index].toggleAttribute('data-on', chip.name === on)
      const at = target?.label ? labelPoint(target, now) : null
      label.hidden = at === null
      if (!at || !target) return
      if (label.textContent !== target.label) label.textContent = target.label
      label.style.translate = `calc(${at.x}px - 50%) calc(${at.y}px - 50%)`
    },
    /** @param {import('./boxes.js').Point} point */
    follow({ x, y }) {
      // Beside chips and tabs it would cover what one aims at.
      const aiming = !line.hidden || shown.some(({ box }) => holds(grown(box, CHIP), { x, y }))
      ghost.hidden = title === '' || aiming
      if (!ghost.hidden) ghost.style.translate = `${x + 12}px ${y + 12}px`
    },
    close() {
      layer.remove()
    },
  }
}

/**
 * @param {HTMLElement} part
 * @param {Box | null} box
 */
function place(part, box) {
  part.hidden = box === null
  if (!box) return
  part.style.translate = `${box.left}px ${box.top}px`
  part.style.width = `${box.width}px`
  part.style.height = `${box.height}px`
}

/** @param {import('./drop_chips.js').Chip} chip */
function chipElement({ name, box }) {
  const made = element('div', { class: 'hs-drop-chip', 'data-chip': name }, element('i'))
  made.style.translate = `${box.left}px ${box.top}px`
  return made
}

/** @param {import('./drop_chips.js').Chip} chip */
const keyOf = ({ name, box }) => `${name} ${box.left} ${box.top}`

/**
 * In the middle of the highlight; where that would cover the chips, below them; below the line between two tabs.
 * @param {import('./drop_target.js').Target} target
 * @param {readonly import('./drop_chips.js').Chip[]} chips
 * @returns {import('./boxes.js').Point}
 */
function labelPoint({ box, line, label }, chips) {
  const half = (label.length * LETTER) / 2
  if (line) return { x: Math.max(line.left, half + 16), y: line.top + line.height + 20 }
  if (!box) return { x: 0, y: 0 }
  const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
  const lowest = chips.find(({ name }) => name === 'bottom') ?? chips[0]
  if (!lowest) return at
  const middle = { x: lowest.box.left + CHIP / 2, y: lowest.box.top - CHIP / 2 - 4 }
  const near = Math.abs(at.x - middle.x) < half + 70 && Math.abs(at.y - middle.y) < 76
  return near ? { x: middle.x, y: lowest.box.top + CHIP + 20 } : at
}
