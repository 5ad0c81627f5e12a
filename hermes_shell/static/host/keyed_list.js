/** Puts children in order with as few moves as it takes: what stays in its place keeps focus and scroll. */

/**
 * @param {Element} parent
 * @param {readonly Element[]} wanted
 */
export function placeChildren(parent, wanted) {
  const kept = new Set(wanted)
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove()
  let at = parent.firstElementChild
  for (const child of wanted) {
    if (child === at) at = at.nextElementSibling
    else parent.insertBefore(child, at)
  }
}
