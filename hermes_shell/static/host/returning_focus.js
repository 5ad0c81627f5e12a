/** Where the focus and the caret were, and how they come back: to the element, to the one that took its place, or to its pane. */

/**
 * Notes what has the focus now.
 * @returns {() => void} gives it back
 */
export function noteReturn() {
  const focused = document.activeElement
  const zone = focused?.closest('[data-zone]')?.getAttribute('data-zone') ?? null
  const region = focused?.closest('[data-region]')?.getAttribute('data-region') ?? null
  // A field keeps its caret by itself.
  const range = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? null : selectedRange()
  return () => {
    const heir = heirOf(focused, zone, region)
    if (heir) heir.focus({ preventScroll: true })
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    if (range && (heir === focused || !heir) && range.startContainer.isConnected) getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset)
  }
}

/** @param {Element | null} focused @param {string | null} zone @param {string | null} region @returns {HTMLElement | null} */
function heirOf(focused, zone, region) {
  if (focused instanceof HTMLElement && focused !== document.body && focused.isConnected && canTake(focused)) return focused
  const twin = focused?.id ? document.getElementById(focused.id) : null
  if (twin && canTake(twin)) return twin
  const place = (zone && document.querySelector(`[data-zone="${CSS.escape(zone)}"]`)) || (region && document.querySelector(`[data-region="${CSS.escape(region)}"]`)) || null
  const heir = place?.querySelector('.hs-pane:not([hidden])') ?? place?.querySelector('[tabindex="0"], a[href], button')
  return heir instanceof HTMLElement && canTake(heir) ? heir : null
}

/** Not hidden, and not below a page that lies over it. @param {HTMLElement} element */
const canTake = (element) => element.getClientRects().length > 0 && !element.closest('[inert]')

function selectedRange() {
  const selection = getSelection()
  return selection && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : null
}
