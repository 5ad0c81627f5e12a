/**
 * The keyboard goes to the composer of the chat in use where nothing else wants it: when a chat comes into the workspace, when a page
 * that lay over the window goes, and with the first letter that is typed where no text is.
 */
import { $chats, $focusedChat, $primaryChat } from './chat_state.js'
import { composerOf } from './composer_registry.js'
import { isEditable } from './editable.js'
import { isIdle } from './key_reach.js'
import { chatPath, pathOf } from './route_path.js'
import { $route, isOverlay } from './router.js'

const FOREIGN = '.hermes-host, hermes-slot, hermes-question, #islands'
const ABOVE = '.hs-scrim, [data-radix-popper-content-wrapper], :is([role="menu"], [role="dialog"], [role="alertdialog"]):not([hidden])'

/** What a pointer, and no key, gave the focus to on the way to a chat. @type {Element | null} */
let pointed = null

/** Follows keys, clicks and pages over the window. Call once, before those pages: they move the focus. */
export function startComposerFocus() {
  // Behind every other listener: a key that somebody took is not text.
  addEventListener('keydown', typeAhead)
  document.addEventListener('click', followRow)
  let covered = isOverlay($route.get())
  $route.listen((route) => {
    const now = isOverlay(route)
    if (now && !covered) notePointed()
    else if (covered && !now) queueMicrotask(offerFocus)
    covered = now
  })
}

/** A chat came into the workspace: its composer has the keyboard unless something else keeps it. */
export function offerFocus() {
  const primary = $primaryChat.get()
  const composer = composerOf(primary)
  const active = document.activeElement
  // A composer that was put aside has it until the page is drawn again.
  const isFree = !active || active === document.body || active === pointed || active.id === 'workspace-page' || active.closest('#hs-chats-aside') !== null
  // The card of a question answers to keys.
  if (!composer || !isFree || !canTake(composer) || $chats.get().get(composer.key)?.waiting) return
  pointed = null
  composer.text.focusEnd()
}

/** What is typed where no text is, is meant for the chat. @param {KeyboardEvent} event */
function typeAhead(event) {
  const { key, ctrlKey, metaKey, altKey, target } = event
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229 || ctrlKey || metaKey || altKey) return
  if (key === ' ' || [...key].length !== 1 || isEditable(event)) return
  const inner = event.composedPath()[0]
  const places = [inner, target].map((place) => (place instanceof Element ? place : document.body))
  if (places.some((place) => !isIdle(place) || place.closest(FOREIGN))) return
  const composer = composerOf($focusedChat.get()) ?? composerOf($primaryChat.get())
  // The key itself goes to where the focus is when its listeners have run.
  if (composer && canTake(composer)) composer.text.focusEnd()
}

/** A row that was clicked keeps the focus only until its chat is there. @param {MouseEvent} event */
function followRow(event) {
  const link = event.target instanceof Element ? event.target.closest('.hs-session-link') : null
  if (!(link instanceof HTMLAnchorElement) || event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
  notePointed()
  const primary = $primaryChat.get()
  if (primary !== null && chatPath(primary) === pathOf(new URL(link.href).hash.slice(1))) queueMicrotask(offerFocus)
}

function notePointed() {
  const active = document.activeElement
  pointed = active && !active.matches(':focus-visible') ? active : null
}

/** @param {import('./composer_view.js').ComposerView} composer */
const canTake = ({ place, parts }) => isShown(parts.input) && !place.closest('[inert]') && ![...document.querySelectorAll(ABOVE)].some(isShown)

/** @param {Element | null | undefined} element */
const isShown = (element) => element?.checkVisibility({ visibilityProperty: true }) === true
