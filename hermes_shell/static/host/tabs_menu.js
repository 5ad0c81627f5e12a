/**
 * The menu of a strip that has more tabs than room: all of its tabs; choosing one brings it to the front and gives it the focus. One island
 * for all strips, because menus are never morphed. Left without a choice, the focus goes back to the button.
 */
import { createElement as h } from '../vendor/react.js'
import { atom } from '../vendor/nanostores.js'
import { useStore } from '../vendor/nanostores-react.js'
import { DropdownMenu } from '../vendor/radix.js'
import { islands, mountIsland } from './islands.js'
import { menuAnchor, menuTick } from './menu_parts.js'
import { focusTab, frontOf } from './pane_focus.js'
import { tabsOf, titleOf } from './pane_place.js'
import { activatePane } from './panes.js'
import { showFrontTab } from './tab_strips.js'

/** @type {import('../vendor/nanostores.js').WritableAtom<HTMLElement | null>} the button whose menu is open */
const $opener = atom(/** @type {HTMLElement | null} */ (null))
let mounted = false

/** Listens for the buttons. Call once. */
export function startTabsMenu() {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-tabs-menu]') : null
    if (!(button instanceof HTMLElement) || button.closest('.hermes-host')) return
    if (!mounted) mountIsland(h(TabsMenu))
    mounted = true
    $opener.set(button)
  })
}

function TabsMenu() {
  const opener = useStore($opener)
  const zone = opener?.closest('[data-zone]')
  if (!opener || !zone) return null
  /** @type {{ pane: string | null }} */
  const chosen = { pane: null }
  const choose = (/** @type {string} */ pane) => {
    chosen.pane = pane
    activatePane(pane)
    showFrontTab(zone)
  }
  const content = {
    'data-slot': 'dropdown-menu-content', className: 'hs-pane-menu hs-tabs-menu', 'aria-label': opener.getAttribute('aria-label') ?? undefined,
    align: /** @type {const} */ ('end'), sideOffset: 4, collisionPadding: 8,
    onCloseAutoFocus: (/** @type {Event} */ event) => {
      event.preventDefault()
      // The button goes where the strip has room for all tabs by now.
      if (chosen.pane === null && opener.getClientRects().length > 0) opener.focus({ preventScroll: true })
      else void focusTab(chosen.pane ?? frontOf(zone) ?? 'workspace')
    },
  }
  const rows = tabsOf(zone).map((pane) =>
    h(
      DropdownMenu.RadioItem,
      /** @type {any} */ ({ key: pane, value: pane, 'data-slot': 'context-menu-checkbox-item', textValue: titleOf(pane), title: titleOf(pane) }),
      menuTick(),
      h('bdi', null, titleOf(pane)),
    ),
  )
  return h(
    DropdownMenu.Root,
    { open: true, modal: false, onOpenChange: (/** @type {boolean} */ open) => open || $opener.set(null) },
    menuAnchor(opener.getBoundingClientRect()),
    h(
      DropdownMenu.Portal,
      { container: islands() },
      h(DropdownMenu.Content, content, h(DropdownMenu.RadioGroup, { value: frontOf(zone) ?? '', onValueChange: choose }, rows)),
    ),
  )
}
