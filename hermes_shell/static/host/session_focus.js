/** The keyboard in the list of sessions: one stop of the Tab key, arrows through rows and headings, keys for what a row can do. */
import { runSessionKey } from './session_actions.js'
import { sessionList, sessionRow } from './session_list.js'

const STOPS = ':scope > li > .hs-session-link, :scope > li .hs-session-heading > button, :scope > .hs-session-note button'
const PAGE = 10
/** @type {Record<string, (at: number, count: number) => number>} */
const STEPS = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, count) => Math.min(at + PAGE, count - 1),
  PageUp: (at) => Math.max(at - PAGE, 0),
}

/** @type {string | null} id of the session whose row is the stop of the Tab key */
let stop = null

/** Listens to the list. Call once. */
export function startSessionFocus() {
  const list = sessionList()
  if (!list) return
  list.addEventListener('focusin', ({ target }) => {
    const row = target instanceof Element ? target.closest('[data-session-row]') : null
    if (row instanceof HTMLElement) stop = row.dataset.sessionRow ?? null
    markStop(list)
  })
  list.addEventListener('keydown', (event) => onKey(list, event))
  // Rows come with tabindex -1, and a morph gives it back to the one that had the stop.
  new MutationObserver(() => markStop(list)).observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ['tabindex'] })
  markStop(list)
}

/** Puts the focus on a row. @param {string | null} [id] else on the one that the Tab key would reach */
export function focusSession(id = stop) {
  const row = sessionRow(id) ?? sessionList()?.querySelector(':scope > [data-session-row]')
  const link = /** @type {HTMLElement | null | undefined} */ (row?.querySelector('.hs-session-link'))
  link?.focus()
  return link !== null && link !== undefined
}

/** @param {HTMLElement} list */
const stopsOf = (list) => /** @type {HTMLElement[]} */ ([...list.querySelectorAll(STOPS)])

/** @param {HTMLElement} list */
function markStop(list) {
  const current = sessionRow(stop) ?? list.querySelector(':scope > li:has([aria-current])')
  const chosen = current?.querySelector('.hs-session-link') ?? stopsOf(list)[0]
  for (const one of stopsOf(list)) {
    const wanted = one === chosen ? 0 : -1
    if (one.tabIndex !== wanted) one.tabIndex = wanted
  }
}

/** @param {HTMLElement} list @param {KeyboardEvent} event */
function onKey(list, event) {
  if (event.defaultPrevented || event.isComposing || !(event.target instanceof HTMLElement)) return
  const stops = stopsOf(list)
  const at = stops.indexOf(event.target)
  if (at < 0) return
  const row = event.target.closest('[data-session-row]')
  if (row instanceof HTMLElement && runSessionKey(event, row)) {
    event.preventDefault()
    event.stopPropagation()
    return
  }
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const view = list.parentElement
  if (event.key === 'Home' || event.key === 'End') {
    event.preventDefault()
    if (view) view.scrollTop = event.key === 'Home' ? 0 : view.scrollHeight
    stops[event.key === 'Home' ? 0 : stops.length - 1].focus({ preventScroll: true })
    return
  }
  const step = STEPS[event.key]
  if (!step) return
  event.preventDefault()
  stops[step(at, stops.length)].focus()
}
