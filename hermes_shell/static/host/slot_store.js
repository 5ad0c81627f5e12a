/**
 * The contents of slots: one record and one host element per key (area, id, instance, field), wherever its placeholder stands.
 * A key without a placeholder for 250 ms is unmounted. Source: architecture section 5, "Slots and morphs".
 */
import { moveInto } from './host_element.js'

const GRACE_MS = 250
/** Contents that lost their placeholders one after another go together: each change of the list is a render of all slots. */
const SWEEP_MS = 20

/**
 * @typedef {object} Slot
 * @property {string} key
 * @property {string} area
 * @property {string} cid empty: all contributions of the area
 * @property {string} instance
 * @property {string} field empty: what the contribution renders; else one node of its data
 * @property {object | null} args
 * @property {HTMLElement} host owned by the page, `display: contents`
 * @property {import('./slots.js').HermesSlot | null} element the placeholder it stands in
 * @property {'mounted' | 'error' | null} state
 * @property {Set<() => void>} listeners
 */

/** @type {Map<string, Slot>} */
const slots = new Map()
/** @type {Map<Slot, number>} contents without a placeholder, in the order they lost it, and when they go */
const leaving = new Map()
let sweeping = false
/** @type {Set<() => void>} */
const listListeners = new Set()
/** @type {readonly Slot[]} */
let list = []
let listPending = false

/**
 * Puts the content of a key into a placeholder, creating it at first.
 * @param {import('./slots.js').HermesSlot} element
 * @param {{ area: string, cid: string, instance: string, field: string, args: object | null }} place
 * @returns {Slot}
 */
export function claim(element, { area, cid, instance, field, args }) {
  const key = `${area}|${cid}|${instance}${field ? `|${field}` : ''}`
  const slot = slots.get(key) ?? createSlot({ key, area, cid, instance, field, args })
  leaving.delete(slot)
  slot.element = element
  setArgs(slot, args)
  moveInto(slot.host, element)
  element.showState(slot.state)
  return slot
}

/**
 * Says that a placeholder is gone; the content waits 250 ms for another one.
 * @param {Slot} slot
 * @param {import('./slots.js').HermesSlot} element
 */
export function release(slot, element) {
  if (slot.element !== element) return
  slot.element = null
  leaving.delete(slot)
  leaving.set(slot, performance.now() + GRACE_MS)
  sweepLater(GRACE_MS)
}

/** @param {number} ms */
function sweepLater(ms) {
  if (sweeping) return
  sweeping = true
  setTimeout(sweep, ms)
}

/** Unmounts every content whose time is up. */
function sweep() {
  sweeping = false
  const now = performance.now()
  for (const [slot, due] of leaving) {
    if (due > now) {
      sweepLater(Math.max(due - now, SWEEP_MS))
      break
    }
    leaving.delete(slot)
    slots.delete(slot.key)
    changeList()
  }
}

/**
 * @param {Slot} slot
 * @param {object | null} args
 */
export function setArgs(slot, args) {
  if (JSON.stringify(args) === JSON.stringify(slot.args)) return
  slot.args = args
  for (const listener of [...slot.listeners]) listener()
}

/**
 * @param {Slot} slot
 * @param {'mounted' | 'error' | null} state
 */
export function setSlotState(slot, state) {
  slot.state = state
  slot.element?.showState(state)
}

/** The current contents; the same array until one comes or goes. */
export const slotList = () => list

/** @param {() => void} listener */
export function subscribeSlotList(listener) {
  listListeners.add(listener)
  return () => listListeners.delete(listener)
}

/** Reports at most one change of the list a microtask, so a fragment with 2,000 placeholders is one render. */
export function changeList() {
  if (listPending) return
  listPending = true
  queueMicrotask(() => {
    listPending = false
    list = [...slots.values()]
    for (const listener of [...listListeners]) listener()
  })
}

/**
 * @param {Pick<Slot, 'key' | 'area' | 'cid' | 'instance' | 'field' | 'args'>} place
 * @returns {Slot}
 */
function createSlot(place) {
  const host = document.createElement('div')
  host.className = 'hermes-host'
  host.style.display = 'contents'
  /** @type {Slot} */
  const slot = { ...place, host, element: null, state: null, listeners: new Set() }
  slots.set(slot.key, slot)
  changeList()
  return slot
}
