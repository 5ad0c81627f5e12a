/**
 * The menu of a row of the Plugins page: one island for all rows, because menus are never morphed. It opens at the button that was
 * pressed and gives the focus back to it.
 */
import { DropdownMenu } from '../vendor/radix.js'
import { createElement as h } from '../vendor/react.js'
import { useStore } from '../vendor/nanostores-react.js'
import { atom } from '../vendor/nanostores.js'
import { attempt } from './attempt.js'
import { channel } from './channel.js'
import { islands, mountIsland } from './islands.js'
import { menuAnchor } from './menu_parts.js'
import { decide } from './plugin_switches.js'
import { toggleDetails } from './plugins_query.js'
import { notify } from './toasts.js'

/** @typedef {{ label: string, icon: string, run: () => unknown }} Entry */

/** @type {import('../vendor/nanostores.js').WritableAtom<HTMLElement | null>} the button whose menu is open */
const $opener = atom(/** @type {HTMLElement | null} */ (null))
let mounted = false

/** Listens for the buttons. Call once. */
export function startPluginMenu() {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-plugin-menu]') : null
    if (!(button instanceof HTMLElement)) return
    if (!mounted) mountIsland(h(PluginMenu))
    mounted = true
    $opener.set(button)
  })
}

function PluginMenu() {
  const opener = useStore($opener)
  if (!opener) return null
  const close = () => $opener.set(null)
  const props = {
    'data-slot': 'dropdown-menu-content',
    'aria-label': opener.getAttribute('aria-label') ?? undefined,
    align: /** @type {const} */ ('end'),
    sideOffset: 4,
    collisionPadding: 8,
    onCloseAutoFocus: (/** @type {Event} */ event) => {
      event.preventDefault()
      focusAgain(opener)
    },
  }
  return h(
    DropdownMenu.Root,
    { open: true, onOpenChange: (open) => !open && close(), modal: false },
    // The menu stands where the pressed button is; the button itself belongs to the server's HTML.
    menuAnchor(opener.getBoundingClientRect()),
    h(DropdownMenu.Portal, { container: islands() }, h(DropdownMenu.Content, props, entriesOf(opener).map(menuRow))),
  )
}

/** @param {Entry} entry */
function menuRow({ label, icon, run }) {
  const props = { key: label, 'data-slot': 'dropdown-menu-item', onSelect: () => void attempt(label, run) }
  return h(DropdownMenu.Item, props, h('i', { className: `codicon codicon-${icon}`, 'aria-hidden': true }), label)
}

/**
 * What can be done with the plugin of a row.
 * @param {HTMLElement} opener
 * @returns {Entry[]}
 */
function entriesOf(opener) {
  const row = opener.closest('[data-folder]')
  if (!(row instanceof HTMLElement)) return []
  const { folder, file } = row.dataset
  const copy = row.querySelector('[data-copy]')
  const error = copy instanceof HTMLElement ? copy.dataset.copy : undefined
  const control = row.querySelector('[data-plugin-switch]')
  const id = control instanceof HTMLElement ? (control.dataset.pluginSwitch ?? null) : null
  const on = control?.getAttribute('aria-checked') === 'true'
  const unfolded = row.querySelector('[data-plugin-details]')?.getAttribute('aria-expanded') === 'true'
  const turn = on ? 'Turn off' : 'Turn on'
  return [
    { label: unfolded ? 'Hide details' : 'Show details', icon: 'info', run: () => toggleDetails(row) },
    { label: 'Reveal folder', icon: 'folder-opened', run: () => reveal(file ?? '') },
    ...(error === undefined ? [] : [{ label: 'Copy error', icon: 'copy', run: () => navigator.clipboard.writeText(error) }]),
    ...(row.dataset.status === 'disabled' ? [] : [{ label: 'Load again', icon: 'refresh', run: () => channel.call('plugins.load', { folder }) }]),
    ...(id === null ? [] : [{ label: turn, icon: on ? 'circle-slash' : 'check', run: () => decide(id, !on, turn) }]),
  ]
}

/** @param {string} path */
async function reveal(path) {
  if (await channel.call('os.revealPath', { path })) return
  notify({ kind: 'info', title: 'No file manager answers', message: path, durationMs: 0 })
}

/** The row may have been printed anew meanwhile. @param {HTMLElement} opener */
function focusAgain(opener) {
  if (opener.isConnected) return opener.focus()
  const row = document.querySelector('[data-plugin-row] [data-plugin-menu]')
  if (row instanceof HTMLElement) row.focus()
}
