/** What has the focus after the row that had it is gone: whoever works through a list by keyboard stays in it. */

/**
 * @param {readonly Element[]} leaving rows of one list
 * @returns {() => void} call it when they are gone: the same control of the row behind has the focus, else of the one before, else the page
 */
export function noteHeir(leaving) {
  const focused = document.activeElement
  const row = leaving.find((one) => one.contains(focused))
  if (!row || !focused) return () => {}
  const role = focused.getAttribute('role')
  const control = role ? `[role="${CSS.escape(role)}"]` : focused.localName
  const page = /** @type {HTMLElement | null} */ (row.closest('[tabindex="-1"]'))
  const heirs = [...siblings(row, 'nextElementSibling'), ...siblings(row, 'previousElementSibling')].filter((one) => !leaving.includes(one))
  return () => {
    if (document.activeElement !== document.body) return
    const heir = heirs.find((one) => one.isConnected)?.querySelector(control)
    const next = heir instanceof HTMLElement ? heir : page
    next?.focus({ preventScroll: next === page })
  }
}

/** @param {Element} row @param {'nextElementSibling' | 'previousElementSibling'} side nearest first */
function* siblings(row, side) {
  for (let one = row[side]; one; one = one[side]) yield one
}
