/** Puts elements into order with as few moves as possible, and moves them with their state. */
import { moveBefore, noteFocus, noteScroll } from './host_element.js'

/**
 * Makes `wanted` the children of a parent, in this order. Other children stay somewhere between them.
 * @param {Element} parent
 * @param {readonly Element[]} wanted some stand there already, some elsewhere, some nowhere yet
 * @param {Element | null} [anchor] a child that is not moved whatever else is
 */
export function arrange(parent, wanted, anchor = null) {
  const staying = stayingOf(parent, wanted, anchor)
  /** @type {Element | null} */
  let before = null
  for (const element of wanted.toReversed()) {
    if (!staying.has(element)) moveWithState(parent, element, before)
    before = element
  }
}

/**
 * Moves an element. Engines without moveBefore forget focus, selection and scroll offsets of what is inside: these are put back.
 * @param {Element} parent
 * @param {Element} element
 * @param {Element | null} before
 */
export function moveWithState(parent, element, before) {
  const selected = noteSelection(element)
  if (!moveBefore(parent, element, before)) {
    const restore = element.isConnected ? [noteScroll(element), noteFocus(element)] : []
    parent.insertBefore(element, before)
    for (const step of restore) step()
  }
  selected()
}

/**
 * The longest run of children that are in order already.
 * @param {Element} parent
 * @param {readonly Element[]} wanted
 * @param {Element | null} anchor
 */
function stayingOf(parent, wanted, anchor) {
  const order = new Map([...parent.children].map((child, at) => [child, at]))
  const here = wanted.filter((element) => order.has(element)).map((element) => ({ element, at: /** @type {number} */ (order.get(element)) }))
  const middle = anchor ? here.findIndex(({ element }) => element === anchor) : -1
  if (middle < 0) return new Set(longestRun(here))
  const { at } = here[middle]
  const first = longestRun(here.slice(0, middle).filter((one) => one.at < at))
  const last = longestRun(here.slice(middle + 1).filter((one) => one.at > at))
  return new Set([...first, /** @type {Element} */ (anchor), ...last])
}

/**
 * @param {readonly { element: Element, at: number }[]} list
 * @returns {Element[]} the longest part with growing `at`
 */
function longestRun(list) {
  /** @type {number[]} */ const ends = []
  /** @type {number[]} */ const before = []
  for (const [i, { at }] of list.entries()) {
    let low = 0
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1
      if (list[ends[middle]].at < at) low = middle + 1
      else high = middle
    }
    before[i] = low > 0 ? ends[low - 1] : -1
    ends[low] = i
  }
  const run = []
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i]) run.push(list[i].element)
  return run
}

/** The text that is selected inside; a move collapses it in every engine. @param {Element} element @returns {() => void} */
function noteSelection(element) {
  const selection = getSelection()
  if (!selection?.anchorNode || !selection.focusNode || !element.contains(selection.anchorNode) || !element.contains(selection.focusNode)) return () => {}
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection
  return () => {
    if (selection.anchorNode === anchorNode && selection.anchorOffset === anchorOffset && selection.focusNode === focusNode) return
    selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset)
  }
}
