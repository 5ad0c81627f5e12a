/**
 * What stands in a slot: one contribution, or all of an area. Each slot has its own subscription, so one change renders one slot.
 */
import { Suspense, createContext, createElement as h, memo, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from '../vendor/react.js'
import { Boundary } from './boundary.js'
import { contributionView, isBarArea, needsValue } from './contribution_view.js'
import { fieldText, fieldVariant } from './field_view.js'
import { fillsPlace, NothingRendered } from './nothing_rendered.js'
import { registry } from './registry.js'
import { setSlotState } from './slot_store.js'
import { throwable } from './throwable.js'

/** @typedef {import('./slot_store.js').Slot} Slot */
/** @typedef {import('./contribution_view.js').Contribution} Contribution */

/** The surrounding slot, or null outside of one. @type {import('react').Context<Slot | null>} */
export const SlotContext = createContext(/** @type {Slot | null} */ (null))

/** @type {WeakMap<readonly Contribution[], Map<string, Contribution>>} */
const indexes = new WeakMap()
/** @type {WeakMap<object, number>} */
const incarnationNumbers = new WeakMap()
let nextIncarnation = 1

/** @type {import('react').FunctionComponent<{ slot: Slot }>} */
export const SlotView = memo(function SlotView({ slot }) {
  const content = slot.cid ? h(KeyedContent, { slot }) : h(AreaContent, { slot })
  return h(SlotContext.Provider, { value: slot }, content)
})

/** @param {{ slot: Slot }} props */
function KeyedContent({ slot }) {
  const { area, cid, field } = slot
  const subscribe = useCallback((/** @type {() => void} */ listener) => registry.subscribe(area, listener), [area])
  const contribution = useSyncExternalStore(subscribe, () => contributionOf(area, cid))
  const args = useArgs(slot)
  const report = useCallback((/** @type {string} */ _id, /** @type {'mounted' | 'error' | null} */ state) => setSlotState(slot, state), [slot])
  if (!contribution) return null
  return h(Mounted, { key: incarnationKey(contribution), contribution, field, args, report })
}

/** @param {{ slot: Slot }} props */
function AreaContent({ slot }) {
  const { area } = slot
  const subscribe = useCallback((/** @type {() => void} */ listener) => registry.subscribe(area, listener), [area])
  const contributions = useSyncExternalStore(subscribe, () => registry.getArea(area))
  const args = useArgs(slot)
  const states = useRef(/** @type {Map<string, string>} */ (new Map()))
  const report = useCallback(
    (/** @type {string} */ id, /** @type {'mounted' | 'error' | null} */ state) => {
      if (state) states.current.set(id, state)
      else states.current.delete(id)
      const all = [...states.current.values()]
      setSlotState(slot, all.includes('error') ? 'error' : all.length > 0 ? 'mounted' : null)
    },
    [slot],
  )
  return contributions.map((/** @type {Contribution} */ contribution) =>
    h(Mounted, { key: `${contribution.source ?? 'core'}:${contribution.id}:${incarnationKey(contribution)}`, contribution, args, report }),
  )
}

/**
 * @param {{
 *   contribution: Contribution, field?: string, args: object | null,
 *   report: (id: string, state: 'mounted' | 'error' | null) => void,
 * }} props
 */
function Mounted({ contribution, field = '', args, report }) {
  const { id, area } = contribution
  useLayoutEffect(() => () => report(id, null), [id, report])
  const variant = field ? fieldVariant(field) : isBarArea(area) ? 'chip' : 'pane'
  const text = field ? fieldText(contribution, field) : undefined
  return h(
    Boundary,
    { variant, id, text, part: field || 'render', contribution, onError: () => report(id, 'error') },
    h(Suspense, { fallback: null }, h(Rendered, { contribution, field, args }), h(MountMark, { id, report })),
  )
}

/**
 * Calls the contribution's render, or reads one of its nodes. Only render itself may call hooks here: the component stays the same over a re-registration, so
 * typed text, node and focus stay.
 * @param {{ contribution: Contribution, field: string, args: object | null }} props
 */
function Rendered({ contribution, field, args }) {
  let view
  try {
    view = contributionView(contribution, args, field)
  } catch (thrown) {
    throw throwable(thrown)
  }
  if (view === undefined && !field && needsValue(contribution.area)) throw new TypeError('render returned undefined; it returns null to show nothing')
  if (view === undefined && !field && fillsPlace(contribution.area)) return h(NothingRendered, { contribution })
  return view ?? null
}

/** Reports when the content beside it is on screen. @param {{ id: string, report: (id: string, state: 'mounted') => void }} props */
function MountMark({ id, report }) {
  useLayoutEffect(() => report(id, 'mounted'), [id, report])
  return null
}

/** @param {Slot} slot */
function useArgs(slot) {
  const subscribe = useCallback(
    (/** @type {() => void} */ listener) => {
      slot.listeners.add(listener)
      return () => slot.listeners.delete(listener)
    },
    [slot],
  )
  return useSyncExternalStore(subscribe, () => slot.args)
}

/**
 * @param {string} area
 * @param {string} id
 * @returns {Contribution | undefined}
 */
function contributionOf(area, id) {
  const contributions = registry.getArea(area)
  let index = indexes.get(contributions)
  if (!index) {
    index = new Map(contributions.map((/** @type {Contribution} */ contribution) => [contribution.id, contribution]))
    indexes.set(contributions, index)
  }
  return index.get(id)
}

/**
 * A new incarnation brings new component types and so a new key; a re-registration by the same one does not.
 * @param {Contribution} contribution
 */
function incarnationKey({ incarnation }) {
  if (incarnation === null || typeof incarnation !== 'object') return String(incarnation ?? '')
  const known = incarnationNumbers.get(incarnation)
  if (known) return `#${known}`
  incarnationNumbers.set(incarnation, nextIncarnation)
  return `#${nextIncarnation++}`
}
