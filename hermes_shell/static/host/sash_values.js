/** What sashes tell assistive technology: where they stand and how far they can go, for fixed and shared tracks alike. */
import { holdOf, measure } from './sash_hold.js'

let asked = false

/** Measures again, once a frame; after each layout and each change of the window. */
export function refreshSashes() {
  if (!asked) requestAnimationFrame(tell)
  asked = true
}

function tell() {
  asked = false
  const told = []
  for (const sash of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.hs-sash'))) {
    const hold = holdOf(sash)
    if (hold) told.push({ sash, values: measure(sash, hold) })
  }
  // All are read before one is written: a layout of the document for all together.
  for (const { sash, values } of told) showValues(sash, values)
}

/**
 * @param {HTMLElement} sash
 * @param {{ size: number, least: number, most: number }} values px
 */
export function showValues(sash, { size, least, most }) {
  for (const [name, value] of Object.entries({ now: size, min: least, max: most })) {
    if (sash.getAttribute(`aria-value${name}`) !== String(value)) sash.setAttribute(`aria-value${name}`, String(value))
  }
}
