/**
 * The error overlay: bottom right, not modal, takes no focus. Source: look of the shell, section 9.
 * Escape inside it, or anywhere that nothing else answers to it, dismisses what is shown.
 */
import { useStore } from '../vendor/nanostores-react.js'
import { createElement as h, useEffect, useRef } from '../vendor/react.js'
import { CopyButton } from '../sdk/kit/copy_button.js'
import { openInEditor } from './editor_door.js'
import { ExcerptLines, useExcerpt } from './error_excerpt.js'
import { dismissPluginError } from './error_overlay.js'
import { asText, eventOf, meanwhileOf, nameOf, placeOf } from './error_text.js'
import { mountIsland } from './islands.js'
import { $failures, showNextFailure } from './plugin_failures.js'
import { navigate } from './router.js'
import { useEscape, useFocusReturn } from './unfocused_card.js'

/** @typedef {import('./plugin_failures.js').Failure} Failure */

/** Longer messages scroll. */
const LONG_MESSAGE = 240

/** Shows the overlay from now on whenever there is something to show. */
export function mountErrorOverlay() {
  mountIsland(h(ErrorOverlay))
}

function ErrorOverlay() {
  const { failures, at } = useStore($failures)
  const failure = failures[at]
  return failure ? h(Card, { failure, at, count: failures.length }) : null
}

/** @param {{ failure: Failure, at: number, count: number }} props */
function Card({ failure, at, count }) {
  const card = useRef(/** @type {HTMLElement | null} */ (null))
  const excerpt = useExcerpt(failure)
  useRoomBelowToasts(card)
  useEscape(card, () => dismissPluginError(failure.folder))
  useFocusReturn(card)
  const { folder, error } = failure
  return h(
    'section',
    {
      ref: card,
      className: 'hs-error-overlay',
      role: 'alertdialog',
      'aria-modal': false,
      'aria-labelledby': 'error-overlay-title',
      'aria-describedby': 'error-overlay-message',
      'data-error-overlay': folder,
      'data-region': 'error-overlay',
    },
    h(
      'div',
      { className: 'hs-error-overlay-head' },
      h('span', { 'data-slot': 'status-dot', 'data-tone': 'bad', 'data-status-tone': 'bad', 'aria-hidden': true }),
      h(
        'div',
        { className: 'hs-error-overlay-what', 'aria-live': 'polite' },
        h('h2', { id: 'error-overlay-title' }, h('bdi', { title: nameOf(failure) }, nameOf(failure)), ' ', h('span', null, eventOf(failure))),
        h(
          'div',
          null,
          h('p', { id: 'error-overlay-message', tabIndex: error.message.length > LONG_MESSAGE ? 0 : undefined }, error.message),
          h('code', { title: placeOf(failure) }, h('bdi', null, folder), h('span', null, placeOf(failure).slice(folder.length))),
        ),
      ),
      count > 1 ? h(Others, { at, count }) : null,
      h(IconButton, { icon: 'close', label: 'Dismiss', title: 'Dismiss (Esc)', onClick: () => dismissPluginError(folder) }),
    ),
    excerpt ? h(ExcerptLines, { excerpt }) : null,
    h(
      'div',
      { className: 'hs-error-overlay-foot' },
      h('p', null, meanwhileOf(failure)),
      h(CopyButton, { key: folder, text: () => asText(failure, excerpt), appearance: 'button', buttonSize: 'sm' }),
      h(Button, { variant: 'outline', label: 'Show in Plugins', onClick: () => navigate(`/capabilities?q=${encodeURIComponent(folder)}`) }),
      h(Button, {
        variant: 'default',
        label: error.line ? `Open at line ${error.line}` : 'Open file',
        onClick: () => void openInEditor(folder, error.line, error.column),
      }),
    ),
  )
}

/** @param {{ at: number, count: number }} props */
function Others({ at, count }) {
  const all = () => $failures.get().failures.forEach(({ folder }) => dismissPluginError(folder))
  return h(
    'div',
    { className: 'hs-error-overlay-others' },
    h('span', null, `${at + 1} of ${count}`),
    h(IconButton, { icon: 'chevron-right', label: 'Next error', onClick: showNextFailure }),
    h(Button, { variant: 'ghost', label: 'Dismiss all', onClick: all }),
  )
}

/** @param {{ variant: string, label: string, onClick: () => void }} props */
function Button({ variant, label, onClick }) {
  return h('button', { type: 'button', 'data-slot': 'button', 'data-variant': variant, 'data-size': 'sm', onClick }, label)
}

/** @param {{ icon: string, label: string, title?: string, onClick: () => void }} props */
function IconButton({ icon, label, title = label, onClick }) {
  const props = { type: /** @type {const} */ ('button'), className: 'hs-error-overlay-icon', 'aria-label': label, title, onClick }
  return h('button', props, h('i', { className: `codicon codicon-${icon}`, 'aria-hidden': true }))
}

/**
 * Tells the toasts that share the corner how much room the overlay takes.
 * @param {import('react').RefObject<HTMLElement | null>} card
 */
function useRoomBelowToasts(card) {
  useEffect(() => {
    const element = card.current
    const islands = document.getElementById('islands')
    if (!element || !islands) return undefined
    document.documentElement.dataset.errorShown = ''
    const observer = new ResizeObserver(() => islands.style.setProperty('--hs-error-overlay-height', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      islands.style.removeProperty('--hs-error-overlay-height')
      delete document.documentElement.dataset.errorShown
    }
  }, [])
}
