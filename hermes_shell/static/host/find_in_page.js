/**
 * Find in page over the pane that has the focus (contract, `view.findInPage`, `view.findNext`, `view.findPrevious`): nothing happens while a
 * page lies over the window.
 */
import { registerCommand } from './commands.js'
import { FindBar } from './find_bar.js'
import { FindSession } from './find_session.js'
import { noteReturn } from './returning_focus.js'
import { titleOf } from './pane_place.js'
import { focusedZone } from './panes.js'
import { $route, isOverlay } from './router.js'

const LONGEST_SELECTION = 200

/** @type {FindBar | null} */
let bar = null
/** @type {FindSession | null} the open search */
let session = null
let giveFocusBack = () => {}
/** What the next search begins with. */
let query = ''
let options = { matchCase: false, wholeWord: false }

/** Registers the commands. Call once. */
export function startFindInPage() {
  registerCommand('view.findInPage', () => openFind())
  registerCommand('view.findNext', () => goOn(1))
  registerCommand('view.findPrevious', () => goOn(-1))
  document.addEventListener('keydown', (event) => {
    if (!session || event.key !== 'F3' || event.defaultPrevented || event.isComposing) return
    event.preventDefault()
    session.go(event.shiftKey ? -1 : 1)
  })
  $route.listen((route) => {
    if (isOverlay(route)) closeFind(false)
  })
}

/** @returns {boolean} whether there was a pane to search */
function openFind() {
  if (isOverlay($route.get())) return false
  const pane = bar?.hasFocus && session ? session.pane : paneToSearch()
  if (!pane) return false
  const selected = bar?.hasFocus ? '' : selectionIn(pane)
  if (selected !== '') query = selected
  if (!bar?.hasFocus) giveFocusBack = noteReturn()
  begin(pane)
  bar?.focus()
  return true
}

/** @param {HTMLElement} pane */
function begin(pane) {
  bar ??= new FindBar(onWish)
  if (session?.pane !== pane) {
    session?.end()
    const shown = bar
    session = new FindSession(pane, FindBar.COVERED, (state) => {
      shown.showState(state)
      shown.avoid(pane, session?.currentRect() ?? null)
    })
  }
  bar.open(pane, { title: titleOf(pane.dataset.pane ?? ''), query, options, matchRect: () => session?.currentRect() ?? null, gone: () => closeFind(false) })
  void session?.look(query, options)
}

/** @param {import('./find_bar.js').Wish} wish */
function onWish(wish) {
  if (!session || !bar) return
  if (wish === 'close') return closeFind(true)
  if (wish === 'next' || wish === 'previous') return session.go(wish === 'next' ? 1 : -1)
  if (wish === 'input') query = bar.query
  else options = { ...options, [wish]: !options[wish] }
  bar.showOptions(options)
  void session.look(query, options)
}

/** The next or previous match, also when the bar was closed. @param {1 | -1} step */
function goOn(step) {
  if (session) session.go(step)
  else if (query !== '' && !isOverlay($route.get())) {
    const pane = paneToSearch()
    giveFocusBack = noteReturn()
    if (pane) begin(pane)
  } else openFind()
}

/** @param {boolean} focus whether what had the focus before gets it back */
function closeFind(focus) {
  if (!session) return
  const back = focus || bar?.hasFocus
  session.end()
  session = null
  bar?.close()
  if (back) giveFocusBack()
  giveFocusBack = () => {}
}

/** The pane with the focus, the front pane of the group with the focus, or the one in the middle. @returns {HTMLElement | null} */
function paneToSearch() {
  const panes = [document.activeElement?.closest('.hs-pane'), frontOf(focusedZone()), frontOf(document.querySelector('[data-zone="main"]'))]
  return /** @type {HTMLElement[]} */ (panes).find((pane) => pane instanceof HTMLElement && pane.getClientRects().length > 0) ?? null
}

/** @param {Element | null | undefined} zone @returns {HTMLElement | null} */
const frontOf = (zone) => zone?.querySelector('.hs-pane:not([hidden])') ?? null

/** A short selection in the pane is what is looked for. @param {HTMLElement} pane */
function selectionIn(pane) {
  const selection = getSelection()
  const text = selection?.toString().trim() ?? ''
  const inside = selection?.anchorNode && pane.contains(selection.anchorNode)
  return inside && text.length <= LONGEST_SELECTION && !text.includes('\n') ? text : ''
}
