/** Editing a message that was sent, in its place: it is sent again, and what followed it goes. */
import { element } from './elements.js'
import { ownText } from './transcript_copy.js'

/**
 * @param {HTMLElement} turn
 * @param {(text: string) => Promise<unknown>} send rejects when it was not taken; what was typed stays then
 */
export function editMessage(turn, send) {
  const user = turn.querySelector(':scope > .hs-turn-user > .hs-user')
  const bubble = user?.querySelector('.hs-user-bubble')
  if (!user || !bubble || turn.querySelector('.hs-user-edit')) return
  const text = ownText(bubble.querySelector('.hs-user-text > bdi'))
  const field = /** @type {HTMLTextAreaElement} */ (element('textarea', { 'aria-label': 'Message', rows: String(Math.min(12, text.split('\n').length + 1)) }))
  field.value = text
  const hint = element('span', { class: 'hs-user-edit-hint' }, 'What followed this message goes.')
  const cancel = button('Cancel', 'ghost')
  const again = button('Send again', 'default')
  const form = /** @type {HTMLFormElement} */ (element('form', { class: 'hs-user-edit' }, field, element('div', {}, hint, cancel, again)))
  again.setAttribute('type', 'submit')

  const close = () => {
    form.remove()
    user.removeAttribute('data-editing')
    const edit = user.querySelector('[data-chat-action="edit"]')
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
  user.setAttribute('data-editing', '')
  // Beside the list of the message: a frame that changes the message must not take away what is typed.
  turn.insertBefore(form, user.parentElement?.nextSibling ?? null)
  field.focus()
  field.setSelectionRange(text.length, text.length)
}

/** @param {string} text @param {string} variant */
const button = (text, variant) => element('button', { type: 'button', 'data-slot': 'button', 'data-variant': variant, 'data-size': 'default' }, text)
