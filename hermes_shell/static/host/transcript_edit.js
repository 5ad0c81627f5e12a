/**
 * Editing a message that was sent, in its place: it is sent again, and what followed it goes. The form stays with its message, also when
 * the server puts that anew, as after a reconnect.
 */
import { element } from './elements.js'
import { ownText } from './transcript_copy.js'

/**
 * @param {HTMLElement} turn
 * @param {(text: string) => Promise<unknown>} send rejects when it was not taken; what was typed stays then
 */
export function editMessage(turn, send) {
  if (!userOf(turn)?.querySelector('.hs-user-bubble') || turn.querySelector('.hs-user-edit')) return
  const text = textOf(turn)
  const field = /** @type {HTMLTextAreaElement} */ (element('textarea', { 'aria-label': 'Message', rows: String(Math.min(12, text.split('\n').length + 1)) }))
  field.value = text
  const hint = element('span', { class: 'hs-user-edit-hint' }, 'What followed this message goes.')
  const cancel = button('Cancel', 'ghost')
  const again = button('Send again', 'default')
  const form = /** @type {HTMLFormElement} */ (element('form', { class: 'hs-user-edit' }, field, element('div', {}, hint, cancel, again)))
  again.setAttribute('type', 'submit')

  const place = keepWith(turn, text, form)
  const close = () => {
    const user = place.leave()
    form.remove()
    user?.removeAttribute('data-editing')
    const edit = user?.querySelector(EDIT)
    if (edit instanceof HTMLElement) edit.focus()
  }
  const submit = async () => {
    if (field.value.trim() === '' || again.getAttribute('aria-busy') === 'true') return
    again.setAttribute('aria-busy', 'true')
    try {
      await send(field.value)
      close()
    } finally {
      again.setAttribute('aria-busy', 'false')
    }
  }
  cancel.addEventListener('click', close)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit().catch((error) => hint.replaceChildren(`Not sent: ${error instanceof Error ? error.message : String(error)}`))
  })
  form.addEventListener('keydown', (event) => {
    // Safari ends a composition before the Enter that ended it; its code says so.
    if (event.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter' && !event.shiftKey && event.target === field) {
      event.preventDefault()
      form.requestSubmit()
    }
  })
  field.focus()
  field.setSelectionRange(text.length, text.length)
}

/**
 * Puts a form beside a message, and again whenever a frame takes it away.
 *
 * @param {HTMLElement} turn
 * @param {string} text what the message says: another message never gets the form
 * @param {HTMLElement} form
 * @returns {{ leave(): Element | null }} ends that; gives the message with which it stands
 */
function keepWith(turn, text, form) {
  const list = turn.parentElement
  const { turn: id } = turn.dataset
  const ordinal = ordinalOf(turn)
  /** @type {{ field: HTMLTextAreaElement, start: number, end: number } | null} where the caret was last */
  let caret = null
  const put = () => {
    const user = userOf(turn)
    user?.setAttribute('data-editing', '')
    // Beside the list of the message: a frame that changes the message must not take away what is typed.
    turn.insertBefore(form, user?.parentElement?.nextSibling ?? null)
  }
  const follow = () => {
    if (form.isConnected || !list) return
    const turns = [...list.querySelectorAll(':scope > .hs-turn')].filter((one) => one instanceof HTMLElement)
    const same = turns.find((one) => one.dataset.turn === id) ?? turns.find((one) => ordinal !== undefined && ordinalOf(one) === ordinal)
    // Between two steps of a frame it may be nowhere.
    if (!same || textOf(same) !== text) return
    turn = same
    put()
    // What has lost its focus gave it to the page, or to a list around it.
    if (!caret || document.activeElement?.contains(list) === false) return
    caret.field.focus({ preventScroll: true })
    caret.field.setSelectionRange(caret.start, caret.end)
  }
  form.addEventListener('focusin', ({ target }) => (caret = target instanceof HTMLTextAreaElement ? caretOf(target) : null))
  for (const kind of ['keyup', 'input', 'pointerup', 'select']) form.addEventListener(kind, ({ target }) => target instanceof HTMLTextAreaElement && (caret = caretOf(target)))
  const watch = new MutationObserver(follow)
  if (list) watch.observe(list, { childList: true, subtree: true })
  put()
  return { leave: () => (watch.disconnect(), userOf(turn)) }
}

const EDIT = '[data-chat-action="edit"]'

/** @param {Element} turn */
const userOf = (turn) => turn.querySelector(':scope > .hs-turn-user > .hs-user')

/** @param {Element} turn */
const textOf = (turn) => ownText(userOf(turn)?.querySelector('.hs-user-text > bdi'))

/** @param {Element} turn @returns {string | undefined} */
const ordinalOf = (turn) => /** @type {HTMLElement | null | undefined} */ (userOf(turn)?.querySelector(EDIT))?.dataset.ordinal

/** @param {HTMLTextAreaElement} field */
const caretOf = (field) => ({ field, start: field.selectionStart, end: field.selectionEnd })

/** @param {string} text @param {string} variant */
const button = (text, variant) => element('button', { type: 'button', 'data-slot': 'button', 'data-variant': variant, 'data-size': 'default' }, text)
