/**
 * What a drag shows: a highlight where the pane will stand, the result in words, a line between tabs, the chips of the zone under the
 * pointer and, beside the pointer, what is dragged. One layer of its own, so that a frame lays out nothing else. A frame writes styles
 * and text only: one element more or one attribute makes the engine look again at every rule of the window that has `:has()`.
 */
import { grown, holds } from './boxes.js'
import { CHIP, CHIP_NAMES } from './drop_chips.js'
import { element } from './elements.js'

/** @typedef {import('./boxes.js').Box} Box */

/** Width of a letter of the label, px: enough to know whether it would cover the chips. */
const LETTER = 7

/**
 * @param {string} title of what is dragged; empty when it moves by itself
 */
export function openPreview(title) {
  const area = element('div', { class: 'hs-drop-area' })
  const line = element('div', { class: 'hs-drop-line' })
  const words = document.createTextNode('')
  const label = element('div', { class: 'hs-drop-label' }, words)
  const ghost = element('div', { class: 'hs-drop-ghost' }, title)
  const chips = new Map(CHIP_NAMES.map((name) => [name, element('div', { class: 'hs-drop-chip', 'data-chip': name }, element('i'))]))
  const layer = element('div', { class: 'hs-drop', 'aria-hidden': 'true' }, area, ...chips.values(), line, label, ghost)
  /** @type {readonly import('./drop_chips.js').Chip[]} */
  let shown = []
  let isAtTabs = false
  document.body.append(layer)

  return {
    /** Takes the pointer, so that no pane and no frame in one sees it. */
    layer,
    /**
     * @param {import('./drop_target.js').Target | null} target
     * @param {readonly import('./drop_chips.js').Chip[]} now the chips of the zone under the pointer
     */
    show(target, now) {
      shown = now
      isAtTabs = target?.line != null
      place(area, target?.box ?? null)
      place(line, target?.line ?? null)
      const on = target?.kind === 'float' ? (target.chip ?? 'float') : target?.zone === 'root' ? null : target?.pos
      for (const [name, chip] of chips) {
        place(chip, now.find((one) => one.name === name)?.box ?? null)
        chip.style.setProperty('--on', name === on ? '1' : '0')
      }
      const at = target?.label ? labelPoint(target, now) : null
      show(label, at !== null)
      if (!at || !target) return
      if (words.data !== target.label) words.data = target.label
      label.style.translate = `calc(${at.x}px - 50%) calc(${at.y}px - 50%)`
    },
    /** @param {import('./boxes.js').Point} point */
    follow({ x, y }) {
      // Beside chips and tabs it would cover what one aims at.
      const isAiming = isAtTabs || shown.some(({ box }) => holds(grown(box, 1.5 * CHIP), { x, y }))
      show(ghost, title !== '' && !isAiming)
      ghost.style.translate = `${x + 12}px ${y + 12}px`
    },
    close() {
      layer.remove()
    },
  }
}

/** @param {HTMLElement} part @param {boolean} isShown */
function show(part, isShown) {
  part.style.visibility = isShown ? 'visible' : 'hidden'
}

/**
 * @param {HTMLElement} part
 * @param {Box | null} box null = not to be seen
 */
function place(part, box) {
  show(part, box !== null)
  if (!box) return
  part.style.translate = `${box.left}px ${box.top}px`
  part.style.width = `${box.width}px`
  part.style.height = `${box.height}px`
}

/**
 * In the middle of the highlight; where that would cover the chips, below them; below the line between two tabs.
 * @param {import('./drop_target.js').Target} target
 * @param {readonly import('./drop_chips.js').Chip[]} chips
 * @returns {import('./boxes.js').Point}
 */
function labelPoint({ box, line, label }, chips) {
  const half = (label.length * LETTER) / 2
  if (line) return { x: Math.min(Math.max(line.left, half + 16), innerWidth - half - 16), y: line.top + line.height + 20 }
  if (!box) return { x: 0, y: 0 }
  const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
  const lowest = chips.find(({ name }) => name === 'bottom') ?? chips[0]
  if (!lowest) return at
  const middle = { x: lowest.box.left + CHIP / 2, y: lowest.box.top - CHIP / 2 - 4 }
  const near = Math.abs(at.x - middle.x) < half + 70 && Math.abs(at.y - middle.y) < 76
  return near ? { x: middle.x, y: lowest.box.top + CHIP + 20 } : at
}
