/** Where the corner's notices stand while a composer is below them: above it, so that its buttons stay in reach. */

const GAP = 8

/**
 * Follows the window and the composers in it.
 * @param {HTMLElement} stack at its place without a lift when this is called
 * @returns {() => void} stops following
 */
export function liftAboveComposer(stack) {
  const place = () => {
    stack.style.removeProperty('--hs-toast-lift')
    const { left, right, bottom } = stack.getBoundingClientRect()
    const under = composers().map((dock) => dock.getBoundingClientRect()).filter((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > bottom - box.height)
    if (under.length > 0) stack.style.setProperty('--hs-toast-lift', `${bottom - Math.min(...under.map(({ top }) => top)) + GAP}px`)
  }
  place()
  const sizes = new ResizeObserver(place)
  for (const dock of composers()) sizes.observe(dock)
  addEventListener('resize', place)
  return () => {
    sizes.disconnect()
    removeEventListener('resize', place)
  }
}

/** Those that are shown, by their boxes: the dock itself is as wide as the chat. */
const composers = () => [...document.querySelectorAll('[data-slot="composer"]')].filter((box) => box.getClientRects().length > 0)
