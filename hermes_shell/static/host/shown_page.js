/**
 * The page that stands in the workspace: what is remembered of it when it comes and when it goes. Fragments tell when it is replaced.
 */
import { keepScroll, leaveScroll, restoreScroll } from './page_scroll.js'
import { rememberRoute } from './remembered_route.js'
import { pathOf } from './route_path.js'
import { $workspaceRoute } from './router.js'

/** Kinds of pages that a window may start at; the others say that there is no page. */
const PAGES = new Set(['core', 'extension', 'chat'])

/** Follows the route. Call once, after the router. */
export function startShownPage() {
  keepScroll(shownPage)
  $workspaceRoute.listen(rememberShown)
}

/** @returns {HTMLElement | null} the element around the page */
export const shownPage = () => document.getElementById('workspace-page')

/**
 * Call before the inside of an element is replaced.
 * @param {Element} target
 * @returns {() => void} call when it has been
 */
export function beforeSwap(target) {
  if (target.id !== 'workspace') return () => {}
  const before = stateOf(shownPage())
  const focused = target.contains(document.activeElement)
  if (before && PAGES.has(before.kind)) leaveScroll(before.route)
  return () => {
    const page = shownPage()
    const now = stateOf(page)
    if (!page || !now) return
    const another = before !== null && (now.route !== before.route || now.kind !== before.kind)
    if (another) restoreScroll(page, now.route)
    // A button that brought another page is gone with it: the keyboard goes on in the page.
    if (focused && another && !page.contains(document.activeElement)) page.focus({ preventScroll: true })
    rememberShown()
  }
}

/** Remembers the address when it is the shown page's. */
function rememberShown() {
  const route = $workspaceRoute.get()
  const shown = stateOf(shownPage())
  if (shown && PAGES.has(shown.kind) && shown.route === pathOf(route)) rememberRoute(route)
}

/** @param {HTMLElement | null} page */
function stateOf(page) {
  const { route, pageKind } = page?.dataset ?? {}
  return route === undefined || pageKind === undefined ? null : { route, kind: pageKind }
}
