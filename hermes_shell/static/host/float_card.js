/** One floating card: where it stands, putting it elsewhere at once, and telling the server. Its numbers are custom properties. */
import { boxOf } from './boxes.js'
import { anchored, clamped } from './float_box.js'
import { layoutOp } from './panes.js'

/** @typedef {import('./boxes.js').Box} Box */
/** @typedef {import('./float_box.js').Room} Room */

const NUMBERS = /** @type {const} */ (['x', 'y', 'width', 'height'])
/** A run of arrow keys is told once it pauses. */
const TELL_AFTER_MS = 250

/** @type {WeakMap<Element, ReturnType<typeof setTimeout>>} */
const waiting = new WeakMap()

/**
 * @param {Node | EventTarget | null} inside
 * @returns {HTMLElement | null}
 */
export function cardOf(inside) {
  const card = inside instanceof Element ? inside.closest('.hs-float') : null
  return card instanceof HTMLElement ? card : null
}

/**
 * @param {HTMLElement} card
 * @returns {{ box: Box, room: Room, origin: import('./boxes.js').Point } | null} the box in px of the columns element
 */
export function readCard(card) {
  const columns = card.closest('.hs-columns')
  if (!columns) return null
  const room = boxOf(columns)
  const { left, top, width, height } = boxOf(card)
  return {
    box: { left: left - room.left, top: top - room.top, width, height },
    room,
    origin: { x: room.left, y: room.top },
  }
}

/**
 * Puts a card somewhere and, some time later, tells the server.
 * @param {HTMLElement} card
 * @param {Box} box in px of the columns element
 * @param {Room} room
 * @param {boolean} [soon] whether more changes may follow at once
 */
export function putCard(card, box, room, soon = false) {
  const floating = anchored(box, room)
  const putBack = noteCard(card)
  card.dataset.anchor = floating.anchor
  for (const name of NUMBERS) card.style.setProperty(`--float-${name}`, `${Math.round(floating[name])}px`)
  clearTimeout(waiting.get(card))
  if (soon) waiting.set(card, setTimeout(() => void tell(card, putBack), TELL_AFTER_MS))
  else void tell(card, putBack)
}

/**
 * Takes a card along with the pointer. It is moved by a transform, so that a frame lays nothing out.
 * @param {Element} inside
 * @param {import('./boxes.js').Point} from where it was pressed
 */
export function liftCard(inside, from) {
  const card = cardOf(inside)
  const start = card ? readCard(card) : null
  if (!card || !start) return null
  let { box } = start
  card.dataset.dragging = ''
  return {
    /** @param {import('./boxes.js').Point} point @param {boolean} docking whether it would leave the air here */
    follow({ x, y }, docking) {
      box = clamped({ ...start.box, left: start.box.left + x - from.x, top: start.box.top + y - from.y }, start.room)
      card.style.translate = `${box.left - start.box.left}px ${box.top - start.box.top}px`
      card.toggleAttribute('data-docking', docking)
    },
    /** @param {boolean} keep whether it stays where it is now */
    drop(keep) {
      for (const name of ['data-dragging', 'data-docking']) card.removeAttribute(name)
      card.style.removeProperty('translate')
      if (keep && card.isConnected) putCard(card, box, start.room)
      return box
    },
  }
}

/**
 * Remembers where a card stands.
 * @param {HTMLElement} card
 * @returns {() => void} puts it back
 */
export function noteCard(card) {
  const anchor = card.dataset.anchor
  const values = NUMBERS.map((name) => card.style.getPropertyValue(`--float-${name}`))
  return () => {
    card.dataset.anchor = anchor
    for (const [at, name] of NUMBERS.entries()) card.style.setProperty(`--float-${name}`, values[at])
  }
}

/**
 * Shows a card somewhere, measured from its upper left corner, without telling anybody.
 * @param {HTMLElement} card
 * @param {Box} box in px of the columns element
 */
export function showCard(card, { left, top, width, height }) {
  card.dataset.anchor = 'top-left'
  const values = { x: left, y: top, width, height }
  for (const name of NUMBERS) card.style.setProperty(`--float-${name}`, `${values[name]}px`)
}

/**
 * Brings a card to the front at once.
 * @param {HTMLElement} card
 * @returns {boolean} false: it was there already
 */
export function raiseCard(card) {
  const orders = [...document.querySelectorAll('.hs-float')].filter((one) => one !== card).map((one) => orderOf(/** @type {HTMLElement} */ (one)))
  const highest = Math.max(-1, ...orders)
  if (orderOf(card) > highest) return false
  card.style.setProperty('--float-order', String(highest + 1))
  return true
}

/** @param {HTMLElement} card */
export const paneOf = (card) => (card.dataset.zone ?? '').replace(/^float:/, '')

/** @param {HTMLElement} card */
const orderOf = (card) => Number(card.style.getPropertyValue('--float-order')) || 0

/**
 * @param {HTMLElement} card
 * @param {() => void} putBack for an answer that never came
 */
async function tell(card, putBack) {
  if (!card.isConnected) return
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, Number.parseFloat(card.style.getPropertyValue(`--float-${name}`))]))
  if ((await layoutOp('float', { pane: paneOf(card), anchor: card.dataset.anchor, ...numbers })) === undefined) putBack()
}
