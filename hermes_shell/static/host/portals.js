/**
 * The window's one React root: a portal for each slot. (2,000 slots with a root each cost three to thirty times as much.)
 * Everything below uses external stores, so React flushes each change in the same microtask: a save paints in its own frame,
 * and dispose + register in one tick is one update without a gap.
 */
import { createElement as h, useSyncExternalStore } from '../vendor/react.js'
import { createPortal } from '../vendor/react-dom.js'
import { createRoot } from '../vendor/react-dom-client.js'
import { QueryClientProvider } from '../vendor/react-query.js'
import { TooltipProvider } from '../sdk/kit/tooltip.js'
import { queryClient } from '../sdk/query.js'
import { registry } from './registry.js'
import { changeList, slotList, subscribeSlotList } from './slot_store.js'
import { SlotView } from './slot_view.js'

export { SlotContext } from './slot_view.js'

/** @typedef {import('./slot_store.js').Slot} Slot */

/** @type {WeakMap<Slot, import('react').ReactPortal>} */
const portals = new WeakMap()
/** @type {Map<string, boolean>} area of slots without an id to "has contributions" */
const filled = new Map()
/** @type {readonly Slot[] | null} */
let renderedFor = null
/** @type {readonly import('react').ReactPortal[]} */
let rendered = []

/** Mounts the root. Call once, after the core contributions are in the registry. */
export function startPortals() {
  const container = document.createElement('div')
  container.style.display = 'contents'
  ;(document.getElementById('islands') ?? document.body).append(container)
  const root = createRoot(container, {
    // Boundaries report their own errors, with the contribution.
    onCaughtError: () => {},
    onUncaughtError: (error) => console.error('The window could not draw its slots', error),
  })
  const list = h(TooltipProvider, { delayDuration: 200, children: h(PortalList) })
  root.render(h(QueryClientProvider, { client: queryClient }, list))
}

function PortalList() {
  return useSyncExternalStore(subscribeSlotList, portalList)
}

function portalList() {
  const slots = slotList()
  if (renderedFor !== slots) {
    renderedFor = slots
    rendered = slots.filter(hasContent).map(portalOf)
  }
  return rendered
}

/**
 * A slot for a whole area costs nothing while the area is empty: 1,000 rows have 2,000 of them.
 * @param {Slot} slot
 */
function hasContent(slot) {
  if (slot.cid) return true
  const { area } = slot
  const known = filled.get(area)
  if (known !== undefined) return known
  const now = () => registry.getArea(area).length > 0
  filled.set(area, now())
  registry.subscribe(area, () => {
    if (filled.get(area) === now()) return
    filled.set(area, now())
    changeList()
  })
  return now()
}

/** @param {Slot} slot */
function portalOf(slot) {
  const portal = portals.get(slot) ?? createPortal(h(SlotView, { slot }), slot.host, slot.key)
  portals.set(slot, portal)
  return portal
}
