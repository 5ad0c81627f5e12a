/** The rows of a session's menu. */
import { Fragment, createElement as h } from '../vendor/react.js'
import { useStore } from '../vendor/nanostores-react.js'
import { DropdownMenu } from '../vendor/radix.js'
import { PROFILE_SWATCHES } from '../sdk/profile_colour.js'
import { attempt } from './attempt.js'
import { SEPARATOR, menuAnchor, menuTick } from './menu_parts.js'
import { Row, Submenu } from './pane_menu_rows.js'
import { archiveSessions, callSessions, deleteSessions, nameNew, openSessionRow, renameSession } from './session_actions.js'
import { sessionRow } from './session_list.js'
import { toggleSelection } from './session_selection.js'

/** @typedef {import('./session_menu.js').OpenMenu} OpenMenu */

/** @param {{ $menu: import('../vendor/nanostores.js').ReadableAtom<OpenMenu | null>, container: HTMLElement, close: () => void }} props */
export function SessionMenu({ $menu, container, close }) {
  const menu = useStore($menu)
  if (!menu) return null
  const many = menu.ids.length > 1
  const content = {
    'data-slot': 'dropdown-menu-content', className: 'hs-pane-menu', 'aria-label': many ? `${menu.ids.length} chats` : `Chat ${menu.sessions[0].title}`,
    align: /** @type {const} */ ('start'), sideOffset: 2, collisionPadding: 8,
    onCloseAutoFocus: (/** @type {Event} */ event) => event.preventDefault(),
  }
  const root = { key: `${menu.id} ${menu.anchor.left} ${menu.anchor.top}`, open: true, modal: false, onOpenChange: (/** @type {boolean} */ now) => now || close() }
  const parts = h(Fragment, null, many ? null : h(OneRows, { menu, container }), h(SortRows, { menu, container }), h(AwayRows, { menu }))
  return h(DropdownMenu.Root, root, menuAnchor(menu.anchor), h(DropdownMenu.Portal, { container }, h(DropdownMenu.Content, content, parts)))
}

/** What is done to one session only. @param {{ menu: OpenMenu, container: HTMLElement }} props */
function OneRows({ menu, container }) {
  const { id, pinned, color, archived } = menu.sessions[0]
  return h(
    Fragment,
    null,
    h(Row, { icon: 'comment-discussion', label: 'Open', run: () => openSessionRow(id) }),
    h(Row, { icon: 'split-horizontal', label: 'Open to the side', run: () => openSessionRow(id, 'stack') }),
    h(Row, { icon: 'add', label: 'Open in a tab', run: () => openSessionRow(id, 'tab') }),
    h(Row, { icon: 'multiple-windows', label: 'Open in a new window', run: () => openSessionRow(id, 'window') }),
    h(DropdownMenu.Separator, SEPARATOR),
    archived ? null : h(Row, { icon: pinned ? 'pinned' : 'pin', label: pinned ? 'Unpin' : 'Pin', run: () => callSessions('pin', { id, pinned: !pinned }) }),
    h(Row, { icon: 'edit', label: 'Rename', detail: 'F2', run: () => withRow(id, renameSession) }),
    h(Submenu, { icon: 'symbol-color', label: 'Colour', container }, h(Swatches, { id, color })),
  )
}

/** Tags and folders. @param {{ menu: OpenMenu, container: HTMLElement }} props */
function SortRows({ menu: { id, ids, sessions, tags, folders }, container }) {
  const folder = sessions.every((one) => one.folder === sessions[0].folder) ? (sessions[0].folder ?? '') : undefined
  const tagRow = (/** @type {string} */ tag) => {
    const having = sessions.filter((one) => one.tags.includes(tag)).length
    const checked = having === sessions.length ? true : having > 0 ? /** @type {const} */ ('indeterminate') : false
    const change = () => void attempt('Tag', () => callSessions('tag', { ids, tag, on: checked !== true }))
    return h(DropdownMenu.CheckboxItem, /** @type {any} */ ({ key: tag, checked, 'data-slot': 'context-menu-checkbox-item', onCheckedChange: change }), menuTick(), h('bdi', null, tag))
  }
  const folderRow = (/** @type {string} */ name) =>
    h(DropdownMenu.RadioItem, /** @type {any} */ ({ key: name, value: name, 'data-slot': 'context-menu-checkbox-item' }), menuTick(), name ? h('bdi', null, name) : 'No folder')
  const put = (/** @type {string} */ name) => void attempt('Folder', () => callSessions('folder', { ids, folder: name || null }))
  return h(
    Fragment,
    null,
    h(Submenu, { icon: 'tag', label: 'Tags', container }, tags.map(tagRow), h(Row, { icon: 'add', label: 'New tag…', run: () => withRow(id, (row) => nameNew(row, 'tag', ids)) })),
    h(
      Submenu,
      { icon: 'folder', label: 'Folder', container },
      h(DropdownMenu.RadioGroup, { value: folder, onValueChange: put }, ['', ...folders].map(folderRow)),
      h(Row, { icon: 'add', label: 'New folder…', run: () => withRow(id, (row) => nameNew(row, 'folder', ids)) }),
    ),
    ids.length > 1 ? null : h(Row, { icon: 'checklist', label: 'Select', run: () => toggleSelection(id) }),
  )
}

/** @param {{ menu: OpenMenu }} props */
function AwayRows({ menu: { ids, sessions } }) {
  const archived = sessions.every((one) => one.archived)
  return h(
    Fragment,
    null,
    h(DropdownMenu.Separator, SEPARATOR),
    h(Row, { icon: 'archive', label: archived ? 'Bring back' : 'Archive', run: () => archiveSessions(ids, !archived) }),
    h(Row, { icon: 'trash', label: 'Delete', run: () => deleteSessions(ids) }),
  )
}

/** @param {{ id: string, color: string | null }} props */
function Swatches({ id, color }) {
  const choose = (/** @type {string} */ value) => void attempt('Colour', () => callSessions('setColor', { id, color: value || null }))
  const swatch = (/** @type {string} */ value, /** @type {number} */ at) => {
    const props = /** @type {any} */ ({ key: value, value, className: 'hs-session-swatch', 'aria-label': value ? `Colour ${at}` : 'No colour', style: value ? { '--session-color': value } : {} })
    return h(DropdownMenu.RadioItem, props, h('i', { className: `codicon codicon-${value ? 'check' : 'circle-slash'}`, 'aria-hidden': true }))
  }
  return h(DropdownMenu.RadioGroup, { className: 'hs-session-swatches', value: color ?? '', onValueChange: choose, 'aria-label': 'Colour' }, ['', ...PROFILE_SWATCHES].map(swatch))
}

/** The row may have been printed anew, or have scrolled away. @param {string} id @param {(row: HTMLElement) => void} run */
function withRow(id, run) {
  // After the menu has given the focus up.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const row = sessionRow(id)
    if (row) run(row)
  }))
}
