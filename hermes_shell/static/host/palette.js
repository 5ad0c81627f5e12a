/** The command palette: opens at once, gives the focus back when it closes. Source: contract section 4.8 (rule PL1). */
import { createElement as h } from '../vendor/react.js'
import { flushSync } from '../vendor/react-dom.js'
import { atom } from '../vendor/nanostores.js'
import { mountIsland } from './islands.js'
import { callPlugin } from './item_parts.js'
import { Palette } from './palette_view.js'

/** @typedef {import('./palette_rows.js').Row} Row */

/** Whether the palette is open. */
export const $paletteOpen = atom(false)

/** @type {Element | null} what had the focus before */
let opener = null
let mounted = false

/** Opens the palette; the next key already goes into it. */
export function openPalette() {
  if ($paletteOpen.get()) return
  opener = document.activeElement
  flushSync(() => {
    $paletteOpen.set(true)
    if (mounted) return
    mounted = true
    mountIsland(h(Palette, { $open: $paletteOpen, close: closePalette, run: runRow }))
  })
}

/** Closes it and gives the focus back. */
export function closePalette() {
  if (!$paletteOpen.get()) return
  flushSync(() => $paletteOpen.set(false))
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
  opener = null
}

/**
 * Runs a row. It closes first, so that a command may open or focus something else.
 * @param {Row} row
 * @param {boolean} keepOpen
 * @returns {unknown} what the row's run returned
 */
function runRow(row, keepOpen) {
  if (!keepOpen) closePalette()
  /** @type {unknown} */
  let result
  callPlugin(row.contribution, `palette ${row.key}`, () => (result = row.run()))
  return result
}
