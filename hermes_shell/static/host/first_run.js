/**
 * `<hermes-first-run>`: the choice of a gateway. On its page the server prints it; in a new chat it asks for the card itself, and stays empty
 * once something was chosen.
 */
import { channel } from './channel.js'
import { hasCommand, registerCommand, runCommand } from './commands.js'
import { element } from './elements.js'
import { messageOf } from './errors.js'
import { $gateway } from './gateway_state.js'
import { navigate } from './router.js'
import { connectFields } from './settings_gateway_fields.js'

/** @typedef {{ mode: string, url?: string, token?: string }} Choice */

class HermesFirstRun extends HTMLElement {
  /** @type {(() => void) | null} */
  stop = null
  /** @type {ReturnType<typeof connectFields> | null} */
  fields = null

  connectedCallback() {
    this.addEventListener('click', this.onClick)
    this.addEventListener('submit', this.onSubmit)
    if (this.isPage) return
    void this.load()
    // Another window, or Settings, may have chosen meanwhile.
    this.stop = $gateway.listen(() => void this.load())
  }

  disconnectedCallback() {
    this.stop?.()
    this.removeEventListener('click', this.onClick)
    this.removeEventListener('submit', this.onSubmit)
  }

  get isPage() {
    return this.dataset.page !== undefined
  }

  async load() {
    let html = ''
    try {
      html = String(await channel.call('firstRun.card', {}))
    } catch (error) {
      // Not known is not chosen: what stands here, and what is typed in it, stays.
      console.warn('whether to ask for a gateway is not known', error)
      return
    }
    // Whoever fills in the form is not disturbed.
    if (html !== '' && this.childElementCount > 0) return
    this.innerHTML = html
    this.fields = null
  }

  /** @param {MouseEvent} event */
  onClick = (event) => {
    const control = event.target instanceof Element ? event.target.closest('button') : null
    if (control?.dataset.choose !== undefined) void this.choose({ mode: control.dataset.choose })
    else if (control?.dataset.connect !== undefined) this.toggle(control)
  }

  /** @param {HTMLElement} button */
  toggle(button) {
    const form = /** @type {HTMLFormElement | null} */ (this.querySelector('[data-connect-form]'))
    if (!form) return
    if (!this.fields) {
      this.fields = connectFields()
      const connect = element('button', { type: 'submit', 'data-slot': 'button', 'data-variant': 'default' }, 'Connect')
      this.fields.button.before(connect)
      form.replaceChildren(this.fields.element)
    }
    form.hidden = !form.hidden
    button.setAttribute('aria-expanded', String(!form.hidden))
    if (!form.hidden) this.fields.first.focus()
  }

  /** @param {Event} event */
  onSubmit = async (event) => {
    event.preventDefault()
    if (this.fields && (await this.fields.attempt())) await this.choose({ mode: 'remote', ...this.fields.values() })
  }

  /** @param {Choice} choice */
  async choose(choice) {
    this.say('')
    try {
      await channel.call('gateway.configure', choice)
    } catch (error) {
      return this.say(messageOf(error))
    }
    if (this.isPage) navigate('/')
    else this.replaceChildren()
    if (hasCommand('composer.focus')) runCommand('composer.focus')
  }

  /** @param {string} message */
  say(message) {
    const line = /** @type {HTMLElement | null} */ (this.querySelector('.hs-first-said'))
    if (!line) return
    line.textContent = message
    line.hidden = message === ''
  }
}

/** Defines the element and the way to the page. Call once. */
export function startFirstRun() {
  customElements.define('hermes-first-run', HermesFirstRun)
  registerCommand('nav.welcome', () => navigate('/welcome'))
}
