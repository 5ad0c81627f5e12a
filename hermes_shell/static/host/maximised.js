/** One group alone: every track beside the way to it is marked, and the sheet hides what is marked. */
import { element as make } from './elements.js'
import { frontPane } from './pane_zones.js'

/**
 * @param {HTMLElement} tree
 * @param {string | null} id the maximised group
 */
export function showMaximised(tree, id) {
  const group = id === null ? null : tree.querySelector(`[data-node="${CSS.escape(id)}"]`)
  if (group && id !== null) tree.dataset.maximised = id
  else delete tree.dataset.maximised
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (tree.querySelectorAll('[data-behind]'))) delete node.dataset.behind
  for (let on = group; on && on !== tree; on = on.parentElement) {
    for (const sibling of on.parentElement?.children ?? []) if (sibling !== on) sibling.setAttribute('data-behind', '')
  }
}

/** A group that hides the workspace stands in for it: it is what the window is about, with a heading that says so. After each frame. */
export function nameMaximised() {
  const tree = document.querySelector('.hs-tree')
  const id = tree instanceof HTMLElement ? tree.dataset.maximised : undefined
  const group = id === undefined || id === 'main' ? null : (tree?.querySelector(`.hs-zone[data-node="${CSS.escape(id)}"]`) ?? null)
  for (const before of document.querySelectorAll('.hs-zone[role="main"]')) {
    if (before === group) continue
    before.removeAttribute('role')
    before.querySelector(':scope > h1')?.remove()
  }
  if (!group) return
  group.setAttribute('role', 'main')
  const pane = frontPane(group)
  const title = (pane && document.getElementById(`tab:${pane}`)?.textContent?.trim()) || (group.getAttribute('aria-label') ?? '')
  const heading = group.querySelector(':scope > h1') ?? make('h1', { class: 'sr-only' })
  if (heading.textContent !== title) heading.textContent = title
  if (!heading.isConnected) group.prepend(heading)
}
