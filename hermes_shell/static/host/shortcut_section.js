/** One category of the list of shortcuts: what can run, then what cannot yet. */
import { element } from './elements.js'
import { placeChildren } from './keyed_list.js'

/** @param {string} category */
export function shortcutSection(category) {
  const head = element('div', { class: 'hs-group-head' }, element('h2', {}, element('bdi', {}, category)))
  const now = element('ul', { class: 'hs-shortcut-rows' })
  const laterHead = element('h3', { class: 'hs-shortcuts-later' }, 'Not available yet')
  const later = element('ul', { class: 'hs-shortcut-rows' })
  const section = element('section', {})
  return {
    element: section,
    /** @param {readonly Element[]} ready @param {readonly Element[]} waiting */
    show(ready, waiting) {
      placeChildren(now, ready)
      placeChildren(later, waiting)
      placeChildren(section, [head, ...(ready.length > 0 ? [now] : []), ...(waiting.length > 0 ? [laterHead, later] : [])])
    },
  }
}
