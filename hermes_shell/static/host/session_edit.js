/** A field over the title of a row. It stands beside the list, not in it: a row may be printed anew while somebody types. */
import { element } from './elements.js'
import { messageOf } from './errors.js'

/** @type {(() => void) | null} */
let closeOpen = null

/**
 * @param {HTMLElement} row
 * @param {{ label: string, value: string, commit: (text: string) => Promise<unknown> | null }} edit commit: null = nothing to do
 */
export function editOverRow(row, { label, value, commit }) {
  closeOpen?.()
  const section = row.closest('.hs-sidebar-body')
  const link = row.querySelector('.hs-session-link')
  if (!(section instanceof HTMLElement) || !link) return
  const id = row.dataset.sessionRow ?? ''
  const input = /** @type {HTMLInputElement} */ (element('input', { type: 'text', 'aria-label': label, placeholder: label, maxlength: '100', spellcheck: 'false', autocomplete: 'off' }))
  input.value = value
  const fault = element('p', { class: 'hs-session-edit-fault', role: 'alert', hidden: '' })
  const form = element('div', { class: 'hs-session-edit' }, input, fault)
  place(form, section, row, link)
  section.append(form)
  input.focus()
  input.select()

  let busy = false
  let closed = false
  const close = (/** @type {boolean} */ focusRow) => {
    if (closed) return
    closed = true
    closeOpen = null
    section.querySelector('.hs-sessions-scroll')?.removeEventListener('scroll', onScroll)
    form.remove()
    const now = section.querySelector(`[data-session-row="${CSS.escape(id)}"] .hs-session-link`)
    if (focusRow && now instanceof HTMLElement) now.focus({ preventScroll: true })
  }
  const finish = async (/** @type {boolean} */ focusRow) => {
    if (busy || closed) return
    busy = true
    try {
      await commit(input.value.trim())
      close(focusRow)
    } catch (error) {
      fault.textContent = messageOf(error)
      fault.hidden = false
      input.setAttribute('aria-invalid', 'true')
      input.focus()
    } finally {
      busy = false
    }
  }
  /** What was typed is kept when the field is left; one that says what is wrong waits for an answer, and is not asked again. */
  const leave = () => (fault.hidden ? void finish(false) : close(false))
  // The list moves below the field.
  const onScroll = leave
  closeOpen = () => close(false)
  section.querySelector('.hs-sessions-scroll')?.addEventListener('scroll', onScroll, { passive: true })
  input.addEventListener('keydown', (event) => {
    event.stopPropagation()
    if (event.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter') void finish(true)
    else if (event.key === 'Escape') close(true)
    else return
    event.preventDefault()
  })
  input.addEventListener('blur', leave)
}

/** @param {HTMLElement} form @param {HTMLElement} section @param {Element} row @param {Element} link */
function place(form, section, row, link) {
  const area = section.getBoundingClientRect()
  const box = row.getBoundingClientRect()
  const from = link.getBoundingClientRect().left
  form.style.top = `${box.top - area.top}px`
  form.style.left = `${from - area.left - 6}px`
  form.style.width = `${box.right - from + 4}px`
}
