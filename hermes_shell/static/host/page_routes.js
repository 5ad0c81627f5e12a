/** The pages of plugins as the page knows them: which contribution answers to a path, and whose a path was before. */
import { readPlugin } from './errors.js'
import { registry } from './registry.js'
import { pathOf } from './route_path.js'
import { snapshot } from './snapshot.js'
import { pluginOf } from './sources.js'

/** @typedef {import('./contribution.js').Contribution} Contribution */
/** @typedef {{ plugin: string, title: string }} KnownPage */

/** Path to whose page it was last. @type {Map<string, KnownPage>} */
const known = new Map(Object.entries(snapshot.known_pages ?? {}))

/**
 * The page of a path. The first one of a path counts, as on the server.
 * @param {string} path as `pathOf` gives it
 * @returns {Contribution | undefined}
 */
export function pageOf(path) {
  const page = registry.getArea('routes').find((route) => pathOfRow('routes', route) === path)
  const plugin = pluginOf(page?.source)
  if (page && plugin !== null) known.set(path, { plugin, title: titleOf(page, path) })
  return page
}

/**
 * What its tab says: the page's title, else the first navigation row that leads to it, else the path.
 * @param {string} path
 */
export function pageTitle(path) {
  const page = pageOf(path)
  return page ? titleOf(page, path) : (known.get(path)?.title ?? path.slice(1))
}

/**
 * Whose page a path was when it was last there.
 * @param {string} path
 * @returns {KnownPage | undefined}
 */
export const knownPage = (path) => known.get(path)

/** @param {Contribution} page @param {string} path */
function titleOf(page, path) {
  if (typeof page.title === 'string' && page.title) return page.title
  const row = registry.getArea('sidebar.nav').find((nav) => pathOfRow('sidebar.nav', nav) === path)
  const label = readPlugin(row?.source, 'label of a navigation row', () => row?.data?.label)
  return typeof label === 'string' && label ? label : path.slice(1)
}

/** @param {string} area @param {Contribution} entry @returns {string | null} */
function pathOfRow(area, entry) {
  const path = readPlugin(entry.source, `path of ${area} ${entry.id}`, () => entry.data?.path)
  return typeof path === 'string' && path.startsWith('/') ? pathOf(path) : null
}
