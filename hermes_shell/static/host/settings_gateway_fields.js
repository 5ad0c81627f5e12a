/** Fields of a connection: plain ones, secret ones that are only written, and those of a gateway at a URL with their trial. */
import { channel } from './channel.js'
import { element } from './elements.js'
import { messageOf } from './errors.js'

let counter = 0

/**
 * @param {string} label
 * @param {Record<string, string>} attributes of the input
 * @param {string} [about]
 */
export function field(label, attributes, about = '') {
  const id = `gateway-field-${++counter}`
  const input = /** @type {HTMLInputElement} */ (element('input', { type: 'text', id, 'data-slot': 'input', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: '4000', 'aria-describedby': about ? `${id}-about` : null, ...attributes }))
  const made = element('div', { class: 'hs-gateway-field' }, element('label', { for: id }, label), input, ...(about ? [element('p', { id: `${id}-about` }, about)] : []))
  return { element: made, input, value: () => input.value.trim() }
}

/**
 * A value that is never shown: empty keeps what is stored, and it can be forgotten.
 * @param {string} label
 * @param {boolean} stored
 */
export function secretField(label, stored) {
  const made = field(label, { type: 'password', placeholder: stored ? 'Stored. Leave empty to keep it.' : '' })
  let forget = false
  if (stored) {
    const button = element('button', { type: 'button', 'data-slot': 'button', 'data-variant': 'ghost', 'data-size': 'sm', 'aria-label': `Forget the ${label.toLowerCase()}` }, 'Forget')
    button.addEventListener('click', () => {
      forget = true
      made.input.placeholder = 'Forgotten when you save.'
      made.input.focus()
      button.remove()
    })
    made.input.after(button)
  }
  /** @param {string} name @returns {Record<string, string>} nothing when it stays as it is */
  const values = (name) => (made.input.value || forget ? { [name]: made.input.value } : {})
  return { ...made, values }
}

/**
 * URL and token of a gateway, and a button that tries them.
 * @param {{ urlSet?: boolean, host?: string, tokenSet?: boolean }} stored
 */
export function connectFields({ urlSet = false, host = '', tokenSet = false } = {}) {
  const url = field('URL', { inputmode: 'url', placeholder: urlSet ? `${host || 'One'} is stored. Leave empty to keep it.` : 'http://127.0.0.1:9119' })
  const token = secretField('Token', tokenSet)
  const button = element('button', { type: 'button', 'data-slot': 'button', 'data-variant': 'outline' }, 'Try it')
  const said = element('span', { class: 'hs-gateway-said', role: 'status' })
  const values = () => ({ ...(url.value() ? { url: url.value() } : {}), ...token.values('token') })

  /** @returns {Promise<boolean>} whether a gateway answers there */
  const attempt = async () => {
    say('Trying…')
    button.setAttribute('aria-busy', 'true')
    try {
      const { ok, fault, version } = /** @type {{ ok: boolean, fault: string | null, version: string | null }} */ (await channel.call('gateway.try', values()))
      const where = urlSet && !url.value() ? `The stored one${host ? ` (${host})` : ''}: ` : ''
      say(where + (ok ? `It answers${version ? `: Hermes ${version}` : ''}.` : (fault ?? 'It does not answer.')), !ok)
      return ok
    } catch (error) {
      say(messageOf(error), true)
      return false
    } finally {
      button.removeAttribute('aria-busy')
    }
  }
  /** @param {string} text @param {boolean} [bad] */
  const say = (text, bad = false) => {
    said.textContent = text
    said.toggleAttribute('data-bad', bad)
  }
  button.addEventListener('click', () => void attempt())
  const made = element('div', { class: 'hs-gateway-connect' }, url.element, token.element, element('div', { class: 'hs-gateway-actions' }, button, said))
  return { element: made, values, attempt, button, first: url.input }
}
