/** The menu beside the search field: what the list shows, and how densely. */
import { createElement as h } from '../vendor/react.js'
import { atom } from '../vendor/nanostores.js'
import { useStore } from '../vendor/nanostores-react.js'
import { DropdownMenu } from '../vendor/radix.js'
import { getSetting, setSetting } from '../sdk/settings.js'
import { attempt } from './attempt.js'
import { islands, mountIsland } from './islands.js'
import { SEPARATOR, menuAnchor, menuTick } from './menu_parts.js'
import { Row } from './pane_menu_rows.js'
import { callSessions } from './session_actions.js'
import { setSessionSearch } from './session_search.js'

export const DENSITY = 'sessionListDensity'
const DENSITIES = [['compact', 'Compact'], ['comfortable', 'Comfortable'], ['detailed', 'With first words']]
const NONE = { tags: /** @type {string[]} */ ([]) }

/** @type {import('../vendor/nanostores.js').WritableAtom<{ box: DOMRect, tags: string[] } | null>} */
const $open = atom(/** @type {{ box: DOMRect, tags: string[] } | null} */ (null))

/** Listens to the button. Call once. */
export function startSessionViewMenu() {
  const button = document.querySelector('[data-session-view-menu]')
  if (!(button instanceof HTMLElement)) return
  mountIsland(h(ViewMenu, { button }))
  button.addEventListener('click', () => {
    void attempt('The menu did not open', async () => {
      const { tags } = (await callSessions('facts', { ids: [] })) ?? NONE
      $open.set({ box: button.getBoundingClientRect(), tags })
    })
  })
}

/** @param {{ button: HTMLElement }} props */
function ViewMenu({ button }) {
  const open = useStore($open)
  if (!open) return null
  const { box, tags } = open
  const content = {
    'data-slot': 'dropdown-menu-content', className: 'hs-pane-menu', 'aria-label': 'What the list shows', align: /** @type {const} */ ('end'), sideOffset: 4, collisionPadding: 8,
    onCloseAutoFocus: (/** @type {Event} */ event) => {
      event.preventDefault()
      if (document.activeElement === document.body) button.focus()
    },
  }
  const density = ([value, label]) => h(DropdownMenu.RadioItem, /** @type {any} */ ({ key: value, value, 'data-slot': 'context-menu-checkbox-item' }), menuTick(), label)
  const tagRow = (/** @type {string} */ tag) => h(Row, { key: tag, icon: 'tag', label: tag, run: () => setSessionSearch(`tag:${tag.toLowerCase().split(/\s+/).join('-')}`) })
  return h(
    DropdownMenu.Root,
    { open: true, modal: false, onOpenChange: (/** @type {boolean} */ now) => now || $open.set(null) },
    menuAnchor(box),
    h(
      DropdownMenu.Portal,
      { container: islands() },
      h(
        DropdownMenu.Content,
        content,
        h(DropdownMenu.Label, { className: 'hs-menu-heading' }, 'Rows'),
        h(DropdownMenu.RadioGroup, { value: getSetting(DENSITY), onValueChange: (/** @type {string} */ value) => setSetting(DENSITY, value), 'aria-label': 'Rows' }, DENSITIES.map(density)),
        h(DropdownMenu.Separator, SEPARATOR),
        h(Row, { icon: 'history', label: 'Sort by time', run: () => callSessions('reorder', { ids: [] }) }),
        h(Row, { icon: 'archive', label: 'Archived chats', run: () => setSessionSearch('is:archived') }),
        tags.length > 0 ? h(DropdownMenu.Separator, SEPARATOR) : null,
        tags.map(tagRow),
      ),
    ),
  )
}
