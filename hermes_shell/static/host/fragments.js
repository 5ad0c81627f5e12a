/**
 * Applies what the server sends for placeholders and records, one frame after the other. `htmx.swap` is asynchronous, so the parts of
 * all frames are one chain. Parts of an area in which a drag is under way wait for its end.
 */
import { heldBack, holdDuringDrags } from './drag_hold.js'
import { noteHeir } from './focus_heir.js'
import { applyStructure } from './frame_structure.js'
import { moveBefore, noteFocus } from './host_element.js'
import { guardMorphs } from './morph_guard.js'
import { refreshVisibility } from './pane_visibility.js'
import { markCurrentRows } from './router.js'
import { noteZoneFocus } from './zone_focus.js'
import { beforeSwap } from './shown_page.js'

/**
 * @typedef {object} ListPut
 * @property {string} id
 * @property {string} html one element with `data-item`
 * @property {string | null} before id of the item behind it; null = last
 */

/**
 * @typedef {object} Part a list's changes, the new inside of a target, or the tree of the groups; it stands before what fills them
 * @property {string} [area] an area whose element is the list
 * @property {string} [list] the list of a page, by its `data-list`
 * @property {string[]} [remove]
 * @property {ListPut[]} [put]
 * @property {string | null} [target]
 * @property {string} [html]
 * @property {import('./layout_tree.js').Layout} [layout]
 */

/** @type {any} */
const htmx = /** @type {any} */ (globalThis).htmx

guardMorphs()
holdDuringDrags((parts) => void applyParts(parts))

/** @type {Promise<void>} */
let last = Promise.resolve()

/**
 * @param {readonly Part[]} parts
 * @returns {Promise<void>} when this frame is in the document; parts held by a drag come later
 */
export function applyParts(parts) {
  last = last.then(() => applyFrame(parts))
  return last
}

/** @param {readonly Part[]} parts */
async function applyFrame(parts) {
  const restoreFocus = noteFocus()
  const inheritFocus = noteZoneFocus()
  const leaving = applyStructure(parts)
  for (const part of parts) {
    if (heldBack(part)) continue
    try {
      await applyPart(part)
    } catch (error) {
      // One broken fragment must not stop the ones behind it.
      console.error('a fragment could not be applied', part.area ?? part.list ?? part.target, error)
    }
  }
  for (const element of leaving) element.remove()
  restoreFocus()
  inheritFocus()
  markCurrentRows()
  refreshVisibility()
}

/** @param {Part} part */
async function applyPart({ area, list, remove, put, target, html }) {
  const place = area ? `[data-area="${CSS.escape(area)}"]` : list ? `[data-list="${CSS.escape(list)}"]` : null
  if (place) await applyList(place, remove ?? [], put ?? [])
  else if (target) await morphInside(target, html ?? '')
}

/**
 * @param {string} selector
 * @param {string} html
 */
async function morphInside(selector, html) {
  const target = document.querySelector(selector)
  if (!target) return
  const afterSwap = beforeSwap(target)
  await htmx.swap({ target, text: html, swap: 'innerMorph', sourceElement: document.body })
  afterSwap()
}

/**
 * @param {string} place selector of the list
 * @param {readonly string[]} removed
 * @param {readonly ListPut[]} puts in an order in which every `before` already stands
 */
async function applyList(place, removed, puts) {
  const list = document.querySelector(place)
  if (!list) return
  /** @type {Map<string, Element>} */
  const items = new Map()
  for (const child of list.children) if (child instanceof HTMLElement && child.dataset.item) items.set(child.dataset.item, child)
  const leaving = removed.flatMap((id) => items.get(id) ?? [])
  // What leaves an area belongs to a plugin, and so does what stands beside it.
  const inheritFocus = list.matches('[data-list]') ? noteHeir(leaving) : null
  for (const item of leaving) item.remove()
  for (const { id, html, before } of puts) {
    const reference = before === null || before === undefined ? null : (items.get(before) ?? null)
    const item = items.get(id)
    if (!item?.isConnected) {
      const created = elementOf(html)
      list.insertBefore(created, reference)
      htmx.process(created)
      items.set(id, created)
      continue
    }
    if (item.nextElementSibling !== reference && item !== reference && !moveBefore(list, item, reference)) list.insertBefore(item, reference)
    await htmx.swap({ target: item, text: html, swap: 'outerMorph', sourceElement: document.body })
    // A fragment whose root is another element than before replaces the item.
    if (!item.isConnected) {
      const replaced = [...list.children].find((child) => child instanceof HTMLElement && child.dataset.item === id)
      if (replaced) items.set(id, replaced)
    }
  }
  inheritFocus?.()
}

/** @param {string} html */
function elementOf(html) {
  const template = document.createElement('template')
  template.innerHTML = html
  const element = template.content.firstElementChild
  if (!element) throw new Error('an item fragment has no element')
  return document.importNode(element, true)
}
