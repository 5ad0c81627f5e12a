/** Strips with more tabs than room: which end has more is marked for the sheet, the wheel goes along, the front tab stays in sight. */

/** The tab that was in front when the strip was last looked at. @type {WeakMap<HTMLElement, string | undefined>} */
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

function look() {
  asked = false
  for (const strip of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.hs-tabs'))) {
    sizes.observe(strip)
    const front = /** @type {HTMLElement | null} */ (strip.querySelector(':scope > [data-active="true"]'))
    if (front && fronts.get(strip) !== front.dataset.tab) show(strip, front)
    fronts.set(strip, front?.dataset.tab)
    mark(strip)
  }
}

/** @param {HTMLElement} strip @param {HTMLElement} tab */
function show(strip, tab) {
  const [room, place] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (place.left < room.left) strip.scrollLeft -= room.left - place.left
  else if (place.right > room.right) strip.scrollLeft += place.right - room.right
}

/** @param {HTMLElement} strip */
function mark(strip) {
  const { scrollLeft, clientWidth, scrollWidth } = strip
  const more = [...(scrollLeft > 1 ? ['start'] : []), ...(scrollLeft + clientWidth < scrollWidth - 1 ? ['end'] : [])].join(' ')
  if ((strip.dataset.more ?? '') === more) return
  if (more) strip.dataset.more = more
  else delete strip.dataset.more
}

/** @param {WheelEvent} event */
function onWheel({ target, deltaX, deltaY }) {
  const strip = target instanceof Element ? target.closest('.hs-tabs') : null
  if (strip && deltaX === 0) strip.scrollLeft += deltaY
}
