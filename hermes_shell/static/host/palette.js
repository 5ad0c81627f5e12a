/**
 * The command palette: opens at once, gives the focus back when it closes. On the Settings page its keys lead to the search there.
 * Source: contract section 4.8 (rule PL1).
 */
import { createElement as h } from '../vendor/react.js'
import { flushSync } from '../vendor/react-dom.js'
import { atom } from '../vendor/nanostores.js'
import { mountIsland } from './islands.js'
import { callPlugin } from './item_parts.js'
import { noteReturn } from './returning_focus.js'
import { noteUse } from './palette_recent.js'
import { Palette } from './palette_view.js'
import { currentRoute } from './router.js'

/** @typedef {import('./palette_row.js').Row} Row */

/** Whether the palette is open. */
export const $paletteOpen = atom(false)

let giveFocusBack = () => {}
let mounted = false

/** Opens the palette; the next key already goes into it. */
export function openPalette() {
  if ($paletteOpen.get() || searchSettings()) return
  giveFocusBack = noteReturn()
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
  giveFocusBack()
  giveFocusBack = () => {}
}

/** @returns {boolean} whether the search of the Settings page took the focus; once it has it, the palette opens above the page */
function searchSettings() {
  if (currentRoute().split('?')[0] !== '/settings') return false
  const field = document.querySelector('hermes-settings-search input')
  if (!(field instanceof HTMLInputElement) || field === document.activeElement || field.getClientRects().length === 0) return false
  field.focus()
  field.select()
  return true
}

/**
 * Runs a row. It closes first, so that a command may open or focus something else.
 * @param {Row} row
 * @param {boolean} keepOpen
 * @returns {unknown} what the row's run returned
 */
function runRow(row, keepOpen) {
  if (!keepOpen) closePalette()
  if (row.remembered) noteUse(row.key)
  /** @type {unknown} */
  let result
  callPlugin(row.contribution, `palette ${row.key}`, () => (result = row.run()))
  return result
}
