/** Strips with more tabs than room: which end has more is marked for the sheet, the wheel goes along, the front tab stays in sight. */

/** What was in front when the strip was last looked at, among which tabs, and in how much room. @type {WeakMap<HTMLElement, string>} */
const fronts = new WeakMap()
let asked = false

const sizes = new ResizeObserver(() => refreshTabStrips())

/** Listens for the wheel and for what scrolls. Call once. */
export function startTabStrips() {
  document.addEventListener('scroll', ({ target }) => target instanceof HTMLElement && target.matches('.hs-tabs') && mark(target), { capture: true, passive: true })
  document.addEventListener('wheel', onWheel, { passive: true })
  refreshTabStrips()
}

/** Looks again, once a frame; after each frame of the server and each local change. */
export function refreshTabStrips() {
  if (!asked) requestAnimationFrame(look)
  asked = true
}

/** Brings the front tab of a group in sight, also one that was scrolled out of it. @param {Element} zone */
export function showFrontTab(zone) {
  const strip = zone.querySelector(':scope > .hs-tabstrip > .hs-tabs')
  if (strip instanceof HTMLElement) fronts.delete(strip)
  refreshTabStrips()
}

function look() {
  asked = false
  for (const strip of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.hs-tabs'))) {
    sizes.observe(strip)
    const front = /** @type {HTMLElement | null} */ (strip.querySelector(':scope > [data-active="true"]'))
    const tabs = [...strip.children].map((tab) => tab instanceof HTMLElement && tab.dataset.tab)
    const now = JSON.stringify([front?.dataset.tab, strip.clientWidth, strip.clientHeight, ...tabs])
    if (front && fronts.get(strip) !== now) show(strip, front)
    fronts.set(strip, now)
    mark(strip)
  }
}

/** A strip that a narrow window folds stands upright. @param {HTMLElement} strip */
const isUpright = (strip) => getComputedStyle(strip).flexDirection === 'column'

/** @param {HTMLElement} strip @param {HTMLElement} tab */
function show(strip, tab) {
  const [room, place] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()]
  const missing = isUpright(strip) ? overhang(room.top, room.bottom, place.top, place.bottom) : overhang(room.left, room.right, place.left, place.right)
  if (missing !== 0) strip.scrollBy(isUpright(strip) ? 0 : missing, isUpright(strip) ? missing : 0)
}

/**
 * How far something has to move to stand inside of something else; of what is larger the beginning does.
 * @param {number} from
 * @param {number} to
 * @param {number} first of what has to be inside
 * @param {number} last
 */
const overhang = (from, to, first, last) => Math.min(first - from, Math.max(0, last - to))

/** @param {HTMLElement} strip */
function mark(strip) {
  const [at, room, all] = isUpright(strip) ? [strip.scrollTop, strip.clientHeight, strip.scrollHeight] : [strip.scrollLeft, strip.clientWidth, strip.scrollWidth]
  const more = [...(at > 1 ? ['start'] : []), ...(at + room < all - 1 ? ['end'] : [])].join(' ')
  if ((strip.dataset.more ?? '') === more) return
  if (more) strip.dataset.more = more
  else delete strip.dataset.more
}

/** @param {WheelEvent} event */
function onWheel({ target, deltaX, deltaY }) {
  const strip = target instanceof Element ? target.closest('.hs-tabs') : null
  if (strip && deltaX === 0) strip.scrollLeft += deltaY
}
