/** The parts that a tab's menu is made of: a row with its keys, a submenu, the choices of strip and tint. */
import { createElement as h, useRef } from '../vendor/react.js'
import { DropdownMenu } from '../vendor/radix.js'
import { attempt } from './attempt.js'
import { menuTick } from './menu_parts.js'
import { firstCombo, hotkeyOf } from './keybinds.js'
import { focusTab } from './pane_focus.js'
import { layoutOp } from './panes.js'
import { isMac } from './platform.js'

/** @typedef {import('./pane_place.js').PanePlace} PanePlace */

const STRIPS = [['always', 'Always'], ['', 'Automatic'], ['never', 'Never']]
const TINTS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple']

/**
 * @param {{ label: string, icon?: string, detail?: string, action?: string, disabled?: boolean, run: () => unknown }} props
 *   action: id of the command whose keys are shown
 */
export function Row({ label, icon, detail, action, disabled, run }) {
  const keys = action ? hotkeyOf(action) : null
  return h(
    DropdownMenu.Item,
    /** @type {any} */ ({
      'data-slot': 'dropdown-menu-item', disabled, textValue: label, 'aria-keyshortcuts': action ? spokenKeys(action) : undefined,
      onSelect: () => void attempt(label, run),
    }),
    icon ? h('i', { className: `codicon codicon-${icon}`, 'aria-hidden': true }) : null,
    h('span', null, label),
    detail ? h('span', { className: 'hs-pane-menu-detail' }, detail) : null,
    keys ? h('span', { className: 'hs-pane-menu-keys', 'aria-hidden': true }, keys) : null,
  )
}

/** The keys of a command as a screen reader takes them. @param {string} action */
function spokenKeys(action) {
  const names = { mod: isMac ? 'Meta' : 'Control', ctrl: 'Control', alt: 'Alt', shift: 'Shift' }
  return firstCombo(action)?.split('+').map((part) => names[/** @type {keyof typeof names} */ (part)] ?? part).join('+')
}

/** @param {{ label: string, icon: string, disabled?: boolean, container: HTMLElement, children?: import('react').ReactNode }} props */
export function Submenu({ label, icon, disabled, container, children }) {
  const trigger = /** @type {any} */ ({ 'data-slot': 'context-menu-sub-trigger', disabled, textValue: label })
  const content = /** @type {any} */ ({ 'data-slot': 'context-menu-sub-content', className: 'hs-pane-menu', collisionPadding: 8, sideOffset: 2, alignOffset: -4 })
  return h(
    DropdownMenu.Sub,
    null,
    h(
      DropdownMenu.SubTrigger,
      trigger,
      h('i', { className: `codicon codicon-${icon}`, 'aria-hidden': true }),
      h('span', null, label),
      h('i', { className: 'codicon codicon-chevron-right', 'aria-hidden': true }),
    ),
    h(DropdownMenu.Portal, { container }, h(DropdownMenu.SubContent, content, children)),
  )
}

/** When a zone shows its tabs. @param {{ place: PanePlace, container: HTMLElement }} props */
export function StripRows({ place, container }) {
  const { pane, zoneId, strip } = place
  /** @param {string} show */
  const choose = async (show) => {
    await layoutOp('strip', { zone: zoneId, show: show || null })
    await focusTab(pane)
  }
  const rows = STRIPS.map(([value, label]) =>
    h(
      DropdownMenu.RadioItem,
      /** @type {any} */ ({ key: value, value, 'data-slot': 'context-menu-checkbox-item' }),
      menuTick(),
      label,
    ),
  )
  const group = { value: strip ?? '', onValueChange: (/** @type {string} */ show) => void choose(show), 'aria-label': 'Tab strip' }
  return h(Submenu, { label: 'Tab strip', icon: 'layout-menubar', container }, h(DropdownMenu.RadioGroup, group, rows))
}

/** The colours that a zone can have, in one line: arrow keys walk it in both directions. @param {{ place: PanePlace }} props */
export function TintRow({ place }) {
  const { pane, zoneId, tint } = place
  const group = useRef(/** @type {HTMLDivElement | null} */ (null))
  /** @param {string} colour */
  const choose = async (colour) => {
    await layoutOp('tint', { zone: zoneId, colour: colour || null })
    await focusTab(pane)
  }
  /** @param {import('react').KeyboardEvent} event */
  const walk = (event) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    const swatches = /** @type {HTMLElement[]} */ ([...(group.current?.querySelectorAll('[role="menuitemradio"]') ?? [])])
    const at = swatches.findIndex((swatch) => swatch === document.activeElement)
    if (step === 0 || at < 0) return
    event.preventDefault()
    event.stopPropagation()
    swatches[Math.min(Math.max(at + step, 0), swatches.length - 1)].focus()
  }
  const swatch = (/** @type {string} */ colour) => {
    const name = colour ? colour[0].toUpperCase() + colour.slice(1) : 'None'
    const props = { key: colour, value: colour, className: 'hs-tint-swatch', 'data-tint': colour || 'none', 'aria-label': name, title: name, textValue: `Tint ${name}` }
    return h(DropdownMenu.RadioItem, props, h('i', { className: 'codicon codicon-check', 'aria-hidden': true }))
  }
  return h(
    DropdownMenu.RadioGroup,
    { ref: group, className: 'hs-tint', value: tint ?? '', onValueChange: (/** @type {string} */ colour) => void choose(colour), onKeyDown: walk, 'aria-label': 'Tint' },
    h('span', { className: 'hs-tint-label', 'aria-hidden': true }, 'Tint'),
    ['', ...TINTS].map(swatch),
  )
}
