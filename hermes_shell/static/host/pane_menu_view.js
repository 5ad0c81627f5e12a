/** The rows of a tab's menu. What its plugin puts in front stands in a boundary of its own. */
import { createElement as h } from '../vendor/react.js'
import { useStore } from '../vendor/nanostores-react.js'
import { DropdownMenu } from '../vendor/radix.js'
import { ownerOf } from './bar_entries.js'
import { SEPARATOR, menuAnchor } from './menu_parts.js'
import { canReopen, closeOthers, closeTab, movePane, movePaneTo, reopenTab, toggleFloat, toggleMaximised, toggleMinimised, turnOff } from './pane_actions.js'
import { PrefixRows } from './pane_menu_prefix.js'
import { Row, StripRows, Submenu, TintRow } from './pane_menu_rows.js'
import { isFloat, placeOf, shownZones, tabsOf, titleOf } from './pane_place.js'
import { registry } from './registry.js'

/** @typedef {import('./pane_place.js').PanePlace} PanePlace */

/**
 * @param {{
 *   $menu: import('../vendor/nanostores.js').ReadableAtom<{ pane: string, anchor: import('./pane_menu.js').Anchor } | null>,
 *   container: HTMLElement, close: () => void,
 * }} props
 */
export function PaneMenu({ $menu, container, close }) {
  const open = useStore($menu)
  const place = open && placeOf(open.pane)
  if (!place) return null
  const content = {
    'data-slot': 'dropdown-menu-content', className: 'hs-pane-menu', 'aria-label': `Tab ${place.title}`,
    align: /** @type {const} */ ('start'), sideOffset: 4, collisionPadding: 8,
    // The opener may be gone with what was chosen: the tab is looked for when the page shows it.
    onCloseAutoFocus: (/** @type {Event} */ event) => event.preventDefault(),
  }
  const root = { key: `${open.pane} ${open.anchor.left} ${open.anchor.top}`, open: true, modal: false, onOpenChange: (/** @type {boolean} */ now) => now || close() }
  return h(
    DropdownMenu.Root,
    root,
    menuAnchor(open.anchor),
    h(DropdownMenu.Portal, { container }, h(DropdownMenu.Content, content, h(Rows, { place, container }))),
  )
}

/** @param {{ place: PanePlace, container: HTMLElement }} props */
function Rows({ place, container }) {
  const { pane, plugin, zoneId } = place
  const contribution = registry.get('panes', pane)
  const name = contribution ? ownerOf(contribution) : plugin
  return [
    h(PrefixRows, { key: 'prefix', pane }),
    ...tabRows(place),
    h(DropdownMenu.Separator, { ...SEPARATOR, key: 'moves' }),
    ...placeRows(place, container),
    h(DropdownMenu.Separator, { ...SEPARATOR, key: 'looks' }),
    place.floating ? null : h(StripRows, { key: 'strip', place, container }),
    place.floating ? null : h(TintRow, { key: 'tint', place }),
    plugin === null ? null : h(DropdownMenu.Separator, { ...SEPARATOR, key: 'plugin' }),
    plugin === null ? null : h(Row, { key: 'off', icon: 'circle-slash', label: `Turn off ${name}`, run: () => turnOff(plugin, zoneId) }),
  ]
}

/** @param {PanePlace} place */
function tabRows({ pane, closable, tabs }) {
  const others = tabs.some((other) => other !== pane && placeOf(other)?.closable)
  return [
    h(Row, { key: 'close', icon: 'close', label: 'Close', action: 'view.closeTab', disabled: !closable, run: () => closeTab(pane) }),
    h(Row, { key: 'others', icon: 'close-all', label: 'Close others', disabled: !others, run: () => closeOthers(pane) }),
    h(Row, { key: 'reopen', icon: 'history', label: 'Reopen closed', action: 'view.reopenTab', disabled: !canReopen(), run: reopenTab }),
  ]
}

/** @param {PanePlace} place @param {HTMLElement} container */
function placeRows({ pane, zone, movable, floating, foldable, minimised, maximised }, container) {
  const zones = shownZones().filter((other) => other !== zone && !isFloat(other))
  const split = [
    h(Row, { key: 'left', icon: 'arrow-left', label: 'Left', action: 'layout.moveLeft', run: () => movePane(pane, 'left') }),
    h(Row, { key: 'right', icon: 'arrow-right', label: 'Right', action: 'layout.moveRight', run: () => movePane(pane, 'right') }),
    h(Row, { key: 'up', icon: 'arrow-up', label: 'Up', action: 'layout.moveUp', run: () => movePane(pane, 'up') }),
    h(Row, { key: 'down', icon: 'arrow-down', label: 'Down', action: 'layout.moveDown', run: () => movePane(pane, 'down') }),
  ]
  const targets = zones.map((other) => {
    const id = other.dataset.zone ?? ''
    const label = other.getAttribute('aria-label') ?? id
    const detail = tabsOf(other).map(titleOf).filter((title) => title !== label).join(', ')
    return h(Row, { key: id, label, detail, run: () => movePaneTo(pane, id) })
  })
  return [
    h(Submenu, { key: 'split', icon: 'split-horizontal', label: 'Split and move', disabled: !movable || floating, container }, split),
    h(Submenu, { key: 'to', icon: 'move', label: 'Move to', disabled: !movable || targets.length === 0, container }, targets),
    h(Row, { key: 'float', icon: 'multiple-windows', label: floating ? 'Dock again' : 'Float', action: 'layout.float', disabled: !movable, run: () => toggleFloat(pane) }),
    h(Row, { key: 'fold', icon: 'chrome-minimize', label: minimised ? 'Restore' : 'Minimise', action: 'layout.minimise', disabled: !foldable, run: () => toggleMinimised(pane) }),
    h(Row, {
      key: 'fill', icon: maximised ? 'chrome-restore' : 'chrome-maximize', label: maximised ? 'Back to its size' : 'Maximise', action: 'layout.maximise',
      disabled: floating, run: () => toggleMaximised(pane),
    }),
  ]
}
