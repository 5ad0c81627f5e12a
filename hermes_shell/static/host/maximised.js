/** One group alone: every track beside the way to it is marked, and the sheet hides what is marked. */

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
