/** What the shell's own menus are made of beside their rows: where one opens, and the marks by which the sheet knows its parts. */
import { createElement as h } from '../vendor/react.js'
import { DropdownMenu } from '../vendor/radix.js'

/** @type {object} */
export const SEPARATOR = { 'data-slot': 'dropdown-menu-separator' }
/** @type {object} */
const INDICATOR = { 'data-slot': 'context-menu-item-indicator' }

/**
 * Stands for the opener of a menu: a place in the window, or a button that belongs to the server's HTML.
 * @param {{ left: number, top: number, width: number, height: number }} box px in the window
 */
export const menuAnchor = ({ left, top, width, height }) =>
  h(DropdownMenu.Trigger, { asChild: true }, h('span', { className: 'hs-menu-anchor', 'aria-hidden': true, style: { left, top, width, height } }))

/** The tick of a row that is chosen. */
export const menuTick = () => h(DropdownMenu.ItemIndicator, INDICATOR, h('i', { className: 'codicon codicon-check', 'aria-hidden': true }))
