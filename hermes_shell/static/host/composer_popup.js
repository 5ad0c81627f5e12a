/** The menus of a composer's buttons: one tree for the window, made with the first menu. */
import { createElement as h, useEffect } from '../vendor/react.js'
import { atom } from '../vendor/nanostores.js'
import { useStore } from '../vendor/nanostores-react.js'
import { DropdownMenu } from '../vendor/radix.js'
import { islands, mountIsland } from './islands.js'
import { menuAnchor, menuTick } from './menu_parts.js'

/**
 * @typedef {{ button: HTMLElement, label: string, Content: import('react').FunctionComponent, align?: 'start' | 'end', then?: () => void }} OpenMenu
 *   `then` runs once it has closed, instead of giving the focus back to the button
 */

/** @type {import('../vendor/nanostores.js').WritableAtom<OpenMenu | null>} */
const $open = atom(null)
let mounted = false

/** @param {OpenMenu} menu */
export function openMenu(menu) {
  if (!mounted) mountIsland(h(ComposerMenus))
  mounted = true
  menu.button.setAttribute('aria-expanded', 'true')
  $open.set(menu)
}

function closeMenu() {
  $open.get()?.button.removeAttribute('aria-expanded')
  $open.set(null)
}

function ComposerMenus() {
  const menu = useStore($open)
  useEffect(() => {
    // Its place was that of the button when it opened.
    if (menu) addEventListener('resize', closeMenu)
    return () => removeEventListener('resize', closeMenu)
  }, [menu])
  if (!menu) return null
  const { button, label, Content, align = 'start', then } = menu
  const content = {
    'data-slot': 'dropdown-menu-content', className: 'hs-composer-popup', 'aria-label': label, side: /** @type {const} */ ('top'), align,
    sideOffset: 6, collisionPadding: 8,
    onCloseAutoFocus: (/** @type {Event} */ event) => {
      event.preventDefault()
      if (then) then()
      else button.focus()
    },
  }
  return h(
    DropdownMenu.Root,
    { open: true, modal: false, onOpenChange: (/** @type {boolean} */ now) => now || closeMenu() },
    menuAnchor(button.getBoundingClientRect()),
    h(DropdownMenu.Portal, { container: islands() }, h(DropdownMenu.Content, content, h(Content))),
  )
}

/** @param {{ icon?: string, label: string, detail?: string, disabled?: boolean, run: () => void }} props */
export function MenuRow({ icon, label, detail, disabled, run }) {
  return h(
    DropdownMenu.Item,
    /** @type {any} */ ({ 'data-slot': 'dropdown-menu-item', disabled, textValue: label, onSelect: run }),
    icon ? h('i', { className: `codicon codicon-${icon}`, 'aria-hidden': true }) : null,
    h('span', { className: 'hs-composer-popup-name' }, label),
    detail ? h('span', { className: 'hs-composer-popup-detail' }, detail) : null,
  )
}

/**
 * @param {{ value: string, label: string, detail?: string, before?: import('react').ReactNode, after?: import('react').ReactNode }} props
 */
export function MenuChoice({ value, label, detail, before, after }) {
  return h(
    DropdownMenu.RadioItem,
    /** @type {any} */ ({ 'data-slot': 'context-menu-checkbox-item', value, textValue: label }),
    menuTick(),
    before ?? null,
    h('span', { className: 'hs-composer-popup-name' }, label),
    detail ? h('span', { className: 'hs-composer-popup-detail' }, detail) : null,
    after ?? null,
  )
}

/** @param {{ children?: import('react').ReactNode }} props */
export const MenuHeading = ({ children }) => h(DropdownMenu.Label, { className: 'hs-composer-popup-heading' }, children)

/** @param {{ children?: import('react').ReactNode }} props */
export const MenuNote = ({ children }) => h('p', { className: 'hs-composer-popup-note' }, children)

/** @param {{ value: string, choose: (value: string) => void, children?: import('react').ReactNode }} props */
export const MenuChoices = ({ value, choose, children }) => h(DropdownMenu.RadioGroup, { value, onValueChange: choose }, children)
