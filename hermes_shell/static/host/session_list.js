/**
 * The list of sessions in the sidebar. The server holds thousands of lines and sends those near the viewport; which these are is asked
 * here, while the list scrolls, and again on every connection.
 */
import { atom } from '../vendor/nanostores.js'
import { channel } from './channel.js'
import { element } from './elements.js'
import { lineAt, lineCount } from './session_geometry.js'

/** Lines beyond the viewport that are there, and how near the edge of them one may come before more are asked for. */
const AHEAD = 30
const NEAR = 12
/** How often lines that did not come are asked for again, and how much later each time, in ms. */
const MOST_FAILURES = 4
const PAUSE = 1000
/** @type {readonly import('./session_geometry.js').Kind[]} */
const KINDS = ['heading', 'row', 'hit', 'note']
/** @type {Record<import('./session_geometry.js').Kind, string>} what a filler calls them */
const COUNTED = { heading: '--headings', row: '--rows', hit: '--hits', note: '--notes' }

/** What is searched; empty = the whole list. */
export const $sessionQuery = atom('')

/** @type {readonly import('./session_geometry.js').Run[]} */
let runs = []
/** @type {{ from: number, to: number } | null} the lines that were asked for last */
let asked = null
let asking = false
let again = false
let planned = false
/** Questions that failed in succession. */
let failures = 0
/** Ends with the question that is under way. */
let answered = Promise.resolve()
/** @type {Record<string, number>} px, by kind */
const heights = { heading: 32, row: 28, hit: 44, note: 64 }

/** @returns {HTMLElement | null} */
export const sessionList = () => document.querySelector('[data-list="sessions"]')

/** @returns {HTMLElement | null} */
const scroller = () => document.querySelector('.hs-sessions-scroll')

/** Follows the scroller and the channel. Call once. */
export function startSessionList() {
  const list = sessionList()
  const view = scroller()
  if (!list || !view) return
  measure(view)
  view.addEventListener('scroll', plan, { passive: true })
  new ResizeObserver(plan).observe(view)
  channel.on('sessions', (message) => {
    if (message.query !== $sessionQuery.get()) return
    runs = message.runs
    plan()
  })
  channel.on('welcome', () => {
    asked = null
    failures = 0
    look()
  })
  channel.on('lost', () => (asking = false))
}

/**
 * Shows what a search finds, from its top; empty shows the whole list.
 * @param {string} query
 */
export function searchSessions(query) {
  if (query === $sessionQuery.get()) return
  $sessionQuery.set(query)
  const view = scroller()
  if (view) view.scrollTop = 0
  asked = null
  look()
}

/** @returns {Promise<void>} when the rows are those of what was searched last, as far as they came */
export async function whenListed() {
  for (let seen; seen !== answered; ) {
    seen = answered
    await seen
  }
}

/** Rows of the document in their order. @returns {HTMLElement[]} */
export const sessionRows = () => /** @type {HTMLElement[]} */ ([...(sessionList()?.querySelectorAll(':scope > [data-session-row]') ?? [])])

/** @param {string | null | undefined} id any row of a session @returns {HTMLElement | null} */
export const sessionRow = (id) => (id ? (sessionList()?.querySelector(`:scope > [data-session-row="${CSS.escape(id)}"]`) ?? null) : null)

/** Looks in the next frame: a scroll event may come several times before one. */
function plan() {
  if (planned) return
  planned = true
  requestAnimationFrame(() => {
    planned = false
    look()
  })
}

/** Asks for other lines when the viewport comes near the end of those that are there. */
function look() {
  const view = scroller()
  if (!view) return
  const total = lineCount(runs)
  const sizes = /** @type {import('./session_geometry.js').Heights} */ (heights)
  const first = lineAt(runs, sizes, view.scrollTop)
  // Without a box (the sidebar is hidden) a screen's worth is asked for, so that it is there when it comes.
  const last = total === 0 ? 30 : lineAt(runs, sizes, view.scrollTop + (view.clientHeight || 800))
  const covered = asked !== null && (asked.from === 0 || first - NEAR >= asked.from) && (asked.to >= total || last + NEAR < asked.to)
  if (covered) return
  if (asking) {
    again = true
    return
  }
  const from = Math.max(0, first - AHEAD)
  answered = ask(from, Math.min(from + 300, last + 1 + AHEAD))
}

/** @param {number} from @param {number} to */
async function ask(from, to) {
  asking = true
  again = false
  asked = { from, to }
  keepFocus(from, to)
  try {
    await channel.call('sessions.window', { from, to, query: $sessionQuery.get() })
    await channel.applied
    failures = 0
  } catch (error) {
    asked = null
    console.warn('the list of sessions was not shown', error)
    failures += 1
    if (failures <= MOST_FAILURES) setTimeout(plan, PAUSE * failures)
    return
  } finally {
    asking = false
  }
  if (again || asked === null) look()
}

/**
 * A row that has the focus and leaves would hand it to its neighbour, which would be scrolled into view: the scroller takes it.
 * @param {number} from @param {number} to
 */
function keepFocus(from, to) {
  const list = sessionList()
  const focused = document.activeElement?.closest('[data-list="sessions"] > li')
  if (!list || !focused) return
  const before = list.firstElementChild?.classList.contains('hs-session-filler') ? list.firstElementChild : null
  const skipped = before ? KINDS.reduce((sum, kind) => sum + Number(/** @type {HTMLElement} */ (before).style.getPropertyValue(COUNTED[kind]) || 0), 0) : 0
  const line = skipped + [...list.children].indexOf(focused) - (before ? 1 : 0)
  if (line < from || line >= to) scroller()?.focus({ preventScroll: true })
}

/** Keeps the heights of lines, which the style sheet decides, up to date. @param {HTMLElement} view */
function measure(view) {
  const probes = KINDS.map((kind) => {
    const style = KINDS.map((one) => `${COUNTED[one]}:${one === kind ? 1 : 0}`).join(';')
    return element('div', { class: 'hs-session-filler hs-session-probe', 'aria-hidden': 'true', 'data-kind': kind, style })
  })
  const observer = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      const height = borderBoxSize[0].blockSize
      if (height > 0) heights[/** @type {HTMLElement} */ (target).dataset.kind ?? ''] = height
    }
    plan()
  })
  for (const probe of probes) {
    view.parentElement?.append(probe)
    observer.observe(probe)
  }
}
