/** A list of what may stand somewhere, each with its plugin's name: what is unticked stays away, in every window and after a restart. */
import { createElement as h } from '../vendor/react.js'
import { atom } from '../vendor/nanostores.js'
import { useStore } from '../vendor/nanostores-react.js'
import { DropdownMenu } from '../vendor/radix.js'
import { islands } from './islands.js'
import { SEPARATOR, menuAnchor, menuTick } from './menu_parts.js'
import { onPreference, preference, setPreference } from './preferences.js'
import { registry } from './registry.js'
import { notifyError } from './toasts.js'

/**
 * @typedef {object} Choice
 * @property {string} key what the setting calls it
 * @property {string} label
 * @property {string} owner name of its plugin
 * @property {string} detail tells it from another one of the same label and owner, or says why it cannot be chosen
 * @property {boolean} [locked] it is away for another reason than the user's choice
 */

/** @typedef {{ x: number, y: number, [more: string]: unknown }} Place px in the window */

/**
 * @typedef {object} Choices
 * @property {string} name of the menu
 * @property {string} heading
 * @property {string} setting that holds the keys of what is hidden
 * @property {'top' | 'right' | 'bottom'} side of the place where the menu opens
 * @property {() => Choice[]} list read while the menu is open
 * @property {(place: Place) => import('react').ReactNode} [before] rows above the list
 */

/**
 * @param {Choices} choices
 * @returns {{ open: (place: Place) => void, Menu: () => import('react').ReactNode }}
 */
export function choicesMenu(choices) {
  const $place = atom(/** @type {Place | null} */ (null))
  const $hidden = atom(/** @type {readonly string[]} */ ([]))
  onPreference(choices.setting, (keys) => $hidden.set(keys))
  /** @type {Element | null} what had the focus before */
  let opener = null
  /** @param {Place} place */
  const open = (place) => {
    opener = document.activeElement
    $place.set(place)
  }
  const giveBack = () => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
  }
  const Menu = () => {
    const place = useStore($place)
    const hidden = useStore($hidden)
    // Rows come and go while it is open.
    useStore(registry.$version)
    return place ? h(OpenMenu, { choices, place, hidden, close: () => $place.set(null), giveBack }) : null
  }
  return { open, Menu }
}

/** @param {{ choices: Choices, place: Place, hidden: readonly string[], close: () => void, giveBack: () => void }} props */
function OpenMenu({ choices, place, hidden, close, giveBack }) {
  const { name, heading, setting, side, list, before } = choices
  const away = new Set(hidden)
  const content = {
    'data-slot': 'dropdown-menu-content', className: 'hs-choices', 'aria-label': name, side, align: /** @type {const} */ ('start'),
    // Beside the pointer: a row under it would be chosen as the button that opened the menu goes up.
    sideOffset: 2, alignOffset: 2, collisionPadding: 8,
    onCloseAutoFocus: (/** @type {Event} */ event) => {
      event.preventDefault()
      // A row that opened something has moved the focus on.
      if (document.activeElement === document.body || document.activeElement?.closest('.hs-choices')) giveBack()
    },
  }
  const showAll = { 'data-slot': 'dropdown-menu-item', 'data-inset': '', disabled: away.size === 0, onSelect: () => keep(setting, []) }
  return h(
    DropdownMenu.Root,
    { open: true, modal: false, onOpenChange: (/** @type {boolean} */ open) => open || close() },
    menuAnchor({ left: place.x, top: place.y, width: 0, height: 0 }),
    h(
      DropdownMenu.Portal,
      { container: islands() },
      h(
        DropdownMenu.Content,
        content,
        before?.(place),
        h(DropdownMenu.Label, { className: 'hs-menu-heading' }, heading),
        list().map((choice) => choiceRow(setting, choice, !away.has(choice.key))),
        h(DropdownMenu.Separator, SEPARATOR),
        h(DropdownMenu.Item, showAll, 'Show all'),
      ),
    ),
  )
}

/**
 * @param {string} setting
 * @param {Choice} choice
 * @param {boolean} checked
 */
function choiceRow(setting, { key, label, owner, detail, locked = false }, checked) {
  const props = {
    key, checked: checked && !locked, disabled: locked, 'data-slot': 'context-menu-checkbox-item', textValue: label, title: label,
    // The list stays, so that several can be chosen.
    onSelect: (/** @type {Event} */ event) => event.preventDefault(),
    onCheckedChange: (/** @type {boolean} */ shown) => {
      const others = /** @type {string[]} */ (preference(setting)).filter((other) => other !== key)
      keep(setting, shown ? others : [...others, key])
    },
  }
  const whose = [owner, detail].filter(Boolean).join(' · ')
  return h(DropdownMenu.CheckboxItem, props, menuTick(), h('bdi', { className: 'hs-choice' }, label), h('span', { className: 'hs-bar-owner' }, whose))
}

/** Entries that are not there now keep their choice. @param {string} setting @param {string[]} keys */
function keep(setting, keys) {
  setPreference(setting, keys).catch((error) => notifyError(error, 'The choice was not stored'))
}
