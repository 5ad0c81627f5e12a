/** The list of a right click on the status bar: which entries stand on it, each with its plugin's name. */
import { createElement as h } from '../vendor/react.js'
import { atom } from '../vendor/nanostores.js'
import { useStore } from '../vendor/nanostores-react.js'
import { DropdownMenu } from '../vendor/radix.js'
import { onPreference, preference, setPreference } from './preferences.js'
import { islands } from './islands.js'
import { statusEntries } from './status_entries.js'
import { notifyError } from './toasts.js'

/** The setting that holds what the user hid. */
export const HIDDEN = 'statusBar.hidden'

/** @type {object} */
const SEPARATOR = { 'data-slot': 'dropdown-menu-separator' }
/** @type {object} */
const INDICATOR = { 'data-slot': 'context-menu-item-indicator' }

/** Where the list is open, px in the window. */
const $place = atom(/** @type {{ x: number, y: number } | null} */ (null))
const $hidden = atom(/** @type {readonly string[]} */ ([]))
/** @type {Element | null} what had the focus before */
let opener = null

/**
 * Opens the list above the bar.
 * @param {number} [x] px in the window; the bar's left end when it is not given
 */
export function openStatusChoices(x) {
  const bar = statusBar()
  if (!bar || bar.hidden) return
  const { left, top } = bar.getBoundingClientRect()
  opener = document.activeElement
  $place.set({ x: x ?? left, y: top })
}

/** Opens it on a right click or the menu key on the bar, unless the entry has a menu of its own. Call once. */
export function startStatusChoices() {
  onPreference(HIDDEN, (keys) => $hidden.set(keys))
  document.addEventListener('contextmenu', (event) => {
    if (event.defaultPrevented || !(event.target instanceof Element) || !event.target.closest('[data-region="statusbar"]')) return
    event.preventDefault()
    openStatusChoices(event.clientX)
  })
}

export function StatusChoices() {
  const place = useStore($place)
  const hidden = new Set(useStore($hidden))
  if (!place) return null
  const close = () => $place.set(null)
  const bar = statusBar()
  // Urgent entries cannot be hidden: what went wrong is never out of sight by choice.
  const entries = bar ? statusEntries(bar).filter(({ urgent }) => !urgent) : []
  const content = {
    'data-slot': 'dropdown-menu-content', className: 'hs-status-choices', 'aria-label': 'Items of the status bar',
    side: /** @type {const} */ ('top'), align: /** @type {const} */ ('start'), collisionPadding: 8,
    onCloseAutoFocus: (/** @type {Event} */ event) => {
      event.preventDefault()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    },
  }
  const showAll = { 'data-slot': 'dropdown-menu-item', 'data-inset': '', disabled: hidden.size === 0, onSelect: () => keep([]) }
  const style = { position: /** @type {const} */ ('fixed'), left: place.x, top: place.y, width: 0, height: 0 }
  return h(
    DropdownMenu.Root,
    { open: true, modal: false, onOpenChange: (/** @type {boolean} */ open) => open || close() },
    h(DropdownMenu.Trigger, { asChild: true }, h('span', { style, tabIndex: -1, 'aria-hidden': true })),
    h(
      DropdownMenu.Portal,
      { container: islands() },
      h(
        DropdownMenu.Content,
        content,
        h(DropdownMenu.Label, { className: 'hs-menu-heading' }, 'Show on the status bar'),
        entries.map((entry) => choiceRow(entry, !hidden.has(entry.key))),
        h(DropdownMenu.Separator, SEPARATOR),
        h(DropdownMenu.Item, showAll, 'Show all'),
      ),
    ),
  )
}

/**
 * @param {import('./status_entries.js').StatusEntry} entry
 * @param {boolean} checked
 */
function choiceRow({ key, label, owner }, checked) {
  const props = {
    key, checked, 'data-slot': 'context-menu-checkbox-item', textValue: label,
    // The list stays, so that several can be chosen.
    onSelect: (/** @type {Event} */ event) => event.preventDefault(),
    onCheckedChange: (/** @type {boolean} */ shown) => {
      const others = /** @type {string[]} */ (preference(HIDDEN)).filter((other) => other !== key)
      keep(shown ? others : [...others, key])
    },
  }
  const tick = h(DropdownMenu.ItemIndicator, INDICATOR, h('i', { className: 'codicon codicon-check', 'aria-hidden': true }))
  return h(DropdownMenu.CheckboxItem, props, tick, h('span', { className: 'hs-status-choice' }, label), h('span', { className: 'hs-status-owner' }, owner))
}

/** Entries that are not there now keep their choice. @param {string[]} keys */
function keep(keys) {
  setPreference(HIDDEN, keys).catch((error) => notifyError(error, 'The choice was not stored'))
}

const statusBar = () => /** @type {HTMLElement | null} */ (document.querySelector('[data-region="statusbar"]'))
