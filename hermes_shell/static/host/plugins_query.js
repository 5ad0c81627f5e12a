/** The query of the Plugins page's address: what is searched for, which state is shown, which rows show their details. */
import { $route, replaceRoute } from './router.js'

export const PLUGINS_PAGE = '/capabilities'
const MOST_OPEN = 20
/** Characters; a route that the server takes has at most 2,000. */
const LONGEST = 1900

/**
 * @param {string} route
 * @returns {URLSearchParams | null} null for another page
 */
export function pluginsQuery(route) {
  const [path, text = ''] = route.split('?')
  return path === PLUGINS_PAGE ? new URLSearchParams(text) : null
}

/**
 * Changes the query; no step of the history, and nothing happens on another page.
 * @param {(query: URLSearchParams) => void} edit
 */
export function changeQuery(edit) {
  const query = pluginsQuery($route.get())
  if (!query) return
  edit(query)
  for (const name of ['q', 'show']) if (query.get(name) === '') query.delete(name)
  // An address has an end: the rows that were opened first close.
  for (let open = query.getAll('open'); open.length > MOST_OPEN || (open.length > 0 && String(query).length > LONGEST); ) {
    open = open.slice(1)
    query.delete('open')
    for (const folder of open) query.append('open', folder)
  }
  replaceRoute(query.size > 0 ? `${PLUGINS_PAGE}?${query}` : PLUGINS_PAGE)
}

/** Shows or hides the details of the row around an element. @param {Element} inside */
export function toggleDetails(inside) {
  const row = inside.closest('[data-folder]')
  const folder = row instanceof HTMLElement ? row.dataset.folder : undefined
  if (folder === undefined) return
  changeQuery((query) => {
    const open = query.getAll('open')
    query.delete('open')
    for (const other of open) if (other !== folder) query.append('open', other)
    if (!open.includes(folder)) query.append('open', folder)
  })
}
