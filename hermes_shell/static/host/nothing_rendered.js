/**
 * What stands for a page or a pane whose `render` returned undefined, as a missing `return` does. Its hooks may still bring something, so
 * the card comes after a moment, and goes when they do.
 */
import { createElement as h, useEffect, useState } from '../vendor/react.js'
import { ownerOf } from './bar_entries.js'
import { headingIn } from './boundary.js'
import { warnPlugin } from './errors.js'

const PATIENCE_MS = 500
const PLACES = new Set(['panes', 'routes'])

/** Areas whose content fills a place that would stay empty. @param {string} area */
export const fillsPlace = (area) => PLACES.has(area)

/** @param {{ contribution: import('./contribution_view.js').Contribution }} props */
export function NothingRendered({ contribution }) {
  const { id, area, source } = contribution
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setShown(true)
      warnPlugin(source, `render of ${area} ${id} returned undefined; it returns null to show nothing`)
    }, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [id, area, source])
  if (!shown) return null
  return h(
    'div',
    { className: 'hs-boundary-pane', 'data-slot': 'boundary', 'data-variant': 'pane', role: 'status' },
    h(
      'div',
      { 'data-slot': 'error-state' },
      h('i', { className: 'codicon codicon-warning', 'aria-hidden': true }),
      h(headingIn(area), null, id),
      h('p', null, 'render returned undefined. Is a return missing?'),
      h('small', null, `${ownerOf(/** @type {any} */ (contribution))}, ${area}`),
    ),
  )
}
