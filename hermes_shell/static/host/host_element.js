/**
 * Moving a mounted host between placeholders without losing what the browser resets on a move: focus and scroll offsets.
 * Engines with moveBefore keep both while the host stays connected; elsewhere the page notes and restores them.
 */

/** @type {WeakMap<Element, Map<Element, { top: number, left: number }>>} host to its scrolled descendants */
const scrolled = new WeakMap()

document.addEventListener(
  'scroll',
  (event) => {
    const target = event.target
    if (!(target instanceof Element)) return
    const host = target.closest('.hermes-host')
    if (!host || !host.isConnected) return
    const offsets = scrolled.get(host) ?? new Map()
    offsets.set(target, { top: target.scrollTop, left: target.scrollLeft })
    scrolled.set(host, offsets)
  },
  { capture: true, passive: true },
)

/**
 * @param {HTMLElement} host
 * @param {HTMLElement} placeholder
 */
export function moveInto(host, placeholder) {
  if (host.parentNode === placeholder) {
    // The placeholder itself was taken out and put back: the host is in place, its scroll offsets are not.
    restoreScroll(host)
    return
  }
  if (moveBefore(placeholder, host, null)) return
  const restoreFocus = noteFocus(host)
  placeholder.append(host)
  restoreScroll(host)
  restoreFocus()
}

/**
 * Moves a connected node with its state where the engine can.
 * @param {Node} parent
 * @param {Node} node
 * @param {Node | null} before
 * @returns {boolean} false: nothing was moved
 */
export function moveBefore(parent, node, before) {
  const move = /** @type {any} */ (parent).moveBefore
  if (!move || !parent.isConnected || !node.isConnected) return false
  // Chromium keeps the focus of what it moves and scrolls to it.
  const scrollBack = node instanceof Element && node.contains(document.activeElement) ? noteScroll(node) : () => {}
  move.call(parent, node, before)
  scrollBack()
  return true
}

/**
 * Notes how far an element and what is inside of it are scrolled.
 * @param {Element} element
 * @returns {() => void} scrolls them back
 */
export function noteScroll(element) {
  const scrolled = [element, ...element.querySelectorAll('*')].filter(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0)
  const offsets = scrolled.map(({ scrollTop, scrollLeft }) => ({ top: scrollTop, left: scrollLeft }))
  return () => {
    for (const [at, one] of scrolled.entries()) one.scrollTo({ ...offsets[at], behavior: 'instant' })
  }
}

/**
 * Notes the focused element, its selection included. The returned function focuses it again if it is still connected and nothing else
 * took the focus.
 * @param {Element} [scope] only when the focus is inside
 * @returns {() => void}
 */
export function noteFocus(scope = document.documentElement) {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body || !scope.contains(focused)) return () => {}
  const range = selectionOf(focused)
  return () => {
    const active = document.activeElement
    if (!focused.isConnected || active === focused || (active && active !== document.body && active !== document.documentElement)) return
    focused.focus({ preventScroll: true })
    if (range) /** @type {HTMLInputElement} */ (focused).setSelectionRange(range.start, range.end, range.direction)
  }
}

/** @param {HTMLElement} element */
function selectionOf(element) {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) || element.selectionStart === null) return null
  return { start: element.selectionStart, end: element.selectionEnd, direction: element.selectionDirection ?? 'none' }
}

/** @param {Element} host */
function restoreScroll(host) {
  for (const [element, { top, left }] of scrolled.get(host) ?? []) {
    if (!host.contains(element)) {
      scrolled.get(host)?.delete(element)
      continue
    }
    if (element.scrollTop !== top) element.scrollTop = top
    if (element.scrollLeft !== left) element.scrollLeft = left
  }
}
