/** The keyboard in the list of shortcuts: one row is in the tab order, arrows lead from row to row and along a row. */

const CONTROLS = '[data-do]'

/** @typedef {{ key: string, what: string | undefined, combo: string | undefined, at: number }} Spot */

/** @param {Element} list @returns {HTMLElement[]} */
const rowsOf = (list) => /** @type {HTMLElement[]} */ ([...list.querySelectorAll('.hs-shortcut')])
/** @param {Element} row @returns {HTMLElement[]} */
const controlsOf = (row) => /** @type {HTMLElement[]} */ ([...row.querySelectorAll(CONTROLS)])

/**
 * Where the focus is in the list, to find it again after rows were made anew.
 * @param {Element} list
 * @returns {Spot | null}
 */
export function noteSpot(list) {
  const focused = document.activeElement
  const row = focused instanceof HTMLElement && list.contains(focused) ? /** @type {HTMLElement | null} */ (focused.closest('.hs-shortcut')) : null
  if (!row || !(focused instanceof HTMLElement)) return null
  return { key: row.dataset.key ?? '', what: focused.dataset.do, combo: focused.dataset.combo, at: rowsOf(list).indexOf(row) }
}

/**
 * @param {Element} list
 * @param {Spot} spot
 */
export function focusSpot(list, { key, what, combo, at }) {
  const rows = rowsOf(list)
  const row = rows.find((one) => one.dataset.key === key) ?? rows[Math.min(at, rows.length - 1)]
  const controls = row ? controlsOf(row) : []
  const same = controls.find((one) => one.dataset.do === what && one.dataset.combo === combo)
  const next = same ?? controls.find((one) => one.dataset.do === what) ?? controls[0]
  next?.focus({ preventScroll: same !== undefined })
}

/**
 * Puts one row into the tab order, and no other: the wanted one, else the first with something to do.
 * @param {Element} list
 * @param {string | null} key
 */
export function rove(list, key) {
  const wanted = key === null ? null : list.querySelector(`.hs-shortcut[data-key="${CSS.escape(key)}"]`)
  const current = wanted?.querySelector(CONTROLS) ? wanted : list.querySelector(`.hs-shortcut:has(${CONTROLS})`)
  for (const control of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(`${CONTROLS}[tabindex="0"]`))) {
    if (!current?.contains(control)) control.tabIndex = -1
  }
  for (const control of current ? controlsOf(current) : []) control.tabIndex = 0
}

/**
 * @param {Element} list
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the focus moved
 */
export function moveFocus(list, event) {
  const control = event.target instanceof HTMLElement ? event.target : null
  const row = control?.closest('.hs-shortcut')
  if (!control || !row || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !control.matches(CONTROLS)) return false
  const rows = rowsOf(list).filter((one) => controlsOf(one).length > 0)
  const at = rows.findIndex((one) => one === row)
  const controls = controlsOf(row)
  const along = controls.indexOf(control)
  /** @type {Record<string, HTMLElement | undefined>} */
  const targets = {
    ArrowLeft: controls[along - 1], ArrowRight: controls[along + 1],
    ArrowUp: likeIn(rows[at - 1], control), ArrowDown: likeIn(rows[at + 1], control), Home: likeIn(rows[0], control), End: likeIn(rows.at(-1), control),
  }
  if (!(event.key in targets)) return false
  targets[event.key]?.focus()
  return true
}

/** The control of a row that does the same. @param {HTMLElement | undefined} row @param {HTMLElement} control */
function likeIn(row, control) {
  const controls = row ? controlsOf(row) : []
  return controls.find((one) => one.dataset.do === control.dataset.do) ?? controls[0]
}
