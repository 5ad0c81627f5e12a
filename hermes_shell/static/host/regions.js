/** F6 and Shift+F6 go around the regions of the window: title bar, sidebar, zones, the composer, messages, status bar. */
import { stopsIn } from './tab_stops.js'

const REGIONS = '[data-region], .hs-zone, .hs-toasts'

const COMPOSER = '[data-region="composer"]'

/** Where the focus stood when it left a region. @type {WeakMap<Element, HTMLElement>} */
const left = new WeakMap()

/** Listens for the key. Call once. */
export function startRegions() {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'F6' || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    if (goAround(event.shiftKey ? -1 : 1)) event.preventDefault()
  })
  document.addEventListener('focusout', (event) => {
    const region = event.target instanceof HTMLElement ? regionOf(event.target) : null
    if (region) left.set(region, /** @type {HTMLElement} */ (event.target))
  })
}

/**
 * @param {1 | -1} step
 * @returns {boolean} false when there is nowhere to go
 */
function goAround(step) {
  const regions = [...document.querySelectorAll(REGIONS)].filter((region) => isOuter(region) && stopsIn(region).length > 0)
  if (regions.length === 0) return false
  const active = document.activeElement ?? document.body
  const current = regionOf(active)
  const from = current ? regions.indexOf(current) : placeOf(active, regions, step)
  const region = regions[(from + step + regions.length) % regions.length]
  const stops = stopsIn(region)
  const last = left.get(region)
  const currentRow = stops.find((stop) => stop.matches('[aria-current], [aria-selected="true"]'))
  ;(last && stops.includes(last) ? last : (currentRow ?? stops[0])).focus({ preventScroll: true })
  return true
}

/**
 * Where a stop outside of every region stands, a sash for example.
 * @param {Element} element
 * @param {readonly Element[]} regions in the order of the document
 * @param {1 | -1} step
 */
function placeOf(element, regions, step) {
  const behind = regions.findIndex((region) => element.compareDocumentPosition(region) & Node.DOCUMENT_POSITION_FOLLOWING)
  const next = behind < 0 ? regions.length : behind
  return step === 1 ? next - 1 : next
}

/** A region inside another one is part of it; only a composer is its own. @param {Element} region */
const isOuter = (region) => region.matches(COMPOSER) || !region.parentElement?.closest(REGIONS)

/** @param {Element} element @returns {Element | null} */
function regionOf(element) {
  let region = element.closest(REGIONS)
  while (region && !isOuter(region)) region = region.parentElement?.closest(REGIONS) ?? null
  return region
}
