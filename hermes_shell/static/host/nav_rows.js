/**
 * The rows of the main navigation beside a plain click: mod+click opens a page to the side, arrow keys, Home and End go through the rows,
 * and a right click opens the list of rows, on the sidebar's empty ground too. Every row stays a stop of the Tab key: they are links.
 */
import { DropdownMenu } from '../vendor/radix.js'
import { Fragment, createElement as h } from '../vendor/react.js'
import { choicesMenu } from './choices_menu.js'
import { hasCommand, isCommandOffered, registerCommand, runCommand } from './commands.js'
import { mountIsland } from './islands.js'
import { SEPARATOR } from './menu_parts.js'
import { navChoices } from './nav_entries.js'
import { isMac } from './platform.js'
import { navigate } from './router.js'

/** The setting that holds what the user hid. */
const HIDDEN = 'sidebarNav.hidden'
const TO_SIDE = 'page.openToSide'
/** @type {Record<string, (at: number, count: number) => number>} */
const STEPS = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
}

const menu = choicesMenu({
  name: 'Rows of the sidebar', heading: 'Show in the sidebar', setting: HIDDEN, side: 'bottom', list: navChoices,
  before: ({ path }) => (typeof path === 'string' ? pageRows(path) : null),
})

/** Listens to the rows. Call once, before the links of the document. */
export function startNavRows() {
  const nav = document.querySelector('[data-area="sidebar.nav"]')?.closest('nav')
  if (!(nav instanceof HTMLElement)) return
  mountIsland(h(menu.Menu))
  nav.addEventListener('click', openToSide)
  nav.addEventListener('keydown', step)
  const sidebar = nav.closest('aside') ?? nav
  sidebar.addEventListener('contextmenu', (event) => {
    if (event.defaultPrevented || isForeign(event)) return
    event.preventDefault()
    const row = rowOf(event)
    const box = (row ?? nav).getBoundingClientRect()
    // The menu key has no place of its own.
    const byKey = event.clientX === 0 && event.clientY === 0
    menu.open({ x: byKey ? box.left : event.clientX, y: byKey ? box.bottom : event.clientY, path: row ? pathOf(row) : null })
  })
  registerCommand('sidebar.editNav', () => {
    const visible = nav.checkVisibility()
    const { left, top } = (visible ? nav : document.body).getBoundingClientRect()
    menu.open({ x: left + 8, y: top + (visible ? 8 : 44), path: null })
  })
}

/** @param {string} path */
function pageRows(path) {
  const open = { 'data-slot': 'dropdown-menu-item', onSelect: () => navigate(path) }
  const side = { 'data-slot': 'dropdown-menu-item', disabled: !isCommandOffered(TO_SIDE, path), onSelect: () => void runCommand(TO_SIDE, path) }
  return h(
    Fragment,
    null,
    h(DropdownMenu.Item, open, 'Open'),
    hasCommand(TO_SIDE) ? h(DropdownMenu.Item, side, 'Open to the side') : null,
    h(DropdownMenu.Separator, SEPARATOR),
  )
}

/** @param {MouseEvent} event */
function openToSide(event) {
  const row = rowOf(event)
  const path = row ? pathOf(row) : null
  if (event.defaultPrevented || !path || !(isMac ? event.metaKey : event.ctrlKey)) return
  event.preventDefault()
  if (hasCommand(TO_SIDE)) runCommand(TO_SIDE, path)
  else navigate(path)
}

/** @param {KeyboardEvent} event */
function step(event) {
  const move = STEPS[event.key]
  if (!move || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const rows = /** @type {HTMLElement[]} */ ([.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll('ul .hs-nav-row')])
  const at = rows.findIndex((row) => row === document.activeElement)
  if (at < 0) return
  event.preventDefault()
  rows[move(at, rows.length)].focus()
}

/** What plugins put into the sidebar has menus of its own. @param {Event} event */
const isForeign = ({ target }) => target instanceof Element && target.closest('hermes-slot, .hermes-host') !== null

/** @param {Event} event @returns {HTMLElement | null} */
const rowOf = ({ target }) => (target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('.hs-nav-row')) : null)

/** @param {HTMLElement} row */
const pathOf = (row) => (row.getAttribute('href')?.startsWith('#/') ? /** @type {string} */ (row.getAttribute('href')).slice(1) : null)
