/** Which sessions are selected for one action on all of them, and the bar that says so. */
import { atom } from '../vendor/nanostores.js'
import { codicon, element } from './elements.js'
import { sessionList, sessionRows } from './session_list.js'

/** Ids in the order in which they were selected. */
export const $selected = atom(/** @type {readonly string[]} */ ([]))

/** @type {string | null} where a range begins */
let origin = null

export const selectedSessions = () => [...$selected.get()]

/** @param {string} id */
export const isSelected = (id) => $selected.get().includes(id)

/** @param {string} id */
export function toggleSelection(id) {
  origin = id
  const others = $selected.get().filter((one) => one !== id)
  $selected.set(others.length < $selected.get().length ? others : [...others, id])
}

/** Selects every row from the last one that was touched to this one. @param {string} id */
export function selectRange(id) {
  const ids = sessionRows().map((row) => row.dataset.sessionRow ?? '')
  const from = ids.indexOf(origin ?? id)
  const to = ids.indexOf(id)
  const range = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
  $selected.set([...new Set([...$selected.get(), ...range])])
}

export function clearSelection() {
  origin = null
  if ($selected.get().length > 0) $selected.set([])
}

/** @param {string} id where the next range begins */
export function noteOrigin(id) {
  origin = id
}

/**
 * Shows what is selected. Call once.
 * @param {{ archive: (ids: string[]) => void, remove: (ids: string[]) => void, menu: (button: HTMLElement, ids: string[]) => void, leave: () => void }} actions
 *   `leave` takes the focus when the bar goes with it
 */
export function startSessionSelection({ archive, remove, menu, leave }) {
  const list = sessionList()
  const section = list?.closest('.hs-sidebar-body')
  if (!list || !section) return
  const count = element('span', { role: 'status' })
  const button = (/** @type {string} */ name, /** @type {string} */ icon, /** @type {(own: HTMLElement) => void} */ run) => {
    const own = element('button', { type: 'button', class: 'hs-icon-button', 'aria-label': name, title: name }, codicon(icon))
    own.addEventListener('click', () => run(own))
    return own
  }
  const bar = element(
    'div',
    { class: 'hs-session-bulk', role: 'toolbar', 'aria-label': 'Selected chats', hidden: '' },
    count,
    button('Tags, folder and more', 'tag', (own) => menu(own, selectedSessions())),
    button('Archive', 'archive', () => archive(selectedSessions())),
    button('Delete', 'trash', () => remove(selectedSessions())),
    button('Select nothing', 'close', clearSelection),
  )
  section.append(bar)
  const show = () => {
    const chosen = new Set($selected.get())
    const leaves = chosen.size === 0 && bar.contains(document.activeElement)
    bar.hidden = chosen.size === 0
    if (leaves) leave()
    count.textContent = `${chosen.size} selected`
    list.toggleAttribute('data-selecting', chosen.size > 0)
    for (const row of sessionRows()) {
      const now = chosen.has(row.dataset.sessionRow ?? '')
      if ((row.dataset.selected === 'true') === now) continue
      row.dataset.selected = String(now)
      const link = row.querySelector('.hs-session-link')
      if (now) link?.setAttribute('aria-description', 'selected')
      else link?.removeAttribute('aria-description')
    }
  }
  $selected.listen(show)
  // Rows that scroll in look like the others.
  new MutationObserver(show).observe(list, { childList: true })
}
